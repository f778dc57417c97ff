// SPDX-License-Identifier: Apache-2.0
// What Clang calls for the value of a sampler_t that a program declares. Programs declare samplers, and hand them to
// functions, that run on devices without images too; there nothing can read them. sampler_t is a pointer on the host.
#include "weft_gentype.h"

__attribute__((const, always_inline)) private void *
__translate_sampler_initializer(int value)
{
    return (private void *)(size_t)value;
}
