// SPDX-License-Identifier: Apache-2.0
// Extensions: their list, and the calls that are other names of core calls.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "runtime/api/extensions.h"

static const struct {
    const char *name;
    cl_version version;
    enum weft_extension_of owner;
} extensions[] = {
    {"cl_khr_icd", CL_MAKE_VERSION(2, 0, 0), WEFT_EXTENSION_OF_PLATFORM},
#define WEFT_DEVICE_EXTENSION(name, major, minor, patch)                                                               \
    {#name, CL_MAKE_VERSION(major, minor, patch), WEFT_EXTENSION_OF_DEVICE},
#include "compiler/device_extensions.def"
};
#define EXTENSION_COUNT (sizeof(extensions) / sizeof(extensions[0]))

static bool
listed(size_t index, enum weft_extension_of what)
{
    return what == WEFT_EXTENSION_OF_PLATFORM || extensions[index].owner == WEFT_EXTENSION_OF_DEVICE;
}

cl_int
weft_info_extensions(struct weft_info out, enum weft_extension_of what)
{
    char *to = out.value;
    size_t size = 0;

    // Each name is followed by a blank, the last one by the end.
    for (size_t i = 0; i < EXTENSION_COUNT; i++)
        size += listed(i, what) ? strlen(extensions[i].name) + 1 : 0;
    if (to && out.size < size)
        return CL_INVALID_VALUE;
    for (size_t i = 0; to && i < EXTENSION_COUNT; i++)
        if (listed(i, what)) {
            to = stpcpy(to, extensions[i].name);
            *to++ = ' ';
        }
    if (to)
        to[-1] = '\0';
    if (out.size_ret)
        *out.size_ret = size;
    return CL_SUCCESS;
}

cl_int
weft_info_extension_versions(struct weft_info out, enum weft_extension_of what)
{
    const char *names[EXTENSION_COUNT];
    cl_version versions[EXTENSION_COUNT];
    size_t count = 0;

    for (size_t i = 0; i < EXTENSION_COUNT; i++) {
        if (!listed(i, what))
            continue;
        names[count] = extensions[i].name;
        versions[count++] = extensions[i].version;
    }
    return weft_info_name_versions(out, names, versions, count);
}

cl_int
weft_info_name_versions(struct weft_info out, const char *const *names, const cl_version *versions, size_t count)
{
    cl_name_version *entries = out.value;

    if (entries && out.size < count * sizeof(*entries))
        return CL_INVALID_VALUE;
    for (size_t i = 0; entries && i < count; i++) {
        memset(&entries[i], 0, sizeof(entries[i]));
        entries[i].version = versions[i];
        snprintf(entries[i].name, sizeof(entries[i].name), "%s", names[i]);
    }
    if (out.size_ret)
        *out.size_ret = count * sizeof(*entries);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_command_queue CL_API_CALL
clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
                                      const cl_queue_properties_khr *properties, cl_int *errcode_ret)
{
    return clCreateCommandQueueWithProperties(context, device, (const cl_queue_properties *)properties, errcode_ret);
}
