// SPDX-License-Identifier: Apache-2.0
// to_global(p), for which Clang writes __to_global: the pointer, or NULL if it points elsewhere.
#include "weft_address.h"

__attribute__((always_inline)) __global void *
__to_global(WEFT_GENERIC void *p)
{
    return __weft_is_local(p) | __weft_is_private(p) ? (__global void *)0 : (__global void *)p;
}
