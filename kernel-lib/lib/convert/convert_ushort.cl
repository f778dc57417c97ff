// SPDX-License-Identifier: Apache-2.0
// convert_ushort<n>[_sat][_mode] from all types.
#include "weft_convert.h"

WEFT_CONVERT_TO_INTEGER(ushort, 0, USHRT_MAX, 0x1p16)
