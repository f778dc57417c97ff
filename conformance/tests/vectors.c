// SPDX-License-Identifier: Apache-2.0
// Kernels written with vector types that lie in memory one work-item's after the other's: sums over rows, scalars of
// the work-item, choices by element and by work-item, early returns; of all element types and sizes, at all widths. And
// vectors whose components different work-items write.
#include <stdio.h>
#include <stdlib.h>

#include "conformance/tests/support.h"

enum { STEPS = 3, MOST = 1000, ELEMENTS = 16 };

static const char source[] =
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "kernel void k(global const V *a, global const V *b, global const T *w, global V *out, global T *dots, int n) {\n"
    "  int i = get_global_id(0);\n"
    "  V sum = 0;\n"
    "  if (i >= n) return;\n"
    "  for (int step = 0; step < STEPS; step++) sum += a[i + step * n];\n"
    "  sum = sum * w[i] + b[i];\n"
    "  sum = sum < (V)(SMALL) ? b[i] : sum;\n" // by element
    "  if (i % 5 == 1) sum = sum - (V)(1);\n"  // by work-item
    "  out[i] = sum;\n"
    "  V other = a[i] * b[i];\n"
    "  dots[i] = other.s0 + 2 * other.s1; }";

static const struct {
    size_t items, local, n;
} sizes[] = {{1, 1, 1}, {37, 37, 37}, {1000, 40, 1000}, {512, 256, 400}, {96, 16, 3}};

