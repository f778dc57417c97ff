// SPDX-License-Identifier: Apache-2.0
// What opencl.c runs: kernels that weftc compiled, linked into the program. suite.py writes the table.
#ifndef WEFT_CROSS_OPENCL_H
#define WEFT_CROSS_OPENCL_H

#include "compiler/kernel_abi.h"
#include "compiler/kernel_info.h"

enum { CROSS_ARGUMENTS = 16 };

struct cross_argument {
    enum weft_arg_kind kind;
    uint32_t offset, size;
};

struct cross_kernel {
    const char *source, *options, *name; // the first two are what the program was made and built with
    weft_kernel_entry entry;
    uint64_t local_bytes, context_bytes_per_item;
    uint32_t argument_count;
    struct cross_argument arguments[CROSS_ARGUMENTS];
};

// Ends with a kernel without a name.
extern const struct cross_kernel cross_kernels[];

#endif
