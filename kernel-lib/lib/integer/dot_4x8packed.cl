// SPDX-License-Identifier: Apache-2.0
// dot_4x8packed_<types>(p, q): dot of the bytes; u is for unsigned ones, s for signed ones.
#include "weft_dot.h"

#define DEFINE(R, A, B, name)                                                                                          \
    R WEFT_INLINE dot_4x8packed_##name(uint p, uint q)                                                                 \
    {                                                                                                                  \
        return dot(as_##A(p), as_##B(q));                                                                              \
    }
WEFT_DOT_TYPES(DEFINE)
