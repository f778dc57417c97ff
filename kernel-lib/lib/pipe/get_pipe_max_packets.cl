// SPDX-License-Identifier: Apache-2.0
// get_pipe_max_packets(p), of a pipe to be read and one to be written.
#include "weft_pipe.h"

#define DEFINE(name)                                                                                                   \
    __attribute__((always_inline)) uint name(__global __weft_pipe *p, uint size, uint align)                           \
    {                                                                                                                  \
        return p->capacity;                                                                                            \
    }
DEFINE(__get_pipe_max_packets_ro)
DEFINE(__get_pipe_max_packets_wo)
