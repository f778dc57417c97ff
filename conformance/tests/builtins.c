// SPDX-License-Identifier: Apache-2.0
// Builtin functions through the whole platform, against the host's C library and plain C; the kernel library's own
// tests measure errors in ULP.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/support.h"

#define N 1024

// Distance in units in the last place of the float nearest to `want`.
static double
ulp_error(float got, double want)
{
    double unit;
    int exponent;

    if (isnan(want))
        return isnan(got) ? 0 : INFINITY;
    if (isinf(want) || fabs(want) > FLT_MAX)
        return isinf(got) && !signbit(got) == !signbit(want) ? 0 : INFINITY;
    frexp(want, &exponent);
    unit = ldexp(1.0, (exponent < -125 ? -125 : exponent) - 24);
    return fabs((double)got - want) / unit;
}

static void
check_float_function(const char *name, double (*reference)(double), float low, float high, double limit)
{
    static cl_float in[N], out[N];
    char source[512];

    for (int width = 1; width <= 16; width = width == 2 ? 3 : width == 3 ? 4 : width * 2) {
        for (int i = 0; i < N; i++)
            in[i] = low + (high - low) * (float)i / (N - 1);
        memset(out, 0, sizeof out);
        if (width == 1)
            snprintf(source, sizeof source,
                     "kernel void k(global float *o, global float *i) { size_t g = "
                     "get_global_id(0); o[g] = %s(i[g]); }",
                     name);
        else
            snprintf(source, sizeof source,
                     "kernel void k(global float *o, global float *i) { size_t g = "
                     "get_global_id(0); vstore%d(%s(vload%d(g, i)), g, o); }",
                     width, name, width);
        test_run(source, "", "k", RANGE1((size_t)(N / width), 1), BUFFER(out), BUFFER(in));
        for (int i = 0; i < N / width * width; i++)
            if (!(ulp_error(out[i], reference(in[i])) <= limit))
                fail_msg("%s(%a), width %d: %a, expected %a within %.1f ULP", name, in[i], width, out[i],
                         reference(in[i]), limit);
    }
}

static double
exp10_of(double x)
{
    return pow(10, x);
}
static double
rsqrt_of(double x)
{
    return 1 / sqrt(x);
}
static double
sinpi_of(double x)
{
    return sin(M_PI * fmod(x, 2));
}
static double
cospi_of(double x)
{
    return cos(M_PI * fmod(x, 2));
}
static double
degrees_of(double x)
{
    return x * (180 / M_PI);
}
static double
radians_of(double x)
{
    return x * (M_PI / 180);
}
static double
sign_of(double x)
{
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

// Limits: the specification's for the full profile.
// clang-format off
#define FUNCTIONS(CASE)                                                                                                \
    CASE(sin, sin, -100, 100, 4) CASE(cos, cos, -100, 100, 4) CASE(tan, tan, -1.5f, 1.5f, 5)                           \
    CASE(asin, asin, -1, 1, 4) CASE(acos, acos, -1, 1, 4) CASE(atan, atan, -50, 50, 5)                                 \
    CASE(sinh, sinh, -20, 20, 4) CASE(cosh, cosh, -20, 20, 4) CASE(tanh, tanh, -9, 9, 5)                               \
    CASE(asinh, asinh, -50, 50, 4) CASE(acosh, acosh, 1, 50, 4) CASE(atanh, atanh, -0.99f, 0.99f, 5)                   \
    CASE(exp, exp, -100, 100, 3) CASE(exp2, exp2, -140, 140, 3) CASE(exp10, exp10_of, -44, 44, 3)                      \
    CASE(expm1, expm1, -20, 80, 3) CASE(log, log, 0, 1000, 3) CASE(log2, log2, 0, 1000, 3)                             \
    CASE(log10, log10, 0, 1000, 3) CASE(log1p, log1p, -0.99f, 100, 2) CASE(sqrt, sqrt, 0, 1000, 0.5)                   \
    CASE(rsqrt, rsqrt_of, 0.001f, 1000, 2) CASE(cbrt, cbrt, -1000, 1000, 2) CASE(erf, erf, -4, 4, 16)                  \
    CASE(erfc, erfc, -4, 9, 16) CASE(tgamma, tgamma, 0.1f, 30, 16) CASE(fabs, fabs, -10, 10, 0)                        \
    CASE(floor, floor, -10, 10, 0) CASE(ceil, ceil, -10, 10, 0) CASE(trunc, trunc, -10, 10, 0)                         \
    CASE(rint, rint, -10, 10, 0) CASE(round, round, -10, 10, 0) CASE(sinpi, sinpi_of, -8.2f, 8.3f, 4)                  \
    CASE(cospi, cospi_of, -8.2f, 8.3f, 4) CASE(degrees, degrees_of, -7, 7, 2) CASE(radians, radians_of, -400, 400, 2)  \
    CASE(sign, sign_of, -3, 3, 0)
// clang-format on

#define FUNCTION_CASE(name, reference, low, high, limit)                                                               \
    static void float_##name(void **state)                                                                             \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        check_float_function(#name, reference, low, high, limit);                                                      \
    }
