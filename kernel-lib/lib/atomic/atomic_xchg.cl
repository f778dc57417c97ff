// SPDX-License-Identifier: Apache-2.0
// atomic_xchg and atom_xchg: stores the operand, returns what was there; also for float.
#include "weft_atomic.h"

WEFT_ATOMICS(WEFT_ATOMIC_FETCH, xchg, exchange)
WEFT_ATOMIC_FETCH(atomic_, __global, float, atomic_float, xchg, exchange)
WEFT_ATOMIC_FETCH(atomic_, __local, float, atomic_float, xchg, exchange)
WEFT_ATOMIC_FETCH(atomic_, WEFT_GENERIC, float, atomic_float, xchg, exchange)
