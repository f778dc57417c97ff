// SPDX-License-Identifier: Apache-2.0
// Loads and stores of some of the work-items: those that a condition leaves, or that a dimension has. At all widths.
#include <string.h>

#include "conformance/tests/support.h"

enum { ITEMS = 64, ROW = 32, DEPTH = 33, GROUPS = 3, STEPS = 5 };

static void
expect(size_t width, size_t index, cl_uint got, cl_uint wanted)
{
    if (got != wanted)
        fail_msg("width '%s', element %zu: %u, expected %u", test_widths[width], index, got, wanted);
}

static cl_uint
input(size_t index)
{
    return (cl_uint)index * 2654435761u ^ 0x5bd1e995u;
}

// An element of a private array, at an index that is not known, is read, written, and moved to where another was.
static void
swap_in_private_array(void **state)
{
    static const char source[] = "kernel void some(global uint *out, global uint *in, uint n) {\n"
                                 "  uint g = get_global_id(0);\n"
                                 "  uint b[32]; for (uint z = 0; z < 32; z++) b[z] = in[g * 32 + z];\n"
                                 "  if (g & 1) { uint c = b[n]; b[n] = 7; b[5] = c; }\n"
                                 "  for (uint z = 0; z < 32; z++) out[g * 32 + z] = b[z]; }\n"
                                 "kernel void all(global uint *out, global uint *in, uint n) {\n"
                                 "  uint g = get_global_id(0);\n"
                                 "  uint b[32]; for (uint z = 0; z < 32; z++) b[z] = in[g * 32 + z];\n"
                                 "  uint c = b[n]; b[n] = b[5]; b[5] = c;\n"
                                 "  for (uint z = 0; z < 32; z++) out[g * 32 + z] = b[z]; }";
    static cl_uint in[ITEMS * ROW], out[ITEMS * ROW];
    cl_uint n = 3;

    (void)state;
    for (size_t i = 0; i < ITEMS * ROW; i++)
        in[i] = input(i);
    for (size_t w = 0; test_set_width(w); w++) {
        for (int some = 0; some < 2; some++) {
            memset(out, 0, sizeof out);
            test_run(source, "", some ? "some" : "all", RANGE1(ITEMS, 32), BUFFER(out), BUFFER(in), VALUE(n));
            for (size_t i = 0; i < ITEMS; i++) {
                cl_uint row[ROW];

                memcpy(row, in + i * ROW, sizeof row);
                if (!some || i % 2) {
                    cl_uint was = row[n];

                    row[n] = some ? 7 : row[5];
                    row[5] = was;
                }
                for (size_t z = 0; z < ROW; z++)
                    expect(w, i * ROW + z, out[i * ROW + z], row[z]);
            }
        }
    }
}

// The same through a buffer: what is read under a condition is replaced under it, and selected by it afterwards.
static void
replaced_and_selected(void **state)
{
    static const char source[] = "kernel void k(global uint *a, global uint *b) {\n"
                                 "  uint g = get_global_id(0), old = 0;\n"
                                 "  bool odd = b[g] & 1;\n"
                                 "  if (odd) { old = a[g]; a[g] = g + 100; }\n"
                                 "  b[g] = odd ? old : b[g] + 9; }";
    static cl_uint a[ITEMS], b[ITEMS];

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        for (size_t i = 0; i < ITEMS; i++) {
            a[i] = input(i + 1000);
            b[i] = input(i) >> 7;
        }
        test_run(source, "", "k", RANGE1(ITEMS, ITEMS), BUFFER(a), BUFFER(b));
        for (cl_uint i = 0; i < ITEMS; i++) {
            cl_uint was = input(i) >> 7;

            expect(w, i, a[i], was & 1 ? i + 100 : input(i + 1000));
            expect(w, i, b[i], was & 1 ? input(i + 1000) : was + 9);
        }
    }
}

// Work-items in dimension 1 only, and values that are narrower than what they are computed in: what lives across a
// barrier, and what is written, is one lane of a pack.
static void
one_lane_of_narrow_values(void **state)
{
    static const char source[] =
        "kernel __attribute__((reqd_work_group_size(1, 33, 1))) void loop(global uint *out, global uint *in, uint n) "
        "{\n"
        "  uint g = get_global_id(1), q = in[g];\n"
        "  for (uint j = 0; j < n; j++) { q = ((ulong)q * 3) >> 7; barrier(CLK_LOCAL_MEM_FENCE); }\n"
        "  out[g] = q; }\n"
        "kernel __attribute__((reqd_work_group_size(1, 33, 1))) void high(global uint *out, global uint *in, uint n) "
        "{\n"
        "  uint g = get_global_id(1), q = in[g], r = in[g + n];\n"
        "  q = mul_hi(q, r); barrier(CLK_LOCAL_MEM_FENCE); q = mul_hi(q, r);\n"
        "  out[g] = q; }\n"
        "kernel __attribute__((reqd_work_group_size(1, 33, 1))) void narrow(global uchar *out, global ulong *in, uint "
        "n) {\n"
        "  uint g = get_global_id(1); ulong q = in[g % n];\n"
        "  barrier(CLK_LOCAL_MEM_FENCE); out[g] = q >> 5; }";
    enum { COUNT = DEPTH * GROUPS, BEHIND = 16 };
    static cl_uint in[2 * COUNT], out[COUNT + BEHIND];
    static cl_uchar bytes[COUNT + BEHIND];
    const struct test_range range = RANGE2(1, COUNT, 1, DEPTH);
    cl_uint steps = STEPS, count = COUNT;

    (void)state;
    for (size_t i = 0; i < 2 * COUNT; i++)
        in[i] = input(i);
    for (size_t w = 0; test_set_width(w); w++) {
        for (int high = 0; high < 2; high++) {
            memset(out, 0xa5, sizeof out);
            test_run(source, "", high ? "high" : "loop", range, BUFFER(out), BUFFER(in),
                     VALUE(*(high ? &count : &steps)));
            for (size_t i = 0; i < COUNT; i++) {
                cl_uint q = in[i];

                for (cl_uint s = 0; s < (high ? 2 : STEPS); s++)
                    q = high ? (cl_ulong)q * in[i + COUNT] >> 32 : ((cl_ulong)q * 3) >> 7;
                expect(w, i, out[i], q);
            }
            for (size_t i = COUNT; i < COUNT + BEHIND; i++)
                expect(w, i, out[i], 0xa5a5a5a5u);
        }
        memset(bytes, 0xa5, sizeof bytes);
        test_run(source, "", "narrow", range, BUFFER(bytes), BUFFER(in), VALUE(count));
        for (size_t i = 0; i < COUNT + BEHIND; i++)
            expect(w, i, bytes[i], i < COUNT ? (cl_uchar)(in[2 * i] >> 5) : 0xa5);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swap_in_private_array),
        cmocka_unit_test(replaced_and_selected),
        cmocka_unit_test(one_lane_of_narrow_values),
    };

    return cmocka_run_group_tests(tests, test_begin, test_end);
}
