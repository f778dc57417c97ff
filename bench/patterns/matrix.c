// SPDX-License-Identifier: Apache-2.0
// Patterns of matrices: walks along rows and down columns, products, recurrences, transposes.
#include "bench/patterns/patterns.h"

static int n, step;

// variant: the size of a group.
static void
walk_buffers(struct suite_run *run)
{
    n = pattern_size(run, 2048, 2, 64);
    pattern_in_floats(run, (size_t)n * n, -1, 1);
    pattern_in_floats(run, n, -1, 1);
    pattern_inout_floats(run, n, -1, 1, 1e-3);
    pattern_1d(run, n, run->program->variant);
}

static void
walk_setup(struct suite_run *run)
{
    walk_buffers(run);
    pattern_arguments(run, "aaai", n);
}

static void
blocks_setup(struct suite_run *run)
{
    walk_buffers(run);
    pattern_arguments(run, "aaaii", n, 0);
}

// y += a x, or, transposed, a' x
static void
walk(struct suite_run *run, int row_stride, int column_stride)
{
    const float *a = pattern_host(run, 0), *x = pattern_host(run, 1);
    float *y = pattern_host(run, 2);

    for (int i = 0; i < n; i++) {
        double sum = y[i];

        for (int j = 0; j < n; j++)
            sum += (double)a[i * row_stride + j * column_stride] * x[j];
        y[i] = (float)sum;
    }
}

static void
rows_reference(struct suite_run *run)
{
    walk(run, n, 1);
}

static void
columns_reference(struct suite_run *run)
{
    walk(run, 1, n);
}

static void
strided_setup(struct suite_run *run)
{
    n = pattern_size(run, 4 << 20, 1, 1);
    pattern_in_floats(run, n, 0, 1);
    pattern_out_floats(run, 4096, 1e-2, 0);
    pattern_1d(run, 4096, 256);
    pattern_arguments(run, "aai", n);
}

static void
strided_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        out[i % 4096] += in[i];
}

// variant: the group's width and height.
static void
gemm_setup(struct suite_run *run)
{
    n = pattern_size(run, 384, 3, 32);
    pattern_in_floats(run, (size_t)n * n, -1, 1);
    pattern_in_floats(run, (size_t)n * n, -1, 1);
    pattern_out_floats(run, (size_t)n * n, 1e-3, 0);
    pattern_2d(run, n, n, run->program->variant / 100, run->program->variant % 100);
    pattern_arguments(run, "aaai", n);
}

static void
gemm_reference(struct suite_run *run)
{
    const float *a = pattern_host(run, 0), *b = pattern_host(run, 1);
    float *c = pattern_host(run, 2);

    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void
syrk_setup(struct suite_run *run)
{
    n = pattern_size(run, 320, 3, 32);
    pattern_in_floats(run, (size_t)n * n, -1, 1);
    pattern_inout_floats(run, (size_t)n * n, -1, 1, 1e-3);
    pattern_2d(run, n, n, 32, 8);
    pattern_arguments(run, "aaffi", 1.5, 0.5, n);
}

static void
syrk_reference(struct suite_run *run)
{
    const float *a = pattern_host(run, 0);
    float *c = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;

            for (int k = 0; k < n; k++)
                sum += (double)a[i * n + k] * a[j * n + k];
            c[i * n + j] = (float)(0.5 * c[i * n + j] + 1.5 * sum);
        }
}

static void
gramschmidt_setup(struct suite_run *run)
{
    n = pattern_size(run, 2048, 2, 32);
    step = n / 8;
    pattern_inout_floats(run, (size_t)n * n, -1, 1, 1e-4);
    pattern_in_floats(run, (size_t)n * n, -0.05f, 0.05f);
    pattern_out_floats(run, n, 1e-4, 0);
    pattern_1d(run, (int)suite_round_up(n - step - 1, 64), 64);
    pattern_arguments(run, "aaaii", n, step);
}

static void
gramschmidt_reference(struct suite_run *run)
{
    float *a = pattern_host(run, 0), *r = pattern_host(run, 2);
    const float *q = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        for (int j = step + 1; j < n; j++)
            r[j] += q[i * n + step] * a[i * n + j];
    for (int i = 0; i < n; i++)
        for (int j = step + 1; j < n; j++)
            a[i * n + j] -= q[i * n + step] * r[j];
}

static void
adi_setup(struct suite_run *run)
{
    n = pattern_size(run, 1024, 2, 64);
    pattern_inout_floats(run, (size_t)n * n, -1, 1, 1e-5);
    pattern_in_floats(run, (size_t)n * n, 0, 0.5f);
    pattern_in_floats(run, (size_t)n * n, 1, 2);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaai", n);
}

