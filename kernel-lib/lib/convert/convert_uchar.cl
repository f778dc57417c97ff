// SPDX-License-Identifier: Apache-2.0
// convert_uchar<n>[_sat][_mode] from all types.
#include "weft_convert.h"

WEFT_CONVERT_TO_INTEGER(uchar, 0, UCHAR_MAX, 0x1p8)
