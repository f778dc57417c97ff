// SPDX-License-Identifier: Apache-2.0
// convert_ulong<n>[_sat][_mode] from all types.
#include "weft_convert.h"

WEFT_CONVERT_TO_INTEGER(ulong, 0, ULONG_MAX, 0x1p64)
