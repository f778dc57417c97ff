// SPDX-License-Identifier: Apache-2.0
// Programs: source or binary, the last build per device, and the loaded object kernels run from.
#ifndef WEFT_PROGRAM_PROGRAM_H
#define WEFT_PROGRAM_PROGRAM_H

#include "compiler/kernel_info.h"
#include "compiler/protocol.h"
#include "runtime/base/thread.h"
#include "runtime/core/object.h"

// A built program, shared by program and kernels: immutable, reference-counted, so that a rebuild of the program leaves
// existing kernels' code mapped.
struct weft_executable {
    _Atomic uint32_t refs;
    struct weft_loaded_object *object; // owned
    struct weft_program_info info;     // owned
    char *options;                     // owned: of the build, if it may be done again for one kernel; else NULL
    struct weft_versions *versions;    // owned; NULL when `options` is
    void (*destroy_versions)(struct weft_versions *versions); // of versions.c, which stands on executables
    _Atomic uint64_t *item_costs; // owned: for each kernel, what a work-item took (exec/ndrange.h)
};
void weft_executable_ref(struct weft_executable *executable);
void weft_executable_unref(struct weft_executable *executable); // NULL is fine

// What one compile, link or build came to: immutable, reference-counted. All devices are the same CPU: those that it
// was made for share it.
struct weft_program_build {
    _Atomic uint32_t refs;
    cl_build_status status; // CL_BUILD_NONE: loaded from a binary, not built yet
    cl_program_binary_type type;
    char *options;                      // owned
    char *log;                          // owned
    unsigned char *binary;              // owned: a program binary, or NULL
    size_t binary_size;                 // bytes
    struct weft_executable *executable; // retained; NULL unless type is EXECUTABLE and it was built
};
void weft_program_build_unref(struct weft_program_build *build); // NULL is fine

struct weft_program_state; // program/private.h: for each device, what was loaded and built

struct _cl_program {
    struct weft_object base;
    cl_context context; // retained
    cl_uint device_count;
    cl_device_id *devices; // owned array of retained devices
    char *source;          // owned; NULL if made from a binary
    bool from_binary;      // made by clCreateProgramWithBinary
    struct weft_mutex lock;
    struct weft_program_state *state; // owned; guarded by lock
};

// The devices of a program or of a build: at least one.
struct weft_device_list {
    cl_uint count;
    const cl_device_id *devices; // borrowed
};

// Who hears of the end of a build; notify NULL means that the call blocks.
struct weft_program_notify {
    void(CL_CALLBACK *notify)(cl_program, void *);
    void *data;
};

// Consumes `source`, also on failure.
WEFT_MUST_CHECK cl_int weft_program_create_source(cl_context context, char *source, cl_program *program);
// status (may be NULL) gets CL_SUCCESS or CL_INVALID_BINARY for each device. CL_INVALID_BINARY if one is not sound.
WEFT_MUST_CHECK cl_int weft_program_create_binary(cl_context context, struct weft_device_list list, const size_t *sizes,
                                                  const unsigned char **binaries, cl_int *status, cl_program *program);

// The three begin a build for the devices of `list`, all of the program's. Without notify they return its outcome, else
// CL_SUCCESS once it has begun. CL_INVALID_OPERATION while another build of these devices runs, when kernels are
// attached, or when the program is not of a kind for it. Thread-safe. No lock may be held.
WEFT_MUST_CHECK cl_int weft_program_build(cl_program program, struct weft_device_list list, const char *options,
                                          struct weft_program_notify notify);
WEFT_MUST_CHECK cl_int weft_program_compile(cl_program program, struct weft_device_list list, const char *options,
                                            cl_uint header_count, const cl_program *headers, const char **header_names,
                                            struct weft_program_notify notify);
// *program is set also with CL_LINK_PROGRAM_FAILURE: it holds the log.
WEFT_MUST_CHECK cl_int weft_program_link(cl_context context, struct weft_device_list list, const char *options,
                                         cl_uint input_count, const cl_program *inputs,
                                         struct weft_program_notify notify, cl_program *program);

// The last build of device `index`, or of the nearest device that it is a part of and that has been built; retained for
// the caller; NULL if there is none. *status is CL_PROGRAM_BUILD_STATUS.
struct weft_program_build *weft_program_get_build(cl_program program, cl_uint index, cl_build_status *status);
// The first of the devices' executables, retained for the caller; NULL if no device has one.
struct weft_executable *weft_program_get_executable(cl_program program);

#endif
