// SPDX-License-Identifier: Apache-2.0
// Work-groups that share: a sum, running sums and a histogram.
#include "bench/suite/native/native.h"
#include "bench/suite/suite.h"

enum { GROUP = 256, LEVELS = 4 };

// Level 0 is the input; each further level has an element for each group of the level before.
static struct suite_array *level_in[LEVELS], *level_out[LEVELS], *bytes, *bins;
static size_t level_count[LEVELS];
static int levels;

static size_t
groups(size_t count)
{
    return suite_round_up(count, GROUP) / GROUP;
}

static void
reduction_setup(struct suite_run *run)
{
    level_count[0] = suite_size(run, (size_t)1 << 20, 1, 1);
    run->repeats = 16;
    level_in[0] = suite_random_array(run, SUITE_IN, level_count[0], 0, 1);
    levels = 0;
    do {
        size_t count = groups(level_count[levels]);

        levels++;
        level_count[levels] = count;
        level_in[levels] = suite_array(run, SUITE_FLOAT, count == 1 ? SUITE_OUT : SUITE_SCRATCH, count);
    } while (level_count[levels] > 1);
    suite_tolerance(level_in[levels], 0, 1e-3, 0); // the native sum is in order
    run->work = (double)level_count[0];
}

static void
reduction_bind(struct suite_run *run)
{
    for (int i = 0; i < levels; i++)
        suite_arguments(suite_kernel(run, "reduction"), "aai", level_in[i], level_in[i + 1], (int)level_count[i]);
}

static void
reduction_launch(struct suite_run *run)
{
    for (int i = 0; i < levels; i++)
        suite_enqueue(run, run->kernels[i], suite_round_up(level_count[i], GROUP), GROUP);
}

static void
reduction_native(struct suite_run *run)
{
    (void)run;
    *(float *)level_in[levels]->host = native_reduction(level_count[0], level_in[0]->host);
}

static void
scan_setup(struct suite_run *run)
{
    int *values;

    level_count[0] = suite_size(run, (size_t)1 << 20, 1, 1);
    run->repeats = 8;
    level_in[0] = suite_array(run, SUITE_INT, SUITE_IN, level_count[0]);
    values = level_in[0]->host;
    for (size_t i = 0; i < level_count[0]; i++)
        values[i] = (int)suite_random(run, 0, 100);
    for (levels = 0;; levels++) {
        level_out[levels] = suite_array(run, SUITE_INT, levels ? SUITE_SCRATCH : SUITE_OUT, level_count[levels]);
        level_count[levels + 1] = groups(level_count[levels]);
        level_in[levels + 1] = suite_array(run, SUITE_INT, SUITE_SCRATCH, level_count[levels + 1]);
        if (level_count[levels] <= GROUP)
            break;
    }
    levels++;
    run->work = (double)level_count[0];
}

// Kernels 0 to levels - 1 scan, then those that add, from the last but one level on.
static void
scan_bind(struct suite_run *run)
{
    for (int i = 0; i < levels; i++)
        suite_arguments(suite_kernel(run, "scan_groups"), "aaai", level_in[i], level_out[i], level_in[i + 1],
                        (int)level_count[i]);
    for (int i = levels - 2; i >= 0; i--)
        suite_arguments(suite_kernel(run, "scan_add"), "aai", level_out[i], level_out[i + 1], (int)level_count[i]);
}

static void
scan_launch(struct suite_run *run)
{
    for (int i = 0; i < levels; i++)
        suite_enqueue(run, run->kernels[i], suite_round_up(level_count[i], GROUP), GROUP);
    for (int i = levels - 2, k = levels; i >= 0; i--, k++)
        suite_enqueue(run, run->kernels[k], suite_round_up(level_count[i], GROUP), GROUP);
}

static void
scan_native(struct suite_run *run)
{
    (void)run;
    native_scan(level_count[0], level_in[0]->host, level_out[0]->host);
}

static void
histogram_setup(struct suite_run *run)
{
    uint8_t *values;

    level_count[0] = suite_size(run, (size_t)16 << 20, 1, 1);
    bytes = suite_array(run, SUITE_UCHAR, SUITE_IN, level_count[0]);
    values = bytes->host;
    for (size_t i = 0; i < level_count[0]; i++)
        values[i] = (uint8_t)(suite_random(run, 0, 128) + suite_random(run, 0, 127.9f));
    bins = suite_array(run, SUITE_INT, SUITE_INOUT, 256);
    run->work = (double)level_count[0];
}

static void
histogram_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "histogram"), "aai", bytes, bins, (int)level_count[0]);
}

static void
histogram_launch(struct suite_run *run)
{
    suite_enqueue(run, run->kernels[0], (size_t)256 * GROUP, GROUP);
}

static void
histogram_native(struct suite_run *run)
{
    (void)run;
    native_histogram(level_count[0], bytes->host, bins->host);
}

const struct suite_program suite_group[] = {{.name = "reduction",
                                             .group = "suite",
                                             .unit = "Gitem/s",
                                             .source = "reduction.cl",
                                             .setup = reduction_setup,
                                             .bind = reduction_bind,
                                             .launch = reduction_launch,
                                             .native = reduction_native},
                                            {.name = "scan",
                                             .group = "suite",
                                             .unit = "Gitem/s",
                                             .source = "scan.cl",
                                             .setup = scan_setup,
                                             .bind = scan_bind,
                                             .launch = scan_launch,
                                             .native = scan_native},
                                            {.name = "histogram",
                                             .group = "suite",
                                             .unit = "Gitem/s",
                                             .source = "histogram.cl",
                                             .setup = histogram_setup,
                                             .bind = histogram_bind,
                                             .launch = histogram_launch,
                                             .native = histogram_native},
                                            {0}};
