// SPDX-License-Identifier: Apache-2.0
// convert_short<n>[_sat][_mode] from all types.
#include "weft_convert.h"

WEFT_CONVERT_TO_INTEGER(short, SHRT_MIN, SHRT_MAX, 0x1p15)
