// SPDX-License-Identifier: Apache-2.0
// What heeding a remark is worth: bench_remarks [--quick] [PAIR...]. Each pair is a file in remarks/ with two kernels
// of the same arguments and results: the compiler has a remark about the cause in `slow`, and `fast` is without it.
// Prints for each a line "pair ns ns ratio": what a work-item took, the medians of turns, and the median of the turns'
// ratios. Exits with 1 when results differ or a call fails. --quick: one launch of each, and nothing is measured.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "bench/bench.h"

enum { TURNS = 15, LARGEST_SOURCE = 4096 };
static const double turn_seconds = 0.01; // at least

enum type { FLOAT, UINT, ULONG, UCHAR };
static const size_t type_bytes[] = {4, 4, 8, 1};

// The second argument, where there is one: one element a work-item, but for VALUES.
enum other {
    NONE,
    VALUES, // `row` floats a work-item
    FIRSTS, // the first of each work-item's elements of the first argument
    SORTED, // indexes of work-items in the order of their elements of the first argument
};

// The arguments are the input, the other one, the output, and `row` unless it is 0.
struct pair {
    const char *name;
    enum type type;      // of the input's elements
    size_t items, local; // work-items, in one dimension; local 0: NULL
    size_t in_count;     // elements a work-item
    size_t out_count;    // elements in all
    enum type out_type;
    enum other other;
    cl_int row;
    double least, most; // what the input's elements are from and below
    double tolerance;   // of floats, as a part of the value
};

enum { MANY = 1 << 20, SOME = 1 << 16, MID = 1 << 14, FEW = 1 << 12 };

// clang-format off
static const struct pair pairs[] = {
    // name      type   items local in   out          out_type other   row  least   most          tolerance
    {"gather",   FLOAT, MANY,    0,  1, MANY,         FLOAT,   NONE,     0, -1,     1,            0},
    {"scatter",  FLOAT, MANY,    0,  1, MANY,         FLOAT,   NONE,     0, -1,     1,            0},
    {"stride",   FLOAT, SOME,    0, 16, SOME,         FLOAT,   FIRSTS,   0, -1,     1,            0},
    {"wrap",     FLOAT, SOME,    0,  1, SOME,         FLOAT,   NONE,  SOME, -1,     1,            1e-5},
    {"rows",     FLOAT, FEW,     0, 64, 64 * FEW,     FLOAT,   NONE,    64,  0,     1,            1e-5},
    {"restrict", FLOAT, MID,     0,  1, MID,          FLOAT,   VALUES,  16, -1,     1,            0},
    {"branch",   FLOAT, SOME,    0,  1, SOME,         FLOAT,   NONE,     0, -4,     4,            1e-6},
    {"loop",     UINT,  SOME,    0,  1, SOME,         UINT,    SORTED,   0,  0,     256,          0},
    {"table",    UINT,  SOME,    0,  1, SOME,         UINT,    NONE,     0,  0,     4294967295.0, 0},
    {"lock",     UINT,  FEW,     0,  1, 2,            UINT,    NONE,     0,  0,     4294967295.0, 0},
    {"atomic",   UCHAR, MANY,  256,  1, 256,          UINT,    NONE,     0,  0,     256,          0},
    {"division", ULONG, SOME,    0,  1, SOME,         ULONG,   NONE, 12345,  0,     4294967295.0, 0},
    {"private",  UINT,  64,      0,  1, 64,           UINT,    NONE,     0,  0,     4294967295.0, 0},
};
// clang-format on

