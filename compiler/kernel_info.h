// SPDX-License-Identifier: Apache-2.0
// What the compiler tells about a program's kernels; travels inside program binaries.
#ifndef WEFT_KERNEL_INFO_H
#define WEFT_KERNEL_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler/wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum weft_arg_kind {
    WEFT_ARG_VALUE,    // bytes copied
    WEFT_ARG_GLOBAL,   // 8-byte pointer, __global
    WEFT_ARG_CONSTANT, // 8-byte pointer, __constant
    WEFT_ARG_LOCAL,    // 8-byte offset into weft_worker_memory.local
    WEFT_ARG_IMAGE,
    WEFT_ARG_SAMPLER,
    WEFT_ARG_PIPE,
    WEFT_ARG_QUEUE,
};

struct weft_arg_info {
    uint32_t kind;              // enum weft_arg_kind
    uint32_t size;              // bytes in the argument block; what clSetKernelArg must be given for a value
    uint32_t align;             // bytes; for pointers to __local: of the pointee, at least 1
    uint32_t offset;            // bytes from weft_launch.args
    uint32_t address_qualifier; // cl_kernel_arg_address_qualifier
    uint32_t access_qualifier;  // cl_kernel_arg_access_qualifier
    uint64_t type_qualifier;    // cl_kernel_arg_type_qualifier
    char *name;                 // owned
    char *type_name;            // owned
};

// A form of a kernel: how many work-items run in the lanes of vectors, a power of two up to 256, of which dimension
// they are neighbours, and whether what is left of a row is one pack as wide, with a mask, where several narrower ones
// are usual. As a byte, which is never 0.
#define WEFT_FORM_WIDE_REST UINT32_C(64)
static inline uint32_t
weft_form(uint32_t log2_width, uint32_t dimension)
{
    return (1 + log2_width) | dimension << 4;
}
static inline uint32_t
weft_form_width(uint32_t form)
{
    return UINT32_C(1) << ((form & 15) - 1);
}
static inline uint32_t
weft_form_dimension(uint32_t form)
{
    return form >> 4 & 3;
}
// Of weft_kernel_info.other_forms' 16 bits: how many times as long as the kernel's own form it is expected to take.
static inline uint32_t
weft_form_expected(uint64_t other)
{
    return other >> 8 & 255;
}
static inline bool
weft_form_is_sound(uint32_t form)
{
    return (form & 15) >= 1 && (form & 15) <= 9 && weft_form_dimension(form) < 3 && form < 2 * WEFT_FORM_WIDE_REST;
}

struct weft_kernel_info {
    char *name;       // owned
    char *attributes; // owned; the text of CL_KERNEL_ATTRIBUTES, qualifiers as in the source
    uint32_t arg_count;
    uint32_t arg_block_bytes;
    struct weft_arg_info *args;           // owned
    uint64_t required_work_group_size[3]; // reqd_work_group_size or zeros
    uint64_t local_bytes;                 // static __local variables
    uint64_t private_bytes;               // per work-item, an estimate for CL_KERNEL_PRIVATE_MEM_SIZE
    uint64_t context_bytes_per_item;      // weft_worker_memory.context per work-item; 0 without barriers
    uint64_t stack_bytes;                 // frame of the entry, bytes
    uint32_t has_barrier;
    uint32_t uses_printf;
    uint32_t enqueues;            // it may enqueue kernels, or make events
    uint32_t uniform_work_groups; // built for OpenCL C 1.x or with -cl-uniform-work-group-size
    uint32_t wants_local_size;    // a version for one local size is likely to be faster
    uint64_t wants_arguments;     // bit i: so is one for argument i, an integer if it is small, a sampler,
                                  // or an image
    uint32_t merged_items;        // of dimension 0, run side by side, also of several groups; 0: groups are apart
    uint32_t asks_apart;          // launches are to say whether buffers overlap (weft_launch.apart)
    uint32_t orders_groups;       // it may count groups along another dimension than 0 first, so that no other code can
                                  // go on with a launch of its
    uint32_t contends;            // it changes global memory atomically: threads may wait for each other
    uint32_t form;                // what the kernel has
    // What may be as fast: 16 bits each, from the lowest on, the better ones first. In the higher byte is how many
    // times as long it is expected to take, rounded up.
    uint64_t other_forms;
};

struct weft_program_info {
    uint32_t kernel_count;
    uint32_t block_count;                 // of kernels that kernels enqueue, by the number that these know
    uint32_t has_program_scope_variables; // such an object must not be shared between two programs
    // Owned. Behind the kernels of applications there are, if the program has them, the one that makes its objects and
    // the one that destroys them, then block_count kernels that kernels enqueue.
    struct weft_kernel_info *kernels;
    uint32_t has_begin, has_end;  // 0 or 1
    uint64_t program_scope_bytes; // CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE
};

// How many kernels there are, with those that applications do not see.
static inline uint32_t
weft_program_info_total(const struct weft_program_info *info)
{
    return info->kernel_count + info->has_begin + info->has_end + info->block_count;
}
// The kernel of a block that kernels enqueue, by its number, which is in range.
static inline const struct weft_kernel_info *
weft_program_info_block(const struct weft_program_info *info, uint64_t number)
{
    return &info->kernels[info->kernel_count + info->has_begin + info->has_end + number];
}
// What runs before and after all others, or NULL.
static inline const struct weft_kernel_info *
weft_program_info_begin(const struct weft_program_info *info)
{
    return info->has_begin ? &info->kernels[info->kernel_count] : NULL;
}
static inline const struct weft_kernel_info *
weft_program_info_end(const struct weft_program_info *info)
{
    return info->has_end ? &info->kernels[info->kernel_count + info->has_begin] : NULL;
}

void weft_program_info_encode(const struct weft_program_info *info, struct weft_writer *out);
// Returns false and leaves *info zeroed on damaged input or memory exhaustion; else finish it later.
bool weft_program_info_decode(struct weft_reader *in, struct weft_program_info *info);
void weft_program_info_finish(struct weft_program_info *info);
// has_program_scope_variables of an encoded info, without decoding the rest.
bool weft_program_info_peek_variables(const void *data, size_t size);

#ifdef __cplusplus
}
#endif
#endif
