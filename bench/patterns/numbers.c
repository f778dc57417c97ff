// SPDX-License-Identifier: Apache-2.0
// Patterns of numbers: double, half, 64-bit integers, mathematics.
#include "bench/patterns/patterns.h"

#include <math.h>

static int n;

static void
double_setup(struct suite_run *run)
{
    double *in;

    n = pattern_size(run, 512 << 10, 1, 64);
    in = suite_array(run, SUITE_DOUBLE, SUITE_IN, n)->host;
    suite_tolerance(suite_array(run, SUITE_DOUBLE, SUITE_OUT, n), 1e-13, 1e-13, 0);
    for (int i = 0; i < n; i++)
        in[i] = (double)suite_random(run, -1, 1);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

// Planes are as far apart at any scale; work-items are fewer at small ones.
static void
species_setup(struct suite_run *run)
{
    struct suite_array *planes = suite_array(run, SUITE_DOUBLE, SUITE_INOUT, (size_t)64 * 13824);
    double *a = planes->host, *rates;

    n = pattern_size(run, 13824, 1, 128);
    n = n < 13824 ? n : 13824;
    suite_tolerance(planes, 1e-13, 1e-13, 0);
    rates = suite_array(run, SUITE_DOUBLE, SUITE_IN, n)->host;
    for (int i = 0; i < 64 * 13824; i++)
        a[i] = (double)suite_random(run, -1, 1);
    for (int i = 0; i < n; i++)
        rates[i] = (double)suite_random(run, -1, 1);
    pattern_1d(run, n, 128);
    pattern_arguments(run, "aa");
}

static void
species_reference(struct suite_run *run)
{
    double *a = pattern_host(run, 0);
    const double *rates = pattern_host(run, 1);

    for (int plane = 0; plane < 64; plane++)
        for (int i = 0; i < n; i++)
            a[plane * 13824 + i] = rates[i] - a[plane * 13824 + i];
}

// The polynomial is exp's, 13 terms of it.
static void
double_reference(struct suite_run *run)
{
    const double *in = pattern_host(run, 0);
    double *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++) {
        double sum = 0, term = 1;

        for (int k = 1; k <= 13; k++) {
            sum += term;
            term *= in[i] / k;
        }
        out[i] = sqrt(sum) + fabs(in[i]);
    }
}

static double
half_value(uint16_t bits)
{
    return ldexp((bits & 0x3ff) + 0x400, (bits >> 10) - 25);
}

// The nearest one of a positive number between the least normal one and 65504.
static uint16_t
half_bits(double value)
{
    int exponent;
    double mantissa = frexp(value, &exponent);

    return (uint16_t)(((exponent + 13) << 10) + (int)lrint(ldexp(mantissa, 11)));
}

static void
half_setup(struct suite_run *run)
{
    n = pattern_size(run, 8 << 20, 1, 64);
    for (int k = 0; k < 2; k++) {
        struct suite_array *array = suite_array(run, SUITE_HALF, k ? SUITE_INOUT : SUITE_IN, n);
        uint16_t *values = array->host;

        suite_tolerance(array, 1e-3, 1e-3, 0);
        for (int i = 0; i < n; i++)
            values[i] = half_bits((double)suite_random(run, 0.1f, 4));
    }
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaf", 1.5);
}

static void
half_reference(struct suite_run *run)
{
    const uint16_t *x = pattern_host(run, 0);
    uint16_t *y = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        y[i] = half_bits(1.5 * half_value(x[i]) + half_value(y[i]));
}

static void
long_uniform_setup(struct suite_run *run)
{
    n = pattern_size(run, 1 << 20, 1, 64);
    pattern_in_words(run, (size_t)n * 2);
    pattern_out_ints(run, (size_t)n * 2);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aai", -12347);
}

static void
long_uniform_reference(struct suite_run *run)
{
    const int64_t *in = pattern_host(run, 0);
    int64_t *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        out[i] = in[i] / -12347 * 3 + in[i] % -12347;
}

