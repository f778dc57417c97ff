// SPDX-License-Identifier: Apache-2.0
// Static variables of functions, made by the first work-item that comes by while others wait: as the ABI of C++ says,
// the lowest bit of the guard is set once that is done, which Clang's code looks at before it calls.
#include "weft_gentype.h"

#define DONE 1u
#define BUSY 0x100u

// Whether the caller is to make the variable. Loops end in the place that gives the guard free: packing/spin_locks.h.
__attribute__((always_inline)) int
__cxa_guard_acquire(__global uint *guard)
{
    uint found;

    do {
        found = 0;
    } while (!__opencl_atomic_compare_exchange_strong((volatile __global atomic_uint *)guard, &found, BUSY,
                                                      memory_order_acquire, memory_order_acquire,
                                                      memory_scope_device) &&
             found != DONE);
    return found != DONE;
}

__attribute__((always_inline)) void
__cxa_guard_release(__global uint *guard)
{
    __opencl_atomic_store((volatile __global atomic_uint *)guard, DONE, memory_order_release, memory_scope_device);
}
