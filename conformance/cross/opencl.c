// SPDX-License-Identifier: Apache-2.0
// As much of OpenCL as bench_suite calls, in one thread, without a compiler: for CPUs that Weft's runtime is not built
// for. A program's source is its name in the table, and each result that is read is written to standard error as a
// checksum.
#include "conformance/cross/opencl.h"
#include "bench/bench.h"

#include <string.h>

struct _cl_platform_id {
    char unused;
};
struct _cl_device_id {
    char unused;
};
struct _cl_context {
    char unused;
};
struct _cl_command_queue {
    char unused;
};
struct _cl_mem {
    unsigned char *bytes; // owned
};
struct _cl_program {
    char *source, *options; // owned
};
struct _cl_kernel {
    const struct cross_kernel *code; // borrowed from the table
    uint64_t local_sizes[CROSS_ARGUMENTS];
    unsigned char block[8 * CROSS_ARGUMENTS] __attribute__((aligned(8)));
};

// What the native forms ask of OpenMP, which they are compiled without.
int omp_get_num_threads(void);
int omp_get_thread_num(void);

static struct _cl_platform_id the_platform;
static struct _cl_device_id the_device;
static struct _cl_context the_context;
static struct _cl_command_queue the_queue;

static void *
allocate(size_t bytes)
{
    size_t whole = (bytes + 4095) & ~(size_t)4095;
    void *memory = aligned_alloc(4096, whole ? whole : 4096);

    if (!memory) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return memory;
}

int
omp_get_num_threads(void)
{
    return 1;
}

int
omp_get_thread_num(void)
{
    return 0;
}

static char *
copy_text(const char *text)
{
    return strcpy(allocate(strlen(text) + 1), text);
}

cl_int
clGetPlatformIDs(cl_uint count, cl_platform_id *platforms, cl_uint *found)
{
    (void)count, (void)found;
    *platforms = &the_platform;
    return CL_SUCCESS;
}

cl_int
clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint count, cl_device_id *devices, cl_uint *found)
{
    (void)platform, (void)type, (void)count, (void)found;
    *devices = &the_device;
    return CL_SUCCESS;
}

cl_int
clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size, void *value, size_t *size_ret)
{
    static const char extensions[] = "cl_khr_fp64 cl_khr_fp16";

    (void)device;
    if (name == CL_DEVICE_IMAGE_SUPPORT && value && size >= sizeof(cl_bool)) {
        *(cl_bool *)value = CL_FALSE;
        return CL_SUCCESS;
    }
    if (name != CL_DEVICE_EXTENSIONS || (value && size < sizeof extensions))
        return CL_INVALID_VALUE;
    if (size_ret)
        *size_ret = sizeof extensions;
    if (value)
        memcpy(value, extensions, sizeof extensions);
    return CL_SUCCESS;
}

cl_context
clCreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user_data, cl_int *err)
{
    (void)properties, (void)count, (void)devices, (void)notify, (void)user_data;
    *err = CL_SUCCESS;
    return &the_context;
}

cl_int
clReleaseContext(cl_context context)
{
    (void)context;
    return CL_SUCCESS;
}

cl_command_queue
clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties, cl_int *err)
{
    (void)context, (void)device, (void)properties;
    *err = CL_SUCCESS;
    return &the_queue;
}

// Of the suite, programs that need a queue on the device are skipped.
cl_command_queue
clCreateCommandQueueWithProperties(cl_context context, cl_device_id device, const cl_ulong *properties, cl_int *err)
{
    (void)context, (void)device, (void)properties;
    *err = CL_INVALID_QUEUE_PROPERTIES;
    return NULL;
}

cl_int
clReleaseCommandQueue(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

cl_int
clFinish(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

cl_mem
clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *err)
{
    cl_mem buffer = allocate(sizeof *buffer);

    (void)context, (void)flags, (void)host;
    buffer->bytes = allocate(size);
    *err = CL_SUCCESS;
    return buffer;
}

cl_int
clReleaseMemObject(cl_mem buffer)
{
    free(buffer->bytes);
    free(buffer);
    return CL_SUCCESS;
}

cl_int
clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                     const void *from, cl_uint wait_count, const cl_event *wait, cl_event *event)
{
    (void)queue, (void)blocking, (void)wait_count, (void)wait, (void)event;
    memcpy(buffer->bytes + offset, from, size);
    return CL_SUCCESS;
}

cl_int
clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size, void *to,
                    cl_uint wait_count, const cl_event *wait, cl_event *event)
{
    uint64_t sum = 14695981039346656037u;

    (void)queue, (void)blocking, (void)wait_count, (void)wait, (void)event;
    memcpy(to, buffer->bytes + offset, size);
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((unsigned char *)to)[i]) * 1099511628211u;
    fprintf(stderr, "result %016llx\n", (unsigned long long)sum);
    return CL_SUCCESS;
}

// There are no images.
cl_int
clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type, cl_uint count,
                           cl_image_format *formats, cl_uint *found)
{
    (void)context, (void)flags, (void)type, (void)count, (void)formats;
    *found = 0;
    return CL_SUCCESS;
}

cl_mem
clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *desc,
              void *host, cl_int *err)
{
    (void)context, (void)flags, (void)format, (void)desc, (void)host;
    *err = CL_INVALID_OPERATION;
    return NULL;
}

