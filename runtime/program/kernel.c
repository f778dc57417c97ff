// SPDX-License-Identifier: Apache-2.0
// Kernels: creation, arguments, and their snapshot for a launch.
#include <stdlib.h>
#include <string.h>

#include "runtime/build/object_loader.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/core/image.h"
#include "runtime/core/sampler.h"
#include "runtime/core/svm.h"
#include "runtime/program/private.h"

static void
destroy_kernel(struct weft_object *object)
{
    cl_kernel kernel = (cl_kernel)object;

    for (cl_uint i = 0; kernel->of_devices && i < kernel->program->device_count; i++)
        if (kernel->of_devices[i] != kernel)
            weft_object_unref(kernel->of_devices[i]);
    free(kernel->of_devices);
    free(kernel->args);
    free(kernel->memory);
    free(kernel->local_sizes);
    free(kernel->is_set);
    free(kernel->memory_args);
    free(kernel->local_args);
    weft_executable_unref(kernel->executable);
    weft_program_detach_kernel(kernel->program);
}

static bool
is_memory(uint32_t kind)
{
    return kind == WEFT_ARG_GLOBAL || kind == WEFT_ARG_CONSTANT || kind == WEFT_ARG_IMAGE || kind == WEFT_ARG_PIPE;
}

// A kernel without arguments set; retains program and executable.
static cl_int
kernel_new(cl_program program, struct weft_executable *executable, const struct weft_kernel_info *info,
           cl_kernel *kernel)
{
    weft_kernel_entry entry = weft_loaded_object_entry(executable->object, info->name);
    size_t count = info->arg_count ? info->arg_count : 1;
    cl_kernel k;

    if (!entry)
        return weft_error(program->context, CL_INVALID_KERNEL_DEFINITION, "kernel %s has no code", info->name);
    k = weft_object_create(WEFT_OBJECT_KERNEL, sizeof(*k), destroy_kernel);
    if (!k)
        return CL_OUT_OF_HOST_MEMORY;
    weft_mutex_init(&k->lock);
    weft_program_attach_kernel(program);
    k->program = program;
    weft_executable_ref(executable);
    k->executable = executable;
    k->info = info;
    k->entry = entry;
    k->unset_count = info->arg_count;
    k->args = calloc(1, info->arg_block_bytes + 1);
    k->memory = calloc(count, sizeof(cl_mem));
    k->local_sizes = calloc(count, sizeof(*k->local_sizes));
    k->is_set = calloc(count, sizeof(*k->is_set));
    k->memory_args = calloc(count, sizeof(*k->memory_args));
    k->local_args = calloc(count, sizeof(*k->local_args));
    if (!k->args || !k->memory || !k->local_sizes || !k->is_set || !k->memory_args || !k->local_args) {
        weft_object_api_release(k);
        return weft_error(program->context, CL_OUT_OF_HOST_MEMORY, "no memory left for kernel %s", info->name);
    }
    for (uint32_t i = 0; i < info->arg_count; i++) {
        if (is_memory(info->args[i].kind))
            k->memory_args[k->memory_count++] = i;
        else if (info->args[i].kind == WEFT_ARG_LOCAL)
            k->local_args[k->local_count++] = i;
    }
    *kernel = k;
    return CL_SUCCESS;
}

static const struct weft_kernel_info *
find_info(const struct weft_executable *executable, const char *name)
{
    for (uint32_t i = 0; i < executable->info.kernel_count; i++)
        if (strcmp(executable->info.kernels[i].name, name) == 0)
            return &executable->info.kernels[i];
    return NULL;
}

// Whether two executables of a program agree about a kernel's arguments, and so about the block that holds them.
static bool
is_same_definition(const struct weft_kernel_info *a, const struct weft_kernel_info *b)
{
    bool same = a->arg_count == b->arg_count && a->arg_block_bytes == b->arg_block_bytes;

    for (uint32_t i = 0; same && i < a->arg_count; i++) {
        const struct weft_arg_info *x = &a->args[i], *y = &b->args[i];

        same = x->kind == y->kind && x->offset == y->offset && x->size == y->size &&
               x->address_qualifier == y->address_qualifier && strcmp(x->type_name, y->type_name) == 0;
    }
    return same;
}

