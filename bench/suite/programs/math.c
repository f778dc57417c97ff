// SPDX-License-Identifier: Apache-2.0
// Elementary functions of 16M floats: 32 times over half a million, which the own caches of two cores hold, so that it
// is the functions that are measured and not the memory.
#include "bench/suite/native/native.h"
#include "bench/suite/suite.h"

static struct suite_array *x, *y, *out;
static size_t count;

static const struct {
    float x_low, x_high;
    double ulp; // what OpenCL allows (single precision, full profile)
} functions[NATIVE_FUNCTIONS] = {
    [NATIVE_EXP] = {-80, 80, 3},   [NATIVE_LOG] = {1e-3f, 1e3f, 3},   [NATIVE_SIN] = {-100, 100, 4},
    [NATIVE_COS] = {-100, 100, 4}, [NATIVE_POW] = {0.01f, 100, 16},   [NATIVE_TANH] = {-5, 5, 5},
    [NATIVE_ERF] = {-3, 3, 16},    [NATIVE_RSQRT] = {1e-3f, 1e3f, 2},
};

static void
math_setup(struct suite_run *run)
{
    int function = run->program->variant;

    count = suite_size(run, (size_t)1 << 19, 1, 64);
    run->repeats = 32;
    out = suite_array(run, SUITE_FLOAT, SUITE_OUT, count);
    x = suite_random_array(run, SUITE_IN, count, functions[function].x_low, functions[function].x_high);
    y = suite_random_array(run, SUITE_IN, function == NATIVE_POW ? count : 1, -5, 5);
    // An ULP is at most 2^-23 of the value; the reference is rounded itself.
    suite_tolerance(out, 1e-37, (functions[function].ulp + 0.5) * 0x1p-23, 0);
    run->work = (double)count;
}

static void
math_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "apply"), "aaa", x, y, out);
}

static void
math_launch(struct suite_run *run)
{
    suite_enqueue(run, run->kernels[0], count, 0);
}

static void
math_native(struct suite_run *run)
{
    native_math((enum native_function)run->program->variant, count, x->host, y->host, out->host);
}

static void
math_reference(struct suite_run *run)
{
    int function = run->program->variant;

    native_math_reference((enum native_function)function, count, x->host, function == NATIVE_POW ? y->host : NULL,
                          out->host);
}

#define FUNCTION(function, number, build_options)                                                                      \
    {.name = "math_" #function,                                                                                        \
     .group = "math",                                                                                                  \
     .unit = "Gitem/s",                                                                                                \
     .source = "math.cl",                                                                                              \
     .options = "-DFUNCTION=" #function build_options,                                                                 \
     .variant = number,                                                                                                \
     .setup = math_setup,                                                                                              \
     .bind = math_bind,                                                                                                \
     .launch = math_launch,                                                                                            \
     .native = math_native,                                                                                            \
     .reference = math_reference}

const struct suite_program suite_math[] = {
    FUNCTION(exp, NATIVE_EXP, ""), FUNCTION(log, NATIVE_LOG, ""),          FUNCTION(sin, NATIVE_SIN, ""),
    FUNCTION(cos, NATIVE_COS, ""), FUNCTION(pow, NATIVE_POW, " -DBINARY"), FUNCTION(tanh, NATIVE_TANH, ""),
    FUNCTION(erf, NATIVE_ERF, ""), FUNCTION(rsqrt, NATIVE_RSQRT, ""),      {0}};