cl_int
clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region,
                    size_t row_pitch, size_t slice_pitch, const void *from, cl_uint wait_count, const cl_event *wait,
                    cl_event *event)
{
    (void)queue, (void)image, (void)blocking, (void)origin, (void)region, (void)row_pitch, (void)slice_pitch;
    (void)from, (void)wait_count, (void)wait, (void)event;
    return CL_INVALID_OPERATION;
}

cl_int
clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin, const size_t *region,
                   size_t row_pitch, size_t slice_pitch, void *to, cl_uint wait_count, const cl_event *wait,
                   cl_event *event)
{
    (void)queue, (void)image, (void)blocking, (void)origin, (void)region, (void)row_pitch, (void)slice_pitch;
    (void)to, (void)wait_count, (void)wait, (void)event;
    return CL_INVALID_OPERATION;
}

cl_sampler
clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter,
                cl_int *err)
{
    (void)context, (void)normalized, (void)addressing, (void)filter;
    *err = CL_INVALID_OPERATION;
    return NULL;
}

cl_int
clReleaseSampler(cl_sampler sampler)
{
    (void)sampler;
    return CL_INVALID_SAMPLER;
}

cl_program
clCreateProgramWithSource(cl_context context, cl_uint count, const char **sources, const size_t *lengths, cl_int *err)
{
    cl_program program = allocate(sizeof *program);

    (void)context, (void)count, (void)lengths;
    *program = (struct _cl_program){.source = copy_text(sources[0])};
    *err = CL_SUCCESS;
    return program;
}

cl_int
clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
               void(CL_CALLBACK *notify)(cl_program, void *), void *user_data)
{
    (void)count, (void)devices, (void)notify, (void)user_data;
    program->options = copy_text(options ? options : "");
    return CL_SUCCESS;
}

cl_int
clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info name, size_t size, void *value,
                      size_t *size_ret)
{
    (void)program, (void)device, (void)name, (void)size, (void)value, (void)size_ret;
    return CL_INVALID_VALUE;
}

cl_int
clReleaseProgram(cl_program program)
{
    free(program->source);
    free(program->options);
    free(program);
    return CL_SUCCESS;
}

cl_kernel
clCreateKernel(cl_program program, const char *name, cl_int *err)
{
    for (const struct cross_kernel *code = cross_kernels; code->name; code++) {
        cl_kernel kernel;

        if (strcmp(code->source, program->source) || strcmp(code->options, program->options) ||
            strcmp(code->name, name))
            continue;
        kernel = allocate(sizeof *kernel);
        *kernel = (struct _cl_kernel){.code = code};
        *err = CL_SUCCESS;
        return kernel;
    }
    *err = CL_INVALID_KERNEL_NAME;
    return NULL;
}

cl_int
clReleaseKernel(cl_kernel kernel)
{
    free(kernel);
    return CL_SUCCESS;
}

cl_int
clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    const struct cross_argument *argument;

    if (index >= kernel->code->argument_count)
        return CL_INVALID_ARG_INDEX;
    argument = &kernel->code->arguments[index];
    if (argument->kind == WEFT_ARG_LOCAL) {
        kernel->local_sizes[index] = size;
        return CL_SUCCESS;
    }
    if (size != argument->size || argument->offset + size > sizeof kernel->block)
        return CL_INVALID_ARG_SIZE;
    if (argument->kind == WEFT_ARG_VALUE)
        memcpy(kernel->block + argument->offset, value, size);
    else
        memcpy(kernel->block + argument->offset, &(*(const cl_mem *)value)->bytes, size);
    return CL_SUCCESS;
}

cl_int
clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                       const size_t *global, const size_t *local, cl_uint wait_count, const cl_event *wait,
                       cl_event *event)
{
    const struct cross_kernel *code = kernel->code;
    struct weft_launch launch = {kernel->block, dimensions, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}};
    struct weft_worker_memory memory;
    uint64_t items = 1, groups = 1, bytes = code->local_bytes;

    (void)queue, (void)offset, (void)wait_count, (void)wait, (void)event;
    for (cl_uint d = 0; d < dimensions; d++) {
        launch.global_size[d] = global[d];
        // Any size is good; this one leaves the last group a remainder.
        launch.local_size[d] = local ? local[d] : d == 0 ? 48 : 1;
        launch.num_groups[d] = (global[d] + launch.local_size[d] - 1) / launch.local_size[d];
        items *= launch.local_size[d];
        groups *= launch.num_groups[d];
    }
    for (uint32_t i = 0; i < code->argument_count; i++) {
        if (code->arguments[i].kind != WEFT_ARG_LOCAL)
            continue;
        bytes = (bytes + WEFT_ARENA_ALIGN - 1) & ~(uint64_t)(WEFT_ARENA_ALIGN - 1);
        memcpy(kernel->block + code->arguments[i].offset, &bytes, sizeof bytes);
        bytes += kernel->local_sizes[i];
    }
    memory.local = allocate(bytes);
    memory.context = allocate(code->context_bytes_per_item * ((items + 63) & ~UINT64_C(63)));
    code->entry(&launch, &memory, 0, groups);
    free(memory.local);
    free(memory.context);
    return CL_SUCCESS;
}
