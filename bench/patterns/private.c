// SPDX-License-Identifier: Apache-2.0
// Patterns of private arrays: indexed by counters and by data, as stacks, as sorted lists.
#include "bench/patterns/patterns.h"

#include <limits.h>
#include <string.h>

static int n, size;

static void
counter_setup(struct suite_run *run)
{
    n = pattern_size(run, 256 << 10, 1, 64);
    pattern_in_floats(run, (size_t)n * 16, -1, 1);
    pattern_out_floats(run, (size_t)n * 16, 1e-6, 0);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
counter_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    memcpy(out, in, (size_t)n * 16 * sizeof *out);
    for (int round = 0; round < 8; round++)
        for (int k = 0; k < 16; k++)
            for (int i = 0; i < n; i++)
                out[k * n + i] = out[k * n + i] / 2 + out[(k + 1) % 16 * n + i] / 4;
}

static void
data_setup(struct suite_run *run)
{
    n = pattern_size(run, 64 << 10, 1, 64);
    pattern_in_bytes(run, (size_t)n * 64);
    pattern_out_ints(run, n);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
data_reference(struct suite_run *run)
{
    const uint8_t *in = pattern_host(run, 0);
    int *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++, in += 64) {
        int best = 0, times = 0;

        for (int value = 0; value < 64; value++) {
            int seen = 0;

            for (int k = 0; k < 64; k++)
                seen += in[k] % 64 == value;
            if (seen > times) {
                times = seen;
                best = value;
            }
        }
        out[i] = best * 256 + times;
    }
}

static void
large_setup(struct suite_run *run)
{
    n = pattern_size(run, 8 << 10, 1, 64);
    pattern_in_bytes(run, (size_t)n * 8);
    pattern_out_bytes(run, (size_t)n * 8);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
large_reference(struct suite_run *run)
{
    const uint8_t *key = pattern_host(run, 0);
    uint8_t *out = pattern_host(run, 1), s[256], j;

    for (int id = 0; id < n; id++, key += 8, out += 8) {
        for (int i = 0; i < 256; i++)
            s[i] = (uint8_t)i;
        j = 0;
        for (int i = 0; i < 256 + 8; i++) {
            uint8_t *a, t;

            if (i == 256)
                j = 0;
            a = i < 256 ? &s[i] : &s[i - 255];
            t = *a;
            j = (uint8_t)(j + t + (i < 256 ? key[i % 8] : 0));
            *a = s[j];
            s[j] = t;
            if (i >= 256)
                out[i - 256] = s[(*a + t) % 256];
        }
    }
}

static void
queens_setup(struct suite_run *run)
{
    size = run->scale < 0.5 ? 8 : 11;
    n = size * size * size;
    pattern_out_ints(run, n);
    pattern_1d(run, n, 0);
    pattern_arguments(run, "ai", size);
}

// How many ways there are to go on when `row` queens stand on the columns given.
static int
queens_ways(int *column, int row, int forced)
{
    int ways = 0;

    if (row == size)
        return 1;
    for (int c = 0; c < size; c++) {
        bool allowed = row >= 3 || c == forced % size;

        for (int r = 0; r < row; r++)
            allowed &= column[r] != c && column[r] - c != row - r && c - column[r] != row - r;
        column[row] = c;
        if (allowed)
            ways += queens_ways(column, row + 1, forced / size);
    }
    return ways;
}

static void
queens_reference(struct suite_run *run)
{
    int *out = pattern_host(run, 0), column[16];

    for (int id = 0; id < n; id++)
        out[id] = queens_ways(column, 0, id);
}

// The rank of a node in the order of keys, in a complete tree of `size` nodes.
static int
tree_rank(int node)
{
    int level = 0, nodes = size + 1;

    for (; node >= (2 << level) - 1; level++)
        nodes /= 2;
    return (node - (1 << level) + 1) * nodes + nodes / 2 - 1;
}

static void
tree_setup(struct suite_run *run)
{
    int *key, *value, *low, *high;

    size = (1 << suite_exponent(run, 16, 1)) - 1;
    n = pattern_size(run, 64 << 10, 1, 64);
    key = pattern_in_ints(run, size, 0, 1)->host;
    value = pattern_in_ints(run, size, 0, 1000)->host;
    low = pattern_in_ints(run, n, 0, 1)->host;
    high = pattern_in_ints(run, n, 0, 1)->host;
    pattern_out_ints(run, n);
    for (int i = 0; i < size; i++) {
        key[i] = 3 * tree_rank(i);
        value[i] = tree_rank(i) % 1000;
    }
    for (int i = 0; i < n; i++) {
        low[i] = (int)suite_random(run, 0, 3.0f * (float)size);
        high[i] = low[i] + (int)suite_random(run, 0, 60);
    }
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaaaai", size);
}

static void
tree_reference(struct suite_run *run)
{
    const int *low = pattern_host(run, 2), *high = pattern_host(run, 3);
    int *out = pattern_host(run, 4);

    for (int i = 0; i < n; i++)
        for (int rank = (low[i] + 2) / 3; rank <= least(high[i] / 3, size - 1); rank++)
            out[i] += rank % 1000;
}

static void
barrier_setup(struct suite_run *run)
{
    n = pattern_size(run, 512 << 10, 1, 64);
    pattern_in_floats(run, (size_t)n * 8, -1, 1);
    pattern_out_floats(run, (size_t)n * 8, 1e-5, 0);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
barrier_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int group = 0; group < n / 64; group++, in += 512, out += 512) {
        float sums[64] = {0};

        for (int i = 0; i < 512; i++)
            sums[i % 64] += in[i];
        for (int i = 0; i < 512; i++)
            out[i] = in[i] * sums[(i + i / 64 * 8) % 64];
    }
}