static bool
has_one_definition(cl_program program, const struct weft_executable *executable, const struct weft_kernel_info *info)
{
    bool same = true;

    for (cl_uint i = 0; same && i < program->device_count; i++) {
        struct weft_executable *own = weft_program_get_device_executable(program, i);
        const struct weft_kernel_info *other = own && own != executable ? find_info(own, info->name) : NULL;

        same = !other || is_same_definition(info, other);
        weft_executable_unref(own);
    }
    return same;
}

// The kernel as this executable has it: itself, what another device has already, or a new one. Not set if it has none.
static cl_int
find_device_kernel(cl_kernel kernel, struct weft_executable *executable, cl_kernel *result)
{
    const struct weft_kernel_info *info;

    if (executable == kernel->executable) {
        *result = kernel;
        return CL_SUCCESS;
    }
    for (cl_uint i = 0; i < kernel->program->device_count; i++)
        if (kernel->of_devices[i] && kernel->of_devices[i]->executable == executable) {
            weft_object_ref(kernel->of_devices[i]);
            *result = kernel->of_devices[i];
            return CL_SUCCESS;
        }
    info = find_info(executable, kernel->info->name);
    if (!info || !is_same_definition(kernel->info, info))
        return CL_SUCCESS;
    return kernel_new(kernel->program, executable, info, result);
}

// A kernel with what runs on each device of the program.
static cl_int
create(cl_program program, struct weft_executable *executable, const struct weft_kernel_info *info, cl_kernel *kernel)
{
    cl_kernel k = NULL;
    cl_int err = kernel_new(program, executable, info, &k);

    if (err != CL_SUCCESS)
        return err;
    k->of_devices = calloc(program->device_count, sizeof(cl_kernel));
    if (!k->of_devices)
        err = weft_error(program->context, CL_OUT_OF_HOST_MEMORY, "no memory left for kernel %s", info->name);
    for (cl_uint i = 0; err == CL_SUCCESS && i < program->device_count; i++) {
        struct weft_executable *own = weft_program_get_device_executable(program, i);

        if (own)
            err = find_device_kernel(k, own, &k->of_devices[i]);
        weft_executable_unref(own);
    }
    if (err != CL_SUCCESS) {
        weft_object_api_release(k);
        return err;
    }
    *kernel = k;
    return CL_SUCCESS;
}

cl_int
weft_kernel_create(cl_program program, const char *name, cl_kernel *kernel)
{
    const struct weft_kernel_info *info = NULL;
    struct weft_executable *executable = NULL;
    bool is_built = false;
    cl_int err;

    for (cl_uint i = 0; !info && i < program->device_count; i++) {
        weft_executable_unref(executable);
        executable = weft_program_get_device_executable(program, i);
        is_built = is_built || executable;
        info = executable ? find_info(executable, name) : NULL;
    }
    if (!is_built)
        err = weft_error(program->context, CL_INVALID_PROGRAM_EXECUTABLE, "the program has no executable");
    else if (!info)
        err = weft_error(program->context, CL_INVALID_KERNEL_NAME, "the program has no kernel %s", name);
    else if (!has_one_definition(program, executable, info))
        err = weft_error(program->context, CL_INVALID_KERNEL_DEFINITION,
                         "the arguments of kernel %s are not the same for all devices", name);
    else
        err = create(program, executable, info, kernel);
    weft_executable_unref(executable);
    return err;
}

cl_int
weft_kernel_create_all(cl_program program, cl_uint room, cl_kernel *kernels, cl_uint *count)
{
    struct weft_executable *executable = weft_program_get_executable(program);
    cl_int err = CL_SUCCESS;
    cl_uint made = 0, total = 0;

    if (!executable)
        return weft_error(program->context, CL_INVALID_PROGRAM_EXECUTABLE, "the program has no executable");
    for (uint32_t i = 0; i < executable->info.kernel_count; i++)
        total += has_one_definition(program, executable, &executable->info.kernels[i]);
    if (kernels && room < total)
        err = weft_error(program->context, CL_INVALID_VALUE, "there is room for %u of %u kernels", room, total);
    // A build that ends meanwhile may leave fewer.
    for (uint32_t i = 0; kernels && err == CL_SUCCESS && made < total && i < executable->info.kernel_count; i++)
        if (has_one_definition(program, executable, &executable->info.kernels[i])) {
            err = create(program, executable, &executable->info.kernels[i], &kernels[made]);
            made += err == CL_SUCCESS;
        }
    if (err == CL_SUCCESS)
        *count = kernels ? made : total;
    else
        while (made > 0) {
            weft_object_api_release(kernels[--made]);
            kernels[made] = NULL;
        }
    weft_executable_unref(executable);
    return err;
}

