// SPDX-License-Identifier: Apache-2.0
// Copies an answer out by the rules all clGet*Info calls share.
#include "runtime/api/info.h"

#include <string.h>

cl_int
weft_info_bytes(struct weft_info out, const void *data, size_t size)
{
    // CL_INVALID_VALUE if size in bytes specified by param_value_size is < size of return type and param_value is not
    // a NULL value.
    if (out.value && out.size < size)
        return CL_INVALID_VALUE;
    if (out.value && size > 0)
        memcpy(out.value, data, size);
    if (out.size_ret)
        *out.size_ret = size;
    return CL_SUCCESS;
}

cl_int
weft_info_string(struct weft_info out, const char *text)
{
    if (!text)
        text = "";
    return weft_info_bytes(out, text, strlen(text) + 1);
}
