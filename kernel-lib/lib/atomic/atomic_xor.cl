// SPDX-License-Identifier: Apache-2.0
// atomic_xor and atom_xor: stores old ^ operand, returns old.
#include "weft_atomic.h"

WEFT_ATOMICS(WEFT_ATOMIC_FETCH, xor, fetch_xor)