cl_int
weft_kernel_clone(cl_kernel source, cl_kernel *kernel)
{
    const struct weft_kernel_info *info = source->info;
    cl_kernel clone = NULL;
    cl_int err = create(source->program, source->executable, info, &clone);

    if (err != CL_SUCCESS)
        return err;
    weft_mutex_lock(&source->lock);
    memcpy(clone->args, source->args, info->arg_block_bytes);
    memcpy(clone->memory, source->memory, info->arg_count * sizeof(*clone->memory));
    memcpy(clone->local_sizes, source->local_sizes, info->arg_count * sizeof(*clone->local_sizes));
    memcpy(clone->is_set, source->is_set, info->arg_count * sizeof(*clone->is_set));
    clone->unset_count = source->unset_count;
    weft_mutex_unlock(&source->lock);
    *kernel = clone;
    return CL_SUCCESS;
}

cl_kernel
weft_kernel_of_device(cl_kernel kernel, cl_device_id device)
{
    const struct _cl_program *program = kernel->program;

    for (; device; device = device->parent)
        for (cl_uint i = 0; i < program->device_count; i++)
            if (program->devices[i] == device)
                return kernel->of_devices ? kernel->of_devices[i] : kernel;
    return NULL;
}

static void
mark_set(cl_kernel kernel, cl_uint index, enum weft_arg_setting setting) WEFT_REQUIRES(kernel->lock)
{
    kernel->unset_count -= !kernel->is_set[index];
    kernel->is_set[index] = (unsigned char)setting;
}

void
weft_kernel_set_value(cl_kernel kernel, cl_uint index, const void *value)
{
    const struct weft_arg_info *arg = &kernel->info->args[index];

    weft_mutex_lock(&kernel->lock);
    memcpy(kernel->args + arg->offset, value, arg->size);
    mark_set(kernel, index, WEFT_ARG_SET);
    weft_mutex_unlock(&kernel->lock);
}

void
weft_kernel_set_memory(cl_kernel kernel, cl_uint index, cl_mem memory)
{
    const void *data = memory ? weft_memory_argument(memory) : NULL;

    weft_mutex_lock(&kernel->lock);
    memcpy(kernel->args + kernel->info->args[index].offset, &data, sizeof(data));
    kernel->memory[index] = memory;
    mark_set(kernel, index, WEFT_ARG_SET);
    weft_mutex_unlock(&kernel->lock);
}

void
weft_kernel_set_pointer(cl_kernel kernel, cl_uint index, const void *pointer, bool is_judged)
{
    weft_mutex_lock(&kernel->lock);
    memcpy(kernel->args + kernel->info->args[index].offset, &pointer, sizeof(pointer));
    kernel->memory[index] = NULL;
    mark_set(kernel, index, is_judged ? WEFT_ARG_SET_SVM : WEFT_ARG_SET);
    weft_mutex_unlock(&kernel->lock);
}

void
weft_kernel_set_sampler(cl_kernel kernel, cl_uint index, cl_sampler sampler)
{
    weft_mutex_lock(&kernel->lock);
    memcpy(kernel->args + kernel->info->args[index].offset, &sampler->argument, sizeof(sampler->argument));
    mark_set(kernel, index, WEFT_ARG_SET);
    weft_mutex_unlock(&kernel->lock);
}

void
weft_kernel_set_local(cl_kernel kernel, cl_uint index, uint64_t bytes)
{
    weft_mutex_lock(&kernel->lock);
    kernel->local_sizes[index] = bytes;
    mark_set(kernel, index, WEFT_ARG_SET);
    weft_mutex_unlock(&kernel->lock);
}