FUNCTIONS(FUNCTION_CASE)

// One value from an expression over constants that the compiler cannot see through (kernel arguments a, b, c).
static cl_long
integer_result(const char *type, const char *expression, cl_long a, cl_long b, cl_long c)
{
    char source[1024];
    cl_long out[1] = {0};

    snprintf(source, sizeof source,
             "kernel void k(global long *out, long la, long lb, long lc) { %s a = (%s)la, b = (%s)lb, c = (%s)lc;\n"
             "  *out = (long)(%s); }",
             type, type, type, type, expression);
    test_run(source, "", "k", RANGE1(1, 1), BUFFER(out), VALUE(a), VALUE(b), VALUE(c));
    return out[0];
}

#define INTEGERS(CASE)                                                                                                 \
    CASE(abs_of_the_smallest_char, "char", "abs(a)", -128, 0, 0, 128)                                                  \
    CASE(abs_diff_of_int_extremes, "int", "abs_diff(a, b)", INT32_MIN, INT32_MAX, 0, 4294967295ll)                     \
    CASE(add_sat_int, "int", "add_sat(a, b)", INT32_MAX, 5, 0, INT32_MAX)                                              \
    CASE(add_sat_uchar, "uchar", "add_sat(a, b)", 250, 10, 0, 255)                                                     \
    CASE(sub_sat_short, "short", "sub_sat(a, b)", -32768, 1, 0, -32768)                                                \
    CASE(sub_sat_ulong, "ulong", "sub_sat(a, b)", 3, 4, 0, 0)                                                          \
    CASE(hadd_without_overflow, "int", "hadd(a, b)", INT32_MAX, INT32_MAX - 2, 0, INT32_MAX - 1)                       \
    CASE(rhadd_rounds_up, "uchar", "rhadd(a, b)", 254, 255, 0, 255)                                                    \
    CASE(clz_of_zero, "int", "clz(a)", 0, 0, 0, 32)                                                                    \
    CASE(clz_char, "char", "clz(a)", 1, 0, 0, 7)                                                                       \
    CASE(popcount_long, "long", "popcount(a)", -1, 0, 0, 64)                                                           \
    CASE(rotate_left, "uint", "rotate(a, b)", 0x80000001, 4, 0, 0x18)                                                  \
    CASE(rotate_by_more_than_the_width, "uchar", "rotate(a, b)", 0x81, 9, 0, 0x03)                                     \
    CASE(mul_hi_int, "int", "mul_hi(a, b)", 1 << 30, 12, 0, 3)                                                         \
    CASE(mul_hi_long, "long", "mul_hi(a, b)", INT64_MIN, 4, 0, -2)                                                     \
    CASE(mad_hi, "uint", "mad_hi(a, b, c)", 0x80000000, 6, 10, 13)                                                     \
    CASE(mad_hi_wraps, "int", "convert_double(mad_hi(1, (int)b, INT_MIN)) > 0", 0, -7, 0, 1)                           \
    CASE(mad_sat_int, "int", "mad_sat(a, b, c)", 1 << 20, 1 << 20, 5, INT32_MAX)                                       \
    CASE(mad_sat_long_negative, "long", "mad_sat(a, b, c)", INT64_MIN, 2, -5, INT64_MIN)                               \
    CASE(mul24_signed, "int", "mul24(a, b)", -1000, 2000, 0, -2000000)                                                 \
    CASE(mad24_signed, "int", "mad24(a, b, c)", -3, 7, 1, -20)                                                         \
    CASE(min_unsigned, "uint", "min(a, b)", 0xffffffff, 1, 0, 1)                                                       \
    CASE(max_signed, "int", "max(a, b)", -1, 1, 0, 1)                                                                  \
    CASE(clamp_to_range, "int", "clamp(a, b, c)", 77, -5, 10, 10)                                                      \
    CASE(upsample_char, "uchar", "upsample(a, b)", 0x12, 0x34, 0, 0x1234)                                              \
    CASE(convert_saturates_high, "int", "convert_uchar_sat(a)", 300, 0, 0, 255)                                        \
    CASE(convert_saturates_low, "int", "convert_uchar_sat(a)", -3, 0, 0, 0)                                            \
    CASE(convert_long_to_int_sat, "long", "convert_int_sat(a)", 1ll << 40, 0, 0, INT32_MAX)                            \
    CASE(convert_float_rounds_to_even, "int", "convert_int_rte((float)a * 0.5f)", 5, 0, 0, 2)                          \
    CASE(convert_float_rounds_up, "int", "convert_int_rtp((float)a * 0.5f)", 5, 0, 0, 3)                               \
    CASE(convert_float_rounds_down, "int", "convert_int_rtn((float)a * 0.5f)", -5, 0, 0, -3)                           \
    CASE(convert_float_rounds_to_zero, "int", "convert_int_rtz((float)a * 0.5f)", -5, 0, 0, -2)                        \
    CASE(convert_int_to_float_rtz, "int", "as_int(convert_float_rtz(a))", 16777219, 0, 0, 0x4b800001)                  \
    CASE(convert_nan_to_int_sat, "int", "convert_int_sat(nan(0u)) + a", 0, 0, 0, 0)                                    \
    CASE(select_by_sign_bit, "int", "select((int4)(a), (int4)(b), (int4)(c)).y", 1, 2, -1, 2)                          \
    CASE(select_scalar_by_nonzero, "int", "select(a, b, c)", 1, 2, 4, 2)                                               \
    CASE(bitselect_int, "int", "bitselect(a, b, c)", 0xf0, 0x0f, 0x3c, 0xcc)                                           \
    CASE(any_and_all, "int", "any((int2)(a, b)) * 2 + all((int2)(a, b))", -1, 0, 0, 2)                                 \
    CASE(isnan_scalar_and_vector, "int", "isnan(nan(0u)) * 10 + isnan((float2)(nan(0u), 1)).x + a", 0, 0, 0, 9)        \
    CASE(shuffle_two, "int", "shuffle2((int2)(a, b), (int2)(c, 9), (uint4)(3, 0, 2, 1)).z", 1, 2, 5, 5)                \
    CASE(ilogb_of_a_denormal, "int", "ilogb(as_float(a))", 1, 0, 0, -149)

