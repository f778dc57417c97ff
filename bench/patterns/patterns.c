// SPDX-License-Identifier: Apache-2.0
// Ranges, arguments and arrays of the patterns.
#include "bench/patterns/patterns.h"

#include <stdarg.h>
#include <string.h>

enum { ARGUMENTS = 12 };

// Of the pattern that runs now: what setup() said, for bind() and launch().
static struct {
    struct {
        const struct suite_array *array; // borrowed from the run; NULL for a number
        char bytes[sizeof(cl_int)];
    } argument[ARGUMENTS];
    int arguments, rounds, round_argument;
    size_t global[3], local[3]; // 0 from the first dimension on that there is not
} now;

void
pattern_3d(struct suite_run *run, int gx, int gy, int gz, int lx, int ly, int lz)
{
    memset(&now, 0, sizeof now);
    now.rounds = 1;
    memcpy(now.global, (size_t[]){(size_t)gx, (size_t)gy, (size_t)gz}, sizeof now.global);
    memcpy(now.local, (size_t[]){(size_t)lx, (size_t)ly, (size_t)lz}, sizeof now.local);
    run->work = (double)gx * (gy ? gy : 1) * (gz ? gz : 1);
}

void
pattern_2d(struct suite_run *run, int gx, int gy, int lx, int ly)
{
    pattern_3d(run, gx, gy, 0, lx, ly, 0);
}

void
pattern_1d(struct suite_run *run, int gx, int lx)
{
    pattern_3d(run, gx, 0, 0, lx, 0, 0);
}

void
pattern_arguments(struct suite_run *run, const char *letters, ...)
{
    va_list list;
    int array = 0;

    va_start(list, letters);
    for (; *letters; letters++) {
        int i = now.arguments++;

        if (i == ARGUMENTS)
            abort();
        if (*letters == 'a')
            now.argument[i].array = &run->arrays[array++];
        else if (*letters == 'f')
            memcpy(now.argument[i].bytes, &(cl_float){(cl_float)va_arg(list, double)}, sizeof(cl_float));
        else
            memcpy(now.argument[i].bytes, &(cl_int){va_arg(list, int)}, sizeof(cl_int));
    }
    va_end(list);
}

void
pattern_rounds(struct suite_run *run, int index, int count)
{
    now.rounds = count;
    now.round_argument = index;
    run->work *= count;
}

void
pattern_bind(struct suite_run *run)
{
    cl_kernel kernel = suite_kernel(run, run->program->name);

    for (int i = 0; i < now.arguments; i++) {
        const struct suite_array *array = now.argument[i].array;

        bench_check(clSetKernelArg(kernel, (cl_uint)i, array ? sizeof array->memory : sizeof now.argument[i].bytes,
                                   array ? (const void *)&array->memory : now.argument[i].bytes),
                    "clSetKernelArg");
    }
}

void
pattern_launch(struct suite_run *run)
{
    const size_t *g = now.global, *l = now.local;
    cl_kernel kernel = run->kernels[0];

    for (int round = 0; round < now.rounds; round++) {
        if (now.rounds > 1)
            suite_argument_int(kernel, (cl_uint)now.round_argument, round);
        if (g[2])
            suite_enqueue_3d(run, kernel, g[0], g[1], g[2], l[0], l[1], l[2]);
        else if (g[1])
            suite_enqueue_2d(run, kernel, g[0], g[1], l[0], l[1]);
        else
            suite_enqueue(run, kernel, g[0], l[0]);
    }
}

int
pattern_size(const struct suite_run *run, int base, int dimensions, int multiple)
{
    return (int)suite_size(run, (size_t)base, dimensions, (size_t)multiple);
}

void *
pattern_host(const struct suite_run *run, int index)
{
    return run->arrays[index].host;
}

int
pattern_elements(const struct suite_run *run, int index)
{
    return (int)run->arrays[index].compare;
}

static int
compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

void
pattern_sort(int *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_ints);
}

struct suite_array *
pattern_in_floats(struct suite_run *run, size_t count, float low, float high)
{
    return suite_random_array(run, SUITE_IN, count, low, high);
}

struct suite_array *
pattern_in_ints(struct suite_run *run, size_t count, int low, int high)
{
    struct suite_array *array = suite_array(run, SUITE_INT, SUITE_IN, count);
    int *values = array->host;

    for (size_t i = 0; i < count; i++)
        values[i] = least((int)suite_random(run, 0, (float)(high - low)), high - low - 1) + low;
    return array;
}

struct suite_array *
pattern_in_words(struct suite_run *run, size_t count)
{
    struct suite_array *array = suite_array(run, SUITE_INT, SUITE_IN, count);
    uint32_t *values = array->host;

    for (size_t i = 0; i < count; i++) {
        suite_random(run, 0, 1);
        values[i] = (uint32_t)(run->random >> 32);
    }
    return array;
}

struct suite_array *
pattern_in_bytes(struct suite_run *run, size_t count)
{
    return suite_random_bytes(run, count);
}

struct suite_array *
pattern_out_floats(struct suite_run *run, size_t count, double absolute, double relative)
{
    struct suite_array *array = suite_array(run, SUITE_FLOAT, SUITE_OUT, count);

    suite_tolerance(array, absolute, relative, 0);
    return array;
}

struct suite_array *
pattern_inout_floats(struct suite_run *run, size_t count, float low, float high, double absolute)
{
    struct suite_array *array = suite_random_array(run, SUITE_INOUT, count, low, high);

    suite_tolerance(array, absolute, 0, 0);
    return array;
}

struct suite_array *
pattern_out_ints(struct suite_run *run, size_t count)
{
    return suite_array(run, SUITE_INT, SUITE_OUT, count);
}

struct suite_array *
pattern_out_bytes(struct suite_run *run, size_t count)
{
    return suite_array(run, SUITE_UCHAR, SUITE_OUT, count);
}

struct suite_array *
pattern_updated(struct suite_array *array)
{
    array->use = SUITE_INOUT;
    return array;
}
