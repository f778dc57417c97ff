// SPDX-License-Identifier: Apache-2.0
// Patterns of control flow that diverges.
#include "bench/patterns/patterns.h"

#include <math.h>

static int n;

static void
julia_setup(struct suite_run *run)
{
    n = pattern_size(run, 512, 2, 16);
    pattern_out_ints(run, (size_t)n * n)->misses = 2e-2; // rounding decides about points of the border
    pattern_2d(run, n, n, 16, 16);
    pattern_arguments(run, "aiff", n, -0.8, 0.156);
}

static void
julia_reference(struct suite_run *run)
{
    int *out = pattern_host(run, 0);

    for (int i = 0; i < n * n; i++) {
        float x = 3.0f * (float)(i % n) / (float)n - 1.5f, y = 3.0f * (float)(i / n) / (float)n - 1.5f;

        for (; out[i] < 100 && x * x + y * y < 4; out[i]++) {
            float t = x * x - y * y - 0.8f;

            y = 2 * x * y + 0.156f;
            x = t;
        }
    }
}

static void
collatz_setup(struct suite_run *run)
{
    n = pattern_size(run, 64 << 10, 1, 64);
    pattern_out_ints(run, n);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "a");
}

static void
collatz_reference(struct suite_run *run)
{
    int *out = pattern_host(run, 0);

    for (int i = 0; i < n; i++) {
        uint64_t value = (uint64_t)(i % 100000) + 1;

        while (value > 1) {
            value = value % 2 ? value * 3 + 1 : value / 2;
            out[i]++;
        }
    }
}

static void
gcd_setup(struct suite_run *run)
{
    n = pattern_size(run, 128 << 10, 1, 64);
    pattern_in_words(run, n);
    pattern_in_words(run, n);
    pattern_out_ints(run, n);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaa");
}

// By halves and differences instead of remainders.
static void
gcd_reference(struct suite_run *run)
{
    const uint32_t *a = pattern_host(run, 0), *b = pattern_host(run, 1);
    uint32_t *out = pattern_host(run, 2);

    for (int i = 0; i < n; i++) {
        uint32_t x = a[i], y = b[i];
        int twos = 0;

        for (; x && y && x != y;) {
            if (x % 2 == 0 && y % 2 == 0)
                twos++;
            if (x % 2 == 0 || y % 2 == 0) {
                x = x % 2 ? x : x / 2;
                y = y % 2 ? y : y / 2;
            } else if (x > y) {
                x -= y;
            } else {
                y -= x;
            }
        }
        out[i] = (x ? x : y) << twos;
    }
}

static void
newton_setup(struct suite_run *run)
{
    float *in;

    n = pattern_size(run, 512 << 10, 1, 64);
    in = pattern_in_floats(run, n, -20, 20)->host;
    for (int i = 0; i < n; i++)
        in[i] = ldexpf(1, (int)in[i]) * (1 + in[i] - floorf(in[i]));
    pattern_out_floats(run, n, 0, 1e-5);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
newton_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        out[i] = sqrtf(in[i]);
}

static void
early_setup(struct suite_run *run)
{
    n = pattern_size(run, 2 << 20, 1, 64);
    pattern_in_floats(run, n, 0, 1);
    pattern_out_floats(run, n, 1e-5, 0);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
early_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        if (in[i] >= 0.75f) {
            double x = (double)in[i];

            for (int k = 0; k < 32; k++)
                x = x * x - 0.5;
            out[i] = (float)x;
        }
}

static void
switch_setup(struct suite_run *run)
{
    n = pattern_size(run, 512 << 10, 1, 64);
    pattern_in_bytes(run, (size_t)n * 8);
    pattern_updated(pattern_in_ints(run, n, -1000000, 1000000));
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
switch_reference(struct suite_run *run)
{
    const uint8_t *op = pattern_host(run, 0);
    int *data = pattern_host(run, 1);

    for (int i = 0; i < 8 * n; i++) {
        const int x = data[i % n], which = op[i] % 8;
        const int results[8] = {x + 17,
                                x ^ 0x5555,
                                (x & 0xffff) * 3,
                                (x - (x & 1)) / 2,
                                -x - 1,
                                (x & 0xff0000) + (x & 0xff),
                                (x | (i / n)) / 7,
                                x / 7};

        data[i % n] = results[which];
    }
}

static void
nested_setup(struct suite_run *run)
{
    n = pattern_size(run, 128 << 10, 1, 64);
    pattern_in_ints(run, n, 0, 16);
    pattern_in_ints(run, 1024, 0, 16);
    pattern_out_ints(run, n);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaa");
}

static void
nested_reference(struct suite_run *run)
{
    const int *outer = pattern_host(run, 0), *inner = pattern_host(run, 1);
    int *out = pattern_host(run, 2);

    for (int id = 0; id < n; id++)
        for (int k = 0; k < 256; k++)
            if (k / 16 < outer[id] && k % 16 < inner[(id + k / 16) % 1024])
                out[id] += (k / 16 * (k % 16)) ^ id;
}

static void
break_setup(struct suite_run *run)
{
    n = pattern_size(run, 256 << 10, 1, 64);
    pattern_in_ints(run, (size_t)n + 64 * 7, 0, 2000);
    pattern_out_ints(run, n);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
break_reference(struct suite_run *run)
{
    const int *in = pattern_host(run, 0);
    int *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++) {
        int sum = 0, k = 0;

        while (k < 64 && sum + (in[i + k * 7] % 2 ? 0 : in[i + k * 7]) <= 20000) {
            sum += in[i + k * 7] % 2 ? 0 : in[i + k * 7];
            k++;
        }
        if (k < 64)
            sum += in[i + k * 7];
        out[i] = sum * 64 + k;
    }
}

const struct suite_program patterns_loops[] = {PATTERN(julia, julia_setup, julia_reference),
                                               PATTERN(collatz, collatz_setup, collatz_reference),
                                               PATTERN(gcd, gcd_setup, gcd_reference),
                                               PATTERN(newton, newton_setup, newton_reference),
                                               PATTERN(early_return, early_setup, early_reference),
                                               PATTERN(switch8, switch_setup, switch_reference),
                                               PATTERN(nested_loops, nested_setup, nested_reference),
                                               PATTERN(break_continue, break_setup, break_reference),
                                               {0}};
