// SPDX-License-Identifier: Apache-2.0
// atomic_and and atom_and: stores old & operand, returns old.
#include "weft_atomic.h"

WEFT_ATOMICS(WEFT_ATOMIC_FETCH, and, fetch_and)