static void
check(const struct pair *pair, cl_int err, const char *what)
{
    if (err == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: %s: error %d\n", pair->name, what, err);
    exit(1);
}

static void *
allocate(size_t bytes)
{
    void *memory = calloc(1, bytes);

    if (!memory) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return memory;
}

static uint64_t
hash(uint64_t x)
{
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

static void
fill(void *memory, enum type type, size_t count, double least, double most)
{
    for (size_t i = 0; i < count; i++) {
        double v = least + (most - least) * (double)(hash(i) >> 11) * 0x1p-53;

        switch (type) {
        case FLOAT:
            ((float *)memory)[i] = (float)v;
            break;
        case UINT:
            ((uint32_t *)memory)[i] = (uint32_t)v;
            break;
        case ULONG:
            ((uint64_t *)memory)[i] = (uint64_t)v;
            break;
        case UCHAR:
            ((uint8_t *)memory)[i] = (uint8_t)v;
            break;
        }
    }
}

static const uint32_t *sorted_by; // what by_element looks at

static int
by_element(const void *a, const void *b)
{
    uint32_t x = sorted_by[*(const uint32_t *)a], y = sorted_by[*(const uint32_t *)b];

    return (x > y) - (x < y);
}

static size_t
other_bytes(const struct pair *pair)
{
    return 4 * pair->items * (pair->other == VALUES ? (size_t)pair->row : 1);
}

// Four bytes an element, whatever it is.
static void
fill_other(const struct pair *pair, const void *in, uint32_t *other)
{
    if (pair->other == VALUES)
        fill(other, FLOAT, pair->items * (size_t)pair->row, -1, 1);
    for (uint32_t i = 0; i < pair->items; i++) {
        if (pair->other == FIRSTS)
            other[i] = ((const uint32_t *)in)[i * pair->in_count];
        else if (pair->other == SORTED)
            other[i] = i;
    }
    sorted_by = in;
    if (pair->other == SORTED)
        qsort(other, pair->items, sizeof *other, by_element);
}

static cl_mem
make_buffer(const struct bench *self, const struct pair *pair, size_t bytes, void *content)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(self->context, content ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE,
                                   bytes, content, &err);

    check(pair, err, "clCreateBuffer");
    return buffer;
}

static cl_program
build(const struct bench *self, const struct pair *pair, const char *source)
{
    static char log[1 << 14];
    cl_int err;
    cl_program program = clCreateProgramWithSource(self->context, 1, &source, NULL, &err);

    check(pair, err, "clCreateProgramWithSource");
    err = clBuildProgram(program, 1, &self->device, "", NULL, NULL);
    if (err != CL_SUCCESS &&
        clGetProgramBuildInfo(program, self->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL) == CL_SUCCESS)
        fputs(log, stderr);
    check(pair, err, "clBuildProgram");
    return program;
}

static void
set_arguments(const struct pair *pair, cl_kernel kernel, cl_mem in, cl_mem other, cl_mem out)
{
    cl_uint index = 0;

    check(pair, clSetKernelArg(kernel, index++, sizeof in, &in), "clSetKernelArg");
    if (other)
        check(pair, clSetKernelArg(kernel, index++, sizeof other, &other), "clSetKernelArg");
    check(pair, clSetKernelArg(kernel, index++, sizeof out, &out), "clSetKernelArg");
    if (pair->row)
        check(pair, clSetKernelArg(kernel, index, sizeof pair->row, &pair->row), "clSetKernelArg");
}

static void
read_source(const struct pair *pair, char source[LARGEST_SOURCE])
{
    char path[4096];
    FILE *file;
    size_t size;

    snprintf(path, sizeof path, "%s/%s.cl", WEFT_REMARKS_KERNELS, pair->name);
    file = fopen(path, "r");
    size = file ? fread(source, 1, LARGEST_SOURCE, file) : 0;
    if (!size || size == LARGEST_SOURCE) {
        fprintf(stderr, "%s: cannot be read, or has more than %d bytes\n", path, LARGEST_SOURCE - 1);
        exit(1);
    }
    source[size] = 0;
    fclose(file);
}

// Seconds of so many launches.
static double
run(const struct bench *self, const struct pair *pair, cl_kernel kernel, int launches)
{
    double start = bench_seconds();

    for (int i = 0; i < launches; i++)
        check(pair,
              clEnqueueNDRangeKernel(self->queue, kernel, 1, NULL, &pair->items, pair->local ? &pair->local : NULL, 0,
                                     NULL, NULL),
              "clEnqueueNDRangeKernel");
    check(pair, clFinish(self->queue), "clFinish");
    return bench_seconds() - start;
}

// What one launch makes of an output of zeros.
static void
get_result(const struct bench *self, const struct pair *pair, cl_kernel kernel, cl_mem out, void *result)
{
    const size_t bytes = pair->out_count * type_bytes[pair->out_type];
    const cl_uchar zero = 0;

    check(pair, clEnqueueFillBuffer(self->queue, out, &zero, 1, 0, bytes, 0, NULL, NULL), "clEnqueueFillBuffer");
    run(self, pair, kernel, 1);
    check(pair, clEnqueueReadBuffer(self->queue, out, CL_TRUE, 0, bytes, result, 0, NULL, NULL), "clEnqueueReadBuffer");
}

static double
element(const void *memory, enum type type, size_t i)
{
    switch (type) {
    case FLOAT:
        return (double)((const float *)memory)[i];
    case UINT:
        return ((const uint32_t *)memory)[i];
    case ULONG:
        return (double)((const uint64_t *)memory)[i];
    case UCHAR:
        break;
    }
    return ((const uint8_t *)memory)[i];
}

static bool
is_same(const struct pair *pair, const void *slow, const void *fast)
{
    const size_t bytes = type_bytes[pair->out_type];

    for (size_t i = 0; i < pair->out_count; i++) {
        double x = element(slow, pair->out_type, i), y = element(fast, pair->out_type, i);

        if (memcmp((const char *)slow + i * bytes, (const char *)fast + i * bytes, bytes) == 0 ||
            (pair->out_type == FLOAT && fabs(x - y) <= pair->tolerance * fabs(x)))
            continue;
        fprintf(stderr, "%s: element %zu of %zu is %.9g of slow and %.9g of fast\n", pair->name, i, pair->out_count, x,
                y);
        return false;
    }
    return true;
}

static int
compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double
median(double values[TURNS])
{
    qsort(values, TURNS, sizeof values[0], compare);
    return values[TURNS / 2];
}

static void
measure(const struct bench *self, const struct pair *pair, cl_kernel kernels[2])
{
    double times[2][TURNS], ratios[TURNS];
    int launches[2] = {1, 1};

    for (int k = 0; k < 2; k++)
        while (run(self, pair, kernels[k], launches[k]) < turn_seconds)
            launches[k] *= 2;
    for (int turn = 0; turn < TURNS; turn++) {
        for (int k = 0; k < 2; k++)
            times[k][turn] = 1e9 * run(self, pair, kernels[k], launches[k]) / launches[k] / (double)pair->items;
        ratios[turn] = times[0][turn] / times[1][turn];
    }
    printf("%-10s %12.3f %12.3f %10.2f\n", pair->name, median(times[0]), median(times[1]), median(ratios));
    fflush(stdout);
}

static bool
run_pair(struct bench *self, const struct pair *pair, bool is_quick)
{
    static const char *const names[2] = {"slow", "fast"};
    const size_t in_bytes = pair->items * pair->in_count * type_bytes[pair->type];
    const size_t out_bytes = pair->out_count * type_bytes[pair->out_type];
    char source[LARGEST_SOURCE];
    void *in = allocate(in_bytes), *other = allocate(other_bytes(pair)), *results[2];
    cl_mem buffers[3];
    cl_program program;
    cl_kernel kernels[2];
    cl_int err;
    bool is_right;

    read_source(pair, source);
    program = build(self, pair, source);
    fill(in, pair->type, pair->items * pair->in_count, pair->least, pair->most);
    fill_other(pair, in, other);
    buffers[0] = make_buffer(self, pair, in_bytes, in);
    buffers[1] = pair->other ? make_buffer(self, pair, other_bytes(pair), other) : NULL;
    buffers[2] = make_buffer(self, pair, out_bytes, NULL);
    for (int k = 0; k < 2; k++) {
        kernels[k] = clCreateKernel(program, names[k], &err);
        check(pair, err, "clCreateKernel");
        set_arguments(pair, kernels[k], buffers[0], buffers[1], buffers[2]);
        results[k] = allocate(out_bytes);
        get_result(self, pair, kernels[k], buffers[2], results[k]);
    }
    is_right = is_same(pair, results[0], results[1]);
    if (is_right && !is_quick)
        measure(self, pair, kernels);
    for (int k = 0; k < 2; k++) {
        clReleaseKernel(kernels[k]);
        free(results[k]);
    }
    for (int b = 0; b < 3; b++)
        if (buffers[b])
            clReleaseMemObject(buffers[b]);
    clReleaseProgram(program);
    free(other);
    free(in);
    return is_right;
}

int
main(int argc, char **argv)
{
    const bool is_quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
    const int first = is_quick ? 2 : 1;
    bool is_right = true;
    int found = 0;
    struct bench self;

    // The forms that the remarks are about, unless something else is asked for.
    setenv("WEFT_SPECIALIZE", "0", 0);
    setenv("WEFT_TUNE", "0", 0);
    self = bench_begin();
    if (!is_quick)
        printf("%-10s %12s %12s %10s\n", "pair", "slow, ns", "fast, ns", "slow/fast");
    for (size_t p = 0; p < sizeof pairs / sizeof pairs[0]; p++) {
        bool is_wanted = first == argc;

        for (int i = first; i < argc; i++)
            is_wanted |= strcmp(argv[i], pairs[p].name) == 0;
        if (!is_wanted)
            continue;
        found++;
        is_right &= run_pair(&self, &pairs[p], is_quick);
    }
    bench_end(&self);
    if (!found)
        fprintf(stderr, "no pair has such a name; bench_remarks [--quick] [PAIR...]\n");
    return !is_right || !found;
}
