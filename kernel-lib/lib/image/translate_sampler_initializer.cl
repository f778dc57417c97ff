// SPDX-License-Identifier: Apache-2.0
// What Clang calls for the value of a sampler_t that a program declares; sampler_t is a pointer on the host, of which
// only the bits count. A literal says nothing of levels of detail.
#include "weft_image.h"

__attribute__((const, always_inline)) private void *
__translate_sampler_initializer(int value)
{
    return (private void *)((ulong)(uint)value | WEFT_SAMPLER_ANY_LOD);
}
