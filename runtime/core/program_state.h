// SPDX-License-Identifier: Apache-2.0
// What program.c and program_build.c share about a program's builds.
#ifndef WEFT_CORE_PROGRAM_STATE_H
#define WEFT_CORE_PROGRAM_STATE_H

#include "runtime/core/program.h"

enum weft_program_origin { WEFT_PROGRAM_SOURCE, WEFT_PROGRAM_BINARY, WEFT_PROGRAM_LINKED };

struct weft_program_device {
    struct weft_program_build *loaded; // retained: what clCreateProgramWithBinary brought, or NULL
    struct weft_program_build *build;  // retained: the last outcome, `loaded` at first, or NULL
    bool in_progress;
};

// Guarded by the program's lock, but for origin and the devices' `loaded`, which never change.
struct weft_program_state {
    enum weft_program_origin origin;
    cl_uint kernel_count;                 // kernels attached
    struct weft_program_device devices[]; // as many as the program has devices, in that order
};

// A program without source or builds for the devices of the list.
WEFT_MUST_CHECK cl_int weft_program_new(cl_context context, struct weft_device_list list,
                                        enum weft_program_origin origin, cl_program *program);
// An empty record with status CL_BUILD_NONE and one reference; NULL if memory is exhausted.
struct weft_program_build *weft_program_build_new(const char *options);
struct weft_program_build *weft_program_build_ref(struct weft_program_build *build); // NULL is fine
// CL_PROGRAM_BINARY_TYPE_NONE with a sentence if the bytes are no program binary of this Weft for this CPU.
cl_program_binary_type weft_program_binary_type(const void *binary, size_t size, const char **reason);

#endif
