// SPDX-License-Identifier: Apache-2.0
// bit_reverse(x): the first bit becomes the last.
#include "weft_gentype.h"

#define DEFINE(T, ...) WEFT_ELEMENTWISE(T, bit_reverse, __builtin_elementwise_bitreverse)
WEFT_INTEGER_TYPES(DEFINE)
