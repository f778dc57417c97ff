// SPDX-License-Identifier: Apache-2.0
// Samplers: clCreateSampler, clCreateSamplerWithProperties, clRetainSampler, clReleaseSampler, clGetSamplerInfo.
#include "runtime/core/sampler.h"

#include <float.h>
#include <string.h>

#include "runtime/api/info.h"
#include "runtime/api/validate.h"
#include "runtime/core/error.h"

static const struct weft_sampler_settings default_settings = {
    .normalized_coords = CL_TRUE,
    .addressing_mode = CL_ADDRESS_CLAMP,
    .filter_mode = CL_FILTER_NEAREST,
    .mip_filter_mode = CL_FILTER_NEAREST,
    .lod_min = 0,
    .lod_max = FLT_MAX,
};

static bool
is_filter(cl_ulong mode)
{
    return mode == CL_FILTER_NEAREST || mode == CL_FILTER_LINEAR;
}

static bool
is_addressing(cl_ulong mode)
{
    return mode >= CL_ADDRESS_NONE && mode <= CL_ADDRESS_MIRRORED_REPEAT;
}

// A cl_float in the low half of a property's value.
static float
float_of(cl_sampler_properties value)
{
    const cl_uint bits = (cl_uint)value;
    float result;

    memcpy(&result, &bits, sizeof(result));
    return result;
}

// False if the name is unknown or its value not valid.
static bool
set_property(struct weft_sampler_settings *settings, cl_sampler_properties name, cl_sampler_properties value)
{
    switch (name) {
    case CL_SAMPLER_NORMALIZED_COORDS:
        settings->normalized_coords = value ? CL_TRUE : CL_FALSE;
        return value == CL_TRUE || value == CL_FALSE;
    case CL_SAMPLER_ADDRESSING_MODE:
        settings->addressing_mode = (cl_addressing_mode)value;
        return is_addressing(value);
    case CL_SAMPLER_FILTER_MODE:
        settings->filter_mode = (cl_filter_mode)value;
        return is_filter(value);
    case CL_SAMPLER_MIP_FILTER_MODE_KHR:
        settings->mip_filter_mode = (cl_filter_mode)value;
        return is_filter(value);
    case CL_SAMPLER_LOD_MIN_KHR:
        settings->lod_min = float_of(value);
        return settings->lod_min == settings->lod_min; // not NaN
    case CL_SAMPLER_LOD_MAX_KHR:
        settings->lod_max = float_of(value);
        return settings->lod_max == settings->lod_max;
    default:
        return false;
    }
}

static cl_int
validate_properties(cl_context context, const cl_sampler_properties *properties, struct weft_sampler_settings *settings)
{
    for (const cl_sampler_properties *p = properties; p && p[0] != 0; p += 2) {
        // CL_INVALID_VALUE "if the property name in sampler_properties is not a supported property name, if the value
        // specified for a supported property name is not valid, or if the same property name is specified more than
        // once"
        if (!set_property(settings, p[0], p[1]))
            return weft_error(context, CL_INVALID_VALUE, "0x%llx is no property of samplers, or 0x%llx no value of it",
                              (unsigned long long)p[0], (unsigned long long)p[1]);
        for (const cl_sampler_properties *earlier = properties; earlier < p; earlier += 2)
            if (earlier[0] == p[0])
                return weft_error(context, CL_INVALID_VALUE, "property 0x%llx is given twice",
                                  (unsigned long long)p[0]);
    }
    return CL_SUCCESS;
}

CL_API_ENTRY cl_sampler CL_API_CALL
clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties *sampler_properties, cl_int *errcode_ret)
{
    struct weft_sampler_settings settings = default_settings;
    cl_sampler sampler = NULL;
    // CL_INVALID_CONTEXT "if context is not a valid context"
    cl_int err = weft_validate_context(context);

    if (err == CL_SUCCESS)
        err = validate_properties(context, sampler_properties, &settings);
    if (err == CL_SUCCESS)
        err = weft_sampler_create(context, sampler_properties, &settings, &sampler);
    weft_set_errcode(errcode_ret, err);
    return sampler;
}

