// SPDX-License-Identifier: Apache-2.0
// to_local(p), for which Clang writes __to_local: the pointer, or NULL if it points elsewhere.
#include "weft_address.h"

__attribute__((always_inline)) __local void *
__to_local(WEFT_GENERIC void *p)
{
    return __weft_is_local(p) ? (__local void *)p : (__local void *)0;
}
