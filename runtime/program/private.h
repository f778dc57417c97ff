// SPDX-License-Identifier: Apache-2.0
// What the files of runtime/program share; no others include this. Files stand on each other as their functions do
// below, the lowest first, and build.c and kernel.c on all: none calls into one that comes later.
#ifndef WEFT_PROGRAM_PRIVATE_H
#define WEFT_PROGRAM_PRIVATE_H

#include "runtime/program/public.h"

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

// services.c
// The table of functions that kernels reach the runtime through; the same for all kernels, for as long as the library
// is loaded.
const struct weft_services *weft_services(void);

// settings.c
uint32_t weft_wanted_width(void);
bool weft_wants_remarks(void);
uint32_t weft_wanted_checks(void);
uint64_t weft_wanted_without(void);

// executable.c
struct weft_cache_entry;
// Maps an executable program binary; one reference. `entry`, the cache's file with the same bytes, may be NULL.
// CL_INVALID_BINARY, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_executable_load(const void *binary, size_t size, const struct weft_cache_entry *entry,
                                            struct weft_executable **executable);

// versions.c
// Lets the executable have versions, if there is the memory: it has its origin.
void weft_versions_allow(struct weft_executable *executable);

// program.c
// A program without source or builds for the devices of the list.
WEFT_MUST_CHECK cl_int weft_program_new(cl_context context, struct weft_device_list list,
                                        enum weft_program_origin origin, cl_program *program);
// An empty record with status CL_BUILD_NONE and one reference; NULL if memory is exhausted.
struct weft_program_build *weft_program_build_new(const char *options);
struct weft_program_build *weft_program_build_ref(struct weft_program_build *build); // NULL is fine
// CL_PROGRAM_BINARY_TYPE_NONE with a sentence if the bytes are no program binary of this Weft for this CPU.
cl_program_binary_type weft_program_binary_type(const void *binary, size_t size, const char **reason);
// What device `index` runs: its own executable, or that of the nearest device that it is a part of and that has been
// built. Retained for the caller; NULL if there is none.
struct weft_executable *weft_program_get_device_executable(cl_program program, cl_uint index);
// Kernels hold these while they live; a program with kernels is not rebuilt.
void weft_program_attach_kernel(cl_program program);
void weft_program_detach_kernel(cl_program program);

#endif
