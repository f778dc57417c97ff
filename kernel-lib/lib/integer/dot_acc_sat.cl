// SPDX-License-Identifier: Apache-2.0
// dot_acc_sat(p, q, acc): add_sat(dot(p, q), acc).
#include "weft_dot.h"

#define DEFINE(R, A, B, name)                                                                                          \
    R WEFT_INLINE dot_acc_sat(A p, B q, R acc)                                                                         \
    {                                                                                                                  \
        return add_sat(dot(p, q), acc);                                                                                \
    }
WEFT_DOT_TYPES(DEFINE)
