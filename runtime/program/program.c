// SPDX-License-Identifier: Apache-2.0
// Programs: their making, their builds' records, and what kernels find in them.
#include <stdlib.h>
#include <string.h>

#include "compiler/program_binary.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/program/private.h"

void
weft_program_build_unref(struct weft_program_build *build)
{
    // Release pairs with the acquire of whoever drops the last reference: all uses come before the freeing.
    if (!build || atomic_fetch_sub_explicit(&build->refs, 1, memory_order_acq_rel) != 1)
        return;
    weft_executable_unref(build->executable);
    free(build->options);
    free(build->log);
    free(build->binary);
    free(build);
}

struct weft_program_build *
weft_program_build_ref(struct weft_program_build *build)
{
    if (build)
        atomic_fetch_add_explicit(&build->refs, 1, memory_order_relaxed);
    return build;
}

struct weft_program_build *
weft_program_build_new(const char *options)
{
    struct weft_program_build *build = calloc(1, sizeof(*build));

    if (!build)
        return NULL;
    atomic_init(&build->refs, 1);
    build->status = CL_BUILD_NONE;
    build->type = CL_PROGRAM_BINARY_TYPE_NONE;
    build->options = strdup(options);
    if (!build->options) {
        free(build);
        return NULL;
    }
    return build;
}

static void
destroy_program(struct weft_object *object)
{
    cl_program program = (cl_program)object;
    weft_destructor_call call;
    void *data;

    for (cl_uint i = 0; i < program->device_count; i++) {
        if (program->state) {
            weft_program_build_unref(program->state->devices[i].build);
            weft_program_build_unref(program->state->devices[i].loaded);
        }
        weft_object_unref(program->devices[i]);
    }
    while ((call = weft_destructors_take(&program->destructors, &data)))
        ((void(CL_CALLBACK *)(cl_program, void *))call)(program, data);
    free(program->state);
    free(program->devices);
    free(program->source);
    weft_object_unref(program->context);
}

cl_int
weft_program_new(cl_context context, struct weft_device_list list, enum weft_program_origin origin, cl_program *program)
{
    cl_program p = weft_object_create(WEFT_OBJECT_PROGRAM, sizeof(*p), destroy_program);

    if (!p)
        return CL_OUT_OF_HOST_MEMORY;
    weft_mutex_init(&p->lock);
    weft_object_ref(context);
    p->context = context;
    p->state = calloc(1, sizeof(*p->state) + list.count * sizeof(p->state->devices[0]));
    p->devices = calloc(list.count, sizeof(cl_device_id));
    if (!p->state || !p->devices) {
        weft_object_api_release(p);
        return CL_OUT_OF_HOST_MEMORY;
    }
    p->state->origin = origin;
    p->from_binary = origin == WEFT_PROGRAM_BINARY;
    for (; p->device_count < list.count; p->device_count++) {
        weft_object_ref(list.devices[p->device_count]);
        p->devices[p->device_count] = list.devices[p->device_count];
    }
    *program = p;
    return CL_SUCCESS;
}

cl_int
weft_program_create_source(cl_context context, char *source, cl_program *program)
{
    struct weft_device_list all = {context->device_count, context->devices};
    cl_int err = weft_program_new(context, all, WEFT_PROGRAM_SOURCE, program);

    if (err != CL_SUCCESS) {
        free(source);
        return weft_error(context, err, "no memory left for a program");
    }
    (*program)->source = source;
    return CL_SUCCESS;
}

static cl_program_binary_type
type_of_kind(uint32_t kind)
{
    switch (kind) {
    case WEFT_BINARY_OBJECT:
        return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    case WEFT_BINARY_LIBRARY:
        return CL_PROGRAM_BINARY_TYPE_LIBRARY;
    case WEFT_BINARY_EXECUTABLE:
        return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    default:
        return CL_PROGRAM_BINARY_TYPE_NONE;
    }
}

cl_program_binary_type
weft_program_binary_type(const void *binary, size_t size, const char **reason)
{
    struct weft_binary_view view;

    *reason = weft_binary_parse(binary, size, weft_binary_target(), &view);
    return *reason ? CL_PROGRAM_BINARY_TYPE_NONE : type_of_kind(view.kind);
}

static bool
has_sound_info(const struct weft_binary_view *view)
{
    struct weft_reader reader = {.data = view->info, .size = view->info_size};
    struct weft_program_info info;

    if (!weft_program_info_decode(&reader, &info))
        return false;
    weft_program_info_finish(&info);
    return true;
}