// Values are small: floating-point numbers are exact, and narrow integers wrap as in C.
#define CASE(T, cl_T)                                                                                                  \
    static void of_##T(void **state)                                                                                   \
    {                                                                                                                  \
        static cl_T a[STEPS * MOST * ELEMENTS], b[MOST * ELEMENTS], w[MOST], out[MOST * ELEMENTS], dots[MOST];         \
        const cl_T small = 5;                                                                                          \
                                                                                                                       \
        (void)state;                                                                                                   \
        for (size_t i = 0; i < sizeof a / sizeof *a; i++)                                                              \
            a[i] = (cl_T)((i * 2654435761u >> 7) % 11);                                                                \
        for (size_t i = 0; i < sizeof b / sizeof *b; i++)                                                              \
            b[i] = (cl_T)((i * 40503u >> 3) % 13);                                                                     \
        for (size_t i = 0; i < MOST; i++)                                                                              \
            w[i] = (cl_T)(i % 7);                                                                                      \
        for (size_t width = 0; test_set_width(width); width++)                                                         \
            for (size_t count = 2; count <= ELEMENTS; count *= 2)                                                      \
                for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {                                            \
                    cl_int n = (cl_int)sizes[s].n;                                                                     \
                    char options[100];                                                                                 \
                                                                                                                       \
                    snprintf(options, sizeof options, "-DT=" #T " -DV=" #T "%zu -DSTEPS=%d -DSMALL=5", count, STEPS);  \
                    for (size_t i = 0; i < MOST * ELEMENTS; i++)                                                       \
                        out[i] = 77;                                                                                   \
                    for (size_t i = 0; i < MOST; i++)                                                                  \
                        dots[i] = 77;                                                                                  \
                    test_run(source, options, "k", RANGE1(sizes[s].items, sizes[s].local), BUFFER(a), BUFFER(b),       \
                             BUFFER(w), BUFFER(out), BUFFER(dots), VALUE(n));                                          \
                    for (size_t i = 0; i < MOST * count; i++) {                                                        \
                        size_t item = i / count;                                                                       \
                        cl_T want = 0;                                                                                 \
                                                                                                                       \
                        for (size_t step = 0; step < STEPS; step++)                                                    \
                            if (item < sizes[s].n)                                                                     \
                                want = (cl_T)(want + a[i + step * sizes[s].n * count]);                                \
                        want = (cl_T)(want * w[item] + b[i]);                                                          \
                        want = want < small ? b[i] : want;                                                             \
                        want = (cl_T)(want - (item % 5 == 1));                                                         \
                        if (item >= sizes[s].n)                                                                        \
                            want = 77;                                                                                 \
                        if (out[i] != want)                                                                            \
                            fail_msg("width '%s', " #T "%zu, %zu items, element %zu: %g, expected %g",                 \
                                     test_widths[width], count, sizes[s].items, i, (double)out[i], (double)want);      \
                    }                                                                                                  \
                    for (size_t i = 0; i < MOST; i++) {                                                                \
                        cl_T *x = a + i * count, *y = b + i * count;                                                   \
                        cl_T want = (cl_T)((cl_T)(x[0] * y[0]) + 2 * (cl_T)(x[1] * y[1]));                             \
                                                                                                                       \
                        if (i >= sizes[s].n)                                                                           \
                            want = 77;                                                                                 \
                        if (dots[i] != want)                                                                           \
                            fail_msg("width '%s', " #T "%zu, %zu items, dot %zu: %g, expected %g", test_widths[width], \
                                     count, sizes[s].items, i, (double)dots[i], (double)want);                         \
                    }                                                                                                  \
                }                                                                                                      \
    }

CASE(uchar, cl_uchar)
CASE(short, cl_short)
CASE(int, cl_int)
CASE(ulong, cl_ulong)
CASE(half, _Float16)
CASE(float, cl_float)
CASE(double, cl_double)

// Sixteen chains of each work-item, as long as makes the compiler run some after others in a round: what they carry to
// the next round, what is left after the last one, a value from the middle of a round, and no round at all.
static void
long_chains_in_loops(void **state)
{
    static const char chains[] = "kernel void k(global const uint16 *in, global uint16 *out, uint a, int rounds) {\n"
                                 "  int i = get_global_id(0);\n"
                                 "  uint16 x = in[i], y = i, z = 0;\n"
                                 "  for (int r = 0; r < rounds + i % 3; r++) {\n"
                                 "    for (int step = 0; step < 12; step++) x = x * a + (x >> 3);\n"
                                 "    y ^= x;\n"
                                 "    for (int step = 0; step < 12; step++) x = x * y + step;\n"
                                 "    z = x; }\n"
                                 "  out[2 * i] = x + z; out[2 * i + 1] = y; }";
    enum { ITEMS = 96 };
    static cl_uint in[ITEMS * ELEMENTS], out[2 * ITEMS * ELEMENTS];
    cl_uint a = 2654435761u;

    (void)state;
    for (size_t i = 0; i < ITEMS * ELEMENTS; i++)
        in[i] = (cl_uint)i * 40503u + 1;
    for (size_t width = 0; test_set_width(width); width++)
        for (cl_int rounds = 0; rounds <= 6; rounds += 3) {
            test_run(chains, "", "k", RANGE1(ITEMS, 32), BUFFER(in), BUFFER(out), VALUE(a), VALUE(rounds));
            for (size_t i = 0; i < ITEMS * ELEMENTS; i++) {
                size_t item = i / ELEMENTS, at = 2 * item * ELEMENTS + i % ELEMENTS;
                cl_uint x = in[i], y = (cl_uint)item, z = 0;

                for (size_t r = 0; r < (size_t)rounds + item % 3; r++) {
                    for (int step = 0; step < 12; step++)
                        x = x * a + (x >> 3);
                    y ^= x;
                    for (cl_uint step = 0; step < 12; step++)
                        x = x * y + step;
                    z = x;
                }
                if (out[at] != x + z || out[at + ELEMENTS] != y)
                    fail_msg("width '%s', %d rounds, work-item %zu, element %zu: %x and %x, expected %x and %x",
                             test_widths[width], rounds, item, i % ELEMENTS, out[at], out[at + ELEMENTS], x + z, y);
            }
        }
}

// Work-items that write components of the same vectors, one beside the other or at the same time.
static const char components[] = "kernel void k(global uint4 *far, global uint4 *near, int n, int step) {\n"
                                 "  uint i = get_global_id(0), at = i % n, value = i + step;\n"
                                 "  switch (i / n) {\n"
                                 "  case 0: far[at].x = value; break;\n"
                                 "  case 1: far[at].zw = (uint2)(value, ~value); break;\n"
                                 "  default: far[at].y = value; }\n"
                                 "  near[i / 4][i % 4] = value; }";

static void
components_apart(void **state)
{
    enum { VECTORS = 1 << 14, COMPONENTS = 3, STEPS_OF_ALL = 20 };
    static cl_uint far[4 * VECTORS], near[COMPONENTS * VECTORS];
    cl_int n = VECTORS;

    (void)state;
    for (size_t width = 0; test_set_width(width); width++)
        for (cl_int step = 0; step < STEPS_OF_ALL; step++) {
            test_run(components, "", "k", RANGE1(COMPONENTS * VECTORS, 64), BUFFER(far), BUFFER(near), VALUE(n),
                     VALUE(step));
            for (cl_uint i = 0; i < VECTORS; i++) {
                const cl_uint x = i + (cl_uint)step, z = x + VECTORS, wanted[] = {x, z + VECTORS, z, ~z};

                for (int c = 0; c < 4; c++)
                    if (far[4 * i + (cl_uint)c] != wanted[c])
                        fail_msg("width '%s', vector %u, component %d: %u, expected %u", test_widths[width], i, c,
                                 far[4 * i + (cl_uint)c], wanted[c]);
            }
            for (cl_uint i = 0; i < COMPONENTS * VECTORS; i++)
                assert_int_equal(near[i], i + (cl_uint)step);
        }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_uchar),         cmocka_unit_test(of_short),
        cmocka_unit_test(of_int),           cmocka_unit_test(of_ulong),
        cmocka_unit_test(of_half),          cmocka_unit_test(of_float),
        cmocka_unit_test(of_double),        cmocka_unit_test(long_chains_in_loops),
        cmocka_unit_test(components_apart),
    };

    return cmocka_run_group_tests(tests, test_begin, test_end);
}
