// SPDX-License-Identifier: Apache-2.0
// convert_uint<n>[_sat][_mode] from all types.
#include "weft_convert.h"

WEFT_CONVERT_TO_INTEGER(uint, 0, UINT_MAX, 0x1p32)
