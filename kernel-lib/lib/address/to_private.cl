// SPDX-License-Identifier: Apache-2.0
// to_private(p), for which Clang writes __to_private: the pointer, or NULL if it points elsewhere.
#include "weft_address.h"

__attribute__((always_inline)) __private void *
__to_private(WEFT_GENERIC void *p)
{
    return __weft_is_private(p) ? (__private void *)p : (__private void *)0;
}
