// SPDX-License-Identifier: Apache-2.0
// Arrays, kernels and launches for the suite's programs.
#include "bench/suite/suite.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static const size_t element_bytes[] = {[SUITE_FLOAT] = 4, [SUITE_DOUBLE] = 8, [SUITE_HALF] = 2,
                                       [SUITE_INT] = 4,   [SUITE_USHORT] = 2, [SUITE_UCHAR] = 1};

size_t
suite_size(const struct suite_run *run, size_t base, int dimensions, size_t multiple)
{
    size_t steps = (size_t)((double)base * pow(run->scale, 1.0 / dimensions) / (double)multiple + 0.5);

    return (steps ? steps : 1) * multiple;
}

int
suite_exponent(const struct suite_run *run, int base, int step)
{
    int exponent = base;

    while (exponent > 2 * step && ldexp(1, exponent) > ldexp(run->scale, base))
        exponent -= step;
    return exponent;
}

size_t
suite_round_up(size_t value, size_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

struct suite_array *
suite_array(struct suite_run *run, enum suite_type type, enum suite_use use, size_t count)
{
    struct suite_array *array = &run->arrays[run->array_count++];

    if (run->array_count > SUITE_ARRAYS)
        abort();
    *array = (struct suite_array){.type = type, .use = use, .bytes = count * element_bytes[type], .compare = count};
    array->host = aligned_alloc(4096, suite_round_up(array->bytes, 4096));
    if (!array->host) {
        fprintf(stderr, "%s: no memory for %zu bytes\n", run->program->name, array->bytes);
        exit(1);
    }
    memset(array->host, 0, array->bytes);
    return array;
}

void
suite_tolerance(struct suite_array *array, double absolute, double relative, double misses)
{
    array->absolute = absolute;
    array->relative = relative;
    array->misses = misses;
}

float
suite_random(struct suite_run *run, float low, float high)
{
    run->random = run->random * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (float)(run->random >> 40) * 0x1p-24f;
}

struct suite_array *
suite_random_array(struct suite_run *run, enum suite_use use, size_t count, float low, float high)
{
    struct suite_array *array = suite_array(run, SUITE_FLOAT, use, count);
    float *values = array->host;

    for (size_t i = 0; i < count; i++)
        values[i] = suite_random(run, low, high);
    return array;
}

struct suite_array *
suite_random_bytes(struct suite_run *run, size_t count)
{
    struct suite_array *array = suite_array(run, SUITE_UCHAR, SUITE_IN, count);
    uint8_t *bytes = array->host;

    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)suite_random(run, 0, 255.9f);
    return array;
}

cl_sampler
suite_sampler(struct suite_run *run, cl_bool normalized, cl_addressing_mode address, cl_filter_mode filter)
{
    cl_int err;
    cl_sampler sampler = clCreateSampler(run->bench.context, normalized, address, filter, &err);

    bench_check(err, "clCreateSampler");
    if (run->sampler_count == SUITE_SAMPLERS)
        abort();
    run->samplers[run->sampler_count++] = sampler;
    return sampler;
}

cl_kernel
suite_kernel(struct suite_run *run, const char *name)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(run->built, name, &err);

    bench_check(err, name);
    if (run->kernel_count == SUITE_KERNELS)
        abort();
    run->kernels[run->kernel_count++] = kernel;
    return kernel;
}

void
suite_arguments(cl_kernel kernel, const char *letters, ...)
{
    va_list list;

    va_start(list, letters);
    for (cl_uint i = 0; letters[i]; i++) {
        cl_int err = CL_INVALID_VALUE;

        if (letters[i] == 'a') {
            struct suite_array *array = va_arg(list, struct suite_array *);

            err = clSetKernelArg(kernel, i, sizeof array->memory, &array->memory);
        } else if (letters[i] == 's') {
            cl_sampler sampler = va_arg(list, cl_sampler);

            err = clSetKernelArg(kernel, i, sizeof sampler, &sampler);
        } else if (letters[i] == 'i') {
            cl_int value = va_arg(list, int);

            err = clSetKernelArg(kernel, i, sizeof value, &value);
        } else if (letters[i] == 'f') {
            cl_float value = (cl_float)va_arg(list, double);

            err = clSetKernelArg(kernel, i, sizeof value, &value);
        } else if (letters[i] == 'l') {
            err = clSetKernelArg(kernel, i, va_arg(list, size_t), NULL);
        }
        bench_check(err, "clSetKernelArg");
    }
    va_end(list);
}

void
suite_argument_int(cl_kernel kernel, cl_uint index, int value)
{
    bench_check(clSetKernelArg(kernel, index, sizeof value, &value), "clSetKernelArg");
}

static void
enqueue(struct suite_run *run, cl_kernel kernel, cl_uint dimensions, const size_t *global, const size_t *local)
{
    bench_check(clEnqueueNDRangeKernel(run->bench.queue, kernel, dimensions, NULL, global, local[0] ? local : NULL, 0,
                                       NULL, NULL),
                "clEnqueueNDRangeKernel");
}

void
suite_enqueue(struct suite_run *run, cl_kernel kernel, size_t global, size_t local)
{
    enqueue(run, kernel, 1, &global, &local);
}

void
suite_enqueue_2d(struct suite_run *run, cl_kernel kernel, size_t gx, size_t gy, size_t lx, size_t ly)
{
    enqueue(run, kernel, 2, (size_t[]){gx, gy}, (size_t[]){lx, ly});
}

void
suite_enqueue_3d(struct suite_run *run, cl_kernel kernel, size_t gx, size_t gy, size_t gz, size_t lx, size_t ly,
                 size_t lz)
{
    enqueue(run, kernel, 3, (size_t[]){gx, gy, gz}, (size_t[]){lx, ly, lz});
}
