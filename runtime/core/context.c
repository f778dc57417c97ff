// SPDX-License-Identifier: Apache-2.0
// Creation and destruction of contexts.
#include "runtime/core/context.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct _cl_context) <= WEFT_OBJECT_SLOT_BYTES, "a context fits a slot");

bool
weft_context_has_device(cl_context context, cl_device_id device)
{
    for (cl_uint i = 0; i < context->device_count; i++)
        if (context->devices[i] == device)
            return true;
    return false;
}

cl_command_queue
weft_context_default_queue(cl_context context, cl_device_id device)
{
    for (cl_uint i = 0; i < context->device_count; i++)
        if (context->devices[i] == device)
            return atomic_load_explicit(&context->default_queues[i], memory_order_acquire);
    return NULL;
}

void
weft_context_set_default_queue(cl_context context, cl_device_id device, cl_command_queue queue)
{
    for (cl_uint i = 0; i < context->device_count; i++)
        if (context->devices[i] == device)
            atomic_store_explicit(&context->default_queues[i], queue, memory_order_release);
}

void
weft_context_forget_queue(cl_context context, cl_command_queue queue)
{
    for (cl_uint i = 0; i < context->device_count; i++) {
        cl_command_queue expected = queue;

        atomic_compare_exchange_strong_explicit(&context->default_queues[i], &expected, NULL, memory_order_acq_rel,
                                                memory_order_relaxed);
    }
}

static void
destroy(struct weft_object *object)
{
    cl_context context = (cl_context)object;
    weft_destructor_call call;
    void *data;

    while ((call = weft_destructors_take(&context->destructors, &data)))
        ((void(CL_CALLBACK *)(cl_context, void *))call)(context, data);
    for (cl_uint i = 0; i < context->device_count; i++)
        weft_object_unref(context->devices[i]);
    free(context->devices);
    free(context->default_queues);
    free(context->properties);
}

cl_int
weft_context_create(const cl_context_properties *properties, cl_uint property_count, cl_uint device_count,
                    const cl_device_id *devices, void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                    void *notify_data, cl_context *context_out)
{
    cl_device_id *device_list = malloc(device_count * sizeof(*device_list));
    _Atomic(cl_command_queue) *default_queues = calloc(device_count, sizeof(*default_queues));
    cl_context_properties *property_list = NULL;
    cl_context context;

    if (!device_list || !default_queues)
        goto fail_properties;
    if (property_count > 0) {
        property_list = malloc(property_count * sizeof(*property_list));
        if (!property_list)
            goto fail_properties;
        memcpy(property_list, properties, property_count * sizeof(*property_list));
    }
    context = weft_object_create(WEFT_OBJECT_CONTEXT, sizeof(*context), destroy);
    if (!context)
        goto fail_object;
    weft_mutex_init(&context->lock);
    // A device named twice is one device of the context.
    for (cl_uint i = 0; i < device_count; i++) {
        bool seen = false;

        for (cl_uint j = 0; j < context->device_count; j++)
            seen = seen || device_list[j] == devices[i];
        if (seen)
            continue;
        weft_object_ref(devices[i]);
        device_list[context->device_count++] = devices[i];
    }
    context->devices = device_list;
    context->default_queues = default_queues;
    context->properties = property_list;
    context->property_count = property_count;
    context->notify = notify;
    context->notify_data = notify_data;
    *context_out = context;
    return CL_SUCCESS;

fail_object:
    free(property_list);
fail_properties:
    free(default_queues);
    free(device_list);
    return CL_OUT_OF_HOST_MEMORY;
}
