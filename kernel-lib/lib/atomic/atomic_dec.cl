// SPDX-License-Identifier: Apache-2.0
// atomic_dec and atom_dec: stores old - 1, returns old.
#include "weft_atomic.h"

WEFT_ATOMICS(WEFT_ATOMIC_STEP, dec, fetch_sub)