static void
sort_setup(struct suite_run *run)
{
    n = pattern_size(run, 32 << 10, 1, 64);
    pattern_in_ints(run, (size_t)n * 24, -1000, 1000);
    pattern_out_ints(run, (size_t)n * 24);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
sort_reference(struct suite_run *run)
{
    int *out = pattern_host(run, 1);

    memcpy(out, pattern_host(run, 0), (size_t)n * 24 * sizeof *out);
    for (int i = 0; i < n; i++)
        pattern_sort(out + i * 24, 24);
}

static void
nearest_setup(struct suite_run *run)
{
    n = pattern_size(run, 64 << 10, 1, 64);
    pattern_in_ints(run, 256, 0, 20000);
    pattern_in_ints(run, 256, 0, 20000);
    pattern_in_ints(run, n, 0, 20000);
    pattern_in_ints(run, n, 0, 20000);
    pattern_out_ints(run, (size_t)n * 4);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaaaa");
}

static void
nearest_reference(struct suite_run *run)
{
    const int *px = pattern_host(run, 0), *py = pattern_host(run, 1), *x = pattern_host(run, 2),
              *y = pattern_host(run, 3);
    int *out = pattern_host(run, 4), distance[256];

    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++) { // the least of those not taken yet
            int best = 0;

            for (int p = 0; k == 0 && p < 256; p++)
                distance[p] = (px[p] - x[i]) * (px[p] - x[i]) + (py[p] - y[i]) * (py[p] - y[i]);
            for (int p = 1; p < 256; p++)
                if (distance[p] < distance[best])
                    best = p;
            out[i * 4 + k] = distance[best];
            distance[best] = INT_MAX;
        }
}

static void
bins_setup(struct suite_run *run)
{
    n = pattern_size(run, 128 << 10, 1, 64);
    pattern_in_bytes(run, (size_t)n * 64);
    pattern_out_ints(run, (size_t)n * 4);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
bins_reference(struct suite_run *run)
{
    const uint8_t *letters = pattern_host(run, 0);
    int *out = pattern_host(run, 1);

    for (int i = 0; i < n * 64; i++)
        out[(letters[i] / 2 % 4) * n + i % n]++;
}

const struct suite_program patterns_private[] = {PATTERN(private_counter, counter_setup, counter_reference),
                                                 PATTERN(private_data, data_setup, data_reference),
                                                 PATTERN(private_large, large_setup, large_reference),
                                                 PATTERN(queens, queens_setup, queens_reference),
                                                 PATTERN(tree_walk, tree_setup, tree_reference),
                                                 PATTERN(private_barrier, barrier_setup, barrier_reference),
                                                 PATTERN(insertion_sort, sort_setup, sort_reference),
                                                 PATTERN(k_nearest, nearest_setup, nearest_reference),
                                                 PATTERN(private_bins, bins_setup, bins_reference),
                                                 {0}};
