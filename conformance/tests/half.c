// SPDX-License-Identifier: Apache-2.0
// cl_khr_fp16: what the device says of halves, and arithmetic on them at all widths, rounded once.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/support.h"

#ifndef CL_DEVICE_HALF_FP_CONFIG
#define CL_DEVICE_HALF_FP_CONFIG 0x1033
#endif

enum { PAIRS = 4096 };

static const char enable[] = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";

static double
value_of(cl_half bits)
{
    int exponent = bits >> 10 & 31;
    double magnitude = exponent ? ldexp(1024 + (bits & 1023), exponent - 25) : ldexp(bits & 1023, -24);

    if (exponent == 31)
        magnitude = bits & 1023 ? (double)NAN : (double)INFINITY;
    return bits & 0x8000 ? -magnitude : magnitude;
}

// The half nearest to an exact value, of two the even one.
static cl_half
nearest_half(long double value)
{
    cl_half sign = signbit(value) ? 0x8000 : 0;
    long double magnitude = fabsl(value);
    int exponent = 0;

    if (isnan(value))
        return 0x7e00;
    if (magnitude >= 65520)
        return sign | 0x7c00;
    if (magnitude > 0)
        exponent = ilogbl(magnitude);
    if (exponent < -14 || magnitude == 0)
        return (cl_half)(sign | (int)rintl(ldexpl(magnitude, 24))); // 1024 of these are the least normal number
    return (cl_half)(sign | (((exponent + 14) << 10) + (int)rintl(ldexpl(magnitude, 10 - exponent))));
}

static bool
is_nan(cl_half bits)
{
    return (bits & 0x7fff) > 0x7c00;
}

// Random bits, half of them with exponents near 1, so that sums and products round.
static void
fill(cl_half *halves, size_t count, cl_uint seed)
{
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525 + 1013904223;
        halves[i] = (cl_half)(seed >> 16);
        if (i % 2)
            halves[i] = (cl_half)((halves[i] & 0x8fff) | 0x3000);
    }
}

static void
device_has_halves(void **state)
{
    cl_device_fp_config config = 0;
    cl_uint preferred = 0, native = 0;
    char text[4096];

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL));
    assert_non_null(strstr(text, "cl_khr_fp16"));
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_HALF_FP_CONFIG, sizeof config, &config, NULL));
    assert_int_equal(config & (CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN), CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN);
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, sizeof preferred, &preferred, NULL));
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, sizeof native, &native, NULL));
    assert_true(preferred > 0 && native > 0);
    CHECK(test_try_build("#ifndef cl_khr_fp16\n#error no halves\n#endif\n"
                         "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                         "kernel void k(global half *h) { h[0] = HALF_MAX + HALF_EPSILON * M_PI_H; }",
                         "", NULL, 0));
}

static void
operators_round_once(void **state)
{
    static const char body[] =
        "kernel void k(global const H *a, global const H *b, global const H *c, global H *r, int n) {\n"
        "  int i = get_global_id(0);\n"
        "  if (i >= n) return;\n"
        "  r[i] = a[i] + b[i]; r[i + n] = a[i] - b[i]; r[i + 2 * n] = a[i] * b[i]; r[i + 3 * n] = a[i] / b[i];\n"
        "  r[i + 4 * n] = fma(a[i], b[i], c[i]); r[i + 5 * n] = sqrt(a[i]); }";
    static const char *const types[] = {"half", "half2", "half4", "half8", "half16"};
    static cl_half a[PAIRS], b[PAIRS], c[PAIRS], r[6 * PAIRS];
    char source[sizeof enable + sizeof body], options[40];

    (void)state;
    snprintf(source, sizeof source, "%s%s", enable, body);
    fill(a, PAIRS, 1);
    fill(b, PAIRS, 2);
    fill(c, PAIRS, 3);
    for (size_t width = 0; test_set_width(width); width++)
        for (size_t type = 0; type < sizeof types / sizeof *types; type++) {
            cl_int n = PAIRS >> (type ? type : 0);

            snprintf(options, sizeof options, "-DH=%s", types[type]);
            memset(r, 0x55, sizeof r);
            test_run(source, options, "k", RANGE1((size_t)n + 7, 0), BUFFER(a), BUFFER(b), BUFFER(c), BUFFER(r),
                     VALUE(n));
            for (size_t i = 0; i < PAIRS; i++) {
                long double x = value_of(a[i]), y = value_of(b[i]), z = value_of(c[i]);
                const long double want[6] = {x + y, x - y, x * y, x / y, x * y + z, sqrtl(x)};

                for (size_t op = 0; op < 6; op++) {
                    cl_half got = r[i + op * PAIRS], wanted = nearest_half(want[op]);

                    if (got != wanted && !(is_nan(got) && is_nan(wanted)))
                        fail_msg("width '%s', %s, operation %zu of %a, %a, %a: %04x, expected %04x", test_widths[width],
                                 types[type], op, (double)x, (double)y, (double)z, got, wanted);
                }
            }
        }
}

