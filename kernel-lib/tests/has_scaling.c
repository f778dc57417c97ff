// SPDX-License-Identifier: Apache-2.0
// What the compiler puts in the place of calls in the library: compiled for the CPU that the builtins are compiled for.
#include <stdbool.h>

bool
__weft_has_scaling(void)
{
#ifdef __AVX512F__
    return true;
#else
    return false;
#endif
}
