// SPDX-License-Identifier: Apache-2.0
// Work-items that run side by side and must not notice it: volatile and aligned variables, accesses that only some
// make, indices that wrap, promises that hold for one work-item or one iteration. At all widths.
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/support.h"

enum { ITEMS = 192, LOCAL_ITEMS = 64 };

static const struct test_range range = {1, {ITEMS}, {LOCAL_ITEMS}, {0}};

static void
expect(size_t width, size_t index, cl_long got, cl_long wanted)
{
    if (got != wanted)
        fail_msg("width '%s', element %zu: %lld, expected %lld", test_widths[width], index, (long long)got,
                 (long long)wanted);
}

static void
volatile_vector(void **state)
{
    static const char source[] = "kernel void k(global int *out, int k) {\n"
                                 "  int i = get_global_id(0);\n"
                                 "  volatile int4 v = (int4)(i, i + 1000, i + 2000, i + 3000);\n"
                                 "  v = v + k;\n"
                                 "  vstore4(v, i, out); }";
    static cl_int out[ITEMS * 4];
    cl_int k = 7;

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof out);
        test_run(source, "", "k", range, BUFFER(out), VALUE(k));
        for (size_t i = 0; i < ITEMS * 4; i++)
            expect(w, i, out[i], (cl_int)(i / 4 + i % 4 * 1000) + k);
    }
}

// Also where only some work-items get to it, and by an index of their own.
static void
volatile_vectors_of_an_array(void **state)
{
    static const char source[] = "kernel void k(global int *out, int k) {\n"
                                 "  int i = get_global_id(0);\n"
                                 "  volatile int2 v[4];\n"
                                 "  for (int j = 0; j < 4; j++) v[j] = (int2)(i * 8 + j, -i);\n"
                                 "  if (i & k) { v[i & 3] += (int2)(100000, 1); }\n"
                                 "  int2 sum = 0;\n"
                                 "  for (int j = 0; j < 4; j++) sum += v[(i + j) & 3] * (j + 1);\n"
                                 "  vstore2(sum, i, out); }";
    static cl_int out[ITEMS * 2];
    cl_int k = 2;

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof out);
        test_run(source, "", "k", range, BUFFER(out), VALUE(k));
        for (cl_int i = 0; i < ITEMS; i++) {
            cl_int sum[2] = {0, 0};

            for (cl_int j = 0; j < 4; j++) {
                cl_int at = (i + j) & 3;
                cl_int more = (i & k) && at == (i & 3);

                sum[0] += (i * 8 + at + more * 100000) * (j + 1);
                sum[1] += (more - i) * (j + 1);
            }
            expect(w, (size_t)i * 2, out[i * 2], sum[0]);
            expect(w, (size_t)i * 2 + 1, out[i * 2 + 1], sum[1]);
        }
    }
}

// The first work-item makes no access, and where it would, nothing is aligned so.
static void
aligned_accesses_of_some(void **state)
{
    static const char source[] = "kernel void k(global const long *in, global long *out, int flip) {\n"
                                 "  int i = get_global_id(0);\n"
                                 "  if (i % 8 == 1) {\n"
                                 "    long8 v = *(global const long8 *)(in + ((i - 1) ^ flip));\n"
                                 "    *(global long8 *)(out + ((i - 1) ^ flip)) = v + 5; } }";
    static cl_long in[ITEMS], out[ITEMS];
    cl_int flip = 0;

    (void)state;
    for (size_t i = 0; i < ITEMS; i++)
        in[i] = (cl_long)(i * 3);
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof out);
        test_run(source, "", "k", range, BUFFER(in), BUFFER(out), VALUE(flip));
        for (size_t i = 0; i < ITEMS; i++)
            expect(w, i, out[i], in[i] + 5);
    }
}