// The application's sizes may add up to more than 64 bits hold: UINT64_MAX then, more than any device has.
static uint64_t
add_saturated(uint64_t a, uint64_t b)
{
    return b > UINT64_MAX - a ? UINT64_MAX : a + b;
}

static uint64_t
align_up(uint64_t bytes)
{
    return add_saturated(bytes, WEFT_ARENA_ALIGN - 1) & ~(uint64_t)(WEFT_ARENA_ALIGN - 1);
}

uint64_t
weft_kernel_local_bytes(cl_kernel kernel, const struct weft_kernel_info *info)
{
    uint64_t bytes = info->local_bytes;

    weft_mutex_lock(&kernel->lock);
    for (uint32_t i = 0; i < kernel->local_count; i++)
        bytes = add_saturated(bytes, kernel->local_sizes[kernel->local_args[i]]);
    weft_mutex_unlock(&kernel->lock);
    return bytes;
}

size_t
weft_kernel_max_work_group_size(const struct _cl_kernel *kernel)
{
    return weft_max_work_group_size_of(kernel->info);
}

size_t
weft_max_work_group_size_of(const struct weft_kernel_info *info)
{
    uint64_t bytes = info->context_bytes_per_item;
    size_t size = WEFT_MAX_WORK_GROUP_SIZE;

    while (size > 1 && bytes > WEFT_MAX_CONTEXT_BYTES / size)
        size /= 2;
    return size;
}

// An image whose format is none for both reading and writing in one kernel.
static bool
is_format_supported(const struct weft_arg_info *arg, const struct _cl_mem *object)
{
    return arg->access_qualifier != CL_KERNEL_ARG_ACCESS_READ_WRITE || !object->image ||
           weft_pixel_format_serves(&object->image->pixels.format, object->type, CL_MEM_KERNEL_READ_AND_WRITE);
}

static cl_int
refuse(cl_kernel kernel, uint32_t index, cl_int err, const char *what)
{
    return weft_error(kernel->program->context, err, "argument %u (%s) of kernel %s %s", index,
                      kernel->info->args[index].name, kernel->info->name, what);
}

// Whether the object is what was set, and may be launched with; it is retained, since it may be another one's handle by
// now.
static cl_int
look_at_memory(cl_kernel kernel, const struct weft_arg_info *arg, const struct _cl_mem *object)
    WEFT_REQUIRES(kernel->lock)
{
    const void *data;

    memcpy(&data, kernel->args + arg->offset, sizeof(data));
    if (weft_memory_argument(object) != data || object->context != kernel->program->context ||
        (object->image != NULL) != (arg->kind == WEFT_ARG_IMAGE))
        return CL_INVALID_KERNEL_ARGS;
    // CL_IMAGE_FORMAT_NOT_SUPPORTED "if a kernel argument for kernel is an image and the format of the image [...] is
    // not supported": some are none for both reading and writing in one kernel
    return is_format_supported(arg, object) ? CL_SUCCESS : CL_IMAGE_FORMAT_NOT_SUPPORTED;
}

static bool
is_freed(cl_kernel kernel, const unsigned char *args, uint32_t index)
{
    const void *pointer;

    memcpy(&pointer, args + kernel->info->args[index].offset, sizeof(pointer));
    return weft_svm_judge(kernel->program->context, pointer, 0) != WEFT_SVM_SOUND;
}

cl_int
weft_kernel_check_pointers(cl_kernel kernel, const unsigned char *args, uint64_t judged)
{
    for (; judged; judged &= judged - 1) {
        const uint32_t index = kernel->memory_args[__builtin_ctzll(judged)];

        if (is_freed(kernel, args, index))
            return refuse(kernel, index, CL_INVALID_KERNEL_ARGS,
                          "is shared virtual memory that had been freed when the launch's turn came");
    }
    return CL_SUCCESS;
}

