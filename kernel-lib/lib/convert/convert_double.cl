// SPDX-License-Identifier: Apache-2.0
// convert_double<n>[_mode] from all types; only 64-bit integers round.
#include "weft_convert.h"

WEFT_CONVERT_FLOAT_FROM_INTEGERS(double)
WEFT_CONVERT_FLOAT_EXACT(double, half)
WEFT_CONVERT_FLOAT_EXACT(double, float)
WEFT_CONVERT_FLOAT_EXACT(double, double)
