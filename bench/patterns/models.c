// SPDX-License-Identifier: Apache-2.0
// Patterns of whole models: particles in boxes, clusters, distances, a layer of a network.
#include "bench/patterns/patterns.h"

#include <math.h>

static int n;

static void
boxes_setup(struct suite_run *run)
{
    n = pattern_size(run, 1024, 1, 16);
    pattern_in_ints(run, (size_t)n * 8, 0, n);
    pattern_in_floats(run, (size_t)n * 32 * 4, 0, 2);
    pattern_in_floats(run, (size_t)n * 32, -1, 1);
    pattern_out_floats(run, (size_t)n * 32 * 4, 1e-3, 0);
    pattern_1d(run, n * 32, 32);
    pattern_arguments(run, "aaaa");
}

static void
boxes_reference(struct suite_run *run)
{
    const int *neighbour = pattern_host(run, 0);
    const float *position = pattern_host(run, 1), *charge = pattern_host(run, 2);
    float *force = pattern_host(run, 3);

    for (int i = 0; i < n * 32; i++)
        for (int k = 0; k < 8 * 32; k++) {
            int other = neighbour[i / 32 * 8 + k / 32] * 32 + k % 32;
            float d[4] = {0, 0, 0, 1}, squares = 0, u;

            for (int axis = 0; axis < 3; axis++) {
                d[axis] = position[i * 4 + axis] - position[other * 4 + axis];
                squares += d[axis] * d[axis];
            }
            u = charge[other] * expf(squares * -0.5f);
            for (int axis = 0; axis < 4; axis++)
                force[i * 4 + axis] += d[axis] * u;
        }
}

static void
kmeans_setup(struct suite_run *run)
{
    n = pattern_size(run, 512 << 10, 1, 64);
    pattern_in_ints(run, (size_t)n * 8, 0, 1000);
    pattern_in_ints(run, 64, 0, 1000);
    pattern_out_ints(run, n);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaa");
}

static void
kmeans_reference(struct suite_run *run)
{
    const int *feature = pattern_host(run, 0), *centre = pattern_host(run, 1);
    int *out = pattern_host(run, 2);

    for (int i = 0; i < n; i++) {
        double nearest = INFINITY;

        for (int c = 0; c < 8; c++) {
            double sum = 0;

            for (int f = 0; f < 8; f++)
                sum += pow(feature[f * n + i] - centre[c * 8 + f], 2);
            if (sum < nearest) {
                nearest = sum;
                out[i] = c;
            }
        }
    }
}

static void
nearest_setup(struct suite_run *run)
{
    n = pattern_size(run, 4 << 20, 1, 64);
    pattern_in_floats(run, (size_t)n * 2, 0, 180);
    pattern_out_floats(run, n, 1e-4, 1e-6);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaff", 30.5, 90.25);
}

static void
nearest_reference(struct suite_run *run)
{
    const float *place = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        out[i] = (float)hypot((double)place[2 * i] - 30.5, (double)place[2 * i + 1] - 90.25);
}

static void
layer_setup(struct suite_run *run)
{
    n = pattern_size(run, 8192, 1, 1);
    pattern_in_floats(run, (size_t)n * 16, -1, 1);
    pattern_in_floats(run, (size_t)n * 256, -1, 1);
    pattern_out_floats(run, (size_t)n * 16, 1e-5, 0);
    pattern_2d(run, 16, 16 * n, 16, 16);
    pattern_arguments(run, "aaa");
}

static void
layer_reference(struct suite_run *run)
{
    const float *input = pattern_host(run, 0), *weight = pattern_host(run, 1);
    float *out = pattern_host(run, 2);

    for (int i = 0; i < n * 256; i++)
        out[i / 256 * 16 + i % 16] += weight[i] * input[i / 16];
}

static const int bins = 64, bin = 8;
static const float cutoff2 = 36;

static void
lattice_setup(struct suite_run *run)
{
    n = pattern_size(run, 32, 3, 8);
    pattern_in_floats(run, (size_t)bins * bin * 4, 0, 32);
    pattern_out_floats(run, (size_t)n * n * n, 1e-3, 0);
    pattern_3d(run, n, n, n, 8, 8, 2);
    pattern_arguments(run, "aaiff", bins, (double)cutoff2, 1.0 / (double)cutoff2);
}

static void
lattice_reference(struct suite_run *run)
{
    const float *atom = pattern_host(run, 0);
    float *energy = pattern_host(run, 1);

    for (int z = 0; z < n; z++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                const int group = (z / 2 * (n / 8) + y / 8) * (n / 8) + x / 8;
                double sum = 0;

                for (const float *its = atom; its < atom + bins * bin * 4; its += 4) {
                    double r2 = pow(its[0] - x, 2) + pow(its[1] - y, 2) + pow(its[2] - z, 2);

                    if (r2 < (double)cutoff2)
                        sum += its[3] / sqrt(r2) * pow(1 - r2 / (double)cutoff2, 2);
                }
                energy[group * 128 + (z % 2 * 8 + y % 8) * 8 + x % 8] = (float)sum;
            }
}

const struct suite_program patterns_models[] = {PATTERN(lavamd, boxes_setup, boxes_reference),
                                                PATTERN(kmeans_assign, kmeans_setup, kmeans_reference),
                                                PATTERN(nearest, nearest_setup, nearest_reference),
                                                PATTERN(backprop_layer, layer_setup, layer_reference),
                                                PATTERN(cutoff_lattice, lattice_setup, lattice_reference),
                                                {0}};
