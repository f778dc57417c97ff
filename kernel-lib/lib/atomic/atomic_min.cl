// SPDX-License-Identifier: Apache-2.0
// atomic_min and atom_min: stores min(old, operand), returns old.
#include "weft_atomic.h"

WEFT_ATOMICS(WEFT_ATOMIC_FETCH, min, fetch_min)
