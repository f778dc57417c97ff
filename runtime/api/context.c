// SPDX-License-Identifier: Apache-2.0
// Calls on contexts.
#include "runtime/core/context.h"

#include "runtime/api/info.h"
#include "runtime/build/compiler_client.h"
#include "runtime/core/error.h"
#include "runtime/core/platform.h"

// Checks a list of properties; *count gets its entries with the final 0, or 0 for no list.
static cl_int
validate_properties(const cl_context_properties *properties, cl_uint *count)
{
    bool platform_given = false;
    bool sync_given = false;

    *count = 0;
    if (!properties)
        return CL_SUCCESS;
    for (; properties[*count] != 0; *count += 2) {
        cl_context_properties value = properties[*count + 1];
        bool *given = NULL;

        switch (properties[*count]) {
        case CL_CONTEXT_PLATFORM:
            given = &platform_given;
            // CL_INVALID_PLATFORM if the platform value specified in properties is not a valid platform.
            if (!WEFT_IS((const void *)value, PLATFORM))
                return weft_error(NULL, CL_INVALID_PLATFORM, "CL_CONTEXT_PLATFORM: %p is not a platform",
                                  (void *)value);
            break;
        case CL_CONTEXT_INTEROP_USER_SYNC:
            given = &sync_given;
            // CL_INVALID_PROPERTY if the value specified for a supported property name is not valid
            if (value != CL_TRUE && value != CL_FALSE)
                return weft_error(NULL, CL_INVALID_PROPERTY, "CL_CONTEXT_INTEROP_USER_SYNC: %lld is not a cl_bool",
                                  (long long)value);
            break;
        default:
            // CL_INVALID_PROPERTY if context property name in properties is not a supported property name
            return weft_error(NULL, CL_INVALID_PROPERTY, "0x%llx is not a supported context property",
                              (unsigned long long)properties[*count]);
        }
        // or if the same property name is specified more than once.
        if (*given)
            return weft_error(NULL, CL_INVALID_PROPERTY, "context property 0x%llx is given twice",
                              (unsigned long long)properties[*count]);
        *given = true;
    }
    (*count)++;
    return CL_SUCCESS;
}

static cl_int
validate_notify(void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), const void *data)
{
    // CL_INVALID_VALUE if pfn_notify is NULL but user_data is not NULL.
    if (!notify && data)
        return weft_error(NULL, CL_INVALID_VALUE, "user_data is given without pfn_notify");
    return CL_SUCCESS;
}

static cl_int
validate_devices(cl_uint count, const cl_device_id *devices)
{
    // CL_INVALID_VALUE if devices is NULL or if num_devices is equal to zero.
    if (!devices || count == 0)
        return weft_error(NULL, CL_INVALID_VALUE, "clCreateContext: no devices are given");
    // CL_INVALID_DEVICE if any device in devices is not a valid device.
    for (cl_uint i = 0; i < count; i++)
        if (!WEFT_IS(devices[i], DEVICE))
            return weft_error(NULL, CL_INVALID_DEVICE, "clCreateContext: devices[%u] (%p) is not a device", i,
                              (void *)devices[i]);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_context CL_API_CALL
clCreateContext(const cl_context_properties *properties, cl_uint num_devices, const cl_device_id *devices,
                void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t, void *), void *user_data,
                cl_int *errcode_ret)
{
    cl_context context = NULL;
    cl_uint property_count = 0;
    cl_int err = validate_properties(properties, &property_count);

    if (err == CL_SUCCESS)
        err = validate_devices(num_devices, devices);
    if (err == CL_SUCCESS)
        err = validate_notify(pfn_notify, user_data);
    if (err == CL_SUCCESS)
        err = weft_context_create(properties, property_count, num_devices, devices, pfn_notify, user_data, &context);
    if (err == CL_SUCCESS)
        weft_compiler_prepare();
    weft_set_errcode(errcode_ret, err);
    return context;
}

