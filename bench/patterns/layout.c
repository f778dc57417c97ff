// SPDX-License-Identifier: Apache-2.0
// Patterns of data: arrays of structures, vectors and their components.
#include "bench/patterns/patterns.h"

#include <math.h>

static int n;

// variant: how many floats a structure has.
static void
struct_setup(struct suite_run *run)
{
    n = pattern_size(run, 2 << 20, 1, 64);
    pattern_inout_floats(run, (size_t)n * run->program->variant, -1, 1, 1e-5);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "af", 0.25);
}

// The last has a part of the sum of the others added, then the second is halved.
static void
struct_reference(struct suite_run *run)
{
    const int fields = run->program->variant;
    float *item = pattern_host(run, 0);

    for (int i = 0; i < n; i++, item += fields) {
        float sum = 0;

        for (int k = 0; k < fields - 1; k++)
            sum += item[k];
        item[fields - 1] += 0.25f * sum;
        item[1] *= 0.5f;
    }
}

struct mixed {
    uint8_t kind;
    int16_t count;
    int32_t id;
    float value;
};

static void
mixed_setup(struct suite_run *run)
{
    struct mixed *items;

    n = pattern_size(run, 1 << 20, 1, 64);
    items = pattern_updated(pattern_out_ints(run, (size_t)n * sizeof *items / sizeof(int)))->host;
    for (int i = 0; i < n; i++) {
        items[i].kind = (uint8_t)suite_random(run, 0, 255.9f);
        items[i].count = (int16_t)suite_random(run, -1000, 1000);
        items[i].id = (int)suite_random(run, -1e6f, 1e6f);
        items[i].value = suite_random(run, -1, 1);
    }
    pattern_1d(run, n, 64);
    pattern_arguments(run, "a");
}

static void
mixed_reference(struct suite_run *run)
{
    struct mixed *item = pattern_host(run, 0);

    for (int i = 0; i < n; i++, item++) {
        if (item->kind % 2)
            item->value *= (float)item->count;
        else
            item->id += item->count;
        item->kind++;
    }
}

static void
packed_setup(struct suite_run *run)
{
    n = pattern_size(run, 4 << 20, 1, 64);
    pattern_in_bytes(run, (size_t)n * 5);
    pattern_out_ints(run, n);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
packed_reference(struct suite_run *run)
{
    const uint8_t *in = pattern_host(run, 0);
    int *out = pattern_host(run, 1);

    for (int i = 0; i < 5 * n; i++)
        out[i / 5] += (i % 5 + 1) * in[i];
}

static void
swizzle_setup(struct suite_run *run)
{
    n = pattern_size(run, 512 << 10, 1, 64);
    pattern_in_floats(run, (size_t)n * 4, -1, 1);
    pattern_in_ints(run, (size_t)n * 8, -1000, 1000);
    pattern_out_floats(run, (size_t)n * 4, 1e-6, 0);
    pattern_out_ints(run, (size_t)n * 8);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaaa");
}

static void
swizzle_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    const int *in8 = pattern_host(run, 1);
    float *out = pattern_host(run, 2);
    int *out8 = pattern_host(run, 3);

    for (int i = 0; i < n; i++, in += 4, in8 += 8, out += 4, out8 += 8) {
        float x = in[0] + in[1], y = in[1], z = in[2] + in[3], w = in[3];
        int m[8];

        out[0] = 2 * w + x; // of (x, y, x, z): the first, third, second and fourth
        out[1] = 2 * z + x;
        out[2] = 2 * y + y;
        out[3] = 2 * x + z;
        for (int k = 0; k < 8; k++)
            m[k] = k % 2 ? in8[k] : in8[k + 1] - in8[4 + k / 2];
        for (int k = 0; k < 8; k++)
            out8[k] = 3 * m[7 - k] + (k < 4 ? m[2 * k + 1] : m[k - 4]);
    }
}

// The length of a cross product is anything but accurate where the two are nearly parallel.
static void
float3_setup(struct suite_run *run)
{
    n = pattern_size(run, 1 << 20, 1, 64);
    pattern_in_floats(run, (size_t)n * 3, 0, 1);
    pattern_in_floats(run, (size_t)n * 3, -1, 1);
    pattern_out_floats(run, (size_t)n * 3, 1e-4, 0)->misses = 1e-3;
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaa");
}

static void
float3_reference(struct suite_run *run)
{
    const float *a = pattern_host(run, 0), *b = pattern_host(run, 1);
    float *out = pattern_host(run, 2);

    for (int i = 0; i < n; i++, a += 3, b += 3, out += 3) {
        double c[3], dot = 0, squares = 0;

        for (int k = 0; k < 3; k++) {
            c[k] = (double)a[(k + 1) % 3] * b[(k + 2) % 3] - (double)a[(k + 2) % 3] * b[(k + 1) % 3];
            dot += (double)a[k] * b[k];
            squares += c[k] * c[k];
        }
        for (int k = 0; k < 3; k++)
            out[k] = (float)(c[k] / sqrt(squares) * dot);
    }
}

const struct suite_program patterns_layout[] = {PATTERN(struct_2, struct_setup, struct_reference, .variant = 2),
                                                PATTERN(struct_3, struct_setup, struct_reference, .variant = 3),
                                                PATTERN(struct_4, struct_setup, struct_reference, .variant = 4),
                                                PATTERN(struct_5, struct_setup, struct_reference, .variant = 5),
                                                PATTERN(struct_7, struct_setup, struct_reference, .variant = 7),
                                                PATTERN(struct_float4, struct_setup, struct_reference, .variant = 4),
                                                PATTERN(struct_mixed, mixed_setup, mixed_reference),
                                                PATTERN(packed_bytes, packed_setup, packed_reference),
                                                PATTERN(vector_swizzle, swizzle_setup, swizzle_reference),
                                                PATTERN(float3_normalize, float3_setup, float3_reference),
                                                {0}};
