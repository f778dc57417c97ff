// SPDX-License-Identifier: Apache-2.0
// Calls on the platform.
#include "runtime/core/platform.h"

#include "runtime/api/extensions.h"
#include "runtime/api/info.h"
#include "runtime/core/error.h"
#include "runtime/core/svm.h"

CL_API_ENTRY cl_int CL_API_CALL
clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms)
{
    // CL_INVALID_VALUE if num_entries is equal to zero and platforms is not NULL or if both num_platforms and platforms
    // are NULL.
    if ((num_entries == 0 && platforms) || (!num_platforms && !platforms))
        return weft_error(NULL, CL_INVALID_VALUE, "clGetPlatformIDs: no room for an answer");
    if (platforms)
        platforms[0] = weft_platform();
    if (num_platforms)
        *num_platforms = 1;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name, size_t param_value_size, void *param_value,
                  size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};

    // CL_INVALID_PLATFORM if platform is not a valid platform.
    if (!WEFT_IS(platform, PLATFORM))
        return weft_error(NULL, CL_INVALID_PLATFORM, "clGetPlatformInfo: %p is not a platform", (void *)platform);
    switch (param_name) {
    case CL_PLATFORM_PROFILE:
        return weft_info_string(out, "FULL_PROFILE");
    case CL_PLATFORM_VERSION:
        return weft_info_string(out, "OpenCL 3.0 Weft " WEFT_VERSION);
    case CL_PLATFORM_NUMERIC_VERSION:
        return weft_info_uint(out, CL_MAKE_VERSION(3, 0, 0));
    case CL_PLATFORM_NAME:
    case CL_PLATFORM_VENDOR:
        return weft_info_string(out, "Weft");
    case CL_PLATFORM_EXTENSIONS:
        return weft_info_extensions(out, WEFT_EXTENSION_OF_PLATFORM);
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
        return weft_info_extension_versions(out, WEFT_EXTENSION_OF_PLATFORM);
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
        return weft_info_ulong(out, 1); // ns
    case CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR:
        return weft_info_bytes(out, weft_svm_capabilities, sizeof(weft_svm_capabilities));
    case CL_PLATFORM_ICD_SUFFIX_KHR:
        return weft_info_string(out, "WEFT");
    default:
        // CL_INVALID_VALUE if param_name is not one of the supported values
        return weft_error(NULL, CL_INVALID_VALUE, "clGetPlatformInfo: 0x%x is not a query", param_name);
    }
}
