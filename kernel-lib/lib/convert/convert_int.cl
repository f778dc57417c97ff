// SPDX-License-Identifier: Apache-2.0
// convert_int<n>[_sat][_mode] from all types.
#include "weft_convert.h"

WEFT_CONVERT_TO_INTEGER(int, INT_MIN, INT_MAX, 0x1p31)
