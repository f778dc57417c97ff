// SPDX-License-Identifier: Apache-2.0
// A work-item's loads and stores of the same memory happen in their order, whatever is done at once: rows of memory
// with accesses of several sizes, fields in swaps, functions out of line. At all widths.
#include <string.h>

#include "conformance/tests/support.h"

enum { ITEMS = 64, ROW = 20 };

static const struct test_range range = {1, {ITEMS}, {ITEMS}, {0}};

static void
expect(size_t width, size_t index, cl_uint got, cl_uint wanted)
{
    if (got != wanted)
        fail_msg("width '%s', element %zu: %u, expected %u", test_widths[width], index, got, wanted);
}

// A vector of what two stores wrote, one of them before and one after another load of the row.
static void
vector_of_two_stores(void **state)
{
    static const char source[] = "kernel void k(global uint *out, global uint *in) {\n"
                                 "  uint g = get_global_id(0);\n"
                                 "  global uint *a = in + g * 4;\n"
                                 "  a[1] = g;\n"
                                 "  uint y = a[3];\n"
                                 "  a[2] = g + 7;\n"
                                 "  uint2 v = vload2(0, a);\n"
                                 "  out[g] = y + v.x * 3 + v.y; }";
    static cl_uint in[ITEMS * 4], out[ITEMS];

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        for (cl_uint i = 0; i < ITEMS * 4; i++)
            in[i] = i * i + 3;
        test_run(source, "", "k", range, BUFFER(out), BUFFER(in));
        for (cl_uint i = 0; i < ITEMS; i++) {
            const cl_uint first = i * 4, last = first + 3;

            expect(w, i, out[i], last * last + 3 + (first * first + 3) * 3 + i);
            expect(w, i, in[i * 4 + 1], i);
            expect(w, i, in[i * 4 + 2], i + 7);
        }
    }
}

static void
row_step(cl_uint *a, cl_uint lid)
{
    cl_uint v[4], x;

    memcpy(v, a, 16);
    for (int i = 0; i < 4; i++)
        a[11 + i] = v[i] + lid;
    memcpy(v, a + 4, 8);
    a[3] = v[0] + lid;
    a[4] = v[1] + lid;
    x = a[6];
    a[6] = x + a[8];
    a[8] = x - a[8];
    a[16] = a[0];
    x = a[14];
    a[14] = x + a[10];
    a[10] = x - a[10];
    memcpy(v, a + 8, 8);
    a[8] = v[0] + lid;
    a[9] = v[1] + lid;
    a[2] = a[2] + lid * 8;
}

// Butterflies, shifts by a vector and single words of one row for each work-item.
static void
row_of_words(void **state)
{
    static const char source[] = "kernel void k(global uint *out) {\n"
                                 "  uint lid = get_local_id(0);\n"
                                 "  global uint *a = out + get_global_id(0) * 20u;\n"
                                 "  for (uint z = 0; z < 20; z++) a[z] = get_global_id(0) * 31u + z * z;\n"
                                 "  vstore4(vload4(0, a) + lid, 0, a + 11);\n"
                                 "  vstore2(vload2(0, a + 4) + lid, 0, a + 3);\n"
                                 "  { uint x = a[6]; a[6] = x + a[8]; a[8] = x - a[8]; }\n"
                                 "  a[16] = a[0];\n"
                                 "  { uint x = a[14]; a[14] = x + a[10]; a[10] = x - a[10]; }\n"
                                 "  vstore2(vload2(0, a + 8) + lid, 0, a + 8);\n"
                                 "  a[2] = a[2] + lid * 8; }";
    static cl_uint out[ITEMS * ROW];

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof out);
        test_run(source, "", "k", range, BUFFER(out));
        for (cl_uint i = 0; i < ITEMS; i++) {
            cl_uint row[ROW];

            for (cl_uint z = 0; z < ROW; z++)
                row[z] = i * 31 + z * z;
            row_step(row, i);
            for (cl_uint z = 0; z < ROW; z++)
                expect(w, i * ROW + z, out[i * ROW + z], row[z]);
        }
    }
}

// The same in the caller's private array, by a function out of line, two levels down.
static void
functions_out_of_line(void **state)
{
    static const char source[] =
        "__attribute__((noinline)) void butterfly(uint2 *a, uint2 *b) { uint2 c = *a; *a = c + *b; *b = c - *b; }\n"
        "__attribute__((noinline)) void step(uint2 *a, uint k) {\n"
        "  uint2 c = a[0]; a[0] = a[2] + k; a[2] = c;\n"
        "  butterfly(a, a + 1); butterfly(a + 1, a + 3);\n"
        "  a[3] = (uint2)(a[3].y * k, a[3].x);\n"
        "  c = a[1]; a[1] = a[3]; a[3] = c + a[2]; }\n"
        "kernel void k(global uint2 *out, uint k) {\n"
        "  uint g = get_global_id(0);\n"
        "  uint2 a[8];\n"
        "  for (uint z = 0; z < 8; z++) a[z] = (uint2)(g * 5 + z, z * z);\n"
        "  step(a, k); step(a + 4, k + g); step(a + 2, 3);\n"
        "  for (uint z = 0; z < 8; z++) out[g * 8 + z] = a[z]; }";
    static cl_uint out[ITEMS * 16];
    cl_uint k = 9;

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof out);
        test_run(source, "", "k", range, BUFFER(out), VALUE(k));
        for (cl_uint i = 0; i < ITEMS; i++) {
            cl_uint a[8][2];
            const cl_uint starts[3] = {0, 4, 2}, factors[3] = {k, k + i, 3};

            for (cl_uint z = 0; z < 8; z++) {
                a[z][0] = i * 5 + z;
                a[z][1] = z * z;
            }
            for (int s = 0; s < 3; s++) {
                cl_uint(*r)[2] = a + starts[s], f = factors[s], c[2], last[2];

                for (int e = 0; e < 2; e++) {
                    c[e] = r[0][e];
                    r[0][e] = r[2][e] + f;
                    r[2][e] = c[e];
                    for (int pair = 0; pair < 2; pair++) {
                        cl_uint *x = &r[pair][e], *y = &r[2 * pair + 1][e], was = *x;

                        *x = was + *y;
                        *y = was - *y;
                    }
                }
                last[0] = r[3][1] * f;
                last[1] = r[3][0];
                for (int e = 0; e < 2; e++) {
                    c[e] = r[1][e];
                    r[1][e] = last[e];
                    r[3][e] = c[e] + r[2][e];
                }
            }
            for (cl_uint z = 0; z < 16; z++)
                expect(w, i * 16 + z, out[i * 16 + z], a[z / 2][z % 2]);
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_of_two_stores),
        cmocka_unit_test(row_of_words),
        cmocka_unit_test(functions_out_of_line),
    };

    return cmocka_run_group_tests(tests, test_begin, test_end);
}