static void
long_varying_setup(struct suite_run *run)
{
    n = pattern_size(run, 512 << 10, 1, 64);
    pattern_in_words(run, (size_t)n * 2);
    pattern_in_words(run, (size_t)n * 2);
    pattern_out_ints(run, (size_t)n * 2);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaa");
}

static uint64_t
high_product(uint64_t a, uint64_t b)
{
    uint64_t low = (a & 0xffffffff) * (b & 0xffffffff), cross = (a >> 32) * (b & 0xffffffff) + (low >> 32);
    uint64_t other = (a & 0xffffffff) * (b >> 32) + (cross & 0xffffffff);

    return (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32);
}

static void
long_varying_reference(struct suite_run *run)
{
    const uint64_t *a = pattern_host(run, 0), *b = pattern_host(run, 1);
    uint64_t *out = pattern_host(run, 2);

    for (int i = 0; i < n; i++) {
        uint64_t divisor = b[i] >> i % 32 | 1, quotient = a[i] / divisor;

        out[i] = quotient ^ (a[i] - quotient * divisor) ^ high_product(a[i], b[i]);
    }
}

static void
pow_setup(struct suite_run *run)
{
    n = pattern_size(run, 512 << 10, 1, 64);
    pattern_in_floats(run, n, 0.1f, 4);
    pattern_in_floats(run, n, -2, 2);
    pattern_out_floats(run, n, 0, 1e-5);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaa");
}

static void
pow_reference(struct suite_run *run)
{
    const float *x = pattern_host(run, 0), *y = pattern_host(run, 1);
    float *out = pattern_host(run, 2);

    for (int i = 0; i < n; i++) {
        double v = (double)x[i];

        out[i] = (float)(v * v + sqrt(v) + v * v * v + pow(v, (double)y[i]));
    }
}

// variant: the least input in hundredths.
static void
math_setup(struct suite_run *run)
{
    n = pattern_size(run, 1 << 20, 1, 64);
    pattern_in_floats(run, n, (float)run->program->variant / 100, 4);
    pattern_out_floats(run, n, 1e-5, 1e-5);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
exp_log_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++) {
        double x = (double)in[i];

        out[i] = (float)(log1p(exp(x)) + exp2(x / 2) * log2(2 + x) + log1p(x) + tanh(x));
    }
}

static void
norm_setup(struct suite_run *run)
{
    n = pattern_size(run, 1 << 20, 1, 256);
    pattern_in_floats(run, n, -4, 4);
    pattern_in_floats(run, 256, -1, 1);
    pattern_in_floats(run, 256, 0.1f, 4);
    pattern_out_floats(run, n, 1e-5, 1e-5);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaaa");
}

static void
norm_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0), *mean = pattern_host(run, 1), *variance = pattern_host(run, 2);
    float *out = pattern_host(run, 3);

    for (int i = 0; i < n; i++)
        out[i] = (float)(((double)in[i] - mean[i % 256]) / sqrt((double)variance[i % 256] + 1e-5));
}

// What native_ functions may be wrong by is the platform's choice.
static void
native_setup(struct suite_run *run)
{
    math_setup(run);
    suite_tolerance(&run->arrays[1], 1e-2, 1e-2, 0);
}

static void
native_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++) {
        double x = (double)in[i], sum = exp(x) + log(x) + sin(x) + sqrt(x) + 1 / x;

        out[i] = (float)(ldexp(sum, -16) + x * (2 - ldexp(1, -15)));
    }
}

const struct suite_program patterns_numbers[] = {
    PATTERN(double_poly, double_setup, double_reference, .extension = "cl_khr_fp64"),
    PATTERN(species, species_setup, species_reference, .extension = "cl_khr_fp64"),
    PATTERN(half_axpy, half_setup, half_reference),
    PATTERN(long_uniform, long_uniform_setup, long_uniform_reference),
    PATTERN(long_varying, long_varying_setup, long_varying_reference),
    PATTERN(pow_mix, pow_setup, pow_reference),
    PATTERN(exp_log, math_setup, exp_log_reference, .variant = -50),
    PATTERN(native_mad, native_setup, native_reference, .variant = 20),
    PATTERN(batch_norm, norm_setup, norm_reference),
    {0}};
