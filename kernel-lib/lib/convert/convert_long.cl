// SPDX-License-Identifier: Apache-2.0
// convert_long<n>[_sat][_mode] from all types.
#include "weft_convert.h"

WEFT_CONVERT_TO_INTEGER(long, LONG_MIN, LONG_MAX, 0x1p63)
