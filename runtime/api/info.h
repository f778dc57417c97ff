// SPDX-License-Identifier: Apache-2.0
// The only implementation of the clGet*Info size protocol.
#ifndef WEFT_API_INFO_H
#define WEFT_API_INFO_H

#include <stddef.h>

#include "runtime/base/opencl.h"

// Where an answer goes: param_value_size, param_value, param_value_size_ret of the call.
struct weft_info {
    size_t size;
    void *value;
    size_t *size_ret;
};

// CL_INVALID_VALUE if size is smaller than the answer and value is not NULL.
cl_int weft_info_bytes(struct weft_info out, const void *data, size_t size);
cl_int weft_info_string(struct weft_info out, const char *text); // NULL as ""
static inline cl_int
weft_info_uint(struct weft_info out, cl_uint v)
{
    return weft_info_bytes(out, &v, sizeof(v));
}
static inline cl_int
weft_info_ulong(struct weft_info out, cl_ulong v)
{
    return weft_info_bytes(out, &v, sizeof(v));
}
static inline cl_int
weft_info_size(struct weft_info out, size_t v)
{
    return weft_info_bytes(out, &v, sizeof(v));
}
static inline cl_int
weft_info_pointer(struct weft_info out, const void *v)
{
    return weft_info_bytes(out, &v, sizeof(v));
}

#endif
