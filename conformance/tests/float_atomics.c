// SPDX-License-Identifier: Apache-2.0
// cl_ext_float_atomics: what rounding, NaNs, infinities and zeros make of atomics on floats, while thousands of
// work-items take part; every order and scope is among the cases of atomics.c.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/support.h"

#ifndef CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT
#define CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT 0x4231
#define CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT 0x4232
#define CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT 0x4233
#endif

enum { ITEMS = 6000, LOCAL_ITEMS = 60, GROUPS = ITEMS / LOCAL_ITEMS };

// Programs of both types: T, and A for the atomic.
static const char *const options[] = {"-cl-std=CL3.0 -DT=float -DA=atomic_float",
                                      "-cl-std=CL3.0 -DT=double -DA=atomic_double"};

static void
capabilities_are_those_of_single_and_double_precision(void **state)
{
    static const cl_device_info names[] = {CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT,
                                           CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT,
                                           CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT};
    static const cl_bitfield expected[] = {0x70007, 0x70007, 0}; // load/store, add, min/max: global and local

    (void)state;
    for (int i = 0; i < 3; i++) {
        cl_bitfield value = 99;
        size_t size;

        CHECK(clGetDeviceInfo(test_device, names[i], sizeof value, &value, &size));
        assert_int_equal(size, sizeof value);
        assert_int_equal(value, expected[i]);
    }
}

static void
macros_are_the_capabilities(void **state)
{
    char text[4096];

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL));
    assert_non_null(strstr(text, "cl_ext_float_atomics"));
    test_run(
        "#if !defined(cl_ext_float_atomics) || !__opencl_c_ext_fp32_global_atomic_add || "
        "!__opencl_c_ext_fp32_global_atomic_min_max || !__opencl_c_ext_fp32_local_atomic_add || "
        "!__opencl_c_ext_fp32_local_atomic_min_max || !__opencl_c_ext_fp64_global_atomic_add || "
        "!__opencl_c_ext_fp64_global_atomic_min_max || !__opencl_c_ext_fp64_local_atomic_add || "
        "!__opencl_c_ext_fp64_local_atomic_min_max\n#error missing\n#endif\n"
        "#if defined(__opencl_c_ext_fp16_global_atomic_load_store) || "
        "defined(__opencl_c_ext_fp16_local_atomic_load_store) || defined(__opencl_c_ext_fp16_global_atomic_add) || "
        "defined(__opencl_c_ext_fp16_local_atomic_add) || defined(__opencl_c_ext_fp16_global_atomic_min_max) || "
        "defined(__opencl_c_ext_fp16_local_atomic_min_max)\n#error too many\n#endif\n"
        "#pragma OPENCL EXTENSION cl_ext_float_atomics : enable\n"
        "kernel void k(global float *p) { atomic_fetch_add((global atomic_float *)p, 1.0f); }",
        "-cl-std=CL3.0", "k", RANGE1(3, 1), BUFFER(((cl_float[1]){0})));
    // An extension of OpenCL C 2.0.
    assert_int_equal(test_try_build("#ifdef cl_ext_float_atomics\n#error announced\n#endif\nkernel void k(void) {}",
                                    "-cl-std=CL1.2", NULL, 0),
                     CL_SUCCESS);
}

