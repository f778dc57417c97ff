// SPDX-License-Identifier: Apache-2.0
// convert_char<n>[_sat][_mode] from all types.
#include "weft_convert.h"

WEFT_CONVERT_TO_INTEGER(char, CHAR_MIN, CHAR_MAX, 0x1p7)