#define INTEGER_CASE(name, type, expression, a, b, c, expected)                                                        \
    static void name(void **state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        assert_true(integer_result(type, expression, a, b, c) == (expected));                                          \
    }
INTEGERS(INTEGER_CASE)

// Every exponent, both ends of its range and what has none, within 2 ULP of the root in double precision.
static void
rsqrt_of_every_exponent(void **state)
{
    enum { EACH = 64, COUNT = 512 * EACH };
    static union {
        cl_uint bits[COUNT];
        cl_float value[COUNT];
    } in, out;

    (void)state;
    for (cl_uint i = 0; i < COUNT; i++)
        in.bits[i] = i / EACH << 23 | (i % EACH < 2   ? i % EACH
                                       : i % EACH < 4 ? 0x7fffff - i % 2
                                                      : i * 2654435761u >> 9);
    for (int width = 1; width <= 16; width = width == 1 ? 3 : width == 3 ? 4 : width * 2) {
        char source[200];

        snprintf(source, sizeof source,
                 width == 1 ? "kernel void k(global float *o, global float *i) { size_t g = get_global_id(0); o[g] = "
                              "rsqrt(i[g]); }"
                            : "kernel void k(global float *o, global float *i) { size_t g = get_global_id(0); vstore%d("
                              "rsqrt(vload%d(g, i)), g, o); }",
                 width, width);
        test_run(source, "", "k", RANGE1(COUNT / (size_t)width, 0), {TEST_BUFFER, out.value, sizeof out},
                 {TEST_BUFFER, in.value, sizeof in});
        for (int i = 0; i < COUNT / width * width; i++) {
            double expected = 1 / sqrt((double)in.value[i]);

            if (isnan(expected) ? !isnan(out.value[i])
                : isinf(expected) || expected == 0
                    ? (double)out.value[i] != expected
                    : !(fabs(out.value[i] - expected) <= 2 * ldexp(1, ilogb(expected) - 23)))
                fail_msg("width %d: rsqrt(%a) is %a, expected %a", width, (double)in.value[i], (double)out.value[i],
                         expected);
        }
    }
}