// Each call with neither order nor scope, with the order, and with both, by pointers to each address space: two
// additions and one subtraction of 1, and the least and largest of what all items bring, three times.
static void
every_form_in_every_address_space(void **state)
{
    static const char source[] =
        "#define FORMS(p) { volatile A *any = (volatile A *)(p);"
        " atomic_fetch_add(p, (T)1); atomic_fetch_add_explicit(p, (T)1, memory_order_acq_rel);"
        " atomic_fetch_add_explicit(p, (T)1, memory_order_release, memory_scope_device);"
        " atomic_fetch_add(any, (T)1); atomic_fetch_add_explicit(any, (T)1, memory_order_acq_rel);"
        " atomic_fetch_add_explicit(any, (T)1, memory_order_relaxed, memory_scope_work_group);"
        " atomic_fetch_sub(p, (T)0.5); atomic_fetch_sub_explicit(p, (T)0.5, memory_order_acquire);"
        " atomic_fetch_sub_explicit(p, (T)0.5, memory_order_seq_cst, memory_scope_all_devices);"
        " atomic_fetch_sub(any, (T)0.5); atomic_fetch_sub_explicit(any, (T)0.5, memory_order_acq_rel);"
        " atomic_fetch_sub_explicit(any, (T)0.5, memory_order_relaxed, memory_scope_device); }\n"
        "#define LIMITS(op, p, x) { volatile A *any = (volatile A *)(p) + 1;"
        " atomic_fetch_##op(p, x); atomic_fetch_##op##_explicit((p) + 1, x, memory_order_acq_rel);"
        " atomic_fetch_##op##_explicit((p) + 2, x, memory_order_release, memory_scope_device);"
        " atomic_fetch_##op(any + 2, x); atomic_fetch_##op##_explicit(any + 3, x, memory_order_relaxed);"
        " atomic_fetch_##op##_explicit(any + 4, x, memory_order_seq_cst, memory_scope_all_devices); }\n"
        "kernel void k(global A *out, global T *finals) {\n"
        "  local A cells[13]; size_t l = get_local_id(0), group = get_group_id(0);\n"
        "  T x = (T)((int)((get_global_id(0) * 7919) % get_global_size(0)) - 3000);\n"
        "  for (size_t i = l; i < 13; i += get_local_size(0)) atomic_init(cells + i, (T)0);\n"
        "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  FORMS(out) LIMITS(min, out + 1, x) LIMITS(max, out + 7, x)\n"
        "  FORMS(cells) LIMITS(min, cells + 1, (T)-(int)l) LIMITS(max, cells + 7, (T)l)\n"
        "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  for (size_t i = l; i < 13; i += get_local_size(0)) finals[group * 13 + i] = atomic_load(cells + i);\n"
        "}";

    (void)state;
#define CHECK_FORMS(T, which)                                                                                          \
    do {                                                                                                               \
        T out[13] = {0}, finals[GROUPS * 13];                                                                          \
                                                                                                                       \
        test_run(source, options[which], "k", RANGE1(ITEMS, LOCAL_ITEMS), BUFFER(out), BUFFER(finals));                \
        for (int i = 0; i < 13; i++)                                                                                   \
            assert_true(out[i] == (i == 0 ? 3 * ITEMS : i <= 6 ? -3000 : ITEMS - 3001));                               \
        for (int i = 0; i < 13; i++)                                                                                   \
            for (int g = 0; g < GROUPS; g++)                                                                           \
                assert_true(finals[g * 13 + i] == (i == 0   ? 3 * LOCAL_ITEMS                                          \
                                                   : i <= 6 ? 1 - LOCAL_ITEMS                                          \
                                                            : LOCAL_ITEMS - 1));                                       \
    } while (0)
    CHECK_FORMS(cl_float, 0);
    CHECK_FORMS(cl_double, 1);
}

// From 2^24 (2^53) on, adding 1 changes nothing, adding 2 does: a result other than that of single additions shows.
static void
sums_are_rounded_after_each_addition(void **state)
{
    static const char source[] =
        "kernel void k(global A *out, global T *finals, T start) {\n"
        "  local A sum[3]; size_t l = get_local_id(0);\n"
        "  if (l == 0) for (int i = 0; i < 3; i++) atomic_init(sum + i, i == 1 ? -start : start);\n"
        "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  atomic_fetch_add_explicit(out, (T)1, memory_order_relaxed);\n"
        "  atomic_fetch_sub_explicit(out + 1, (T)1, memory_order_relaxed);\n"
        "  if (l % 3 != 1) atomic_fetch_add_explicit(out + 2, (T)1, memory_order_relaxed);\n"
        "  atomic_fetch_add_explicit(sum, (T)1, memory_order_relaxed);\n"
        "  atomic_fetch_sub_explicit(sum + 1, (T)1, memory_order_relaxed);\n"
        "  if (l % 3 != 1) atomic_fetch_add_explicit(sum + 2, (T)1, memory_order_relaxed);\n"
        "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  if (l < 3) finals[get_group_id(0) * 3 + l] = atomic_load(sum + l); }";

    (void)state;
#define CHECK_ROUNDED(T, which, start)                                                                                 \
    do {                                                                                                               \
        T out[3] = {(start), -(start), (start)}, finals[GROUPS * 3], begin = (start);                                  \
                                                                                                                       \
        test_run(source, options[which], "k", RANGE1(ITEMS, LOCAL_ITEMS), BUFFER(out), BUFFER(finals), VALUE(begin));  \
        for (int i = 0; i < 3; i++) {                                                                                  \
            assert_true(out[i] == (i == 1 ? -(start) : (start)));                                                      \
            for (int g = 0; g < GROUPS; g++)                                                                           \
                assert_true(finals[g * 3 + i] == (i == 1 ? -(start) : (start)));                                       \
        }                                                                                                              \
    } while (0)
    CHECK_ROUNDED(cl_float, 0, 0x1p24F);
    CHECK_ROUNDED(cl_double, 1, 0x1p53);
}

