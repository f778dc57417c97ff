// SPDX-License-Identifier: Apache-2.0
// Triad, saxpy, sums of vectors and a sparse matrix times a vector: limited by memory.
#include "bench/suite/native/native.h"
#include "bench/suite/suite.h"

static struct suite_array *x, *y, *z, *row_start, *column, *value;
static size_t count;

static void
triad_setup(struct suite_run *run)
{
    count = suite_size(run, (size_t)16 << 20, 1, 1024);
    x = suite_array(run, SUITE_FLOAT, SUITE_OUT, count);
    y = suite_random_array(run, SUITE_IN, count, 0, 1);
    z = suite_random_array(run, SUITE_IN, count, 0, 1);
    suite_tolerance(x, 1e-6, 0, 0); // may be contracted
    run->work = 12.0 * (double)count;
}

static void
triad_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "triad"), "aaaf", x, y, z, 0.5);
}

static void
triad_launch(struct suite_run *run)
{
    suite_enqueue(run, run->kernels[0], count, 0);
}

static void
triad_native(struct suite_run *run)
{
    (void)run;
    native_triad(count, x->host, y->host, z->host, 0.5f);
}

static void
saxpy_setup(struct suite_run *run)
{
    count = suite_size(run, (size_t)16 << 20, 1, 1024);
    x = suite_random_array(run, SUITE_IN, count, 0, 1);
    y = suite_random_array(run, SUITE_INOUT, count, 0, 1);
    suite_tolerance(y, 1e-6, 0, 0);
    run->work = 12.0 * (double)count;
}

static void
saxpy_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "saxpy"), "ifaa", (int)count, 0.5, x, y);
}

static void
saxpy_launch(struct suite_run *run)
{
    suite_enqueue(run, run->kernels[0], suite_round_up(count, 256), 256);
}

static void
saxpy_native(struct suite_run *run)
{
    (void)run;
    native_saxpy(count, 0.5f, x->host, y->host);
}

enum { READ_GROUP = 256 };

// A program's variant: the elements of its vectors.
static void
read_setup(struct suite_run *run)
{
    size_t width = (size_t)run->program->variant;

    count = suite_size(run, ((size_t)32 << 20) / width / NATIVE_READS, 1, READ_GROUP);
    x = suite_random_array(run, SUITE_IN, count * NATIVE_READS * width, 0, 1);
    y = suite_array(run, SUITE_FLOAT, SUITE_OUT, count);
    suite_tolerance(y, 1e-4, 1e-5, 0);
    run->work = 4.0 * (double)(count * NATIVE_READS * width + count);
}

static void
read_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "read_all"), "aa", x, y);
}

static void
read_launch(struct suite_run *run)
{
    suite_enqueue(run, run->kernels[0], count, READ_GROUP);
}

static void
read_native(struct suite_run *run)
{
    native_read(count / READ_GROUP, READ_GROUP, (size_t)run->program->variant, x->host, y->host);
}

// 1 to 31 values a row, anywhere in it.
static void
spmv_setup(struct suite_run *run)
{
    int *start, *index, filled = 0;

    count = suite_size(run, 200000, 1, 1);
    run->repeats = 2;
    row_start = suite_array(run, SUITE_INT, SUITE_IN, count + 1);
    start = row_start->host;
    for (size_t i = 0; i < count; i++)
        start[i + 1] = start[i] + 1 + (int)suite_random(run, 0, 31);
    filled = start[count];
    column = suite_array(run, SUITE_INT, SUITE_IN, (size_t)filled);
    index = column->host;
    for (int i = 0; i < filled; i++) {
        index[i] = (int)suite_random(run, 0, (float)count);
        if ((size_t)index[i] >= count)
            index[i] = (int)count - 1;
    }
    value = suite_random_array(run, SUITE_IN, (size_t)filled, -1, 1);
    x = suite_random_array(run, SUITE_IN, count, -1, 1);
    y = suite_array(run, SUITE_FLOAT, SUITE_OUT, count);
    suite_tolerance(y, 1e-5, 1e-5, 0);
    run->work = 2.0 * filled;
}

static void
spmv_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "spmv"), "aaaaai", row_start, column, value, x, y, (int)count);
}

static void
spmv_launch(struct suite_run *run)
{
    suite_enqueue(run, run->kernels[0], suite_round_up(count, 64), 64);
}

static void
spmv_native(struct suite_run *run)
{
    (void)run;
    native_spmv((int)count, row_start->host, column->host, value->host, x->host, y->host);
}

_Static_assert(NATIVE_READS == 16, "READ's option says how many");
#define READ(elements, type, total)                                                                                    \
    {.name = "read_" #type,                                                                                            \
     .group = "bandwidth",                                                                                             \
     .unit = "GB/s",                                                                                                   \
     .source = "read.cl",                                                                                              \
     .options = "-DREADS=16 -DTYPE=" #type " -DTOTAL(v)=" total,                                                       \
     .variant = (elements),                                                                                            \
     .setup = read_setup,                                                                                              \
     .bind = read_bind,                                                                                                \
     .launch = read_launch,                                                                                            \
     .native = read_native}
#define TOTAL4(v) v ".s0+" v ".s1+" v ".s2+" v ".s3"
#define TOTAL8(v) TOTAL4(v) "+" v ".s4+" v ".s5+" v ".s6+" v ".s7"

const struct suite_program suite_linear[] = {READ(1, float, "(v)"),
                                             READ(2, float2, "(v.s0+v.s1)"),
                                             READ(4, float4, "(" TOTAL4("v") ")"),
                                             READ(8, float8, "(" TOTAL8("v") ")"),
                                             READ(16, float16, "(" TOTAL8("v.lo") "+" TOTAL8("v.hi") ")"),
                                             {.name = "triad",
                                              .group = "suite",
                                              .unit = "GB/s",
                                              .source = "triad.cl",
                                              .setup = triad_setup,
                                              .bind = triad_bind,
                                              .launch = triad_launch,
                                              .native = triad_native},
                                             {.name = "saxpy",
                                              .group = "suite",
                                              .unit = "GB/s",
                                              .source = "saxpy.cl",
                                              .setup = saxpy_setup,
                                              .bind = saxpy_bind,
                                              .launch = saxpy_launch,
                                              .native = saxpy_native},
                                             {.name = "spmv",
                                              .group = "suite",
                                              .unit = "GFLOP/s",
                                              .source = "spmv.cl",
                                              .setup = spmv_setup,
                                              .bind = spmv_bind,
                                              .launch = spmv_launch,
                                              .native = spmv_native},
                                             {0}};
