// SPDX-License-Identifier: Apache-2.0
// atomic_add and atom_add: stores old + operand, returns old.
#include "weft_atomic.h"

WEFT_ATOMICS(WEFT_ATOMIC_FETCH, add, fetch_add)
