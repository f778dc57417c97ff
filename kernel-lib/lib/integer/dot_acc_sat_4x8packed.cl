// SPDX-License-Identifier: Apache-2.0
// dot_acc_sat_4x8packed_<types>(p, q, acc): dot_acc_sat of the bytes; u is for unsigned ones, s for signed ones.
#include "weft_dot.h"

#define DEFINE(R, A, B, name)                                                                                          \
    R WEFT_INLINE dot_acc_sat_4x8packed_##name(uint p, uint q, R acc)                                                  \
    {                                                                                                                  \
        return dot_acc_sat(as_##A(p), as_##B(q), acc);                                                                 \
    }
WEFT_DOT_TYPES(DEFINE)
