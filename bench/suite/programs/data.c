// SPDX-License-Identifier: Apache-2.0
// Sorting, searching and clustering.
#include "bench/suite/native/native.h"
#include "bench/suite/suite.h"

static struct suite_array *data, *pattern, *found, *feature, *centre, *membership;
static size_t count;

enum { PATTERN = 12, CLUSTERS = 16, FEATURES = 16 };

static void
bitonic_setup(struct suite_run *run)
{
    int exponent = suite_exponent(run, 19, 1), *values;

    count = (size_t)1 << exponent;
    data = suite_array(run, SUITE_INT, SUITE_INOUT, count);
    values = data->host;
    for (size_t i = 0; i < count; i++)
        values[i] = (int)suite_random(run, -1e9f, 1e9f);
    run->work = (double)count * exponent * (exponent + 1) / 2;
}

static void
bitonic_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "bitonic"), "aii", data, 0, 0);
}

static void
bitonic_launch(struct suite_run *run)
{
    for (int k = 2; k <= (int)count; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            suite_argument_int(run->kernels[0], 1, j);
            suite_argument_int(run->kernels[0], 2, k);
            suite_enqueue(run, run->kernels[0], count, count < 256 ? count : 256);
        }
}

static void
bitonic_native(struct suite_run *run)
{
    (void)run;
    native_bitonic((int)count, data->host);
}

// Four letters, as of DNA, so that comparisons end at different places.
static void
strsearch_setup(struct suite_run *run)
{
    char *text, *word;

    count = suite_size(run, (size_t)16 << 20, 1, 64);
    data = suite_array(run, SUITE_UCHAR, SUITE_IN, count + PATTERN);
    pattern = suite_array(run, SUITE_UCHAR, SUITE_IN, PATTERN);
    found = suite_array(run, SUITE_UCHAR, SUITE_OUT, count);
    text = data->host;
    word = pattern->host;
    for (size_t i = 0; i < count + PATTERN; i++)
        text[i] = "acgt"[(int)suite_random(run, 0, 3.99f)];
    for (int i = 0; i < PATTERN; i++)
        word[i] = text[count / 2 + (size_t)i];
    run->work = (double)count;
}

static void
strsearch_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "strsearch"), "aaia", data, pattern, PATTERN, found);
}

static void
items_launch(struct suite_run *run)
{
    suite_enqueue(run, run->kernels[0], suite_round_up(count, 64), 64);
}

static void
strsearch_native(struct suite_run *run)
{
    (void)run;
    native_strsearch(count, data->host, pattern->host, PATTERN, found->host);
}

static void
kmeans_setup(struct suite_run *run)
{
    count = suite_size(run, 256 << 10, 1, 1);
    feature = suite_random_array(run, SUITE_IN, count * FEATURES, 0, 1);
    centre = suite_random_array(run, SUITE_IN, (size_t)CLUSTERS * FEATURES, 0, 1);
    membership = suite_array(run, SUITE_INT, SUITE_OUT, count);
    suite_tolerance(membership, 0, 0, 1e-4); // where two centres are as near
    run->work = 3.0 * (double)count * CLUSTERS * FEATURES;
}

static void
kmeans_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "kmeans"), "aaaiii", feature, centre, membership, (int)count, CLUSTERS, FEATURES);
}

static void
kmeans_native(struct suite_run *run)
{
    (void)run;
    native_kmeans((int)count, CLUSTERS, FEATURES, feature->host, centre->host, membership->host);
}

const struct suite_program suite_data[] = {{.name = "bitonic",
                                            .group = "suite",
                                            .unit = "Gitem/s",
                                            .source = "bitonic.cl",
                                            .setup = bitonic_setup,
                                            .bind = bitonic_bind,
                                            .launch = bitonic_launch,
                                            .native = bitonic_native},
                                           {.name = "strsearch",
                                            .group = "suite",
                                            .unit = "GB/s",
                                            .source = "strsearch.cl",
                                            .setup = strsearch_setup,
                                            .bind = strsearch_bind,
                                            .launch = items_launch,
                                            .native = strsearch_native},
                                           {.name = "kmeans",
                                            .group = "suite",
                                            .unit = "GFLOP/s",
                                            .source = "kmeans.cl",
                                            .setup = kmeans_setup,
                                            .bind = kmeans_bind,
                                            .launch = items_launch,
                                            .native = kmeans_native},
                                           {0}};