static cl_int
validate_device_type(cl_device_type type)
{
    const cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                 CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;

    // CL_INVALID_DEVICE_TYPE if device_type is not a valid value.
    if (type != CL_DEVICE_TYPE_ALL && (type == 0 || (type & ~known) != 0))
        return weft_error(NULL, CL_INVALID_DEVICE_TYPE, "clCreateContextFromType: 0x%llx is not a device type",
                          (unsigned long long)type);
    // CL_DEVICE_NOT_FOUND if no devices that match device_type and property values specified in properties were found.
    if ((type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT)) == 0)
        return weft_error(NULL, CL_DEVICE_NOT_FOUND, "clCreateContextFromType: no device of type 0x%llx",
                          (unsigned long long)type);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_context CL_API_CALL
clCreateContextFromType(const cl_context_properties *properties, cl_device_type device_type,
                        void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t, void *), void *user_data,
                        cl_int *errcode_ret)
{
    cl_context context = NULL;
    cl_device_id device = NULL;
    cl_uint property_count = 0;
    cl_int err = validate_properties(properties, &property_count);

    if (err == CL_SUCCESS)
        err = validate_notify(pfn_notify, user_data);
    if (err == CL_SUCCESS)
        err = validate_device_type(device_type);
    if (err == CL_SUCCESS) {
        device = weft_platform_device();
        err = device ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    }
    if (err == CL_SUCCESS)
        err = weft_context_create(properties, property_count, 1, &device, pfn_notify, user_data, &context);
    if (err == CL_SUCCESS)
        weft_compiler_prepare();
    weft_set_errcode(errcode_ret, err);
    return context;
}

static cl_int
validate_context(const char *call, cl_context context)
{
    // CL_INVALID_CONTEXT if context is not a valid OpenCL context.
    if (!WEFT_IS(context, CONTEXT))
        return weft_error(NULL, CL_INVALID_CONTEXT, "%s: %p is not a context", call, (void *)context);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clRetainContext(cl_context context)
{
    cl_int err = validate_context(__func__, context);

    if (err == CL_SUCCESS)
        weft_object_api_retain(context);
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clReleaseContext(cl_context context)
{
    cl_int err = validate_context(__func__, context);

    if (err == CL_SUCCESS)
        weft_object_api_release(context);
    return err;
}

CL_API_ENTRY cl_int CL_API_CALL
clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size, void *param_value,
                 size_t *param_value_size_ret)
{
    struct weft_info out = {param_value_size, param_value, param_value_size_ret};
    cl_int err = validate_context(__func__, context);

    if (err != CL_SUCCESS)
        return err;
    switch (param_name) {
    case CL_CONTEXT_REFERENCE_COUNT:
        return weft_info_uint(out, weft_object_api_count(context));
    case CL_CONTEXT_NUM_DEVICES:
        return weft_info_uint(out, context->device_count);
    case CL_CONTEXT_DEVICES:
        return weft_info_bytes(out, context->devices, context->device_count * sizeof(*context->devices));
    case CL_CONTEXT_PROPERTIES:
        return weft_info_bytes(out, context->properties, context->property_count * sizeof(*context->properties));
    default:
        // CL_INVALID_VALUE if param_name is not one of the supported values
        return weft_error(context, CL_INVALID_VALUE, "clGetContextInfo: 0x%x is not a query", param_name);
    }
}

CL_API_ENTRY cl_int CL_API_CALL
clSetContextDestructorCallback(cl_context context, void(CL_CALLBACK *pfn_notify)(cl_context, void *), void *user_data)
{
    cl_int err = validate_context(__func__, context);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_VALUE if pfn_notify is NULL.
    if (!pfn_notify)
        return weft_error(context, CL_INVALID_VALUE, "clSetContextDestructorCallback: pfn_notify is NULL");
    return weft_destructors_add(&context->destructors, (weft_destructor_call)pfn_notify, user_data);
}
