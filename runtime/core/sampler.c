// SPDX-License-Identifier: Apache-2.0
// Samplers, and their value as kernels get it.
#include "runtime/core/sampler.h"

#include <stdlib.h>

#include "compiler/image_abi.h"
#include "runtime/core/error.h"
#include "runtime/core/properties.h"

// Values of OpenCL C: CLK_NORMALIZED_COORDS_TRUE and so on.
#define NORMALIZED_COORDS 1u
#define ADDRESS_STEP 2u // CLK_ADDRESS_NONE is 0, then come those below
#define FILTER_NEAREST 0x10u
#define FILTER_LINEAR 0x20u

static void
destroy_sampler(struct weft_object *object)
{
    cl_sampler sampler = (cl_sampler)object;

    free(sampler->properties);
    weft_object_unref(sampler->context);
}

// CLK_ADDRESS_CLAMP_TO_EDGE, _CLAMP, _REPEAT and _MIRRORED_REPEAT come in the order of CL_ADDRESS_.
static uint64_t
address_value(cl_addressing_mode mode)
{
    return (uint64_t)(mode - CL_ADDRESS_NONE) * ADDRESS_STEP;
}

// In multiples of 1 / WEFT_LOD_ONE.
static uint64_t
lod_value(float lod)
{
    float scaled = lod * (float)WEFT_LOD_ONE + 0.5f;

    if (!(scaled > 0))
        return 0;
    return scaled >= (float)WEFT_LOD_MAX ? WEFT_LOD_MAX : (uint64_t)scaled;
}

static uint64_t
argument_value(const struct weft_sampler_settings *settings)
{
    uint64_t value = address_value(settings->addressing_mode) |
                     (settings->filter_mode == CL_FILTER_LINEAR ? FILTER_LINEAR : FILTER_NEAREST) |
                     (settings->normalized_coords ? NORMALIZED_COORDS : 0);

    if (settings->mip_filter_mode == CL_FILTER_LINEAR)
        value |= WEFT_SAMPLER_MIP_LINEAR;
    return value | lod_value(settings->lod_min) << WEFT_SAMPLER_LOD_MIN_SHIFT |
           lod_value(settings->lod_max) << WEFT_SAMPLER_LOD_MAX_SHIFT;
}

cl_int
weft_sampler_create(cl_context context, const cl_sampler_properties *properties,
                    const struct weft_sampler_settings *settings, cl_sampler *sampler)
{
    cl_sampler made = weft_object_create(WEFT_OBJECT_SAMPLER, sizeof(*made), destroy_sampler);

    if (!made)
        return weft_error(context, CL_OUT_OF_HOST_MEMORY, "no memory left for a sampler");
    weft_object_ref(context);
    made->context = context;
    made->settings = *settings;
    made->argument = argument_value(settings);
    if (!weft_properties_copy(properties, &made->properties, &made->property_count)) {
        weft_object_api_release(made);
        return weft_error(context, CL_OUT_OF_HOST_MEMORY, "no memory left for the properties of a sampler");
    }
    *sampler = made;
    return CL_SUCCESS;
}
