// SPDX-License-Identifier: Apache-2.0
// write_pipe(p, packet) and write_pipe(p, id, index, packet), for which Clang writes functions that know the packet's
// size: 0, or -1 if the pipe is full, the size is another one, or the index is not in the reservation.
#include "weft_pipe.h"

__attribute__((always_inline)) int
__write_pipe_2(__global __weft_pipe *p, WEFT_GENERIC void *packet, uint size, uint align)
{
    if (size != p->packet_bytes)
        return -1;
    const __weft_reservation id = __weft_by_lane_reserve_write(p, 1);
    if (id == WEFT_NO_RESERVATION)
        return -1;
    __builtin_memcpy(__weft_pipe_packet(p, (uint)id), packet, size);
    __weft_by_lane_commit_write(p, id);
    return 0;
}

__attribute__((always_inline)) int
__write_pipe_4(__global __weft_pipe *p, __weft_reserve_id id, uint index, WEFT_GENERIC void *packet, uint size, uint align)
{
    if (size != p->packet_bytes || WEFT_OF_ID(id) == WEFT_NO_RESERVATION || index >= __weft_pipe_count(WEFT_OF_ID(id)))
        return -1;
    __builtin_memcpy(__weft_pipe_packet(p, __weft_pipe_place(p, WEFT_OF_ID(id), index)), packet, size);
    return 0;
}