// A record of a binary the application brought. CL_INVALID_BINARY with a sentence.
static cl_int
load_record(cl_context context, const unsigned char *binary, size_t size, struct weft_program_build **record)
{
    struct weft_binary_view view;
    const char *reason = weft_binary_parse(binary, size, weft_binary_target(), &view);
    cl_program_binary_type type = reason ? CL_PROGRAM_BINARY_TYPE_NONE : type_of_kind(view.kind);
    struct weft_program_build *build;

    if (type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE && !has_sound_info(&view)) {
        reason = "the program binary is damaged: what it tells of its kernels does not fit together";
        type = CL_PROGRAM_BINARY_TYPE_NONE;
    }
    if (type == CL_PROGRAM_BINARY_TYPE_NONE)
        return weft_error(context, CL_INVALID_BINARY, "a program binary of %zu bytes is refused: %s", size,
                          reason ? reason : "it holds nothing known");
    build = weft_program_build_new("");
    if (!build)
        return CL_OUT_OF_HOST_MEMORY;
    build->type = type;
    build->binary = malloc(size);
    if (!build->binary) {
        weft_program_build_unref(build);
        return CL_OUT_OF_HOST_MEMORY;
    }
    memcpy(build->binary, binary, size);
    build->binary_size = size;
    *record = build;
    return CL_SUCCESS;
}

cl_int
weft_program_create_binary(cl_context context, struct weft_device_list list, const size_t *sizes,
                           const unsigned char **binaries, cl_int *status, cl_program *program)
{
    cl_program p = NULL;
    cl_int err = weft_program_new(context, list, WEFT_PROGRAM_BINARY, &p);

    if (err != CL_SUCCESS)
        return weft_error(context, err, "no memory left for a program");
    for (cl_uint i = 0; i < list.count; i++) {
        struct weft_program_device *device = &p->state->devices[i];
        cl_int this_err = CL_SUCCESS;

        // Devices with the same bytes share the record, and so later the code.
        for (cl_uint j = 0; j < i && !device->loaded; j++) {
            struct weft_program_build *other = p->state->devices[j].loaded;

            if (other && other->binary_size == sizes[i] && memcmp(other->binary, binaries[i], sizes[i]) == 0)
                device->loaded = weft_program_build_ref(other);
        }
        if (!device->loaded)
            this_err = load_record(context, binaries[i], sizes[i], &device->loaded);
        device->build = weft_program_build_ref(device->loaded);
        if (status)
            status[i] = this_err;
        if (err == CL_SUCCESS)
            err = this_err;
    }
    if (err != CL_SUCCESS) {
        weft_object_api_release(p);
        return err;
    }
    *program = p;
    return CL_SUCCESS;
}

// A program executable that is built for a parent device can be used by all its sub-devices: the record of the device
// itself, or of its nearest ancestor among the program's devices that has been built.
static const struct weft_program_device *
built_device(cl_program program, cl_uint index) WEFT_REQUIRES(program->lock)
{
    const struct weft_program_device *records = program->state->devices;

    for (cl_device_id device = program->devices[index]; device; device = device->parent)
        for (cl_uint i = 0; i < program->device_count; i++)
            if (program->devices[i] == device && (records[i].build || records[i].in_progress))
                return &records[i];
    return &records[index];
}

struct weft_program_build *
weft_program_get_build(cl_program program, cl_uint index, cl_build_status *status)
{
    const struct weft_program_device *device;
    struct weft_program_build *build;

    weft_mutex_lock(&program->lock);
    device = built_device(program, index);
    build = weft_program_build_ref(device->build);
    *status = device->in_progress ? CL_BUILD_IN_PROGRESS : build ? build->status : CL_BUILD_NONE;
    weft_mutex_unlock(&program->lock);
    return build;
}

struct weft_executable *
weft_program_get_executable(cl_program program)
{
    struct weft_executable *executable = NULL;

    weft_mutex_lock(&program->lock);
    for (cl_uint i = 0; i < program->device_count && !executable; i++)
        if (program->state->devices[i].build)
            executable = program->state->devices[i].build->executable;
    if (executable)
        weft_executable_ref(executable);
    weft_mutex_unlock(&program->lock);
    return executable;
}

struct weft_executable *
weft_program_get_device_executable(cl_program program, cl_uint index)
{
    cl_build_status status;
    struct weft_program_build *build = weft_program_get_build(program, index, &status);
    struct weft_executable *executable = build ? build->executable : NULL;

    if (executable)
        weft_executable_ref(executable);
    weft_program_build_unref(build);
    return executable;
}

void
weft_program_attach_kernel(cl_program program)
{
    weft_object_ref(program);
    weft_mutex_lock(&program->lock);
    program->state->kernel_count++;
    weft_mutex_unlock(&program->lock);
}

void
weft_program_detach_kernel(cl_program program)
{
    weft_mutex_lock(&program->lock);
    program->state->kernel_count--;
    weft_mutex_unlock(&program->lock);
    weft_object_unref(program);
}
