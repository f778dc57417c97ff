// SPDX-License-Identifier: Apache-2.0
// atomic_inc and atom_inc: stores old + 1, returns old.
#include "weft_atomic.h"

WEFT_ATOMICS(WEFT_ATOMIC_STEP, inc, fetch_add)
