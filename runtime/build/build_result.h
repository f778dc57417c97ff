// SPDX-License-Identifier: Apache-2.0
// What a build came to: what the compiler answers, and the cache keeps.
#ifndef WEFT_BUILD_BUILD_RESULT_H
#define WEFT_BUILD_BUILD_RESULT_H

#include <stddef.h>

#include "runtime/base/opencl.h"
#include "runtime/build/object_loader.h"

struct weft_build_result {
    // CL_SUCCESS; CL_{BUILD,COMPILE,LINK}_PROGRAM_FAILURE; CL_INVALID_{BUILD,COMPILER,LINKER}_OPTIONS;
    // CL_COMPILER_NOT_AVAILABLE or CL_LINKER_NOT_AVAILABLE when weft-compiler cannot be started;
    // CL_OUT_OF_HOST_MEMORY
    cl_int status;
    char *log;             // owned, NUL-terminated, never NULL after CL_SUCCESS of the call; the build log
    unsigned char *binary; // owned: a program binary (compiler/program_binary.h), NULL when status is not CL_SUCCESS
    size_t binary_size;    // bytes
    struct weft_cache_entry entry; // owned: the cache's file with these bytes, for weft_object_load()
};

// Frees what the result owns; accepts a zeroed result.
void weft_build_result_finish(struct weft_build_result *result);

#endif
