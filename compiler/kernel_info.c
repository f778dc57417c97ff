// SPDX-License-Identifier: Apache-2.0
// struct weft_program_info as bytes.
#include "compiler/kernel_info.h"

#include <stdlib.h>
#include <string.h>

// Bytes that an argument and a kernel take at least, to refuse impossible counts before allocating.
#define SMALLEST_ARG (6 * sizeof(uint32_t) + 3 * sizeof(uint64_t))
#define SMALLEST_KERNEL (10 * sizeof(uint32_t) + 11 * sizeof(uint64_t))

#define LARGEST_ARG_BLOCK (UINT32_C(1) << 24) // bytes; far more than any device lets a kernel have
#define LARGEST_ALIGN 4096u                   // bytes
#define LARGEST_SIZE (UINT64_C(1) << 48)      // bytes; sums and products with what a launch adds stay in 64 bits

static void
encode_arg(const struct weft_arg_info *arg, struct weft_writer *out)
{
    weft_writer_u32(out, arg->kind);
    weft_writer_u32(out, arg->size);
    weft_writer_u32(out, arg->align);
    weft_writer_u32(out, arg->offset);
    weft_writer_u32(out, arg->address_qualifier);
    weft_writer_u32(out, arg->access_qualifier);
    weft_writer_u64(out, arg->type_qualifier);
    weft_writer_string(out, arg->name);
    weft_writer_string(out, arg->type_name);
}

static void
decode_arg(struct weft_reader *in, struct weft_arg_info *arg)
{
    arg->kind = weft_reader_u32(in);
    arg->size = weft_reader_u32(in);
    arg->align = weft_reader_u32(in);
    arg->offset = weft_reader_u32(in);
    arg->address_qualifier = weft_reader_u32(in);
    arg->access_qualifier = weft_reader_u32(in);
    arg->type_qualifier = weft_reader_u64(in);
    arg->name = weft_reader_string(in);
    arg->type_name = weft_reader_string(in);
}

static bool
is_sound_arg(const struct weft_arg_info *arg, uint32_t block_bytes)
{
    const bool has_size = arg->kind == WEFT_ARG_VALUE ? arg->size > 0 : arg->size == sizeof(uint64_t);

    return arg->kind <= WEFT_ARG_QUEUE && has_size && arg->size <= block_bytes &&
           arg->offset <= block_bytes - arg->size && arg->align && arg->align <= LARGEST_ALIGN &&
           !(arg->align & (arg->align - 1));
}

// What those take for granted who use the numbers.
static bool
is_sound_kernel(const struct weft_kernel_info *kernel)
{
    const uint64_t *size = kernel->required_work_group_size;
    bool sound = kernel->name && kernel->name[0] && kernel->arg_block_bytes <= LARGEST_ARG_BLOCK &&
                 kernel->local_bytes <= LARGEST_SIZE && kernel->private_bytes <= LARGEST_SIZE &&
                 kernel->context_bytes_per_item <= LARGEST_SIZE && kernel->stack_bytes <= LARGEST_SIZE &&
                 !size[0] == !size[1] && !size[0] == !size[2] && (!kernel->form || weft_form_is_sound(kernel->form));

    for (uint64_t others = kernel->other_forms; others && sound; others >>= 16)
        sound = weft_form_is_sound(others & 255);
    for (uint32_t i = 0; i < kernel->arg_count && sound; i++)
        sound = is_sound_arg(&kernel->args[i], kernel->arg_block_bytes);
    return sound;
}

static void
encode_kernel(const struct weft_kernel_info *kernel, struct weft_writer *out)
{
    weft_writer_string(out, kernel->name);
    weft_writer_string(out, kernel->attributes);
    weft_writer_u32(out, kernel->arg_block_bytes);
    for (int i = 0; i < 3; i++)
        weft_writer_u64(out, kernel->required_work_group_size[i]);
    weft_writer_u64(out, kernel->local_bytes);
    weft_writer_u64(out, kernel->private_bytes);
    weft_writer_u64(out, kernel->context_bytes_per_item);
    weft_writer_u64(out, kernel->stack_bytes);
    weft_writer_u32(out, kernel->has_barrier);
    weft_writer_u32(out, kernel->uses_printf);
    weft_writer_u32(out, kernel->enqueues);
    weft_writer_u32(out, kernel->uniform_work_groups);
    weft_writer_u32(out, kernel->wants_local_size);
    weft_writer_u64(out, kernel->wants_arguments);
    weft_writer_u32(out, kernel->merged_items);
    weft_writer_u32(out, kernel->asks_apart);
    weft_writer_u32(out, kernel->orders_groups);
    weft_writer_u32(out, kernel->contends);
    weft_writer_u32(out, kernel->form);
    weft_writer_u64(out, kernel->other_forms);
    weft_writer_u32(out, kernel->arg_count);
    for (uint32_t i = 0; i < kernel->arg_count; i++)
        encode_arg(&kernel->args[i], out);
}

