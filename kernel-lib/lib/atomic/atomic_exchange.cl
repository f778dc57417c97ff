// SPDX-License-Identifier: Apache-2.0
// atomic_exchange[_explicit]: stores the operand, returns what was there.
#include "weft_atomic_c11.h"

WEFT_C11_INTEGERS(WEFT_C11_FETCH, atomic_exchange, exchange)
WEFT_C11_FLOATS(WEFT_C11_FETCH, atomic_exchange, exchange)
