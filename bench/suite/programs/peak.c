// SPDX-License-Identifier: Apache-2.0
// Chains of multiply-adds in the device's types and vectors; natively the hardware's limit.
#include "bench/suite/native/native.h"
#include "bench/suite/suite.h"

static const float a = 0.5f, b = 0.25f; // x = x / 2 + 1/4 tends to 1/2 from anywhere

enum { GROUP = 256, ROUNDS = 16, STEPS = 16 };

static struct suite_array *out;
static size_t items, width;

// A program's variant: the type, and 256 times the width of its vectors.
static void
peak_setup(struct suite_run *run)
{
    static const enum suite_type types[] = {SUITE_FLOAT, SUITE_DOUBLE, SUITE_HALF, SUITE_INT};
    int type = run->program->variant & 255;

    width = (size_t)run->program->variant >> 8;
    items = suite_size(run, ((size_t)1 << 20) / width, 1, GROUP);
    out = suite_array(run, types[type], SUITE_OUT, items * width);
    suite_tolerance(out, 0, type == NATIVE_PEAK_HALF ? 1e-2 : type == NATIVE_PEAK_INT ? 0 : 1e-6, 0);
    // Two multiply-adds a step.
    run->work = 4.0 * STEPS * ROUNDS * (double)(items * width);
}

static void
peak_bind(struct suite_run *run)
{
    bool is_int = (run->program->variant & 255) == NATIVE_PEAK_INT;

    suite_arguments(suite_kernel(run, "peak"), "affi", out, is_int ? 3.0 : (double)a, is_int ? 1.0 : (double)b, ROUNDS);
}

static void
peak_launch(struct suite_run *run)
{
    suite_enqueue(run, run->kernels[0], items, GROUP);
}

static void
peak_native(struct suite_run *run)
{
    static volatile float kept;
    float sink = 0;

    native_peak((enum native_peak)(run->program->variant & 255), run->work, &sink);
    kept = sink;
    (void)kept;
}

static bool
peak_native_lacks(const struct suite_program *program)
{
    float sink;

    return !native_peak((enum native_peak)(program->variant & 255), 0, &sink);
}

static void
peak_reference(struct suite_run *run)
{
    int type = run->program->variant & 255;

    for (size_t l = 0; l < GROUP; l++) {
        uint32_t xi = 4, yi = (uint32_t)l;
        double x = a + b, y = (double)l, sum;

        for (int i = 0; i < ROUNDS * STEPS; i++) {
            xi = yi * xi + yi;
            yi = xi * yi + xi;
            x = y * a + b;
            y = x * a + b;
        }
        sum = x + y;
        for (size_t item = l; item < items; item += GROUP)
            for (size_t v = item * width; v < (item + 1) * width; v++) {
                if (type == NATIVE_PEAK_INT)
                    ((uint32_t *)out->host)[v] = xi + yi;
                else if (type == NATIVE_PEAK_DOUBLE)
                    ((double *)out->host)[v] = sum;
                else if (type == NATIVE_PEAK_HALF)
                    ((uint16_t *)out->host)[v] = 0x3c00; // 1: the limit is reached within the first round
                else
                    ((float *)out->host)[v] = (float)sum;
            }
    }
}

#define PEAK(type, number, width, suffix, need, unit_name, define)                                                     \
    {.name = "peak_" #type suffix,                                                                                     \
     .group = "peak",                                                                                                  \
     .unit = unit_name,                                                                                                \
     .source = "peak.cl",                                                                                              \
     .options = "-DTYPE=" #type suffix " -DSCALAR=" #type define,                                                      \
     .extension = need,                                                                                                \
     .variant = (number) | (width) << 8,                                                                               \
     .setup = peak_setup,                                                                                              \
     .bind = peak_bind,                                                                                                \
     .launch = peak_launch,                                                                                            \
     .native = peak_native,                                                                                            \
     .reference = peak_reference,                                                                                      \
     .native_lacks = peak_native_lacks}
#define PEAKS(type, number, need, unit_name, define)                                                                   \
    PEAK(type, number, 1, "", need, unit_name, define), PEAK(type, number, 4, "4", need, unit_name, define),           \
        PEAK(type, number, 16, "16", need, unit_name, define)

const struct suite_program suite_peak[] = {PEAKS(float, NATIVE_PEAK_FLOAT, NULL, "GFLOP/s", ""),
                                           PEAKS(double, NATIVE_PEAK_DOUBLE, "cl_khr_fp64", "GFLOP/s", ""),
                                           PEAKS(half, NATIVE_PEAK_HALF, "cl_khr_fp16", "GFLOP/s", " -DHALF"),
                                           PEAKS(int, NATIVE_PEAK_INT, NULL, "GIOP/s", " -DINTEGER"),
                                           {0}};
