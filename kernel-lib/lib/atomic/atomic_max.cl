// SPDX-License-Identifier: Apache-2.0
// atomic_max and atom_max: stores max(old, operand), returns old.
#include "weft_atomic.h"

WEFT_ATOMICS(WEFT_ATOMIC_FETCH, max, fetch_max)
