// SPDX-License-Identifier: Apache-2.0
// atomic_fetch_add[_explicit]: stores old + operand, returns old.
#include "weft_atomic_c11.h"

WEFT_C11_INTEGERS(WEFT_C11_FETCH, atomic_fetch_add, fetch_add)
WEFT_C11_POINTER_DIFFERENCES(WEFT_C11_FETCH_AS, atomic_fetch_add, fetch_add)
WEFT_C11_FLOATS(WEFT_C11_FETCH_EVERYWHERE, atomic_fetch_add, fetch_add)