// What is gathered are the addresses of the next gather, and of a scatter.
static void
gathered_addresses(void **state)
{
    static const char source[] = "kernel void k(global const int *in, global const int *which, global int *out) {\n"
                                 "  global const int *local from[64]; global int *local to[64];\n"
                                 "  int i = get_global_id(0), l = get_local_id(0), first = i - l;\n"
                                 "  from[l] = in + first + (l * 5 & 63); to[l] = out + first + (l * 11 & 63);\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  int v = *from[which[i]];\n"
                                 "  if (l & 4) v += *from[which[v & 63]];\n"
                                 "  *to[which[i]] = v; }";
    static cl_int in[ITEMS], which[ITEMS], out[ITEMS];

    (void)state;
    for (cl_int i = 0; i < ITEMS; i++) {
        in[i] = i * 77;
        which[i] = (i * 29 + 3) % LOCAL_ITEMS;
    }
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof out);
        test_run(source, "", "k", range, BUFFER(in), BUFFER(which), BUFFER(out));
        for (cl_int i = 0; i < ITEMS; i++) {
            cl_int first = i / LOCAL_ITEMS * LOCAL_ITEMS;
            cl_int wanted = in[first + which[i] * 5 % LOCAL_ITEMS];

            if (i & 4)
                wanted += in[first + which[wanted & 63] * 5 % LOCAL_ITEMS];
            expect(w, (size_t)i, out[first + which[i] * 11 % LOCAL_ITEMS], wanted);
        }
    }
}

// 8 bytes a step, in bytes: from the 32nd work-item on the index has been there before.
static void
index_of_a_byte(void **state)
{
    static const char source[] =
        "kernel void k(global const uchar *first, global const uchar *table, global ulong *out, uchar k) {\n"
        "  int i = get_global_id(0);\n"
        "  uchar2 u = vload2(i, first) + (uchar2)(i, k) * (uchar)8;\n"
        "  out[i] = *(global const ulong *)(table + u.x) + u.y; }";
    static cl_uchar first[ITEMS * 2], table[256];
    static cl_ulong out[ITEMS];
    cl_uchar k = 3;

    (void)state;
    for (size_t i = 0; i < sizeof table; i++)
        table[i] = (cl_uchar)(i * 37);
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof out);
        test_run(source, "", "k", range, BUFFER(first), BUFFER(table), BUFFER(out), VALUE(k));
        for (size_t i = 0; i < ITEMS; i++) {
            cl_ulong wanted;

            memcpy(&wanted, table + i * 8 % 256, sizeof wanted);
            expect(w, i, (cl_long)out[i], (cl_long)wanted + 24);
        }
    }
}

// In each call its pointers are of different elements, but one call's result is what the next one starts from.
static void
restrict_in_a_loop(void **state)
{
    static const char source[] =
        "static inline void step(global int *restrict a, global const int *restrict b) { a[0] = b[0] + b[128] * 3; }\n"
        "kernel void k(global int *rows, int n) {\n"
        "  global int *own = rows + get_global_id(0);\n"
        "  for (int i = 0; i < 8; i++) own[i * 64] = get_global_id(0) + i;\n"
        "  for (int i = 1; i < n; i++) step(own + i * 64, own + (i - 1) * 64); }";
    enum { ROWS = 8, ROW = 64 };
    static cl_int rows[ROWS][ROW], wanted[ROWS][ROW];
    cl_int n = ROWS - 1;

    (void)state;
    for (int i = 0; i < ROWS * ROW; i++)
        wanted[i / ROW][i % ROW] = i / ROW + i % ROW;
    for (int i = 1; i < n; i++)
        for (int item = 0; item < ROW; item++)
            wanted[i][item] = wanted[i - 1][item] + wanted[i + 1][item] * 3;
    for (size_t w = 0; test_set_width(w); w++) {
        memset(rows, 0, sizeof rows);
        test_run(source, "", "k", RANGE1(ROW, ROW), BUFFER(rows), VALUE(n));
        for (size_t i = 0; i < ROWS * ROW; i++)
            expect(w, i, rows[i / ROW][i % ROW], wanted[i / ROW][i % ROW]);
    }
}

// No work-item calls the function, which would read far outside of the table.
static void
call_that_nobody_makes(void **state)
{
    static const char source[] =
        "constant int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};\n"
        "__attribute__((noinline, const)) int look(int x, int n) { return x * 3 + table[n]; }\n"
        "kernel void k(global const int *in, global int *out, int n) {\n"
        "  int i = get_global_id(0), x = in[i], r = i;\n"
        "  if (x > n) r = look(x, n);\n"
        "  out[i] = r; }";
    static cl_int in[ITEMS], out[ITEMS];
    cl_int n = 2000000000;

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof out);
        test_run(source, "", "k", range, BUFFER(in), BUFFER(out), VALUE(n));
        for (size_t i = 0; i < ITEMS; i++)
            expect(w, i, out[i], (cl_long)i);
    }
}

