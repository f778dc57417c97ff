// SPDX-License-Identifier: Apache-2.0
// get_pipe_num_packets(p), of a pipe to be read and one to be written: what is reserved for writing and not for
// reading. Between the two loads others may read and write on, so that the difference is more than there is room for.
#include "weft_pipe.h"

#define DEFINE(name)                                                                                                   \
    __attribute__((always_inline)) uint name(__global __weft_pipe *p, uint size, uint align)                           \
    {                                                                                                                  \
        const ulong read = __opencl_atomic_load(&p->read, memory_order_acquire, memory_scope_device);                  \
        const ulong written = __opencl_atomic_load(&p->written, memory_order_acquire, memory_scope_device);            \
        return written - read < p->capacity ? (uint)(written - read) : p->capacity;                                    \
    }
DEFINE(__get_pipe_num_packets_ro)
DEFINE(__get_pipe_num_packets_wo)