CL_API_ENTRY cl_sampler CL_API_CALL
clCreateSampler(cl_context context, cl_bool normalized_coords, cl_addressing_mode addressing_mode,
                cl_filter_mode filter_mode, cl_int *errcode_ret)
{
    struct weft_sampler_settings settings = default_settings;
    cl_sampler sampler = NULL;
    // CL_INVALID_CONTEXT "if context is not a valid context"
    cl_int err = weft_validate_context(context);

    // CL_INVALID_VALUE "if addressing_mode, filter_mode, normalized_coords or a combination of these arguments are not
    // valid": combinations whose results are undefined are still samplers
    if (err == CL_SUCCESS && (!set_property(&settings, CL_SAMPLER_NORMALIZED_COORDS, normalized_coords) ||
                              !set_property(&settings, CL_SAMPLER_ADDRESSING_MODE, addressing_mode) ||
                              !set_property(&settings, CL_SAMPLER_FILTER_MODE, filter_mode)))
        err = weft_error(context, CL_INVALID_VALUE,
                         "normalized_coords %u, addressing_mode 0x%x or filter_mode 0x%x is not valid",
                         normalized_coords, addressing_mode, filter_mode);
    if (err == CL_SUCCESS)
        err = weft_sampler_create(context, NULL, &settings, &sampler);
    weft_set_errcode(errcode_ret, err);
    return sampler;
}

static cl_int
validate_sampler(cl_sampler sampler)
{
    // CL_INVALID_SAMPLER "if sampler is not a valid sampler object"
    if (!WEFT_IS(sampler, SAMPLER))
        return weft_error(NULL, CL_INVALID_SAMPLER, "%p is not a sampler", (void *)sampler);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clRetainSampler(cl_sampler sampler)
{
    cl_int err = validate_sampler(sampler);

    if (err == CL_SUCCESS)
        weft_object_api_retain(sampler);
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clReleaseSampler(cl_sampler sampler)
{
    cl_int err = validate_sampler(sampler);

    if (err == CL_SUCCESS)
        weft_object_api_release(sampler);
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size, void *param_value,
                 size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};

    if (validate_sampler(sampler) != CL_SUCCESS)
        return CL_INVALID_SAMPLER;
    switch (param_name) {
    case CL_SAMPLER_REFERENCE_COUNT:
        return weft_info_uint(out, weft_object_api_count(sampler));
    case CL_SAMPLER_CONTEXT:
        return weft_info_pointer(out, sampler->context);
    case CL_SAMPLER_NORMALIZED_COORDS:
        return weft_info_uint(out, sampler->settings.normalized_coords);
    case CL_SAMPLER_ADDRESSING_MODE:
        return weft_info_uint(out, sampler->settings.addressing_mode);
    case CL_SAMPLER_FILTER_MODE:
        return weft_info_uint(out, sampler->settings.filter_mode);
    case CL_SAMPLER_MIP_FILTER_MODE_KHR:
        return weft_info_uint(out, sampler->settings.mip_filter_mode);
    case CL_SAMPLER_LOD_MIN_KHR:
        return weft_info_bytes(out, &sampler->settings.lod_min, sizeof(float));
    case CL_SAMPLER_LOD_MAX_KHR:
        return weft_info_bytes(out, &sampler->settings.lod_max, sizeof(float));
    case CL_SAMPLER_PROPERTIES:
        return weft_info_bytes(out, sampler->properties, sampler->property_count * sizeof(*sampler->properties));
    default:
        // CL_INVALID_VALUE "if param_name is not one of the supported values"
        return weft_error(sampler->context, CL_INVALID_VALUE, "0x%x is not a query of samplers", param_name);
    }
}
