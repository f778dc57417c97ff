// SPDX-License-Identifier: Apache-2.0
// Pipes: a ring of packets, each with a sequence number that says whose turn it is.
//
// Positions count packets from the beginning and never come down; position i lies in place i % capacity. The place's
// sequence number is i when it may be written, i with WEFT_READABLE when it may be read, and i + capacity, its next
// position, once it has been. (i + 1 would not do: in a pipe of one packet that is the next position.) A reservation
// takes n positions that are all ready by moving `written` or `read` on; a commit moves their sequence numbers on. So a
// reservation's packets are visible together with those of all before it at the earliest, work-items and groups reserve
// in their own order, nobody waits for anybody, and each packet arrives once.
#ifndef WEFT_PIPE_H
#define WEFT_PIPE_H

#include "weft_collective.h"
#include "weft_gentype.h"

// struct weft_pipe of compiler/kernel_abi.h; `capacity` sequence numbers follow, then as many packets.
typedef struct {
    uint packet_bytes, capacity;
    ulong unused[7];
    atomic_ulong written;
    ulong unused_too[7];
    atomic_ulong read;
    ulong unused_as_well[7];
} __weft_pipe;

// Reservations: the first place, and the number of packets in the upper half.
typedef ulong __weft_reservation;
#define WEFT_NO_RESERVATION ULONG_MAX

// Of sequence numbers.
#define WEFT_READABLE ((ulong)1 << 63)

WEFT_HELPER volatile __global atomic_ulong *
__weft_pipe_sequence(__global __weft_pipe *p)
{
    return (volatile __global atomic_ulong *)(p + 1);
}

WEFT_HELPER __global uchar *
__weft_pipe_packet(__global __weft_pipe *p, ulong place)
{
    return (__global uchar *)(p + 1) + (ulong)p->capacity * sizeof(ulong) + place * p->packet_bytes;
}

WEFT_HELPER ulong
__weft_pipe_place(__global __weft_pipe *p, __weft_reservation id, uint index)
{
    ulong place = (uint)id + (ulong)index;
    return place < p->capacity ? place : place - p->capacity;
}

WEFT_HELPER uint
__weft_pipe_count(__weft_reservation id)
{
    return (uint)(id >> 32);
}

// One work-item after the other: __weft_by_lane_ functions are not packed.
__weft_reservation __weft_by_lane_reserve_write(__global __weft_pipe *p, uint count);
__weft_reservation __weft_by_lane_reserve_read(__global __weft_pipe *p, uint count);
void __weft_by_lane_commit_write(__global __weft_pipe *p, __weft_reservation id);
void __weft_by_lane_commit_read(__global __weft_pipe *p, __weft_reservation id);

// Clang passes reserve_id_t, which is an opaque pointer.
typedef __private void *__weft_reserve_id;
#define WEFT_AS_ID(reservation) ((__weft_reserve_id)(reservation))
#define WEFT_OF_ID(id) ((__weft_reservation)(id))

#endif
