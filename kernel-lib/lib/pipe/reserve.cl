// SPDX-License-Identifier: Apache-2.0
// Reservations and commits, for the functions of the other files.
#include "weft_pipe.h"

// `count` positions from *next on, if all are ready: their sequence numbers are the positions plus `ready`.
WEFT_HELPER __weft_reservation
__weft_pipe_reserve(__global __weft_pipe *p, volatile __global atomic_ulong *next, uint count, ulong ready)
{
    const uint capacity = p->capacity;
    ulong first = __opencl_atomic_load(next, memory_order_relaxed, memory_scope_device);

    if (count == 0 || count > capacity)
        return WEFT_NO_RESERVATION;
    for (;;) {
        const ulong start = first % capacity;
        bool ok = true;
        for (uint i = 0; i < count && ok; i++) {
            const ulong place = start + i < capacity ? start + i : start + i - capacity;
            ok = __opencl_atomic_load(__weft_pipe_sequence(p) + place, memory_order_acquire, memory_scope_device) ==
                 first + i + ready;
        }
        if (ok) {
            if (__opencl_atomic_compare_exchange_strong(next, &first, first + count, memory_order_relaxed,
                                                        memory_order_relaxed, memory_scope_device))
                return start | (ulong)count << 32;
            continue;
        }
        // Either the pipe is full or empty, or somebody was faster.
        const ulong now = __opencl_atomic_load(next, memory_order_relaxed, memory_scope_device);
        if (now == first)
            return WEFT_NO_RESERVATION;
        first = now;
    }
}

WEFT_HELPER void
__weft_pipe_commit(__global __weft_pipe *p, __weft_reservation id, ulong step)
{
    for (uint i = 0; i < __weft_pipe_count(id); i++) {
        volatile __global atomic_ulong *sequence = __weft_pipe_sequence(p) + __weft_pipe_place(p, id, i);
        const ulong position = __opencl_atomic_load(sequence, memory_order_relaxed, memory_scope_device);
        __opencl_atomic_store(sequence, position + step, memory_order_release, memory_scope_device);
    }
}

__attribute__((noinline)) __weft_reservation
__weft_by_lane_reserve_write(__global __weft_pipe *p, uint count)
{
    return __weft_pipe_reserve(p, &p->written, count, 0);
}

__attribute__((noinline)) __weft_reservation
__weft_by_lane_reserve_read(__global __weft_pipe *p, uint count)
{
    return __weft_pipe_reserve(p, &p->read, count, WEFT_READABLE);
}

__attribute__((noinline)) void
__weft_by_lane_commit_write(__global __weft_pipe *p, __weft_reservation id)
{
    __weft_pipe_commit(p, id, WEFT_READABLE);
}

__attribute__((noinline)) void
__weft_by_lane_commit_read(__global __weft_pipe *p, __weft_reservation id)
{
    __weft_pipe_commit(p, id, p->capacity - WEFT_READABLE);
}
