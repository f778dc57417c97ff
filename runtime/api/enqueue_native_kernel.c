// SPDX-License-Identifier: Apache-2.0
// clEnqueueNativeKernel.
#include <stdlib.h>
#include <string.h>

#include "runtime/api/validate.h"
#include "runtime/core/error.h"
#include "runtime/core/memory.h"
#include "runtime/queue/public.h"

struct native_kernel {
    struct weft_command base; // first
    void(CL_CALLBACK *function)(void *args);
    unsigned char *args; // owned copy, memory objects replaced by pointers; NULL if there are none
    cl_uint memory_count;
    cl_mem memory[]; // retained
};

static cl_int
run(struct weft_command *command)
{
    struct native_kernel *native = (struct native_kernel *)command;

    weft_native_kernels_inside++;
    native->function(native->args);
    weft_native_kernels_inside--;
    return CL_SUCCESS;
}

static void
release(struct weft_command *command)
{
    struct native_kernel *native = (struct native_kernel *)command;

    for (cl_uint i = 0; i < native->memory_count; i++)
        weft_object_unref(native->memory[i]);
    free(native->args);
}

static const struct weft_command_ops ops = {.run = run, .release = release};

// A location lies among the arguments and holds a whole handle.
static bool
is_among(const void *location, const void *args, size_t bytes)
{
    uintptr_t start = (uintptr_t)args;
    uintptr_t place = (uintptr_t)location;

    return place >= start && place - start <= bytes && bytes - (place - start) >= sizeof(cl_mem);
}

static cl_int
validate(cl_command_queue queue, void(CL_CALLBACK *function)(void *), const void *args, size_t bytes, cl_uint count,
         const cl_mem *memory, const void *const *locations)
{
    // CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue.
    if (weft_validate_queue(queue) != CL_SUCCESS)
        return CL_INVALID_COMMAND_QUEUE;
    // CL_INVALID_VALUE if user_func is NULL.
    if (!function)
        return weft_error(queue->context, CL_INVALID_VALUE, "user_func is NULL");
    // CL_INVALID_VALUE if args is a NULL value and cb_args > 0, or if args is a NULL value and num_mem_objects > 0.
    // CL_INVALID_VALUE if args is not NULL and cb_args is 0.
    if ((args == NULL) != (bytes == 0) || (!args && count))
        return weft_error(queue->context, CL_INVALID_VALUE, "args is %s, of %zu bytes and %u memory objects",
                          args ? "given" : "NULL", bytes, count);
    // CL_INVALID_VALUE if num_mem_objects > 0 and mem_list or args_mem_loc are NULL.
    // CL_INVALID_VALUE if num_mem_objects = 0 and mem_list or args_mem_loc are not NULL.
    if ((memory == NULL) != (count == 0) || (locations == NULL) != (count == 0))
        return weft_error(queue->context, CL_INVALID_VALUE, "mem_list and args_mem_loc do not fit %u memory objects",
                          count);
    for (cl_uint i = 0; i < count; i++) {
        // CL_INVALID_MEM_OBJECT if one or more memory objects in mem_list are not valid or are not buffer objects.
        cl_int err = memory[i] ? weft_validate_buffer(queue, memory[i]) : CL_SUCCESS;

        if (err != CL_SUCCESS)
            return err;
        if (!is_among(locations[i], args, bytes))
            return weft_error(queue->context, CL_INVALID_VALUE, "args_mem_loc[%u] does not point into args", i);
    }
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueNativeKernel(cl_command_queue command_queue, void(CL_CALLBACK *user_func)(void *), void *args, size_t cb_args,
                      cl_uint num_mem_objects, const cl_mem *mem_list, const void **args_mem_loc,
                      cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct native_kernel *native;
    struct weft_command *command;
    cl_int err = validate(command_queue, user_func, args, cb_args, num_mem_objects, mem_list, args_mem_loc);

    // CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST
    if (err == CL_SUCCESS)
        err = weft_validate_wait_list(command_queue->context, num_events_in_wait_list, event_wait_list);
    if (err == CL_SUCCESS)
        err = weft_command_create(command_queue, CL_COMMAND_NATIVE_KERNEL,
                                  sizeof(*native) + num_mem_objects * sizeof(cl_mem), &ops, &command);
    if (err != CL_SUCCESS)
        return err;
    native = (struct native_kernel *)command;
    native->function = user_func;
    command->expected_ticks = UINT64_MAX; // nobody knows
    if (cb_args) {
        native->args = malloc(cb_args);
        if (!native->args) {
            weft_command_drop(command);
            return CL_OUT_OF_HOST_MEMORY;
        }
        memcpy(native->args, args, cb_args);
    }
    for (cl_uint i = 0; i < num_mem_objects; i++) {
        size_t place = (uintptr_t)args_mem_loc[i] - (uintptr_t)args;
        void *data = mem_list[i] ? mem_list[i]->data : NULL;

        memcpy(native->args + place, &data, sizeof(data));
        if (mem_list[i]) {
            weft_object_ref(mem_list[i]);
            native->memory[native->memory_count++] = mem_list[i];
        }
    }
    return weft_command_enqueue(command, num_events_in_wait_list, event_wait_list, CL_FALSE, event);
}