// Addresses with the low bits of the alignment replaced, which are the same addresses where it is kept.
static void
alignment_across_a_barrier(void **state)
{
    static const char source[] =
        "kernel void k(global int *out, int n) {\n"
        "  local int other[96];\n"
        "  int a[64] __attribute__((aligned(256)));\n"
        "  int l = get_local_id(0);\n"
        "  char odd[3] = {l, l + 1, l + 2};\n"
        "  for (int i = 0; i < 64; i++) a[i] = l * 100 + i;\n"
        "  other[l] = l;\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  ulong base = (ulong)(private int *)a;\n"
        "  int sum = 0;\n"
        "  for (int i = 0; i < n; i++) sum += *(private int *)(base | (ulong)(4 * i));\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  out[get_global_id(0)] = sum + other[63 - l] + odd[n % 3] + (int)((ulong)(private int *)a & 255); }";
    static cl_int out[ITEMS];
    cl_int n = 60;

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof out);
        test_run(source, "", "k", range, BUFFER(out), VALUE(n));
        for (int i = 0; i < ITEMS; i++) {
            int l = i % LOCAL_ITEMS;

            expect(w, (size_t)i, out[i], n * l * 100 + n * (n - 1) / 2 + (63 - l) + l);
        }
    }
}

// What others have written is seen past a barrier, through whatever pointer.
static void
restrict_arguments_and_barriers(void **state)
{
    static const char source[] = "kernel void k(global int *restrict out, local int *restrict more, int n) {\n"
                                 "  int l = get_local_id(0), own = l % n, rounds = 0;\n"
                                 "  do {\n"
                                 "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "    if (l == 0) more[0] = 0;\n"
                                 "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "    if (rounds < own) more[0] = 1;\n"
                                 "    rounds++;\n"
                                 "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  } while (more[0] && rounds < 50);\n"
                                 "  global int *row = out + get_group_id(0) * 64;\n"
                                 "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                                 "  int before = row[l];\n"
                                 "  for (int i = 0; i < n; i++) rounds += before * i;\n"
                                 "  out[get_global_id(0)] = rounds + 1000;\n"
                                 "  out[192 + get_global_id(0)] = row[l];\n"
                                 "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
                                 "  if (l == 5) out[384 + get_group_id(0)] = 42;\n"
                                 "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
                                 "  out[400 + get_global_id(0)] = out[384 + get_group_id(0)]; }";
    static cl_int out[400 + ITEMS];
    cl_int n = 5;

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof out);
        test_run(source, "", "k", range, BUFFER(out), LOCAL(4), VALUE(n));
        for (size_t i = 0; i < ITEMS; i++) {
            expect(w, i, out[i], 1000 + n);
            expect(w, 192 + i, out[192 + i], 1000 + n);
            expect(w, 400 + i, out[400 + i], 42);
        }
    }
}

// One call only writes and another only reads, past a barrier.
static void
restrict_function_between_barriers(void **state)
{
    static const char source[] =
        "static inline int step(local int *restrict a, local const int *restrict b, int writes) {\n"
        "  if (writes) { a[0] += 1; return 0; }\n"
        "  return b[0]; }\n"
        "kernel void k(global int *out, int n) {\n"
        "  local int x[1];\n"
        "  int l = get_local_id(0), sum = 0;\n"
        "  x[0] = 0;\n"
        "  for (int i = 0; i < n; i++) {\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "    if (i % 2 || l == 3) sum += step(x, x, i % 2 == 0); }\n"
        "  out[get_global_id(0)] = sum; }";
    static cl_int out[ITEMS];
    cl_int n = 10;

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof out);
        test_run(source, "", "k", range, BUFFER(out), VALUE(n));
        for (size_t i = 0; i < ITEMS; i++)
            expect(w, i, out[i], 1 + 2 + 3 + 4 + 5);
    }
}

// Large local memory ends where the memory of values across barriers begins, and that ends with the collective's.
static void
alignment_and_a_collective(void **state)
{
    static const char source[] =
        "kernel void k(global int *out, int n) {\n"
        "  local char large[59776];\n"
        "  int a[2] __attribute__((aligned(4096)));\n"
        "  int l = get_local_id(0), sum = 0;\n"
        "  for (int i = 0; i < 2; i++) a[i] = l * 10 + i;\n"
        "  large[l * 977 % 59776] = l;\n"
        "  long all = work_group_reduce_add((long)l);\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  private int *p = a;\n"
        "  for (int i = 0; i < n; i++) sum += p[i & 1];\n"
        "  out[get_global_id(0)] = all + sum + large[l * 977 % 59776] + (int)((ulong)p & 4095); }";
    static cl_int out[ITEMS];
    cl_int n = 4;

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof out);
        test_run(source, "-cl-std=CL3.0", "k", range, BUFFER(out), VALUE(n));
        for (int i = 0; i < ITEMS; i++) {
            int l = i % LOCAL_ITEMS;

            expect(w, (size_t)i, out[i], LOCAL_ITEMS * (LOCAL_ITEMS - 1) / 2 + 4 * l * 10 + 2 + l);
        }
    }
}

