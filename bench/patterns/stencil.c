// SPDX-License-Identifier: Apache-2.0
// Patterns of grids: stencils with and without checks, fields updated in place, rows and diagonals with barriers.
#include <math.h>

#include "bench/patterns/patterns.h"

static int width, height, depth;

static void
square(struct suite_run *run, int base, int multiple)
{
    width = height = pattern_size(run, base, 2, multiple);
}

static void
edges_setup(struct suite_run *run)
{
    square(run, 2048, 32);
    pattern_in_floats(run, (size_t)width * height, 0, 1);
    pattern_out_floats(run, (size_t)width * height, 1e-6, 0);
    pattern_2d(run, width, height, 32, 8);
    pattern_arguments(run, "aaii", width, height);
}

static void
edges_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const float *p = in + y * width + x;

            out[y * width + x] = 0.5f * *p + 0.125f * ((x > 0 ? p[-1] : 0) + (x + 1 < width ? p[1] : 0) +
                                                       (y > 0 ? p[-width] : 0) + (y + 1 < height ? p[width] : 0));
        }
}

static void
inner_setup(struct suite_run *run)
{
    square(run, 2048, 16);
    pattern_in_floats(run, (size_t)width * height, 0, 1);
    pattern_out_floats(run, (size_t)width * height, 1e-6, 0);
    pattern_2d(run, width - 2, height - 2, 0, 0);
    pattern_arguments(run, "aai", width);
}

static void
inner_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int y = 1; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++) {
            float sum = 0.1f * in[y * width + x];

            for (int k = 0; k < 9; k++)
                sum += 0.1f * in[(y + k / 3 - 1) * width + x + k % 3 - 1];
            out[y * width + x] = sum;
        }
}

static void
volume_setup(struct suite_run *run)
{
    width = height = pattern_size(run, 160, 3, 32);
    depth = pattern_size(run, 128, 3, 2);
    pattern_in_floats(run, (size_t)width * height * depth, 0, 1);
    pattern_out_floats(run, (size_t)width * height * depth, 1e-6, 0);
    pattern_3d(run, width, height, depth, 32, 4, 2);
    pattern_arguments(run, "aaiii", width, height, depth);
}

static void
volume_column_setup(struct suite_run *run)
{
    volume_setup(run);
    pattern_2d(run, width, height, 32, 4);
    pattern_arguments(run, "aaiii", width, height, depth);
}

// What the border is: that of the input, or left as it was.
static void
volume(struct suite_run *run, bool border)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);
    const int w = width, wh = width * height;

    for (int i = 0; i < wh * depth; i++) {
        int x = i % w, y = i / w % height, z = i / wh;

        if (x > 0 && x < w - 1 && y > 0 && y < height - 1 && z > 0 && z < depth - 1)
            out[i] = 0.4f * in[i] + 0.1f * (in[i - wh] + in[i - w] + in[i - 1] + in[i + 1] + in[i + w] + in[i + wh]);
        else if (border)
            out[i] = in[i];
    }
}

static void
volume_reference(struct suite_run *run)
{
    volume(run, true);
}

static void
volume_column_reference(struct suite_run *run)
{
    volume(run, false);
}

static void
fdtd_setup(struct suite_run *run)
{
    square(run, 2048, 32);
    pattern_in_floats(run, (size_t)width * height, -1, 1);
    pattern_in_floats(run, (size_t)width * height, -1, 1);
    pattern_inout_floats(run, (size_t)width * height, -1, 1, 1e-5);
    pattern_2d(run, width, height, 32, 8);
    pattern_arguments(run, "aaaii", width, height);
}

static void
fdtd_reference(struct suite_run *run)
{
    const float *ex = pattern_host(run, 0), *ey = pattern_host(run, 1);
    float *hz = pattern_host(run, 2);

    for (int y = 0; y < height - 1; y++)
        for (int x = 0; x < width - 1; x++) {
            int i = y * width + x;

            hz[i] -= 0.7f * ((ex[i + 1] - ex[i]) + (ey[i + width] - ey[i]));
        }
}