// Retains the memory objects that are set: memory[0] to memory[*count - 1], also on failure. *index is then the
// argument that is to blame. *judged: the pointers into shared virtual memory.
static cl_int
retain_memory(cl_kernel kernel, const struct weft_kernel_info *info, cl_mem *memory, cl_uint *count, uint64_t *judged,
              uint32_t *index) WEFT_REQUIRES(kernel->lock)
{
    cl_int err = CL_SUCCESS;

    *count = 0;
    *judged = 0;
    for (uint32_t i = 0; err == CL_SUCCESS && i < kernel->memory_count; i++) {
        cl_mem object;

        *index = kernel->memory_args[i];
        object = kernel->memory[*index];
        if (!object && kernel->is_set[*index] == WEFT_ARG_SET_SVM) {
            *judged |= i < 64 ? UINT64_C(1) << i : 0;
            err = is_freed(kernel, kernel->args, *index) ? CL_INVALID_ARG_VALUE : CL_SUCCESS;
        }
        if (!object)
            continue;
        if (!weft_object_try_ref(object, WEFT_OBJECT_MEMORY))
            return CL_INVALID_KERNEL_ARGS;
        memory[(*count)++] = object;
        err = look_at_memory(kernel, &info->args[*index], object);
    }
    return err;
}

cl_int
weft_kernel_snapshot(cl_kernel kernel, const struct weft_kernel_info *info, void *args, cl_mem *memory,
                     cl_uint *memory_count, uint64_t *judged, uint64_t *local_bytes)
{
    uint64_t bytes = info->local_bytes;
    uint32_t unset = 0, index = 0;
    cl_uint count = 0;
    cl_int err;

    weft_mutex_lock(&kernel->lock);
    if (kernel->unset_count) {
        while (kernel->is_set[unset])
            unset++;
        weft_mutex_unlock(&kernel->lock);
        // CL_INVALID_KERNEL_ARGS "if the kernel argument values have not been specified"
        return refuse(kernel, unset, CL_INVALID_KERNEL_ARGS, "is not set");
    }
    memcpy(args, kernel->args, info->arg_block_bytes);
    err = retain_memory(kernel, info, memory, &count, judged, &index);
    for (uint32_t i = 0; i < kernel->local_count; i++) {
        const uint32_t local = kernel->local_args[i];

        bytes = align_up(bytes);
        memcpy((unsigned char *)args + info->args[local].offset, &bytes, sizeof(bytes));
        bytes = add_saturated(bytes, kernel->local_sizes[local]);
    }
    weft_mutex_unlock(&kernel->lock);
    if (err != CL_SUCCESS) {
        while (count)
            weft_object_unref(memory[--count]);
        if (err == CL_INVALID_ARG_VALUE)
            return refuse(kernel, index, CL_INVALID_KERNEL_ARGS, "is shared virtual memory that has been freed");
        return refuse(kernel, index, err,
                      err == CL_INVALID_KERNEL_ARGS
                          ? "is a memory object that has been released"
                          : "is an image of a format that cannot be read and written at once");
    }
    *memory_count = count;
    *local_bytes = bytes;
    return CL_SUCCESS;
}

// More buffers are not compared.
#define MOST_BUFFERS 16

static const struct _cl_mem *
find_buffer(const void *data, const cl_mem *memory, cl_uint memory_count)
{
    for (cl_uint i = 0; i < memory_count; i++)
        if (!memory[i]->image && weft_memory_argument(memory[i]) == data)
            return memory[i];
    return NULL;
}

bool
weft_kernel_buffers_are_apart(const struct weft_kernel_info *info, const void *args, const cl_mem *memory,
                              cl_uint memory_count)
{
    struct {
        uintptr_t start, end;
    } ranges[MOST_BUFFERS];
    unsigned count = 0;

    for (uint32_t i = 0; i < info->arg_count; i++) {
        const struct weft_arg_info *arg = &info->args[i];
        const struct _cl_mem *buffer;
        const void *data;

        if (arg->kind != WEFT_ARG_GLOBAL && arg->kind != WEFT_ARG_CONSTANT)
            continue;
        memcpy(&data, (const unsigned char *)args + arg->offset, sizeof(data));
        if (!data)
            continue;
        buffer = find_buffer(data, memory, memory_count);
        if (!buffer || count == MOST_BUFFERS)
            return false;
        ranges[count].start = (uintptr_t)data;
        ranges[count].end = (uintptr_t)data + buffer->size;
        for (unsigned j = 0; j < count; j++)
            if (ranges[j].start < ranges[count].end && ranges[count].start < ranges[j].end)
                return false;
        count++;
    }
    return true;
}
