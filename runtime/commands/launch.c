// SPDX-License-Identifier: Apache-2.0
// The command that launches a kernel.
#include "runtime/commands/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/log.h"
#include "runtime/commands/child.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/exec/arena.h"
#include "runtime/exec/complaint.h"
#include "runtime/program/profile.h"
#include "runtime/program/public.h"
#include "runtime/program/versions.h"
#include "runtime/queue/public.h"

// One of so many launches of an in-order queue is measured, however small it is.
#define SAMPLED 16
#define SHORT_TICKS 30000

struct launch {
    struct weft_command base; // first
    cl_kernel kernel;         // retained: holds the code, the device's own
    struct weft_ndrange ndrange;
    struct weft_trial trial;
    uint64_t started;                        // in ticks
    uint32_t weight;                         // how many launches it shows the time of; 0: it is not measured
    const struct weft_kernel_info *profiled; // borrowed from the kernel: the code that runs; NULL: nobody asks
    uint64_t began_ns;                       // if profiled
    uint64_t judged;                         // arguments that are pointers into shared virtual memory
    cl_uint memory_count;
    cl_mem *memory;           // retained entries; the array lies behind the arguments
    struct relatives *family; // of a kernel that may enqueue others: behind the array; else NULL
    // then, aligned to WEFT_COMMAND_ALIGN: the arguments, then the array
};

struct relatives {
    struct weft_family family; // first, and its kin first in it
    struct weft_parent parent;
    struct launch *launch; // borrowed: it is part of it
};

// CL_OUT_OF_RESOURCES when a check found something wrong: the specification leaves open what happens then.
static cl_int
check_result(struct launch *launch)
{
    const char *sentence = weft_complaint_get(&launch->ndrange.complaint);

    if (!sentence)
        return CL_SUCCESS;
    weft_log_message(WEFT_LOG_ERROR, "%s", sentence);
    weft_error(launch->kernel->program->context, CL_OUT_OF_RESOURCES, "%s", sentence);
    return CL_OUT_OF_RESOURCES;
}

// All groups have run.
static cl_int
finish(struct launch *launch)
{
    const uint64_t *size = launch->ndrange.launch.global_size;

    if (weft_version_builds_are_busy())
        launch->ndrange.compared_since = 0; // they took a CPU from it
    weft_ndrange_remember(&launch->ndrange);
    if (launch->profiled)
        weft_profile_launch(launch->profiled, size[0] * size[1] * size[2], weft_clock_ns() - launch->began_ns);
    if (launch->weight)
        weft_trial_end(&launch->trial, &launch->ndrange, weft_ticks() - launch->started, launch->weight);
    // What printf wrote is out before anybody hears of the end.
    if (launch->kernel->info->uses_printf)
        fflush(stdout);
    return check_result(launch);
}

// The last child is complete.
static void
complete_family(struct weft_kin *kin, struct weft_ready *ready)
{
    struct launch *launch = ((struct relatives *)(void *)kin)->launch;

    (void)ready;
    if (launch->kernel->info->uses_printf)
        fflush(stdout);
    weft_command_end(&launch->base, atomic_load_explicit(&kin->status, memory_order_relaxed));
}

// The launch's own groups have run. Its status, or WEFT_LEFT while its children run.
static cl_int
end_groups(struct launch *launch)
{
    cl_int status = finish(launch);

    if (!launch->family)
        return status;
    weft_command_note_end(&launch->base);
    return weft_family_ended(&launch->family->family, &launch->family->parent, &status) ? status : WEFT_LEFT;
}

static void
end(struct weft_range *range)
{
    struct weft_ndrange *ndrange = weft_ndrange_of_range(range);
    struct launch *launch = (struct launch *)(void *)((char *)ndrange - offsetof(struct launch, ndrange));

    cl_int status = end_groups(launch);

    if (status != WEFT_LEFT)
        weft_command_end(&launch->base, status);
}

// Of launches that are known to be short few are measured.
static void
begin_trial(struct launch *launch)
{
    launch->ndrange.is_disturbed = weft_version_builds_are_busy();
    if (!launch->trial.versions)
        return;
    launch->ndrange.is_timed = weft_trial_is_measured(&launch->trial);
    launch->ndrange.is_timed_by_ticks = launch->trial.is_short;
    if (launch->ndrange.is_timed || launch->base.expected_ticks >= SHORT_TICKS)
        launch->weight = 1;
    else if (launch->ndrange.range.is_sample)
        launch->weight = SAMPLED;
    if (launch->weight)
        launch->started = weft_ticks();
}

static cl_int
run(struct weft_command *command)
{
    struct launch *launch = (struct launch *)command;
    cl_int err;

    if (!launch->ndrange.groups)
        return CL_SUCCESS;
    if (launch->judged) {
        err = weft_kernel_check_pointers(launch->kernel, launch->ndrange.launch.args, launch->judged);
        if (err != CL_SUCCESS)
            return err;
    }
    launch->ndrange.range.is_sample = command->sequence % SAMPLED == 0;
    begin_trial(launch);
    if (launch->profiled)
        launch->began_ns = weft_clock_ns();
    err = weft_ndrange_prepare(&launch->ndrange);
    if (err == CL_SUCCESS && launch->family)
        weft_family_begin(&launch->family->family, &launch->family->parent, &launch->ndrange, complete_family);
    if (err == CL_SUCCESS)
        err = weft_command_start_range(command, &launch->ndrange.range);
    return err == CL_SUCCESS ? end_groups(launch) : err;
}

