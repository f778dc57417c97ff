// SPDX-License-Identifier: Apache-2.0
// Samplers: how kernels read images between and outside of pixels.
#ifndef WEFT_CORE_SAMPLER_H
#define WEFT_CORE_SAMPLER_H

#include "runtime/core/object.h"

// Of valid values.
struct weft_sampler_settings {
    cl_bool normalized_coords;
    cl_addressing_mode addressing_mode;
    cl_filter_mode filter_mode;
    cl_filter_mode mip_filter_mode;
    float lod_min, lod_max;
};

struct _cl_sampler {
    struct weft_object base;
    cl_context context; // retained
    struct weft_sampler_settings settings;
    uint64_t argument;                 // what kernels get: compiler/image_abi.h
    cl_sampler_properties *properties; // owned, 0-terminated or NULL
    cl_uint property_count;
};

// `properties` (NULL or 0-terminated) is copied. CL_OUT_OF_HOST_MEMORY. Thread-safe.
WEFT_MUST_CHECK cl_int weft_sampler_create(cl_context context, const cl_sampler_properties *properties,
                                           const struct weft_sampler_settings *settings, cl_sampler *sampler);

#endif