static void
decode_kernel(struct weft_reader *in, struct weft_kernel_info *kernel)
{
    uint32_t count;

    kernel->name = weft_reader_string(in);
    kernel->attributes = weft_reader_string(in);
    kernel->arg_block_bytes = weft_reader_u32(in);
    for (int i = 0; i < 3; i++)
        kernel->required_work_group_size[i] = weft_reader_u64(in);
    kernel->local_bytes = weft_reader_u64(in);
    kernel->private_bytes = weft_reader_u64(in);
    kernel->context_bytes_per_item = weft_reader_u64(in);
    kernel->stack_bytes = weft_reader_u64(in);
    kernel->has_barrier = weft_reader_u32(in);
    kernel->uses_printf = weft_reader_u32(in);
    kernel->enqueues = weft_reader_u32(in);
    kernel->uniform_work_groups = weft_reader_u32(in);
    kernel->wants_local_size = weft_reader_u32(in);
    kernel->wants_arguments = weft_reader_u64(in);
    kernel->merged_items = weft_reader_u32(in);
    kernel->asks_apart = weft_reader_u32(in);
    kernel->orders_groups = weft_reader_u32(in);
    kernel->contends = weft_reader_u32(in);
    kernel->form = weft_reader_u32(in);
    kernel->other_forms = weft_reader_u64(in);
    count = weft_reader_u32(in);
    if (in->failed || !count)
        return;
    if (count > (in->size - in->position) / SMALLEST_ARG || !(kernel->args = calloc(count, sizeof(*kernel->args)))) {
        in->failed = true;
        return;
    }
    kernel->arg_count = count;
    for (uint32_t i = 0; i < count && !in->failed; i++)
        decode_arg(in, &kernel->args[i]);
}

void
weft_program_info_encode(const struct weft_program_info *info, struct weft_writer *out)
{
    weft_writer_u32(out, info->has_program_scope_variables); // first: see weft_program_info_peek_variables
    weft_writer_u64(out, info->program_scope_bytes);
    weft_writer_u32(out, info->has_begin);
    weft_writer_u32(out, info->has_end);
    weft_writer_u32(out, info->block_count);
    weft_writer_u32(out, weft_program_info_total(info));
    for (uint32_t i = 0; i < weft_program_info_total(info); i++)
        encode_kernel(&info->kernels[i], out);
}

bool
weft_program_info_decode(struct weft_reader *in, struct weft_program_info *info)
{
    uint32_t begin, end, blocks, count;

    memset(info, 0, sizeof(*info));
    info->has_program_scope_variables = weft_reader_u32(in);
    info->program_scope_bytes = weft_reader_u64(in);
    begin = weft_reader_u32(in);
    end = weft_reader_u32(in);
    blocks = weft_reader_u32(in);
    count = weft_reader_u32(in);
    if (!in->failed && (begin > 1 || end > 1 || blocks > count || count - blocks < begin + end))
        in->failed = true;
    if (!in->failed && count) {
        if (count > (in->size - in->position) / SMALLEST_KERNEL ||
            !(info->kernels = calloc(count, sizeof(*info->kernels)))) {
            in->failed = true;
        } else {
            info->kernel_count = count - blocks - begin - end;
            info->has_begin = begin;
            info->has_end = end;
            info->block_count = blocks;
        }
    }
    for (uint32_t i = 0; i < weft_program_info_total(info) && !in->failed; i++) {
        decode_kernel(in, &info->kernels[i]);
        in->failed = in->failed || !is_sound_kernel(&info->kernels[i]);
    }
    if (!in->failed && in->position == in->size)
        return true;
    weft_program_info_finish(info);
    return false;
}

void
weft_program_info_finish(struct weft_program_info *info)
{
    for (uint32_t i = 0; i < weft_program_info_total(info); i++) {
        struct weft_kernel_info *kernel = &info->kernels[i];

        for (uint32_t j = 0; j < kernel->arg_count; j++) {
            free(kernel->args[j].name);
            free(kernel->args[j].type_name);
        }
        free(kernel->args);
        free(kernel->name);
        free(kernel->attributes);
    }
    free(info->kernels);
    memset(info, 0, sizeof(*info));
}

bool
weft_program_info_peek_variables(const void *data, size_t size)
{
    struct weft_reader in = {.data = data, .size = size};

    return weft_reader_u32(&in) != 0;
}
