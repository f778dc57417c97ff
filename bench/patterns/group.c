// SPDX-License-Identifier: Apache-2.0
// Patterns of groups that share: sums, running sums, sorting networks.
#include "bench/patterns/patterns.h"

#include <string.h>

static int n, distance, block;

static void
reduce_setup(struct suite_run *run)
{
    n = pattern_size(run, 2 << 20, 1, 256);
    pattern_in_floats(run, n, -1, 1);
    pattern_out_floats(run, n / 256, 1e-4, 0);
    pattern_1d(run, n, 256);
    pattern_arguments(run, "aa");
}

static void
reduce_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        out[i / 256] += in[i];
}

static void
segments_setup(struct suite_run *run)
{
    int *first, sum = 0;

    n = pattern_size(run, 24 << 10, 1, 1);
    first = pattern_in_ints(run, (size_t)n + 1, 0, 500)->host;
    for (int i = 0; i <= n; i++) {
        int length = first[i];

        first[i] = sum;
        sum += length;
    }
    pattern_in_floats(run, (size_t)first[n] + 1, -1, 1);
    pattern_out_floats(run, n, 1e-4, 0);
    pattern_1d(run, n * 64, 64);
    pattern_arguments(run, "aaa");
}

static void
segments_reference(struct suite_run *run)
{
    const int *first = pattern_host(run, 0);
    const float *in = pattern_host(run, 1);
    float *out = pattern_host(run, 2);

    for (int i = 0, segment = 0; i < first[n]; i++) {
        while (i >= first[segment + 1])
            segment++;
        out[segment] += in[i];
    }
}

static void
scan_setup(struct suite_run *run)
{
    n = pattern_size(run, 512 << 10, 1, 256);
    pattern_in_ints(run, n, -1000, 1000);
    pattern_out_ints(run, n);
    pattern_1d(run, n, 256);
    pattern_arguments(run, "aa");
}

static void
scan_reference(struct suite_run *run)
{
    const int *in = pattern_host(run, 0);
    int *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        out[i] = in[i] + (i % 256 ? out[i - 1] : 0);
}

static void
odd_even_setup(struct suite_run *run)
{
    n = pattern_size(run, 256 << 10, 1, 256);
    pattern_in_ints(run, n, -100000, 100000);
    pattern_out_ints(run, n);
    pattern_1d(run, n / 2, 128);
    pattern_arguments(run, "aa");
}

static void
odd_even_reference(struct suite_run *run)
{
    int *out = pattern_host(run, 1);

    memcpy(out, pattern_host(run, 0), (size_t)n * sizeof *out);
    for (int i = 0; i < n; i += 256)
        pattern_sort(out + i, 256);
}

static void
bitonic_setup(struct suite_run *run)
{
    n = 1 << suite_exponent(run, 23, 1);
    distance = n / 4;
    block = n / 2;
    pattern_updated(pattern_in_ints(run, n, -100000, 100000));
    pattern_1d(run, n, 0);
    pattern_arguments(run, "aii", distance, block);
}

// Blocks rise and fall by turns; within each, runs of `distance` are compared with those after them.
static void
bitonic_reference(struct suite_run *run)
{
    int *data = pattern_host(run, 0);

    for (int i = 0; i < n; i++)
        if (i / distance % 2 == 0) {
            int low = least(data[i], data[i + distance]), high = most(data[i], data[i + distance]);
            bool rises = i / block % 2 == 0;

            data[i] = rises ? low : high;
            data[i + distance] = rises ? high : low;
        }
}

const struct suite_program patterns_group[] = {PATTERN(reduce_tree, reduce_setup, reduce_reference),
                                               PATTERN(reduce_segmented, segments_setup, segments_reference),
                                               PATTERN(scan_local, scan_setup, scan_reference),
                                               PATTERN(odd_even_merge, odd_even_setup, odd_even_reference),
                                               PATTERN(bitonic_step, bitonic_setup, bitonic_reference),
                                               {0}};
