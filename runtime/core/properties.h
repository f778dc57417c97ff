// SPDX-License-Identifier: Apache-2.0
// Lists of names and values, ended by a 0, that objects are created with and are asked for again.
#ifndef WEFT_CORE_PROPERTIES_H
#define WEFT_CORE_PROPERTIES_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/opencl.h"

// cl_mem_properties, cl_queue_properties and cl_sampler_properties are all this.
_Static_assert(sizeof(cl_mem_properties) == sizeof(cl_properties) &&
                   sizeof(cl_queue_properties) == sizeof(cl_properties) &&
                   sizeof(cl_sampler_properties) == sizeof(cl_properties),
               "lists of properties must be alike");

// A copy of `given` (NULL: none), to be freed, and its entries, the 0 included. False if memory is exhausted.
static inline bool
weft_properties_copy(const cl_properties *given, cl_properties **copy, cl_uint *count)
{
    cl_uint entries = 1;

    if (!given)
        return true;
    while (given[entries - 1] != 0)
        entries += 2;
    *copy = malloc(entries * sizeof(*given));
    if (!*copy)
        return false;
    memcpy(*copy, given, entries * sizeof(*given));
    *count = entries;
    return true;
}

#endif