// A double that rounds to a float first may round to another half than by itself.
static void
doubles_round_once(void **state)
{
    static cl_double doubles[PAIRS];
    static cl_half r[PAIRS];

    (void)state;
    fill(r, PAIRS, 4);
    for (size_t i = 0; i < PAIRS; i++) {
        cl_half next = (cl_half)(r[i] + 1);
        double here = is_nan(r[i]) || is_nan(next) ? 0 : value_of(r[i]), there = value_of(next);

        doubles[i] = isfinite(here) && isfinite(there) ? (here + there) / 2 : here; // a tie
        if (i % 3)
            doubles[i] = nextafter(doubles[i], i % 3 == 1 ? (double)INFINITY : -(double)INFINITY);
    }
    for (size_t width = 0; test_set_width(width); width++) {
        test_run("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                 "kernel void k(global const double *d, global half *r) { r[get_global_id(0)] = d[get_global_id(0)]; }",
                 "", "k", RANGE1(PAIRS, 64), BUFFER(doubles), BUFFER(r));
        for (size_t i = 0; i < PAIRS; i++)
            if (r[i] != nearest_half(doubles[i]))
                fail_msg("width '%s', %a: %04x, expected %04x", test_widths[width], doubles[i], r[i],
                         nearest_half(doubles[i]));
    }
}