static int
compare_pairs(const void *a, const void *b)
{
    const cl_double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

// What the additions returned, with what they added, must be a chain from the start to the end: each began where
// another ended, to the last bit.
static void
old_values_are_those_of_some_order(void **state)
{
    static const char source[] =
        "kernel void k(global A *out, global T *old, global T *x, int some) {\n"
        "  size_t g = get_global_id(0); x[g] = (T)1 / (T)(g + 3); old[g] = -1;\n"
        "  local A sum; if (get_local_id(0) == 0) atomic_init(&sum, (T)0);\n"
        "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  if (!some || g % 5 < 3) {\n"
        "    old[g] = atomic_fetch_add_explicit(out, x[g], memory_order_relaxed);\n"
        "    old[get_global_size(0) + g] = atomic_fetch_add_explicit(&sum, x[g], memory_order_relaxed); }\n"
        "  else old[get_global_size(0) + g] = -1;\n"
        "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  if (get_local_id(0) == 0) atomic_init(out + 1 + get_group_id(0), atomic_load(&sum)); }";

    (void)state;
#define CHECK_CHAIN(T, from, count, start, end)                                                                        \
    do {                                                                                                               \
        cl_double pairs[ITEMS][2];                                                                                     \
        int used_ = 0;                                                                                                 \
        T at_ = (start);                                                                                               \
                                                                                                                       \
        for (int i_ = 0; i_ < (count); i_++)                                                                           \
            if (old[(from) + i_] >= 0) {                                                                               \
                pairs[used_][0] = old[(from) + i_];                                                                    \
                pairs[used_++][1] = x[((from) + i_) % ITEMS];                                                          \
            }                                                                                                          \
        qsort(pairs, (size_t)used_, sizeof pairs[0], compare_pairs);                                                   \
        for (int i_ = 0; i_ < used_; i_++) {                                                                           \
            assert_true(pairs[i_][0] == at_);                                                                          \
            at_ = (T)(pairs[i_][0] + pairs[i_][1]);                                                                    \
        }                                                                                                              \
        assert_true(used_ >= (count) / 2 && at_ == (end));                                                             \
    } while (0)
#define CHECK_CHAINS(T, which)                                                                                         \
    for (cl_int some = 0; some < 2; some++) {                                                                          \
        static T out[1 + GROUPS], old[2 * ITEMS], x[ITEMS];                                                            \
                                                                                                                       \
        memset(out, 0, sizeof out);                                                                                    \
        test_run(source, options[which], "k", RANGE1(ITEMS, LOCAL_ITEMS), BUFFER(out), BUFFER(old), BUFFER(x),         \
                 VALUE(some));                                                                                         \
        CHECK_CHAIN(T, 0, ITEMS, 0, out[0]);                                                                           \
        for (int g = 0; g < GROUPS; g++)                                                                               \
            CHECK_CHAIN(T, ITEMS + g * LOCAL_ITEMS, LOCAL_ITEMS, 0, out[1 + g]);                                       \
    }
    CHECK_CHAINS(cl_float, 0)
    CHECK_CHAINS(cl_double, 1)
}

// min and max of each pair of special values, one pair a work-item, in global memory and, every third item at a time,
// in local memory: in `out` what is stored, in `old` what was returned.
static void
limits_of_special_values(void **state)
{
    static const char source[] =
        "kernel void k(global A *low, global A *high, global const T *start, global const T *x, global T *out,\n"
        "              global T *old, int n) {\n"
        "  local A cells[64 * 2]; int g = get_global_id(0), l = get_local_id(0);\n"
        "  atomic_init(cells + l, start[g]); atomic_init(cells + 64 + l, start[g]);\n"
        "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  old[g] = atomic_fetch_min(low + g, x[g]); old[n + g] = atomic_fetch_max(high + g, x[g]);\n"
        "  for (int third = 0; third < 3; third++) if (l % 3 == third) {\n"
        "    old[2 * n + g] = atomic_fetch_min_explicit(cells + l, x[g], memory_order_relaxed);\n"
        "    old[3 * n + g] = atomic_fetch_max_explicit(cells + 64 + l, x[g], memory_order_relaxed); }\n"
        "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  out[g] = atomic_load(cells + l); out[n + g] = atomic_load(cells + 64 + l); }";
    static const double special[] = {NAN, -INFINITY, -7, -1e-40, -0.0, 0.0, 1e-40, 3, 1e30, INFINITY};
    enum { SPECIAL = sizeof special / sizeof *special, PAIRS = SPECIAL * SPECIAL };

    (void)state;
#define SAME(a, b) (isnan(b) ? isnan(a) : (a) == (b)) // either zero is the least and the largest of both
#define CHECK_LIMITS(T, which, least, largest)                                                                         \
    do {                                                                                                               \
        T low[PAIRS], high[PAIRS], start[PAIRS], x[PAIRS], out[2 * PAIRS], old[4 * PAIRS];                             \
        cl_int n = PAIRS;                                                                                              \
                                                                                                                       \
        for (int i = 0; i < PAIRS; i++) {                                                                              \
            low[i] = high[i] = start[i] = (T)special[i / SPECIAL];                                                     \
            x[i] = (T)special[i % SPECIAL];                                                                            \
        }                                                                                                              \
        test_run(source, options[which], "k", RANGE1(PAIRS, 50), BUFFER(low), BUFFER(high), BUFFER(start), BUFFER(x),  \
                 BUFFER(out), BUFFER(old), VALUE(n));                                                                  \
        for (int i = 0; i < PAIRS; i++) {                                                                              \
            T small = least(start[i], x[i]), large = largest(start[i], x[i]);                                          \
                                                                                                                       \
            if (!SAME(low[i], small) || !SAME(out[i], small) || !SAME(high[i], large) || !SAME(out[PAIRS + i], large)) \
                fail_msg("%g and %g: min %g %g, max %g %g", (double)start[i], (double)x[i], (double)low[i],            \
                         (double)out[i], (double)high[i], (double)out[PAIRS + i]);                                     \
            for (int form = 0; form < 4; form++) {                                                                     \
                T was = old[form * PAIRS + i];                                                                         \
                                                                                                                       \
                assert_true(SAME(was, start[i]) && !signbit(was) == !signbit(start[i]));                               \
            }                                                                                                          \
        }                                                                                                              \
    } while (0)
    CHECK_LIMITS(cl_float, 0, fminf, fmaxf);
    CHECK_LIMITS(cl_double, 1, fmin, fmax);
}

// One place that all work-items mean, results unused: NaNs among the operands do not count, whatever the lanes; where
// all are NaN, what was there stays.
static void
limits_of_many_with_nans_among_them(void **state)
{
    static const char source[] =
        "kernel void k(global A *out, global T *finals) {\n"
        "  local A cells[6]; size_t l = get_local_id(0); int g = get_global_id(0);\n"
        "  if (l == 0) for (int i = 0; i < 6; i++) atomic_init(cells + i, i < 4 ? (T)NAN : (T)5);\n"
        "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  T x = g % 7 == 3 ? (T)NAN : (T)(g - 2500) / 4;\n"
        "#define LIMITS(p) atomic_fetch_min(p, x); atomic_fetch_max(p + 1, x);"
        "  if (g % 11 != 5) { atomic_fetch_min(p + 2, x); atomic_fetch_max(p + 3, x); }"
        "  if (g % 7 == 3) { atomic_fetch_min(p + 4, x); atomic_fetch_max(p + 5, x); }\n"
        "  LIMITS(out) LIMITS(cells)\n"
        "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  if (l < 6) finals[get_group_id(0) * 6 + l] = atomic_load(cells + l); }";

    (void)state;
#define CHECK_MANY(T, which)                                                                                           \
    do {                                                                                                               \
        T out[6] = {NAN, NAN, NAN, NAN, 5, 5}, finals[GROUPS * 6];                                                     \
        T overall[6] = {NAN, NAN, NAN, NAN, 5, 5};                                                                     \
                                                                                                                       \
        test_run(source, options[which], "k", RANGE1(ITEMS, LOCAL_ITEMS), BUFFER(out), BUFFER(finals));                \
        for (int group = 0; group < GROUPS; group++) {                                                                 \
            T want[6] = {NAN, NAN, NAN, NAN, 5, 5};                                                                    \
                                                                                                                       \
            for (int g = group * LOCAL_ITEMS; g < (group + 1) * LOCAL_ITEMS; g++)                                      \
                for (int i = 0; i < 4; i++)                                                                            \
                    if (g % 7 != 3 && (i < 2 || g % 11 != 5)) {                                                        \
                        T x = (T)(g - 2500) / 4;                                                                       \
                                                                                                                       \
                        want[i] = (T)(i % 2 ? fmax((double)want[i], (double)x) : fmin((double)want[i], (double)x));    \
                        overall[i] =                                                                                   \
                            (T)(i % 2 ? fmax((double)overall[i], (double)x) : fmin((double)overall[i], (double)x));    \
                    }                                                                                                  \
            for (int i = 0; i < 6; i++)                                                                                \
                assert_true(finals[group * 6 + i] == want[i]);                                                         \
        }                                                                                                              \
        for (int i = 0; i < 6; i++)                                                                                    \
            assert_true(out[i] == overall[i]);                                                                         \
    } while (0)
    CHECK_MANY(cl_float, 0);
    CHECK_MANY(cl_double, 1);
}

// What the options promise of the program's values does not hold for lanes that take no part.
static void
limits_under_finite_math(void **state)
{
    static const char *const finite[] = {"-cl-std=CL3.0 -cl-finite-math-only", "-cl-std=CL3.0 -cl-fast-relaxed-math"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        cl_float out[2] = {7, -7};

        test_run("kernel void k(global float *out) { float x = (float)get_global_id(0);\n"
                 "  if (get_global_id(0) % 3 == 1) { atomic_fetch_min((global atomic_float *)out, -x);\n"
                 "    atomic_fetch_max((global atomic_float *)(out + 1), x); } }",
                 finite[i], "k", RANGE1(ITEMS, LOCAL_ITEMS), BUFFER(out));
        assert_true(out[0] == 2 - ITEMS && out[1] == ITEMS - 2);
    }
}

// Infinities, NaNs and overflow in sums; -0 stays where only -0 is added (and 0 is subtracted).
static void
sums_of_special_values(void **state)
{
    static const char source[] =
        "kernel void k(global A *out, T zero) { int g = get_global_id(0);\n"
        "  atomic_fetch_add(out, (T)INFINITY); atomic_fetch_add(out + 1, g == 17 ? (T)NAN : (T)1);\n"
        "  atomic_fetch_add(out + 2, g % 2 ? (T)INFINITY : -(T)INFINITY);\n"
        "  atomic_fetch_add(out + 3, -zero); atomic_fetch_sub(out + 4, zero);\n"
        "  if (g % 3 == 0) atomic_fetch_add(out + 5, -zero);\n"
        "  if (g % 3 == 0) atomic_fetch_sub(out + 6, zero);\n"
        "  if (g > 1000000) atomic_fetch_add(out + 7, (T)1);\n"
        "  atomic_fetch_add(out + 8, g ? (T)0 : (T)MAXIMUM); }";

    (void)state;
#define CHECK_SPECIAL(T, which, options, max)                                                                          \
    do {                                                                                                               \
        T out[9] = {1, 1, 1, -(T)0.0, -(T)0.0, -(T)0.0, -(T)0.0, -(T)0.0, (max)}, zero = 0;                            \
                                                                                                                       \
        test_run(source, options, "k", RANGE1(203, 29), BUFFER(out), VALUE(zero));                                     \
        assert_true(isinf(out[0]) && isnan(out[1]) && isnan(out[2]) && isinf(out[8]));                                 \
        for (int i = 3; i < 8; i++)                                                                                    \
            assert_true(out[i] == 0 && signbit(out[i]));                                                               \
    } while (0)
    CHECK_SPECIAL(cl_float, 0, "-cl-std=CL3.0 -DT=float -DA=atomic_float -DMAXIMUM=FLT_MAX", FLT_MAX);
    CHECK_SPECIAL(cl_double, 1, "-cl-std=CL3.0 -DT=double -DA=atomic_double -DMAXIMUM=DBL_MAX", DBL_MAX);
}

// Orders that are known only at run time, and a pointer that leads to global or to local memory.
static void
orders_and_places_known_at_run_time(void **state)
{
    static const char source[] =
        "kernel void k(global A *out, global T *finals, int order_number) {\n"
        "  local A cells[3]; size_t l = get_local_id(0); int g = get_global_id(0);\n"
        "  if (l < 3) atomic_init(cells + l, (T)0);\n"
        "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  memory_order order = order_number == 0 ? memory_order_relaxed : order_number == 1 ? memory_order_acquire :\n"
        "    order_number == 2 ? memory_order_release : order_number == 3 ? memory_order_acq_rel : "
        "memory_order_seq_cst;\n"
        "  volatile A *p = g & 1 ? (volatile A *)cells : (volatile A *)out;\n"
        "  atomic_fetch_add_explicit(p, (T)2, order); atomic_fetch_sub_explicit(p, (T)1, order);\n"
        "  atomic_fetch_min_explicit(p + 1, (T)-(int)l, order, memory_scope_device);\n"
        "  atomic_fetch_max_explicit(p + 2, (T)l, order, memory_scope_device);\n"
        "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  if (l < 3) finals[get_group_id(0) * 3 + l] = atomic_load(cells + l); }";

    (void)state;
#define CHECK_RUN_TIME(T, which)                                                                                       \
    for (cl_int order = 0; order < 5; order++) {                                                                       \
        T out[3] = {0}, finals[GROUPS * 3];                                                                            \
                                                                                                                       \
        test_run(source, options[which], "k", RANGE1(ITEMS, LOCAL_ITEMS), BUFFER(out), BUFFER(finals), VALUE(order));  \
        assert_true(out[0] == (T)ITEMS / 2 && out[1] == 2 - LOCAL_ITEMS && out[2] == LOCAL_ITEMS - 2);                 \
        for (int g = 0; g < GROUPS; g++)                                                                               \
            assert_true(finals[g * 3] == (T)LOCAL_ITEMS / 2 && finals[g * 3 + 1] == 1 - LOCAL_ITEMS &&                 \
                        finals[g * 3 + 2] == LOCAL_ITEMS - 1);                                                         \
    }
    CHECK_RUN_TIME(cl_float, 0)
    CHECK_RUN_TIME(cl_double, 1)
}

// Many threads at few places, and each item at one of its own.
static void
histogram_of_thousands(void **state)
{
    static const char source[] =
        "kernel void k(global A *bins, global A *own) { size_t g = get_global_id(0);\n"
        "  for (int i = 0; i < 10; i++) atomic_fetch_add(bins + (g * 31 + i * 7) % 16, (T)0.25);\n"
        "  atomic_fetch_sub(own + g, (T)g); }";
    enum { COUNT = 64000 };

    (void)state;
#define CHECK_HISTOGRAM(T, which)                                                                                      \
    do {                                                                                                               \
        static T own[COUNT];                                                                                           \
        T bins[16] = {0};                                                                                              \
                                                                                                                       \
        test_run(source, options[which], "k", RANGE1(COUNT, 64), BUFFER(bins), BUFFER(own));                           \
        for (int i = 0; i < 16; i++)                                                                                   \
            assert_true(bins[i] == COUNT * 10 / 16 / 4);                                                               \
        for (int i = 0; i < COUNT; i++)                                                                                \
            assert_true(own[i] == -(T)i);                                                                              \
    } while (0)
    CHECK_HISTOGRAM(cl_float, 0);
    CHECK_HISTOGRAM(cl_double, 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capabilities_are_those_of_single_and_double_precision),
        cmocka_unit_test(macros_are_the_capabilities),
        cmocka_unit_test(every_form_in_every_address_space),
        cmocka_unit_test(sums_are_rounded_after_each_addition),
        cmocka_unit_test(old_values_are_those_of_some_order),
        cmocka_unit_test(limits_of_special_values),
        cmocka_unit_test(limits_of_many_with_nans_among_them),
        cmocka_unit_test(limits_under_finite_math),
        cmocka_unit_test(sums_of_special_values),
        cmocka_unit_test(orders_and_places_known_at_run_time),
        cmocka_unit_test(histogram_of_thousands),
    };

    return cmocka_run_group_tests_name("float_atomics", tests, test_begin, test_end);
}
