// SPDX-License-Identifier: Apache-2.0
// Patterns of launches: shapes of groups, which id is the row, indexes computed from ids. Most have the same result.
#include "bench/patterns/patterns.h"

#define GROUP(lx, ly) .variant = (lx) * 1000 + (ly)

static int width, height, mask;

static void
plane(struct suite_run *run, int w, int h)
{
    width = w;
    height = h;
    pattern_in_floats(run, (size_t)w * h, -1, 1);
    pattern_out_floats(run, (size_t)w * h, 0, 0);
}

static void
plane_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int i = 0; i < pattern_elements(run, 1); i++)
        out[i] = 2 * in[i] + 1;
}

static void
column_setup(struct suite_run *run)
{
    int n = pattern_size(run, 2048, 2, 256);

    plane(run, n, n);
    pattern_2d(run, width, height, run->program->variant / 1000, run->program->variant % 1000);
    pattern_arguments(run, "aai", width);
}

static void
row_setup(struct suite_run *run)
{
    column_setup(run);
    pattern_2d(run, height, width, run->program->variant / 1000, run->program->variant % 1000);
    pattern_arguments(run, "aai", width);
}

static void
column_bounded_setup(struct suite_run *run)
{
    int n = pattern_size(run, 2048, 2, 32);

    plane(run, n - 5, n - 3);
    pattern_2d(run, n, n, run->program->variant / 1000, run->program->variant % 1000);
    pattern_arguments(run, "aaii", width, height);
}

static void
cubes_setup(struct suite_run *run)
{
    int n = pattern_size(run, 160, 3, 4);

    plane(run, n, n * n);
    pattern_3d(run, n, n, n, 4, 4, 4);
    pattern_arguments(run, "aa");
}

static void
single_setup(struct suite_run *run)
{
    int n = pattern_size(run, 2048, 2, 64);

    plane(run, n, n);
    pattern_2d(run, n / 64, n, 1, 1);
    pattern_arguments(run, "aa");
}

static void
divided_setup(struct suite_run *run)
{
    int n = pattern_size(run, 2048, 2, 16);

    plane(run, n - 1, n); // a range that is a multiple of no power of two but 16
    pattern_1d(run, width * height, 0);
    pattern_arguments(run, "aai", width);
}

static void
divided_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[y * width + x] = in[(y + 1) * width - 1 - x];
}

static void
wrap_setup(struct suite_run *run)
{
    int n = 1 << suite_exponent(run, 20, 1);

    mask = n - 1;
    pattern_in_floats(run, (size_t)n * 3 + 7, -1, 1);
    pattern_out_floats(run, n, 0, 0);
    pattern_1d(run, n, n < 256 ? n : 256);
    pattern_arguments(run, "aaiiii", 0x10001, mask, 3, 7);
}

static void
wrap_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (uint32_t i = 0; i <= (uint32_t)mask; i++)
        out[i] = in[(i * 0x10001u + 12345) & (uint32_t)mask] + in[i * 3 + 7];
}

const struct suite_program patterns_ranges[] = {
    PATTERN(range_nx1, column_setup, plane_reference, GROUP(64, 1)),
    PATTERN(range_nx1_row, row_setup, plane_reference, GROUP(64, 1)),
    PATTERN(range_1xn, column_setup, plane_reference, GROUP(1, 64)),
    PATTERN(range_1xn_row, row_setup, plane_reference, GROUP(1, 64)),
    PATTERN(range_8x32, column_bounded_setup, plane_reference, GROUP(8, 32)),
    PATTERN(range_32x8_row, column_bounded_setup, plane_reference, GROUP(32, 8)),
    PATTERN(range_4x4x4, cubes_setup, plane_reference),
    PATTERN(range_1x1, single_setup, plane_reference),
    PATTERN(range_256x1, column_setup, plane_reference, GROUP(256, 1)),
    PATTERN(range_unset, column_setup, plane_reference),
    PATTERN(index_divided, divided_setup, divided_reference),
    PATTERN(index_wrap, wrap_setup, wrap_reference),
    {0}};