static void
halo_setup(struct suite_run *run)
{
    square(run, 1536, 16);
    pattern_in_floats(run, (size_t)width * height, 0, 1);
    pattern_out_floats(run, (size_t)width * height, 1e-6, 0);
    pattern_2d(run, width, height, 16, 16);
    pattern_arguments(run, "aaii", width, height);
}

static float
at(const float *plane, int x, int y)
{
    return plane[clamped(y, 0, height - 1) * width + clamped(x, 0, width - 1)];
}

static void
halo_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[y * width + x] = 0.5f * at(in, x, y) +
                                 0.125f * (at(in, x - 1, y) + at(in, x + 1, y) + at(in, x, y - 1) + at(in, x, y + 1));
}

enum { BLUR_RADIUS = 8 };

static void
blur_setup(struct suite_run *run)
{
    float *weights;

    square(run, 2048, 256);
    pattern_in_floats(run, (size_t)width * height, 0, 1);
    pattern_out_floats(run, (size_t)width * height, 1e-5, 0);
    weights = pattern_in_floats(run, 2 * BLUR_RADIUS + 1, 0, 0.1f)->host;
    weights[BLUR_RADIUS] = 0.5f;
    pattern_2d(run, width, height, 1, 256);
    pattern_arguments(run, "aaaiii", BLUR_RADIUS, width, height);
}

static void
blur_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0), *weights = pattern_host(run, 2);
    float *out = pattern_host(run, 1);

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double sum = 0;

            for (int i = -BLUR_RADIUS; i <= BLUR_RADIUS; i++)
                sum += (double)weights[BLUR_RADIUS + i] * (double)at(in, x, y + i);
            out[y * width + x] = (float)sum;
        }
}

static void
checkerboard_setup(struct suite_run *run)
{
    square(run, 2048, 16);
    pattern_inout_floats(run, (size_t)width * height, 0, 1, 1e-5);
    pattern_2d(run, width / 2, height, 0, 0);
    pattern_arguments(run, "aii", width, height);
}

static void
checkerboard_reference(struct suite_run *run)
{
    float *plane = pattern_host(run, 0);

    for (int y = 1; y < height - 1; y++)
        for (int x = 1 + y % 2; x < width - 1; x += 2) {
            double left = (double)at(plane, x - 1, y), right = (double)at(plane, x + 1, y);
            double up = (double)at(plane, x, y - 1), down = (double)at(plane, x, y + 1);
            double across = fabs(left - right), along = fabs(up - down);

            plane[y * width + x] =
                (float)((across * (up + down) + along * (left + right)) / (2 * (across + along) + 1e-5));
        }
}

static void
hotspot_setup(struct suite_run *run)
{
    square(run, 2048, 16);
    pattern_in_floats(run, (size_t)width * height, 70, 90);
    pattern_in_floats(run, (size_t)width * height, 0, 1);
    pattern_out_floats(run, (size_t)width * height, 1e-4, 0);
    pattern_2d(run, width, height, 16, 16);
    pattern_arguments(run, "aaaii", width, height);
}

static void
hotspot_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0), *power = pattern_host(run, 1);
    float *out = pattern_host(run, 2);

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float t = at(in, x, y), across = at(in, x - 1, y) + at(in, x + 1, y) - 2 * t,
                  along = at(in, x, y - 1) + at(in, x, y + 1) - 2 * t;

            out[y * width + x] = t + 0.3f * (power[y * width + x] + 0.1f * along + 0.2f * across + 0.05f * (80 - t));
        }
}

// Planes are stored by columns here: height is that of a column.
static void
srad_setup(struct suite_run *run)
{
    square(run, 1024, 16);
    pattern_in_floats(run, (size_t)width * height, 1, 2);
    for (int k = 0; k < 4; k++) {
        int *index = pattern_in_ints(run, width, 0, 1)->host;

        for (int i = 0; i < width; i++)
            index[i] = clamped(i + (k % 2 ? 1 : -1), 0, width - 1);
    }
    pattern_out_floats(run, (size_t)width * height, 1e-4, 0);
    pattern_1d(run, width * height, 64);
    pattern_arguments(run, "aaaaaaif", height, 0.05);
}

