// SPDX-License-Identifier: Apache-2.0
// atomic_sub and atom_sub: stores old - operand, returns old.
#include "weft_atomic.h"

WEFT_ATOMICS(WEFT_ATOMIC_FETCH, sub, fetch_sub)
