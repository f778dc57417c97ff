// SPDX-License-Identifier: Apache-2.0
// Executables: mapped code with what is known of its kernels.
#include <stdlib.h>
#include <string.h>

#include "compiler/program_binary.h"
#include "runtime/base/log.h"
#include "runtime/build/object_loader.h"
#include "runtime/exec/complaint.h"
#include "runtime/program/private.h"

void
weft_executable_ref(struct weft_executable *executable)
{
    atomic_fetch_add_explicit(&executable->refs, 1, memory_order_relaxed);
}

// One of the kernels that applications do not see. On the thread that makes or ends the executable, whatever stack it
// has: nobody else knows of it.
static cl_int
run_hidden(struct weft_executable *executable, const struct weft_kernel_info *info)
{
    struct weft_ndrange *ndrange = calloc(1, sizeof(*ndrange));
    const char *wrong;
    cl_int err = CL_OUT_OF_HOST_MEMORY;

    if (!ndrange)
        return err;
    ndrange->launch.work_dim = 1;
    for (int d = 0; d < 3; d++)
        ndrange->launch.global_size[d] = ndrange->launch.local_size[d] = 1;
    (void)weft_ndrange_count_groups(ndrange);
    ndrange->entry = weft_loaded_object_entry(executable->object, info->name);
    ndrange->local_bytes = info->local_bytes;
    ndrange->context_bytes = info->context_bytes_per_item * weft_ndrange_context_items(ndrange->launch.local_size);
    ndrange->stack_bytes = info->stack_bytes;
    ndrange->merged_items = info->merged_items;
    err = ndrange->entry ? weft_ndrange_prepare(ndrange) : CL_INVALID_BINARY;
    if (err == CL_SUCCESS)
        err = weft_ndrange_run_alone(ndrange);
    wrong = weft_complaint_get(&ndrange->complaint);
    if (wrong)
        weft_log_message(WEFT_LOG_ERROR, "in the constructors and destructors of a program: %s", wrong);
    weft_complaint_finish(&ndrange->complaint);
    free(ndrange);
    return err;
}

// Makes the program's objects.
static cl_int
begin(struct weft_executable *executable)
{
    const struct weft_kernel_info *info = weft_program_info_begin(&executable->info);
    cl_int err = info ? run_hidden(executable, info) : CL_SUCCESS;

    executable->has_begun = err == CL_SUCCESS;
    return err;
}

static void
end(struct weft_executable *executable)
{
    const struct weft_kernel_info *info = weft_program_info_end(&executable->info);

    if (info && executable->has_begun && run_hidden(executable, info) != CL_SUCCESS)
        weft_log_message(WEFT_LOG_ERROR, "the objects of a program are not destroyed: no memory to do so");
}

void
weft_executable_unref(struct weft_executable *executable)
{
    // Release pairs with the acquire of whoever drops the last reference: all uses come before the unmapping.
    if (!executable || atomic_fetch_sub_explicit(&executable->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (executable->versions)
        executable->destroy_versions(executable->versions);
    end(executable);
    weft_loaded_object_unload(executable->object);
    weft_program_info_finish(&executable->info);
    free(executable->origin);
    free(executable->experiences);
    free(executable->blocks);
    free(executable);
}

// The code of what kernels enqueue, which is looked for once.
static cl_int
find_blocks(struct weft_executable *executable)
{
    const struct weft_program_info *info = &executable->info;

    if (!info->block_count)
        return CL_SUCCESS;
    executable->blocks = calloc(info->block_count, sizeof(*executable->blocks));
    if (!executable->blocks)
        return CL_OUT_OF_HOST_MEMORY;
    for (uint32_t i = 0; i < info->block_count; i++) {
        executable->blocks[i] = weft_loaded_object_entry(executable->object, weft_program_info_block(info, i)->name);
        if (!executable->blocks[i])
            return CL_INVALID_BINARY;
    }
    return CL_SUCCESS;
}

// The binary may be gone before a version is wanted. Without memory there are none.
static void
keep_origin(struct weft_executable *executable, const struct weft_binary_view *view)
{
    executable->origin = view->origin_size ? malloc(view->origin_size) : NULL;
    if (!executable->origin)
        return;
    memcpy(executable->origin, view->origin, view->origin_size);
    executable->origin_size = view->origin_size;
}

cl_int
weft_executable_load(const void *binary, size_t size, const struct weft_cache_entry *entry,
                     struct weft_executable **result)
{
    struct weft_binary_view view;
    struct weft_reader reader = {0};
    struct weft_executable *executable;
    cl_int err;

    if (weft_binary_parse(binary, size, weft_binary_target(), &view))
        return CL_INVALID_BINARY;
    executable = calloc(1, sizeof(*executable));
    if (!executable)
        return CL_OUT_OF_HOST_MEMORY;
    atomic_init(&executable->refs, 1);
    reader.data = view.info;
    reader.size = view.info_size;
    err = CL_INVALID_BINARY;
    if (!weft_program_info_decode(&reader, &executable->info))
        goto fail_info;
    err = CL_OUT_OF_HOST_MEMORY;
    executable->experiences =
        calloc((size_t)weft_program_info_total(&executable->info) + 1, sizeof(*executable->experiences));
    if (!executable->experiences)
        goto fail_experiences;
    keep_origin(executable, &view);
    err = weft_object_load(binary, size, entry, weft_services(), &executable->object);
    if (err != CL_SUCCESS)
        goto fail_load;
    err = find_blocks(executable);
    if (err != CL_SUCCESS)
        goto fail_begin;
    err = begin(executable);
    if (err != CL_SUCCESS)
        goto fail_begin;
    *result = executable;
    return CL_SUCCESS;
fail_begin:
    weft_loaded_object_unload(executable->object);
fail_load:
    free(executable->origin);
    free(executable->blocks);
    free(executable->experiences);
fail_experiences:
    weft_program_info_finish(&executable->info);
fail_info:
    free(executable);
    return err;
}
