// SPDX-License-Identifier: Apache-2.0
// Patterns of updates: by atomics, and in a loop under a condition.
#include "bench/patterns/patterns.h"

static int n;

static void
update_setup(struct suite_run *run)
{
    n = pattern_size(run, 256 << 10, 1, 64);
    pattern_in_ints(run, (size_t)n * 16, 0, 1000);
    pattern_in_ints(run, (size_t)n * 16, 0, 1000);
    pattern_updated(pattern_out_ints(run, n));
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaa");
}

static void
update_reference(struct suite_run *run)
{
    const int *key = pattern_host(run, 0), *value = pattern_host(run, 1);
    int *total = pattern_host(run, 2);

    for (int i = 0; i < 16 * n; i++)
        total[i % n] += key[i] % 2 * value[i];
}

// variant: bytes that a work-item counts.
static void
histogram_setup(struct suite_run *run)
{
    n = pattern_size(run, run->program->variant << 20, 1, 1024);
    pattern_in_bytes(run, n);
    pattern_updated(pattern_out_ints(run, 256));
    pattern_1d(run, n / run->program->variant, 256);
    pattern_arguments(run, "aa");
}

static void
histogram_reference(struct suite_run *run)
{
    const uint8_t *in = pattern_host(run, 0);
    int *bins = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        bins[in[i]]++;
}

static void
extrema_setup(struct suite_run *run)
{
    n = pattern_size(run, 512 << 10, 1, 64);
    pattern_in_ints(run, n, -1000000, 1000000);
    pattern_updated(pattern_out_ints(run, 1024));
    pattern_updated(pattern_out_ints(run, 1024));
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaa");
}

static void
extrema_reference(struct suite_run *run)
{
    const int *in = pattern_host(run, 0);
    int *low = pattern_host(run, 1), *high = pattern_host(run, 2);

    for (int i = 0; i < n; i++) {
        int cell = (int)((uint32_t)in[i] % 1024);

        low[cell] = least(low[cell], in[i]);
        high[cell] = most(high[cell], in[i]);
    }
}

static void
product_setup(struct suite_run *run)
{
    uint32_t *cells;

    n = pattern_size(run, 512 << 10, 1, 64);
    pattern_in_words(run, n);
    cells = pattern_updated(pattern_out_ints(run, 1024))->host;
    for (int i = 0; i < 1024; i++)
        cells[i] = 1;
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

// Products modulo 2^32 are the same in any order.
static void
product_reference(struct suite_run *run)
{
    const uint32_t *in = pattern_host(run, 0);
    uint32_t *cells = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        cells[in[i] % 1024] *= in[i] | 1;
}

static void
append_setup(struct suite_run *run)
{
    n = pattern_size(run, 2 << 20, 1, 64);
    pattern_in_ints(run, n, 0, 1000);
    pattern_updated(pattern_out_ints(run, n));
    pattern_updated(pattern_out_ints(run, 1));
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaa");
}

// Appended in any order: what the device made is sorted before it is compared.
static void
append_reference(struct suite_run *run)
{
    const int *in = pattern_host(run, 0);
    int *list = pattern_host(run, 1), *count = pattern_host(run, 2), *result = run->arrays[1].result;

    for (int i = 0; i < n; i++)
        if (in[i] % 5 == 0)
            list[(*count)++] = i;
    pattern_sort(result, (size_t)*count);
}

static void
bins_setup(struct suite_run *run)
{
    n = pattern_size(run, 1 << 20, 1, 256);
    pattern_in_ints(run, n, 0, 512);
    pattern_updated(pattern_out_floats(run, 64, 0, 0));
    pattern_1d(run, n, 256);
    pattern_arguments(run, "aa");
}

// Sums of integers that floats have: the same in any order.
static void
bins_reference(struct suite_run *run)
{
    const int *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        out[in[i] % 64] += (float)(in[i] / 64);
}

static void
push_setup(struct suite_run *run)
{
    int *head;

    n = pattern_size(run, 64 << 10, 1, 64);
    pattern_updated(pattern_out_ints(run, n));
    head = pattern_updated(pattern_out_ints(run, 1))->host;
    *head = -1;
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

// In any order: all but the one at the head are another one's next, and the end is one's. What the device made is
// sorted before it is compared.
static void
push_reference(struct suite_run *run)
{
    int *next = pattern_host(run, 0), *head = pattern_host(run, 1), *result = run->arrays[0].result;

    *head = *(const int *)run->arrays[1].result;
    if (*head < 0 || *head >= n)
        *head = 0;
    for (int i = 0, at = 0; i < n; i++) {
        if (i == 0)
            next[at++] = -1;
        if (i != *head)
            next[at++] = i;
    }
    pattern_sort(result, (size_t)n);
}

const struct suite_program patterns_atomics[] = {
    PATTERN(update_divergent, update_setup, update_reference),
    PATTERN(histogram_global, histogram_setup, histogram_reference, .variant = 1),
    PATTERN(histogram_local, histogram_setup, histogram_reference, .variant = 4),
    PATTERN(atomic_extrema, extrema_setup, extrema_reference),
    PATTERN(atomic_product, product_setup, product_reference),
    PATTERN(append, append_setup, append_reference),
    PATTERN(float_bins, bins_setup, bins_reference),
    PATTERN(list_push, push_setup, push_reference),
    {0}};
