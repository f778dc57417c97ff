// SPDX-License-Identifier: Apache-2.0
// What a loader finds in the library by dlsym: the way to everything else.
#include "icd/dispatch.h"
#include "runtime/core/error.h"
#include "runtime/core/platform.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT CL_API_ENTRY void *CL_API_CALL
clGetExtensionFunctionAddress(const char *func_name)
{
    return weft_icd_function(func_name);
}

CL_API_ENTRY void *CL_API_CALL
clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *func_name)
{
    if (!WEFT_IS(platform, PLATFORM))
        return NULL;
    return weft_icd_function(func_name);
}

EXPORT CL_API_ENTRY cl_int CL_API_CALL
clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms)
{
    // CL_INVALID_VALUE if num_entries is equal to zero and platforms is not NULL or if both num_platforms and platforms
    // are NULL.
    if ((num_entries == 0 && platforms) || (!num_platforms && !platforms))
        return weft_error(NULL, CL_INVALID_VALUE, "clIcdGetPlatformIDsKHR: no room for an answer");
    if (platforms)
        platforms[0] = weft_platform();
    if (num_platforms)
        *num_platforms = 1;
    return CL_SUCCESS;
}

EXPORT CL_API_ENTRY void *CL_API_CALL
clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *func_name)
{
    return clGetExtensionFunctionAddressForPlatform(platform, func_name);
}

EXPORT CL_API_ENTRY cl_int CL_API_CALL
clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data)
{
    // CL_INVALID_PLATFORM if platform is not a valid platform.
    if (!WEFT_IS(platform, PLATFORM))
        return weft_error(NULL, CL_INVALID_PLATFORM, "clIcdSetPlatformDispatchDataKHR: %p is not a platform",
                          (void *)platform);
    weft_platform_set_dispatch_data(dispatch_data);
    return CL_SUCCESS;
}
