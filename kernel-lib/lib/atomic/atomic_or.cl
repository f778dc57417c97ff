// SPDX-License-Identifier: Apache-2.0
// atomic_or and atom_or: stores old | operand, returns old.
#include "weft_atomic.h"

WEFT_ATOMICS(WEFT_ATOMIC_FETCH, or, fetch_or)
