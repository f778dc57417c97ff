// SPDX-License-Identifier: Apache-2.0
// Executables: mapped code with what is known of its kernels.
#include <stdlib.h>
#include <string.h>

#include "compiler/program_binary.h"
#include "runtime/build/object_loader.h"
#include "runtime/program/private.h"

void
weft_executable_ref(struct weft_executable *executable)
{
    atomic_fetch_add_explicit(&executable->refs, 1, memory_order_relaxed);
}

void
weft_executable_unref(struct weft_executable *executable)
{
    // Release pairs with the acquire of whoever drops the last reference: all uses come before the unmapping.
    if (!executable || atomic_fetch_sub_explicit(&executable->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (executable->versions)
        executable->destroy_versions(executable->versions);
    weft_loaded_object_unload(executable->object);
    weft_program_info_finish(&executable->info);
    free(executable->options);
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
        executable->blocks[i] =
            weft_loaded_object_entry(executable->object, info->kernels[info->kernel_count + i].name);
        if (!executable->blocks[i]) {
            free(executable->blocks);
            executable->blocks = NULL;
            return CL_INVALID_BINARY;
        }
    }
    return CL_SUCCESS;
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
    executable->experiences = calloc((size_t)executable->info.kernel_count + executable->info.block_count + 1,
                                     sizeof(*executable->experiences));
    if (!executable->experiences)
        goto fail_experiences;
    err = weft_object_load(binary, size, entry, weft_services(), &executable->object);
    if (err != CL_SUCCESS)
        goto fail_load;
    err = find_blocks(executable);
    if (err != CL_SUCCESS)
        goto fail_blocks;
    *result = executable;
    return CL_SUCCESS;
fail_blocks:
    weft_loaded_object_unload(executable->object);
fail_load:
    free(executable->experiences);
fail_experiences:
    weft_program_info_finish(&executable->info);
fail_info:
    free(executable);
    return err;
}