// Each element from the one `back` before it, in the order of memory.
static void
adi(struct suite_run *run, int back, bool along_rows)
{
    float *x = pattern_host(run, 0);
    const float *a = pattern_host(run, 1), *b = pattern_host(run, 2);

    for (int i = back; i < n * n; i++)
        if (!along_rows || i % n)
            x[i] -= x[i - back] * a[i] / b[i];
}

static void
adi_rows_reference(struct suite_run *run)
{
    adi(run, 1, true);
}

static void
adi_columns_reference(struct suite_run *run)
{
    adi(run, n, false);
}

static void
gauss_setup(struct suite_run *run)
{
    int rest;

    n = pattern_size(run, 3072, 2, 16);
    step = n / 4;
    rest = (int)suite_round_up(n - step, 16);
    pattern_inout_floats(run, (size_t)n * n, -1, 1, 1e-6);
    pattern_in_floats(run, n, -1, 1);
    pattern_2d(run, rest, rest, 16, 16);
    pattern_arguments(run, "aaii", n, step);
}

static void
gauss_reference(struct suite_run *run)
{
    float *a = pattern_host(run, 0);
    const float *m = pattern_host(run, 1);

    for (int i = step + 1; i < n; i++)
        for (int j = step; j < n; j++)
            a[i * n + j] -= m[i] * a[step * n + j];
}

static void
lu_setup(struct suite_run *run)
{
    float *blocks;

    n = pattern_size(run, 2048, 1, 4);
    blocks = pattern_inout_floats(run, (size_t)n * 256, -1, 1, 1e-4)->host;
    for (int i = 0; i < n * 16; i++)
        blocks[i * 16 + i % 16] += 16;
    pattern_1d(run, n * 16, 16);
    pattern_arguments(run, "a");
}

// Step by step, each of which updates all that is left.
static void
lu_reference(struct suite_run *run)
{
    for (int block = 0; block < n; block++) {
        float *a = (float *)pattern_host(run, 0) + block * 256;

        for (int k = 0; k < 16; k++)
            for (int i = k + 1; i < 16; i++) {
                a[i * 16 + k] /= a[k * 16 + k];
                for (int j = k + 1; j < 16; j++)
                    a[i * 16 + j] -= a[i * 16 + k] * a[k * 16 + j];
            }
    }
}

static void
transpose_setup(struct suite_run *run)
{
    n = pattern_size(run, 1536, 2, 16);
    pattern_in_floats(run, (size_t)n * n, -1, 1);
    pattern_out_floats(run, (size_t)n * n, 0, 0);
    pattern_2d(run, n, n, 16, 16);
    pattern_arguments(run, "aaii", n, n);
}

static void
transpose_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] = in[j * n + i];
}

const struct suite_program patterns_matrix[] = {PATTERN(row_walk, walk_setup, rows_reference, .variant = 64),
                                                PATTERN(row_walk_unsigned, walk_setup, rows_reference, .variant = 64),
                                                PATTERN(column_walk, walk_setup, columns_reference, .variant = 64),
                                                PATTERN(strided_walk, strided_setup, strided_reference),
                                                PATTERN(mat_vec, walk_setup, rows_reference),
                                                PATTERN(mat_vec_transposed, walk_setup, columns_reference),
                                                PATTERN(gemv_blocks, blocks_setup, columns_reference, .variant = 64),
                                                PATTERN(gemm_columns, gemm_setup, gemm_reference, .variant = 3208),
                                                PATTERN(gemm_rows, gemm_setup, gemm_reference, .variant = 1616),
                                                PATTERN(gemm_tile, gemm_setup, gemm_reference, .variant = 1616),
                                                PATTERN(gemm_stepped, gemm_setup, gemm_reference, .variant = 1616),
                                                PATTERN(syrk, syrk_setup, syrk_reference),
                                                PATTERN(gramschmidt, gramschmidt_setup, gramschmidt_reference),
                                                PATTERN(adi_rows, adi_setup, adi_rows_reference),
                                                PATTERN(adi_columns, adi_setup, adi_columns_reference),
                                                PATTERN(gauss_step, gauss_setup, gauss_reference),
                                                PATTERN(lu_diagonal, lu_setup, lu_reference),
                                                PATTERN(transpose_naive, transpose_setup, transpose_reference),
                                                PATTERN(transpose_tiled, transpose_setup, transpose_reference),
                                                {0}};