static void
srad_reference(struct suite_run *run)
{
    const float *image = pattern_host(run, 0);
    float *out = pattern_host(run, 5);
    const double q0 = 0.05f;

    for (int y = 0; y < width; y++)
        for (int x = 0; x < height; x++) {
            double c = (double)at(image, x, y), squares = 0, sum = 0, q, result;

            for (int k = 0; k < 4; k++) {
                double d = (double)at(image, x + (k == 0) - (k == 1), y + (k == 2) - (k == 3)) / c - 1;

                squares += d * d;
                sum += d;
            }
            q = (squares / 2 - sum * sum / 16) / ((1 + sum / 4) * (1 + sum / 4));
            result = 1 / (1 + (q - q0) / (q0 * (1 + q0)));
            out[y * height + x] = result > 1 ? 1.0f : result < 0 ? 0.0f : (float)result;
        }
}

static void
pathfinder_setup(struct suite_run *run)
{
    width = pattern_size(run, 256 << 10, 1, 1);
    pattern_in_ints(run, width, 0, 10);
    pattern_in_ints(run, (size_t)width * 16, 0, 10);
    pattern_out_ints(run, width);
    pattern_1d(run, (width + 223) / 224 * 256, 256);
    pattern_arguments(run, "aaai", width);
}

static void
pathfinder_reference(struct suite_run *run)
{
    const int *start = pattern_host(run, 0), *wall = pattern_host(run, 1);
    int *out = pattern_host(run, 2);

    for (int x = 0; x < width; x++)
        out[x] = start[x];
    for (int row = 0; row < 16; row++)
        for (int x = 0, before = out[0]; x < width; x++) {
            int best = least(least(before, out[x]), out[least(x + 1, width - 1)]);

            before = out[x];
            out[x] = best + wall[row * width + x];
        }
}

static void
needleman_setup(struct suite_run *run)
{
    width = pattern_size(run, 1024, 1, 1);
    for (int k = 0; k < 2; k++) {
        uint8_t *letters = pattern_in_bytes(run, (size_t)width * 64)->host;

        for (int i = 0; i < width * 64; i++)
            letters[i] &= 3;
    }
    pattern_out_ints(run, (size_t)width * 64);
    pattern_1d(run, width * 64, 64);
    pattern_arguments(run, "aaa");
}

static void
needleman_reference(struct suite_run *run)
{
    const uint8_t *a = pattern_host(run, 0), *b = pattern_host(run, 1);
    int *out = pattern_host(run, 2);

    for (int pair = 0; pair < width; pair++, a += 64, b += 64, out += 64) {
        for (int j = 0; j < 64; j++)
            out[j] = -2 * (j + 1);
        for (int i = 0; i < 64; i++)
            for (int j = 0, corner = -2 * i, left = -2 * (i + 1); j < 64; j++) {
                int best = most(corner + (a[i] == b[j] ? 3 : -1), most(out[j], left) - 2);

                corner = out[j];
                out[j] = left = best;
            }
    }
}

const struct suite_program patterns_stencil[] = {
    PATTERN(stencil_2d_edges, edges_setup, edges_reference),
    PATTERN(stencil_2d_inner, inner_setup, inner_reference),
    PATTERN(stencil_3d_edges, volume_setup, volume_reference),
    PATTERN(stencil_3d_column, volume_column_setup, volume_column_reference),
    PATTERN(fdtd, fdtd_setup, fdtd_reference),
    PATTERN(halo_tile, halo_setup, halo_reference),
    PATTERN(blur_columns, blur_setup, blur_reference),
    PATTERN(checkerboard, checkerboard_setup, checkerboard_reference),
    PATTERN(hotspot, hotspot_setup, hotspot_reference),
    PATTERN(srad, srad_setup, srad_reference),
    PATTERN(pathfinder, pathfinder_setup, pathfinder_reference),
    PATTERN(needleman, needleman_setup, needleman_reference),
    {0}};