static void
group_sums_and_branches(void **state)
{
    enum { N = 512, LOCAL = 64 };
    static cl_half a[N], sums[N];

    (void)state;
    for (size_t i = 0; i < N; i++)
        a[i] = nearest_half((long double)(i % 16) - 4);
    for (size_t width = 0; test_set_width(width); width++) {
        test_run("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                 "kernel void k(global const half *a, global half *sums, local half *l) {\n"
                 "  int i = get_global_id(0), me = get_local_id(0);\n"
                 "  half x = a[i];\n"
                 "  while (x < 0.0h) x += 4.0h;\n" // differs between work-items
                 "  l[me] = x;\n"
                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                 "  sums[i] = work_group_reduce_add(x) + l[get_local_size(0) - 1 - me]; }",
                 "-cl-std=CL3.0", "k", RANGE1(N, LOCAL), BUFFER(a), BUFFER(sums), LOCAL(LOCAL * sizeof(cl_half)));
        for (size_t i = 0; i < N; i++) {
            int sum = 0, mirrored = 15 - (int)(i % 16) - 4;

            for (int j = 0; j < LOCAL; j++)
                sum += j % 16 < 4 ? j % 16 : j % 16 - 4;
            mirrored = mirrored < 0 ? mirrored + 4 : mirrored;
            assert_int_equal(sums[i], nearest_half(sum + mirrored));
        }
    }
}

// Products and differences of halves that are no halves themselves.
static void
nothing_overflows_on_the_way(void **state)
{
    static const double numbers[8] = {300, 300, 1, 0, 300, -300, 1, 0}, want[4] = {1, 0, 0, 0.5};
    cl_half in[8], bounds[2] = {nearest_half(-60000), nearest_half(60000)}, out[4];

    (void)state;
    for (int i = 0; i < 8; i++)
        in[i] = nearest_half(numbers[i]);
    memset(out, 0x55, sizeof out);
    test_run("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
             "kernel void k(global const half4 *v, global const half *b, global half *out) {\n"
             "  out[0] = dot(v[0], v[1]); out[1] = cross(v[0].zxyw, v[0].zxyw).x;\n"
             "  out[2] = mix(b[0], b[1], 0.5h); out[3] = smoothstep(b[0], b[1], 0.0h); }",
             "", "k", RANGE1(1, 1), BUFFER(in), BUFFER(bounds), BUFFER(out));
    for (int i = 0; i < 4; i++)
        assert_int_equal(out[i] & 0x7fff, nearest_half(want[i]));
}

// The bits of a comparison's result are those of a half, also where code generation has it in a mask register: in a
// loop that cannot be vectorized.
static void
comparisons_are_halves(void **state)
{
    enum { N = 64 };
    static const char *const options[] = {"", "-cl-opt-disable"};
    static cl_half a[N], b[N], sums[2 * N];

    (void)state;
    for (size_t i = 0; i < N; i++) {
        a[i] = nearest_half((long double)(i % 8));
        b[i] = nearest_half((long double)(i % 5));
    }
    for (size_t width = 0; test_set_width(width); width++)
        for (size_t option = 0; option < sizeof options / sizeof *options; option++) {
            cl_half equal = 0, others = 0; // each one 2^-24

            memset(sums, 0x55, sizeof sums);
            test_run("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                     "kernel void k(global const half *a, global const half *b, global half *sums, int n) {\n"
                     "  half equal = 0, others = 0;\n"
                     "  for (int i = 0; i < n && equal < 1.0h; i++) {\n"
                     "    sums[i] = equal += as_half((short)(a[i] == b[i]));\n"
                     "    sums[i + n] = others += as_half((short)!(a[i] < b[i])); } }",
                     options[option], "k", RANGE1(1, 1), BUFFER(a), BUFFER(b), BUFFER(sums), VALUE((cl_int){N}));
            for (size_t i = 0; i < N; i++) {
                assert_int_equal(sums[i], equal += i % 8 == i % 5);
                assert_int_equal(sums[i + N], others += i % 8 >= i % 5);
            }
        }
}

// No integer of which no more than its low zeros are known becomes another number by being a half on its way to a
// float.
static void
large_integers_stay_infinite(void **state)
{
    enum { N = 64 };
    static cl_int ints[N];
    static cl_float floats[3 * N];
    static cl_double doubles[N];
    static cl_long longs[N];

    (void)state;
    for (int i = 0; i < N; i++)
        ints[i] = i - N / 2;
    for (size_t width = 0; test_set_width(width); width++) {
        memset(floats, 0x55, sizeof floats);
        memset(doubles, 0x55, sizeof doubles);
        memset(longs, 0x55, sizeof longs);
        test_run("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                 "kernel void k(global const int *ints, global float *f, global double *d, global long *l) {\n"
                 "  int i = get_global_id(0), n = get_global_size(0), x = ints[i];\n"
                 "  f[i] = (half)(x << 24);\n"
                 "  f[i + n] = (half)(float)(x << 20);\n"
                 "  f[i + 2 * n] = convert_half((ulong)x << 54);\n"
                 "  d[i] = (half)((long)x << 40);\n"
                 "  l[i] = convert_long_sat((half)(x << 16)); }",
                 "", "k", RANGE1(N, 0), BUFFER(ints), BUFFER(floats), BUFFER(doubles), BUFFER(longs));
        for (int i = 0; i < N; i++) {
            const cl_float signed_one = ints[i] ? copysignf(INFINITY, (cl_float)ints[i]) : 0;

            assert_true(floats[i] == signed_one);
            assert_true(floats[i + N] == signed_one);
            assert_true(floats[i + 2 * N] == (ints[i] ? INFINITY : 0));
            assert_true(doubles[i] == (cl_double)signed_one);
            assert_true(longs[i] == (ints[i] > 0 ? CL_LONG_MAX : ints[i] ? CL_LONG_MIN : 0));
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(device_has_halves),
        cmocka_unit_test(operators_round_once),
        cmocka_unit_test(doubles_round_once),
        cmocka_unit_test(group_sums_and_branches),
        cmocka_unit_test(nothing_overflows_on_the_way),
        cmocka_unit_test(comparisons_are_halves),
        cmocka_unit_test(large_integers_stay_infinite),
    };

    return cmocka_run_group_tests(tests, test_begin, test_end);
}