// Rows of ten work-items in groups of six: packs reach beyond the last one's values, of sizes that lie behind each
// other.
static void
kept_of_several_sizes(void **state)
{
    enum { X = 10, Y = 6, GROUP = X * Y, GROUPS = 9, ROUNDS = 5 };
    static const char source[] =
        "kernel void k(global const uint *in, global uint *out, int rounds) {\n"
        "  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);\n"
        "  uint l = get_local_id(1) * get_local_size(0) + get_local_id(0);\n"
        "  local uint t[60];\n"
        "  uchar c = in[i], d = c * 3;\n"
        "  ushort a = in[i] >> 4, b = a * 5;\n"
        "  for (int r = 0; r < rounds; r++) {\n"
        "    t[l] = a + c; barrier(CLK_LOCAL_MEM_FENCE);\n"
        "    c = c * 5 + t[(l + 1) % 60]; d ^= c; a = a * 3 + c; b += a ^ d; barrier(CLK_LOCAL_MEM_FENCE); }\n"
        "  out[i] = a ^ c * 3 ^ d * 7 ^ b * 11; }";
    static const struct test_range rows = {2, {X * GROUPS, Y}, {X, Y}, {0}};
    static cl_uint in[GROUPS * GROUP], out[GROUPS * GROUP], wanted[GROUPS * GROUP];
    cl_int rounds = ROUNDS;

    (void)state;
    for (cl_uint i = 0; i < GROUPS * GROUP; i++)
        in[i] = i * 2654435761u >> 7;
    for (cl_uint g = 0; g < GROUPS; g++) {
        cl_uchar c[GROUP], d[GROUP];
        cl_ushort a[GROUP], b[GROUP];
        cl_uint t[GROUP];

        for (cl_uint l = 0; l < GROUP; l++) {
            const cl_uint i = l / X * X * GROUPS + g * X + l % X;

            c[l] = (cl_uchar)in[i];
            d[l] = (cl_uchar)(c[l] * 3);
            a[l] = (cl_ushort)(in[i] >> 4);
            b[l] = (cl_ushort)(a[l] * 5);
        }
        for (int r = 0; r < ROUNDS; r++) {
            for (cl_uint l = 0; l < GROUP; l++)
                t[l] = (cl_uint)a[l] + c[l];
            for (cl_uint l = 0; l < GROUP; l++) {
                c[l] = (cl_uchar)(c[l] * 5u + t[(l + 1) % GROUP]);
                d[l] ^= c[l];
                a[l] = (cl_ushort)(a[l] * 3u + c[l]);
                b[l] = (cl_ushort)(b[l] + (a[l] ^ d[l]));
            }
        }
        for (cl_uint l = 0; l < GROUP; l++)
            wanted[l / X * X * GROUPS + g * X + l % X] = a[l] ^ c[l] * 3u ^ d[l] * 7u ^ b[l] * 11u;
    }
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof out);
        test_run(source, "", "k", rows, BUFFER(in), BUFFER(out), VALUE(rounds));
        for (size_t i = 0; i < GROUPS * GROUP; i++)
            expect(w, i, out[i], wanted[i]);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(volatile_vector),
        cmocka_unit_test(volatile_vectors_of_an_array),
        cmocka_unit_test(aligned_accesses_of_some),
        cmocka_unit_test(gathered_addresses),
        cmocka_unit_test(index_of_a_byte),
        cmocka_unit_test(restrict_in_a_loop),
        cmocka_unit_test(call_that_nobody_makes),
        cmocka_unit_test(alignment_across_a_barrier),
        cmocka_unit_test(restrict_arguments_and_barriers),
        cmocka_unit_test(restrict_function_between_barriers),
        cmocka_unit_test(alignment_and_a_collective),
        cmocka_unit_test(kept_of_several_sizes),
    };

    return cmocka_run_group_tests(tests, test_begin, test_end);
}