static void
release(struct weft_command *command)
{
    struct launch *launch = (struct launch *)command;

    weft_complaint_finish(&launch->ndrange.complaint);
    if (launch->trial.versions)
        weft_trial_end(&launch->trial, &launch->ndrange, 0, 0);
    if (launch->family)
        weft_family_finish(&launch->family->family);
    for (cl_uint i = 0; i < launch->memory_count; i++)
        weft_object_unref(launch->memory[i]);
    weft_object_unref(launch->kernel);
}

static const struct weft_command_ops ops = {.run = run, .release = release};

static size_t
align_up(size_t bytes, size_t alignment)
{
    return (bytes + alignment - 1) & ~(alignment - 1);
}

static void
set_geometry(struct weft_ndrange *ndrange, cl_uint work_dim, const uint64_t offset[3], const uint64_t global[3],
             const uint64_t local[3])
{
    struct weft_launch *geometry = &ndrange->launch;

    geometry->work_dim = work_dim;
    for (int d = 0; d < 3; d++) {
        geometry->global_offset[d] = offset[d];
        geometry->global_size[d] = global[d];
        geometry->local_size[d] = local[d];
    }
}

static cl_int
validate_resources(cl_context context, const struct weft_kernel_info *info, const struct weft_ndrange *ndrange)
{
    // CL_OUT_OF_RESOURCES if there is a failure to allocate resources required by the OpenCL implementation on the
    // device.
    if (ndrange->local_bytes > WEFT_LOCAL_MEMORY_BYTES)
        return weft_error(context, CL_OUT_OF_RESOURCES, "kernel %s needs %llu bytes of local memory, the device has %u",
                          info->name, (unsigned long long)ndrange->local_bytes, WEFT_LOCAL_MEMORY_BYTES);
    if (ndrange->stack_bytes > WEFT_FRAME_BYTES_MAX)
        return weft_error(context, CL_OUT_OF_RESOURCES, "kernel %s needs a stack of %llu bytes, of at most %zu",
                          info->name, (unsigned long long)ndrange->stack_bytes, WEFT_FRAME_BYTES_MAX);
    return CL_SUCCESS;
}

cl_int
weft_launch_create(cl_command_queue queue, cl_kernel kernel, cl_kernel own, cl_command_type type, cl_uint work_dim,
                   const uint64_t offset[3], const uint64_t global[3], const uint64_t local[3], bool is_empty,
                   struct weft_command **result)
{
    const struct weft_kernel_info *info = own->info;
    size_t args_at = align_up(sizeof(struct launch), WEFT_COMMAND_ALIGN);
    size_t memory_at = args_at + align_up(info->arg_block_bytes, sizeof(cl_mem));
    struct weft_ndrange *ndrange;
    struct weft_command *command;
    struct launch *launch;
    size_t family_at = align_up(memory_at + kernel->memory_count * sizeof(cl_mem), _Alignof(struct relatives));
    size_t bytes = own->info->enqueues ? family_at + sizeof(struct relatives) : family_at;
    cl_int err = weft_command_create(queue, type, bytes, &ops, &command);

    if (err != CL_SUCCESS)
        return err;
    launch = (struct launch *)command;
    launch->kernel = own;
    weft_object_ref(own);
    launch->memory = (cl_mem *)(void *)((char *)command + memory_at);
    if (info->enqueues) {
        launch->family = (struct relatives *)(void *)((char *)command + family_at);
        launch->family->launch = launch;
        launch->family->family = (struct weft_family){.context = queue->context,
                                                      .device = queue->device,
                                                      .executable = own->executable,
                                                      .pool = weft_device_pool(queue->device)};
    }
    ndrange = &launch->ndrange;
    ndrange->launch.args = (char *)command + args_at;
    ndrange->range.end = end;
    ndrange->contends = info->contends;
    if (own->executable)
        ndrange->experience = &own->executable->experiences[info - own->executable->info.kernels];
    set_geometry(ndrange, work_dim, offset, global, local);
    err = weft_kernel_snapshot(kernel, info, (char *)command + args_at, launch->memory, &launch->memory_count,
                               &launch->judged, &ndrange->local_bytes);
    if (err == CL_SUCCESS && !is_empty && !weft_ndrange_count_groups(ndrange))
        err = weft_error(queue->context, CL_OUT_OF_RESOURCES, "the launch has more than 2^64 work-groups");
    if (err == CL_SUCCESS && info->asks_apart)
        ndrange->launch.apart =
            weft_kernel_buffers_are_apart(info, ndrange->launch.args, launch->memory, launch->memory_count);
    if (err == CL_SUCCESS && ndrange->groups)
        info = weft_versions_choose(own, ndrange->launch.args, ndrange, &launch->trial);
    launch->profiled = weft_profile_is_on() ? info : NULL;
    ndrange->stack_bytes = info->stack_bytes;
    ndrange->merged_items = info->merged_items;
    if (err == CL_SUCCESS)
        err = validate_resources(queue->context, info, ndrange);
    if (err != CL_SUCCESS) {
        weft_command_drop(command);
        return err;
    }
    weft_ndrange_note_arguments(ndrange, ndrange->launch.args, info->arg_block_bytes);
    command->expected_ticks = weft_ndrange_expected_ticks(ndrange);
    ndrange->context_bytes = info->context_bytes_per_item * weft_ndrange_context_items(ndrange->launch.local_size);
    *result = command;
    return CL_SUCCESS;
}
