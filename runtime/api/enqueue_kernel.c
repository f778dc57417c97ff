// SPDX-License-Identifier: Apache-2.0
// clEnqueueNDRangeKernel and clEnqueueTask.
#include "runtime/api/validate.h"
#include "runtime/commands/launch.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/program/public.h"
#include "runtime/queue/public.h"

// The geometry of a launch as it takes shape while it is validated.
struct geometry {
    cl_uint work_dim;
    uint64_t offset[3];
    uint64_t global[3];
    uint64_t local[3];
    bool is_empty; // no work-items
};

// *own: what runs for the kernel on the queue's device.
static cl_int
validate_objects(cl_command_queue queue, cl_kernel kernel, cl_kernel *own)
{
    // CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue.
    if (weft_validate_queue(queue) != CL_SUCCESS)
        return CL_INVALID_COMMAND_QUEUE;
    // CL_INVALID_KERNEL if kernel is not a valid kernel.
    if (!WEFT_IS(kernel, KERNEL))
        return weft_error(queue->context, CL_INVALID_KERNEL, "%p is not a kernel", (void *)kernel);
    // CL_INVALID_CONTEXT if the context associated with command_queue and kernel are not the same.
    if (kernel->program->context != queue->context)
        return weft_error(queue->context, CL_INVALID_CONTEXT, "kernel %s is of another context than the command-queue",
                          kernel->info->name);
    // CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built program executable available for the device.
    *own = weft_kernel_of_device(kernel, queue->device);
    if (!*own)
        return weft_error(queue->context, CL_INVALID_PROGRAM_EXECUTABLE,
                          "the program of kernel %s was not built for the command-queue's device", kernel->info->name);
    return CL_SUCCESS;
}

static cl_int
validate_global(cl_context context, cl_uint work_dim, const size_t *offset, const size_t *global, struct geometry *g)
{
    // CL_INVALID_WORK_DIMENSION if work_dim is not valid (is greater than CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS).
    if (work_dim < 1 || work_dim > 3)
        return weft_error(context, CL_INVALID_WORK_DIMENSION, "work_dim is %u", work_dim);
    *g = (struct geometry){.work_dim = work_dim, .global = {1, 1, 1}, .local = {1, 1, 1}};
    // From OpenCL 2.1 on, a global_work_size of NULL or with a zero in it is a launch of nothing.
    g->is_empty = !global;
    for (cl_uint d = 0; d < work_dim && global; d++) {
        g->global[d] = global[d];
        g->is_empty |= !global[d];
    }
    for (cl_uint d = 0; d < work_dim && offset; d++) {
        g->offset[d] = offset[d];
        // CL_INVALID_GLOBAL_OFFSET if the value specified in global_work_size plus the corresponding value in
        // global_work_offset is greater than the maximum value representable by size_t.
        if (g->offset[d] + (global ? g->global[d] : 0) < g->offset[d])
            return weft_error(context, CL_INVALID_GLOBAL_OFFSET, "offset %zu and size %zu of dimension %u overflow",
                              offset[d], global ? global[d] : 0, d);
    }
    return CL_SUCCESS;
}

static cl_int
validate_local(cl_context context, cl_kernel kernel, const struct geometry *g)
{
    const uint64_t *required = kernel->info->required_work_group_size;
    size_t most = weft_kernel_max_work_group_size(kernel);
    uint64_t items = 1;

    for (cl_uint d = 0; d < g->work_dim; d++) {
        // CL_INVALID_WORK_GROUP_SIZE "if the total number of work-items in the work-group is zero"
        if (!g->local[d])
            return weft_error(context, CL_INVALID_WORK_GROUP_SIZE, "the local size of dimension %u is 0", d);
        // CL_INVALID_WORK_ITEM_SIZE if the number of work-items specified in any dimension of local_work_size is
        // greater than the corresponding value returned for CL_DEVICE_MAX_WORK_ITEM_SIZES.
        if (g->local[d] > WEFT_MAX_WORK_GROUP_SIZE)
            return weft_error(context, CL_INVALID_WORK_ITEM_SIZE, "local size %llu of dimension %u exceeds %u",
                              (unsigned long long)g->local[d], d, WEFT_MAX_WORK_GROUP_SIZE);
        items *= g->local[d];
    }
    // "if the total number of work-items in the work-group is greater than the maximum work-group size supported"
    if (items > most)
        return weft_error(context, CL_INVALID_WORK_GROUP_SIZE, "work-groups of %llu work-items exceed kernel %s's %zu",
                          (unsigned long long)items, kernel->info->name, most);
    // "if the local_work_size does not match the required work-group size for kernel"
    for (cl_uint d = 0; d < 3; d++)
        if (required[0] && g->local[d] != required[d])
            return weft_error(context, CL_INVALID_WORK_GROUP_SIZE,
                              "kernel %s requires a local size of %llu in dimension %u, not %llu", kernel->info->name,
                              (unsigned long long)required[d], d, (unsigned long long)g->local[d]);
    return CL_SUCCESS;
}