// The specification leaves native functions their range. A picture's black stays black here.
static void
native_powers_of_zero(void **state)
{
    static const cl_float in[8] = {0.0f, -0.0f, 0.0f, -0.0f, 0.0f, 1.0f, 4.0f, 0x1p-126f};
    static const cl_float exponent[8] = {0.4545f, 2.0f, 30.0f, 0.1f, -1.0f, 3.0f, 0.5f, 0.5f};
    static const cl_float expected[8] = {0, 0, 0, 0, INFINITY, 1, 2, 0x1p-63f};
    cl_float x[8], y[8], out[16];

    (void)state;
    memcpy(x, in, sizeof x);
    memcpy(y, exponent, sizeof y);
    test_run("kernel void k(global const float *x, global const float *y, global float *out) {\n"
             "  size_t i = get_global_id(0);\n"
             "  out[i] = native_powr(x[i], y[i]);\n"
             "  out[8 + i] = native_log2(x[i]); }",
             "", "k", RANGE1(8, 8), BUFFER(x), BUFFER(y), BUFFER(out));
    for (int i = 0; i < 8; i++) {
        const double log = in[i] == 0 ? -INFINITY : log2((double)in[i]);

        if (isinf(expected[i]) ? out[i] != expected[i] : !(fabsf(out[i] - expected[i]) <= expected[i] * 0x1p-10f))
            fail_msg("native_powr(%a, %a) is %a, expected %a", (double)in[i], (double)exponent[i], (double)out[i],
                     (double)expected[i]);
        if (isinf(log) ? (double)out[8 + i] != log : !(fabs((double)out[8 + i] - log) <= 0x1p-10))
            fail_msg("native_log2(%a) is %a, expected %a", (double)in[i], (double)out[8 + i], log);
    }
}

// Powers whose exponent the compiler sees: exact where the result is a number of the type, for special values as C99
// has it, and else within 2 ULP.
static void
powers_by_constants(void **state)
{
    static const char source[] =
        "#define EACH(n) o[g * 12 + n + 1] = pow(x[g], n); o[g * 12 + 6 + n + 1] = pown(x[g], n);\n"
        "kernel void k(global double *o, global const double *x) {\n"
        "  int g = get_global_id(0); EACH(-1) EACH(0) EACH(1) EACH(2) EACH(3) EACH(4) }\n";
    static cl_double in[256], out[256 * 12];

    (void)state;
    for (int i = 0; i < 256; i++)
        in[i] = i < 128 ? i - 64 : ldexp(1 + (i * 2654435761u % 9973) / 9973.0, i * 9 - 1728);
    in[200] = NAN;
    in[201] = INFINITY;
    in[202] = -INFINITY;
    in[203] = -0.0;
    for (size_t w = 0; test_set_width(w); w++) {
        test_run(source, "", "k", RANGE1(256, 64), BUFFER(out), BUFFER(in));
        for (int i = 0; i < 256; i++)
            for (int n = -1; n <= 4; n++)
                for (int which = 0; which < 2; which++) {
                    const double got = out[i * 12 + which * 6 + n + 1], wanted = pow(in[i], n);
                    const bool is_special = isnan(wanted) || isinf(wanted) || wanted == 0;
                    const double unit = is_special ? 0 : nextafter(fabs(wanted), INFINITY) - fabs(wanted);
                    const double most = i < 128 && n >= 0 ? 0 : 2 * unit; // those have few bits

                    if (is_special ? memcmp(&got, &wanted, sizeof(got)) != 0 && !(isnan(got) && isnan(wanted))
                                   : !(fabs(got - wanted) <= most))
                        fail_msg("%s(%a, %d), width '%s': %a, expected %a", which ? "pown" : "pow", in[i], n,
                                 test_widths[w], got, wanted);
                }
    }
}

int
main(void)
{
#define LIST_FUNCTION(name, reference, low, high, limit) cmocka_unit_test(float_##name),
#define LIST_INTEGER(name, type, expression, a, b, c, expected) cmocka_unit_test(name),
    const struct CMUnitTest tests[] = {FUNCTIONS(LIST_FUNCTION) INTEGERS(LIST_INTEGER)
                                           cmocka_unit_test(rsqrt_of_every_exponent),
                                       cmocka_unit_test(native_powers_of_zero), cmocka_unit_test(powers_by_constants)};

    return cmocka_run_group_tests_name("builtins", tests, test_begin, test_end);
}
