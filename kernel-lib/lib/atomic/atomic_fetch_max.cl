// SPDX-License-Identifier: Apache-2.0
// atomic_fetch_max[_explicit]: stores max(old, operand), returns old. Of a quiet NaN and a number
// the number is stored.
#include "weft_atomic_c11.h"

WEFT_C11_INTEGERS(WEFT_C11_FETCH, atomic_fetch_max, fetch_max)
WEFT_C11_POINTER_DIFFERENCES(WEFT_C11_FETCH_AS, atomic_fetch_max, fetch_max)
WEFT_C11_FLOATS(WEFT_C11_FETCH, atomic_fetch_max, fetch_max)