// The local size that is given, required or chosen, and its checks.
static cl_int
resolve_local_size(cl_command_queue queue, cl_kernel own, const size_t *local, struct geometry *g)
{
    const struct weft_kernel_info *info = own->info;
    const uint64_t *required = info->required_work_group_size;
    cl_int err;

    if (local || required[0]) {
        // A required size may exceed the device or have more dimensions than the launch: it is checked as if given.
        for (cl_uint d = 0; d < g->work_dim; d++)
            g->local[d] = local ? local[d] : required[d];
    } else if (!g->is_empty) {
        weft_ndrange_choose_local_size(g->local, g->global, weft_form_dimension(info->form),
                                       queue->device->compute_units, weft_kernel_max_work_group_size(own),
                                       info->uniform_work_groups);
    }
    err = validate_local(queue->context, own, g);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_WORK_GROUP_SIZE "if the work-group size must be uniform, and if the global_work_size is not evenly
    // divisible by the local_work_size"
    for (cl_uint d = 0; d < 3 && info->uniform_work_groups && !g->is_empty; d++)
        if (g->global[d] % g->local[d])
            return weft_error(queue->context, CL_INVALID_WORK_GROUP_SIZE,
                              "the global size %llu of dimension %u is no multiple of the local size %llu",
                              (unsigned long long)g->global[d], d, (unsigned long long)g->local[d]);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                       const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size,
                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    struct weft_command *command;
    struct geometry g;
    cl_kernel own;
    cl_int err = validate_objects(command_queue, kernel, &own);

    if (err == CL_SUCCESS)
        err = validate_global(command_queue->context, work_dim, global_work_offset, global_work_size, &g);
    if (err == CL_SUCCESS)
        err = resolve_local_size(command_queue, own, local_work_size, &g);
    // CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST
    if (err == CL_SUCCESS)
        err = weft_validate_wait_list(command_queue->context, num_events_in_wait_list, event_wait_list);
    // CL_INVALID_KERNEL_ARGS, CL_OUT_OF_RESOURCES
    if (err == CL_SUCCESS)
        err = weft_launch_create(command_queue, kernel, own, CL_COMMAND_NDRANGE_KERNEL, g.work_dim, g.offset, g.global,
                                 g.local, g.is_empty, &command);
    if (err != CL_SUCCESS)
        return err;
    return weft_command_enqueue(command, num_events_in_wait_list, event_wait_list, CL_FALSE, event);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, cl_uint num_events_in_wait_list,
              const cl_event *event_wait_list, cl_event *event)
{
    const uint64_t zero[3] = {0, 0, 0};
    const uint64_t one[3] = {1, 1, 1};
    const size_t local = 1;
    struct weft_command *command;
    struct geometry g = {.work_dim = 1, .global = {1, 1, 1}, .local = {1, 1, 1}};
    cl_kernel own;
    cl_int err = validate_objects(command_queue, kernel, &own);

    // CL_INVALID_WORK_GROUP_SIZE if a work-group size is specified for kernel in the program source and it is not
    // (1, 1, 1).
    if (err == CL_SUCCESS)
        err = resolve_local_size(command_queue, own, &local, &g);
    if (err == CL_SUCCESS)
        err = weft_validate_wait_list(command_queue->context, num_events_in_wait_list, event_wait_list);
    if (err == CL_SUCCESS)
        err = weft_launch_create(command_queue, kernel, own, CL_COMMAND_TASK, 1, zero, one, one, false, &command);
    if (err != CL_SUCCESS)
        return err;
    return weft_command_enqueue(command, num_events_in_wait_list, event_wait_list, CL_FALSE, event);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                                     const size_t *global_work_offset, const size_t *global_work_size,
                                     size_t *suggested_local_work_size)
{
    struct geometry g;
    cl_kernel own;
    cl_int err = validate_objects(command_queue, kernel, &own);

    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_KERNEL_ARGS if any kernel arguments for kernel have not been set.
    if (kernel->unset_count)
        return weft_error(command_queue->context, CL_INVALID_KERNEL_ARGS, "%u arguments of kernel %s are not set",
                          kernel->unset_count, kernel->info->name);
    err = validate_global(command_queue->context, work_dim, global_work_offset, global_work_size, &g);
    if (err != CL_SUCCESS)
        return err;
    // CL_INVALID_GLOBAL_WORK_SIZE if global_work_size is NULL or if any of the values specified in it are zero.
    if (g.is_empty)
        return weft_error(command_queue->context, CL_INVALID_GLOBAL_WORK_SIZE, "a global size is missing or 0");
    // CL_INVALID_VALUE if suggested_local_work_size is NULL.
    if (!suggested_local_work_size)
        return weft_error(command_queue->context, CL_INVALID_VALUE, "suggested_local_work_size is NULL");
    err = resolve_local_size(command_queue, own, NULL, &g);
    for (cl_uint d = 0; d < work_dim && err == CL_SUCCESS; d++)
        suggested_local_work_size[d] = g.local[d];
    return err;
}
