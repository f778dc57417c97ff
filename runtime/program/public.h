// SPDX-License-Identifier: Apache-2.0
// Programs: source or binary, the last build per device, and the loaded object kernels run from; kernels: an entry of
// that and the arguments set so far.
#ifndef WEFT_PROGRAM_PUBLIC_H
#define WEFT_PROGRAM_PUBLIC_H

#include "compiler/kernel_abi.h"
#include "compiler/kernel_info.h"
#include "compiler/protocol.h"
#include "runtime/base/thread.h"
#include "runtime/core/destructors.h"
#include "runtime/core/object.h"
#include "runtime/exec/ndrange.h"

// Programs.

// A built program, shared by program and kernels: immutable, reference-counted, so that a rebuild of the program leaves
// existing kernels' code mapped.
struct weft_executable {
    _Atomic uint32_t refs;
    struct weft_loaded_object *object; // owned
    struct weft_program_info info;     // owned
    bool has_begun;                    // its objects have been made, and are to be destroyed
    unsigned char *origin;             // owned: what versions are made from, as in its binary; NULL if there are none
    size_t origin_size;                // bytes
    struct weft_versions *versions;    // owned; NULL when `origin` is
    void (*destroy_versions)(struct weft_versions *versions); // of versions.c, which stands on executables
    struct weft_experience *experiences;                      // owned: with each kernel and block (exec/ndrange.h)
    weft_kernel_entry *blocks;                                // owned: of info.block_count; NULL if there are none
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
    cl_device_id *devices;               // owned array of retained devices
    char *source;                        // owned; NULL if made from a binary
    bool from_binary;                    // made by clCreateProgramWithBinary
    struct weft_destructors destructors; // called behind those of the program's own objects
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

// Adds to what kernels may call, before the first program is loaded.
void weft_services_add(void (*add)(struct weft_services *services));

// Kernels.

// No work-group gets more of weft_worker_memory.context than this: it limits CL_KERNEL_WORK_GROUP_SIZE of kernels that
// keep much across barriers.
#define WEFT_MAX_CONTEXT_BYTES ((uint64_t)32 << 20)

enum weft_arg_setting {
    WEFT_ARG_UNSET,
    WEFT_ARG_SET,
    WEFT_ARG_SET_SVM, // a pointer into shared virtual memory, or the application's own: launches look whether it is
                      // freed
};

struct _cl_kernel {
    struct weft_object base;
    cl_program program;                  // retained, and attached to
    struct weft_executable *executable;  // retained
    const struct weft_kernel_info *info; // borrowed from executable
    weft_kernel_entry entry;             // borrowed from executable
    struct weft_mutex lock;              // clSetKernelArg on one kernel from several threads stays sane
    // Owned; info->arg_block_bytes. Buffers and pipes are stored as data addresses, images as addresses of what
    // describes them, samplers as values; __local arguments are 0 until a snapshot turns them into offsets.
    unsigned char *args;
    cl_mem *memory;        // owned array of info->arg_count: the cl_mem of pointer arguments or NULL. Not
                           // retained, as the specification demands: a snapshot looks whether they live
    uint64_t *local_sizes; // owned array of info->arg_count: bytes of __local arguments
    unsigned char *is_set; // owned array of info->arg_count: enum weft_arg_setting
    uint32_t *memory_args; // owned array: the arguments that may hold a cl_mem
    uint32_t *local_args;  // owned array: the __local arguments
    uint32_t unset_count;  // arguments not set yet
    uint32_t memory_count; // entries of memory_args
    uint32_t local_count;  // entries of local_args
    // Owned array of program->device_count: the kernel whose code each device runs, made from the device's executable
    // and with the same arguments. NULL where that has no such kernel; retained unless it is this one, which runs on
    // all of them if there is no array.
    cl_kernel *of_devices;
};

// A kernel of the program. CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME, CL_INVALID_KERNEL_DEFINITION if its
// arguments are not the same in all executables of the program, CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_kernel_create(cl_program program, const char *name, cl_kernel *kernel);
// All kernels of the program that have one definition; *count is their number. `kernels` may be NULL, else has room for
// `room` entries: CL_INVALID_VALUE if there are more, CL_INVALID_PROGRAM_EXECUTABLE, CL_OUT_OF_HOST_MEMORY.
WEFT_MUST_CHECK cl_int weft_kernel_create_all(cl_program program, cl_uint room, cl_kernel *kernels, cl_uint *count);
// A new kernel with the same arguments.
WEFT_MUST_CHECK cl_int weft_kernel_clone(cl_kernel source, cl_kernel *kernel);

// What runs for the kernel on this device, which is one of the program's or a part of one; valid as long as the kernel.
// NULL if the program has no executable for it.
cl_kernel weft_kernel_of_device(cl_kernel kernel, cl_device_id device);

// Setting one argument; the index and sizes are valid. Thread-safe.
void weft_kernel_set_value(cl_kernel kernel, cl_uint index, const void *value);
void weft_kernel_set_memory(cl_kernel kernel, cl_uint index, cl_mem memory); // NULL is fine
// A pointer of the application's, as it is; `is_judged`: launches refuse it when it leads to what has been freed.
void weft_kernel_set_pointer(cl_kernel kernel, cl_uint index, const void *pointer, bool is_judged);
void weft_kernel_set_local(cl_kernel kernel, cl_uint index, uint64_t bytes);
void weft_kernel_set_sampler(cl_kernel kernel, cl_uint index, cl_sampler sampler); // keeps its value, not the sampler

// CL_KERNEL_LOCAL_MEM_SIZE: static __local variables of the code that runs and the __local arguments set so far,
// without gaps.
uint64_t weft_kernel_local_bytes(cl_kernel kernel, const struct weft_kernel_info *info);
// CL_KERNEL_WORK_GROUP_SIZE, of a kernel and of any code.
size_t weft_kernel_max_work_group_size(const struct _cl_kernel *kernel);
size_t weft_max_work_group_size_of(const struct weft_kernel_info *info);

// The arguments as of now, for one launch of the code with this info. `args` has room for info->arg_block_bytes;
// `memory` for memory_count entries, each retained (NULLs left out). *memory_count and *local_bytes (static + __local
// arguments) are set, and *judged: bit i for memory_args[i], of the first 64, that weft_kernel_check_pointers looks at.
// CL_INVALID_KERNEL_ARGS with a sentence if one is not set, or its memory object has been released, or its shared
// virtual memory freed; CL_IMAGE_FORMAT_NOT_SUPPORTED. Thread-safe.
WEFT_MUST_CHECK cl_int weft_kernel_snapshot(cl_kernel kernel, const struct weft_kernel_info *info, void *args,
                                            cl_mem *memory, cl_uint *memory_count, uint64_t *judged,
                                            uint64_t *local_bytes);
// Whether the buffers of such a snapshot have no byte in common: weft_launch.apart. False if that is not certain, as of
// pointers into shared virtual memory.
bool weft_kernel_buffers_are_apart(const struct weft_kernel_info *info, const void *args, const cl_mem *memory,
                                   cl_uint memory_count);
// For a launch whose turn has come: CL_INVALID_KERNEL_ARGS with a sentence if shared virtual memory among these of its
// arguments has been freed. No lock may be held.
WEFT_MUST_CHECK cl_int weft_kernel_check_pointers(cl_kernel kernel, const unsigned char *args, uint64_t judged);

// Versions of a kernel for launches that are alike: with their local size and small integer arguments known at compile
// time. They are built in the background once a kernel is hot; until then, and for all other launches, the kernel's own
// code runs.
//
// A version may have several forms, work-items side by side in other numbers or along another dimension: which is the
// fastest, launches show (trials.h).
//
// What a launch shows. Valid as long as the kernel's executable.
struct weft_trial {
    struct weft_versions *versions; // NULL: nothing
    struct weft_kind *kind;
    uint32_t form;
    bool is_short; // so that the clock is to measure it
};

// Sets range->entry and returns the info of the code that is to run the launch; both are valid as long as the kernel's
// executable; and range->later, if a version is being built. `args` is the launch's argument block; the launch's sizes
// are set. Counts the launch, and begins a build when there have been many like it. The trial's end is the caller's to
// tell. Thread-safe. No lock may be held.
const struct weft_kernel_info *weft_versions_choose(cl_kernel kernel, const unsigned char *args,
                                                    struct weft_ndrange *range, struct weft_trial *trial);
// Whether the launch is one form's in a comparison, and has to be measured.
static inline bool
weft_trial_is_measured(const struct weft_trial *trial)
{
    return trial->form != UINT32_MAX;
}
// The launch has taken so many ticks, 0: it has not run, or was not measured; and stands for `weight` that are like it.
// Of one that is measured, range->is_timed was set, and range->own_ns counts. Once for each trial; what is told again
// is nothing.
void weft_trial_end(struct weft_trial *trial, struct weft_ndrange *range, uint64_t ticks, uint32_t weight);

#endif
