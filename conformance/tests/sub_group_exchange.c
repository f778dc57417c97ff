// SPDX-License-Identifier: Apache-2.0
// Shuffles, rotations, ballots, votes, reductions and scans of sub-groups, of every type, where all work-items come and
// where only some do.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/range_support.h"

enum { SIZE = 32 };

// Full sub-groups, smaller last ones, groups that are smaller than a sub-group, sub-groups across rows.
static const struct test_range ranges[] = {
    {1, {256}, {64}, {0}}, {1, {260}, {45}, {0}},          {1, {60}, {20}, {0}},
    {1, {5}, {1}, {0}},    {2, {66, 17}, {33, 4}, {1, 2}}, {3, {9, 7, 5}, {4, 4, 4}, {0}},
};
enum { RANGES = sizeof ranges / sizeof *ranges };
static const char *const widths[] = {"", "1", "16"};
// Who comes: all, without a branch, or some of them.
static const char *const conditions[] = {"1", "on"};

// What is tried of each: where all come there is nothing but barriers.
static const struct {
    const char *width;
    int condition;
} variants[] = {{"", 0}, {"", 1}, {"1", 1}, {"16", 1}};
enum { VARIANTS = sizeof variants / sizeof *variants };

static bool
comes(int condition, size_t i)
{
    return !condition || (i * 2654435761u >> 9 & 3) != 0;
}

// A sub-group: where its work-items are in the range, and which of them come.
struct sub_group {
    size_t items, most, at[SIZE];
    bool on[SIZE];
};

static struct sub_group
sub_group_of(const struct place *places, size_t items, size_t i, int condition)
{
    struct sub_group s = {.most = places[i].most < SIZE ? places[i].most : SIZE};

    for (size_t j = 0; j < items; j++) {
        if (places[j].group != places[i].group || places[j].linear / SIZE != places[i].linear / SIZE)
            continue;
        s.at[places[j].linear % SIZE] = j;
        s.on[places[j].linear % SIZE] = comes(condition, j);
        s.items++;
    }
    return s;
}

static cl_program
build(const char *source, const char *type, const char *condition, const char *more)
{
    char options[200];

    snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s \"-DCOMES=%s\" %s", type, condition, more);
    return test_build(source, options);
}

#define HEAD                                                                                                           \
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"                                                                  \
    "#define LINEAR " LINEAR "\n"                                                                                      \
    "#define START size_t i = LINEAR; uint on = (i * 2654435761ul >> 9 & 3) != 0, me = get_sub_group_local_id();\n"

// ---- Values of others
// ------------------------------------------------------------------------------------------------

enum { EXCHANGES = 11 };
static const char exchange[] =
    HEAD "kernel void k(global const T *in, global T *out) {\n"
         "  START\n"
         "  T x = in[i];\n"
         "  out += i * 11;\n"
         "  if (COMES) {\n"
         "    out[0] = sub_group_shuffle(x, (me * 7 + 3) % get_sub_group_size());\n"
         "    out[1] = sub_group_shuffle_xor(x, 5);\n"
         "    out[2] = sub_group_shuffle_up(x, me % 4);\n"
         "    out[3] = sub_group_shuffle_down(x, 3);\n"
         "    out[4] = sub_group_rotate(x, 5);\n"
         "    out[5] = sub_group_rotate(x, -39);\n"
         "    out[6] = sub_group_clustered_rotate(x, 3, CLUSTER);\n"
         "    out[7] = sub_group_clustered_rotate(x, -1, CLUSTER);\n"
         "    out[8] = sub_group_broadcast_first(x);\n"
         "    out[9] = sub_group_non_uniform_broadcast(x, sub_group_ballot_find_msb(sub_group_ballot(1)));\n"
         "    out[10] = sub_group_non_uniform_broadcast(x, 0); } }";

static long
wrapped(long value, long size)
{
    return (value % size + size) % size;
}

// Whose value work-item `me` gets from each function.
static void
find_sources(const struct sub_group *s, long me, long cluster, long sources[EXCHANGES])
{
    const long size = (long)s->items, most = (long)s->most;
    long first = 0, last = size - 1;

    while (first < last && !s->on[first])
        first++;
    while (last > 0 && !s->on[last])
        last--;
    const long found[EXCHANGES] = {(me * 7 + 3) % size,
                                   me ^ 5,
                                   me - me % 4,
                                   me + 3,
                                   wrapped(me + 5, most),
                                   wrapped(me - 39, most),
                                   me / cluster * cluster + wrapped(me + 3, cluster),
                                   me / cluster * cluster + wrapped(me - 1, cluster),
                                   first,
                                   last,
                                   0};
    memcpy(sources, found, sizeof found);
}

// By size: values are bits.
static void
check_exchanges(const char *type, size_t bytes, bool is_float)
{
    for (int v = 0; v < VARIANTS; v++) {
        setenv("WEFT_WIDTH", variants[v].width, 1);
        for (int c = 0; c < (v == 1 ? 2 : 1); c++) {
            const int condition = variants[v].condition;
            const long cluster = c ? 1 : 8;
            cl_program program =
                build(exchange, type, conditions[condition], cluster == 8 ? "-DCLUSTER=8" : "-DCLUSTER=1");

            for (int r = 0; r < RANGES; r++) {
                const size_t items = count_items(ranges[r]);
                struct place *places = places_of(ranges[r]);
                unsigned char *in = calloc(items, bytes), *out = calloc(items, bytes * EXCHANGES);
                size_t compared = 0;

                assert_true(in && out);
                if (places[0].most < (size_t)cluster) {
                    free(places), free(in), free(out);
                    continue;
                }
                for (size_t b = 0; b < items * bytes; b++)
                    in[b] = (unsigned char)((b * 2654435761u + 77) >> 11);
                for (size_t i = 0; is_float && i < items; i++)
                    in[i * bytes + bytes - 1] &= 0xbf; // no NaN
                run_over_range(program, ranges[r], in, items * bytes, out, items * bytes * EXCHANGES);
                for (size_t i = 0; i < items; i++) {
                    const struct sub_group s = sub_group_of(places, items, i, condition);
                    long sources[EXCHANGES];

                    if (!comes(condition, i))
                        continue;
                    find_sources(&s, (long)(places[i].linear % SIZE), cluster, sources);
                    for (int f = 0; f < EXCHANGES; f++) {
                        if (sources[f] < 0 || sources[f] >= (long)s.items || !s.on[sources[f]])
                            continue; // undefined
                        compared++;
                        if (memcmp(out + (i * EXCHANGES + (size_t)f) * bytes, in + s.at[sources[f]] * bytes, bytes))
                            fail_msg("%s, width '%s', condition %d, range %d, item %zu, function %d: not that of %ld",
                                     type, variants[v].width, condition, r, i, f, sources[f]);
                    }
                }
                assert_true(compared > items);
                free(in);
                free(out);
                free(places);
            }
            CHECK(clReleaseProgram(program));
        }
    }
    unsetenv("WEFT_WIDTH");
}

static void
exchange_of_all_types(void **state)
{
    (void)state;
    check_exchanges("char", 1, false);
    check_exchanges("uchar", 1, false);
    check_exchanges("short", 2, false);
    check_exchanges("ushort", 2, false);
    check_exchanges("int", 4, false);
    check_exchanges("uint", 4, false);
    check_exchanges("long", 8, false);
    check_exchanges("ulong", 8, false);
    check_exchanges("half", 2, true);
    check_exchanges("float", 4, true);
    check_exchanges("double", 8, true);
}

// Vectors: one work-item's value of up to 128 bytes. The uniform function only where all come.
static void
broadcasts_of_vectors(void **state)
{
    static const struct {
        const char *name;
        size_t bytes;
        bool is_float;
    } types[] = {{"char", 1, false}, {"uchar", 1, false}, {"short", 2, false}, {"ushort", 2, false},
                 {"int", 4, false},  {"uint", 4, false},  {"long", 8, false},  {"ulong", 8, false},
                 {"half", 2, true},  {"float", 4, true},  {"double", 8, true}};
    static const size_t counts[] = {2, 3, 4, 8, 16};
    static const char source[] = HEAD "kernel void k(global const T *in, global T *out) {\n"
                                      "  START\n"
                                      "  T x = in[i];\n"
                                      "  out[i * 3] = sub_group_broadcast(x, get_sub_group_size() - 1);\n"
                                      "  if (COMES) {\n"
                                      "    uint last = sub_group_ballot_find_msb(sub_group_ballot(1));\n"
                                      "    out[i * 3 + 1] = sub_group_non_uniform_broadcast(x, last);\n"
                                      "    if (me & 1) {\n"
                                      "      uint first = sub_group_ballot_find_lsb(sub_group_ballot(1));\n"
                                      "      out[i * 3 + 2] = sub_group_non_uniform_broadcast(x, first); }\n"
                                      "    else out[i * 3 + 2] = sub_group_non_uniform_broadcast(x,\n"
                                      "      sub_group_ballot_find_lsb(sub_group_ballot(1))); } }";

    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
            const size_t bytes = types[t].bytes * (counts[n] == 3 ? 4 : counts[n]), used = types[t].bytes * counts[n];
            const int condition = (int)((t + n) % 2);
            char type[16];

            snprintf(type, sizeof type, "%s%zu", types[t].name, counts[n]);
            setenv("WEFT_WIDTH", widths[(t + 2 * n) % 3], 1);
            cl_program program = build(source, type, conditions[condition], "");
            for (int r = 0; r < RANGES; r++) {
                const size_t items = count_items(ranges[r]);
                struct place *places = places_of(ranges[r]);
                unsigned char *in = calloc(items, bytes), *out = calloc(items, bytes * 3);

                assert_true(in && out);
                for (size_t b = 0; b < items * bytes; b++)
                    in[b] = (unsigned char)((b * 2654435761u + 5) >> 13);
                for (size_t i = 0; types[t].is_float && i < items * bytes / types[t].bytes; i++)
                    in[(i + 1) * types[t].bytes - 1] &= 0xbf;
                run_over_range(program, ranges[r], in, items * bytes, out, items * bytes * 3);
                for (size_t i = 0; i < items; i++) {
                    const struct sub_group s = sub_group_of(places, items, i, condition);
                    size_t last = s.items - 1, same = places[i].linear % 2;

                    while (last > 0 && !s.on[last])
                        last--;
                    while (same < s.items && !s.on[same])
                        same += 2;
                    const size_t from[3] = {s.items - 1, last, same};
                    for (size_t f = 0; f < (comes(condition, i) ? 3u : 1u); f++)
                        if (memcmp(out + (i * 3 + f) * bytes, in + s.at[from[f]] * bytes, used))
                            fail_msg("%s, condition %d, range %d, item %zu, function %zu: not that of %zu", type,
                                     condition, r, i, f, from[f]);
                }
                free(in);
                free(out);
                free(places);
            }
            CHECK(clReleaseProgram(program));
        }
    }
    unsetenv("WEFT_WIDTH");
}

// ---- Values of all
// ---------------------------------------------------------------------------------------------------

// Four functions for each operation, which are in the order of enum operation.
enum { REDUCE, INCLUSIVE, EXCLUSIVE, CLUSTERED, KINDS };
enum operation { ADD, MUL, MIN, MAX, OPERATIONS };
enum bit_operation { AND, OR, XOR, BIT_OPERATIONS };
#define FOUR                                                                                                           \
    "#define FOUR(op, x) *out++ = sub_group_non_uniform_reduce_##op(x);\\\n"                                           \
    "  *out++ = sub_group_non_uniform_scan_inclusive_##op(x); *out++ = "                                               \
    "sub_group_non_uniform_scan_exclusive_##op(x);\\\n"                                                                \
    "  *out++ = sub_group_clustered_reduce_##op(x, 4);\n"
static const char arithmetic[] = HEAD FOUR "kernel void k(global const IO *in, global IO *out) {\n"
                                           "  START\n"
                                           "  T x = (T)in[i], y = (T)(1 + ((int)x & 1));\n"
                                           "  out += i * 16;\n"
                                           "  if (COMES) { FOUR(add, x) FOUR(mul, y) FOUR(min, x) FOUR(max, x) } }";
static const char bits[] = HEAD FOUR "kernel void k(global const IO *in, global IO *out) {\n"
                                     "  START\n"
                                     "  T x = in[i];\n"
                                     "  out += i * 12;\n"
                                     "  if (COMES) { FOUR(and, x) FOUR(or, x) FOUR(xor, x) } }";
static const char logic[] = HEAD FOUR "kernel void k(global const IO *in, global IO *out) {\n"
                                      "  START\n"
                                      "  T x = in[i] & 7 ? in[i] & 6 : 0;\n"
                                      "  out += i * 12;\n"
                                      "  if (COMES) {\n"
                                      "    FOUR(logical_and, x) FOUR(logical_or, x) FOUR(logical_xor, x) } }";

// Whether the value of work-item j is one of those that `me` gets a function of this kind of.
static bool
counts(const struct sub_group *s, int kind, size_t me, size_t j)
{
    return s->on[j] && (kind == REDUCE      ? true
                        : kind == INCLUSIVE ? j <= me
                        : kind == EXCLUSIVE ? j < me
                                            : j / 4 == me / 4);
}

// The body of a test. cl_T holds values of T; combine(op, a, b) and identity[op] are of it.
#define COMBINATION(T, cl_T, source, operations, value, combine, ...)                                                  \
    {                                                                                                                  \
        enum { RESULTS = KINDS * (operations) };                                                                       \
        const cl_T identity[] = __VA_ARGS__;                                                                           \
                                                                                                                       \
        (void)state;                                                                                                   \
        for (int v = 0; v < VARIANTS; v++) {                                                                           \
            const int condition = variants[v].condition;                                                               \
            setenv("WEFT_WIDTH", variants[v].width, 1);                                                                \
            cl_program program =                                                                                       \
                build(source, #T, conditions[condition], strcmp(#T, "half") ? "-DIO=T" : "-DIO=float");                \
            unsetenv("WEFT_WIDTH");                                                                                    \
            for (int r = 0; r < RANGES; r++) {                                                                         \
                const size_t items = count_items(ranges[r]);                                                           \
                struct place *places = places_of(ranges[r]);                                                           \
                cl_T *in = calloc(items, sizeof *in), *out = calloc(items, RESULTS * sizeof *out);                     \
                                                                                                                       \
                assert_true(in && out);                                                                                \
                for (size_t i = 0; i < items; i++)                                                                     \
                    in[i] = (cl_T)(value);                                                                             \
                run_over_range(program, ranges[r], in, items * sizeof *in, out, items * RESULTS * sizeof *out);        \
                for (size_t i = 0; i < items; i++) {                                                                   \
                    const struct sub_group s = sub_group_of(places, items, i, condition);                              \
                    const size_t me = places[i].linear % SIZE;                                                         \
                                                                                                                       \
                    for (int f = 0; f < RESULTS && comes(condition, i); f++) {                                         \
                        const int op = f / KINDS, kind = f % KINDS;                                                    \
                        cl_T want = identity[op];                                                                      \
                                                                                                                       \
                        if (kind == CLUSTERED && s.most < 4)                                                           \
                            continue; /* undefined */                                                                  \
                        for (size_t j = 0; j < s.items; j++)                                                           \
                            if (counts(&s, kind, me, j))                                                               \
                                want = (cl_T)combine(op, want, in[s.at[j]]);                                           \
                        if (out[i * RESULTS + (size_t)f] != want)                                                      \
                            fail_msg("width '%s', condition %d, range %d, item %zu, function %d: %g, expected %g",     \
                                     variants[v].width, condition, r, i, f, (double)out[i * RESULTS + (size_t)f],      \
                                     (double)want);                                                                    \
                    }                                                                                                  \
                }                                                                                                      \
                free(in);                                                                                              \
                free(out);                                                                                             \
                free(places);                                                                                          \
            }                                                                                                          \
            CHECK(clReleaseProgram(program));                                                                          \
        }                                                                                                              \
    }
// Sums and products are exact in any order: those of halves are small, or infinite powers of two.
#define ARITHMETIC_CASE(T, cl_T, ...)                                                                                  \
    static void arithmetic_of_##T(void **state) COMBINATION(T, cl_T, arithmetic, OPERATIONS, __VA_ARGS__)
#define BITS_CASE(T, cl_T, ...)                                                                                        \
    static void bits_of_##T(void **state) COMBINATION(T, cl_T, bits, BIT_OPERATIONS, RANDOM, COMBINE_BITS, __VA_ARGS__)
#define LOGIC_CASE(T, cl_T, ...)                                                                                       \
    static void logic_of_##T(void **state) COMBINATION(T, cl_T, logic, BIT_OPERATIONS, __VA_ARGS__)
#define CALCULATE(op, a, b)                                                                                            \
    ((op) == ADD   ? (a) + (b)                                                                                         \
     : (op) == MUL ? (a) * (b % 2 ? 2 : 1)                                                                             \
     : (op) == MIN ? ((b) < (a) ? (b) : (a))                                                                           \
                   : ((a) < (b) ? (b) : (a)))
#define CALCULATE_INT(op, a, b) CALCULATE_AS(cl_uint, op, a, b)
#define CALCULATE_LONG(op, a, b) CALCULATE_AS(cl_ulong, op, a, b)
#define CALCULATE_AS(U, op, a, b)                                                                                      \
    ((op) == ADD   ? (U)(a) + (U)(b)                                                                                   \
     : (op) == MUL ? (U)(a) * (b % 2 ? 2 : 1)                                                                          \
     : (op) == MIN ? (U)((b) < (a) ? (b) : (a))                                                                        \
                   : (U)((a) < (b) ? (b) : (a)))
#define CALCULATE_FLOAT(op, a, b)                                                                                      \
    ((op) == ADD ? (a) + (b) : (op) == MUL ? (a) * ((int)(b) % 2 ? 2 : 1) : (op) == MIN ? fmin(a, b) : fmax(a, b))
#define CALCULATE_HALF(op, a, b) beyond_half(CALCULATE_FLOAT(op, a, b))
#define COMBINE_BITS(op, a, b) ((op) == AND ? (a) & (b) : (op) == OR ? (a) | (b) : (a) ^ (b))
#define COMBINE_LOGIC(op, a, b) COMBINE_BITS(op, a, ((b) & 6) != 0)

static double
beyond_half(double value)
{
    return fabs(value) > 65504 ? copysign(INFINITY, value) : value;
}

#define RANDOM ((cl_ulong)i * 0x9e3779b97f4a7c15u >> 7)
#define SMALL ((int)(RANDOM % 64) - 31)
ARITHMETIC_CASE(char, cl_char, RANDOM, CALCULATE, {0, 1, CHAR_MAX, CHAR_MIN})
ARITHMETIC_CASE(uchar, cl_uchar, RANDOM, CALCULATE, {0, 1, UCHAR_MAX, 0})
ARITHMETIC_CASE(short, cl_short, RANDOM, CALCULATE, {0, 1, SHRT_MAX, SHRT_MIN})
ARITHMETIC_CASE(ushort, cl_ushort, RANDOM, CALCULATE, {0, 1, USHRT_MAX, 0})
ARITHMETIC_CASE(int, cl_int, RANDOM, CALCULATE_INT, {0, 1, INT_MAX, INT_MIN})
ARITHMETIC_CASE(uint, cl_uint, RANDOM, CALCULATE, {0, 1, UINT_MAX, 0})
ARITHMETIC_CASE(long, cl_long, RANDOM, CALCULATE_LONG, {0, 1, LONG_MAX, LONG_MIN})
ARITHMETIC_CASE(ulong, cl_ulong, RANDOM, CALCULATE, {0, 1, ULONG_MAX, 0})
ARITHMETIC_CASE(half, cl_float, SMALL, CALCULATE_HALF, {0, 1, INFINITY, -INFINITY})
ARITHMETIC_CASE(float, cl_float, SMALL, CALCULATE_FLOAT, {0, 1, INFINITY, -INFINITY})
ARITHMETIC_CASE(double, cl_double, SMALL, CALCULATE_FLOAT, {0, 1, INFINITY, -INFINITY})
BITS_CASE(char, cl_char, {-1, 0, 0})
BITS_CASE(uchar, cl_uchar, {UCHAR_MAX, 0, 0})
BITS_CASE(short, cl_short, {-1, 0, 0})
BITS_CASE(ushort, cl_ushort, {USHRT_MAX, 0, 0})
BITS_CASE(int, cl_int, {-1, 0, 0})
BITS_CASE(uint, cl_uint, {UINT_MAX, 0, 0})
BITS_CASE(long, cl_long, {-1, 0, 0})
BITS_CASE(ulong, cl_ulong, {ULONG_MAX, 0, 0})
LOGIC_CASE(int, cl_int, RANDOM | (i % 41 < 38 ? 2 : 0), COMBINE_LOGIC, {1, 0, 0})

// ---- Ballots and votes
// -----------------------------------------------------------------------------------------------

enum { MASKS = 5, COUNTS = 13 };
static const char ballots[] =
    HEAD "kernel void k(global const uint *in, global uint4 *out) {\n"
         "  START\n"
         "  out += i * 18;\n"
         "  uint4 any = (uint4)(in[i - me], 0, 0, 0);\n"
         "  out[0] = get_sub_group_eq_mask(); out[1] = get_sub_group_ge_mask(); out[2] = get_sub_group_gt_mask();\n"
         "  out[3] = get_sub_group_le_mask(); out[4] = get_sub_group_lt_mask();\n"
         "  global uint *o = (global uint *)(out + 5);\n"
         "  if (COMES) {\n"
         "    uint4 set = sub_group_ballot(in[i] & 4);\n"
         "    o[0] = set.x; o[1] = set.y | set.z | set.w;\n"
         "    o[2] = sub_group_inverse_ballot(any); o[3] = sub_group_ballot_bit_extract(any, me ^ 1);\n"
         "    o[4] = sub_group_ballot_bit_count(any); o[5] = sub_group_ballot_inclusive_scan(any);\n"
         "    o[6] = sub_group_ballot_exclusive_scan(any); o[7] = sub_group_ballot_find_lsb(any);\n"
         "    o[8] = sub_group_ballot_find_msb(any); o[9] = sub_group_elect();\n"
         "    o[10] = sub_group_non_uniform_all(in[i] & 12); o[11] = sub_group_non_uniform_any(in[i] == 5);\n"
         "    o[12] = sub_group_non_uniform_all_equal((T)(in[i] & (in[i - me] & 16 ? 3 : 0))); } }";

static void
check_ballots(const char *type, const char *width, int condition)
{
    setenv("WEFT_WIDTH", width, 1);
    cl_program program = build(ballots, type, conditions[condition], "");
    unsetenv("WEFT_WIDTH");
    // One dimension, so that i - me is in the range.
    for (int r = 0; r < 4; r++) {
        const size_t items = count_items(ranges[r]);
        struct place *places = places_of(ranges[r]);
        cl_uint *in = calloc(items, sizeof *in), (*out)[18][4] = calloc(items, sizeof *out);

        assert_true(in && out);
        for (size_t i = 0; i < items; i++)
            in[i] = (cl_uint)(i * 2654435761u >> 6) | (places[i].linear / SIZE % 2 ? 8 : 0);
        run_over_range(program, ranges[r], in, items * sizeof *in, out, items * sizeof *out);
        for (size_t i = 0; i < items; i++) {
            const struct sub_group s = sub_group_of(places, items, i, condition);
            const size_t me = places[i].linear % SIZE;
            const cl_uint any = in[s.at[0]], all = 0xffffffffu >> (SIZE - s.most), own = 1u << me, low = own - 1;
            const cl_uint masks[MASKS] = {own, ~low & all, ~(low | own) & all, low | own, low};
            cl_uint set = 0, first = SIZE, is_all = 1, is_any = 0, is_equal = 1;
            const cl_uint kept = any & 16 ? 3 : 0;

            for (size_t j = 0; j < s.items; j++) {
                const cl_uint value = in[s.at[j]];

                if (!s.on[j])
                    continue;
                first = first == SIZE ? (cl_uint)j : first;
                set |= (cl_uint)(value >> 2 & 1) << j;
                is_all &= (value & 12) != 0;
                is_any |= value == 5;
                is_equal &= (value & kept) == (in[s.at[first]] & kept);
            }
            const cl_uint counts_of[COUNTS] = {set,
                                               0,
                                               any >> me & 1,
                                               any >> (me ^ 1) & 1,
                                               (cl_uint)__builtin_popcount(any & all),
                                               (cl_uint)__builtin_popcount(any & (low | own)),
                                               (cl_uint)__builtin_popcount(any & low),
                                               any & all ? (cl_uint)__builtin_ctz(any & all) : 0,
                                               any & all ? (cl_uint)(31 - __builtin_clz(any & all)) : 0,
                                               me == first,
                                               is_all,
                                               is_any,
                                               is_equal};
            for (int f = 0; f < MASKS; f++)
                if (out[i][f][0] != masks[f] || out[i][f][1] || out[i][f][2] || out[i][f][3])
                    fail_msg("range %d, item %zu, mask %d: %#x, expected %#x", r, i, f, out[i][f][0], masks[f]);
            for (int f = 0; f < COUNTS && comes(condition, i); f++) {
                const cl_uint got = out[i][MASKS + f / 4][f % 4];
                const bool is_truth = f == 2 || f == 3 || f >= 9;

                if ((f == 3 && (me ^ 1) >= s.items) || ((f == 7 || f == 8) && !(any & all)))
                    continue; // undefined
                if (is_truth ? !got != !counts_of[f] : got != counts_of[f])
                    fail_msg("%s, width '%s', condition %d, range %d, item %zu, function %d: %#x, expected %#x", type,
                             width, condition, r, i, f, got, counts_of[f]);
            }
        }
        free(in);
        free(out);
        free(places);
    }
    CHECK(clReleaseProgram(program));
}

static void
ballots_and_votes(void **state)
{
    static const char *const types[] = {"char", "uchar", "short", "ushort", "int",   "uint",
                                        "long", "ulong", "half",  "float",  "double"};

    (void)state;
    for (size_t w = 0; w < 3; w++)
        for (int condition = 0; condition < 2; condition++)
            check_ballots("int", widths[w], condition);
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        check_ballots(types[t], widths[t % 3], (int)(t % 2));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchange_of_all_types), cmocka_unit_test(broadcasts_of_vectors),
        cmocka_unit_test(arithmetic_of_char),    cmocka_unit_test(arithmetic_of_uchar),
        cmocka_unit_test(arithmetic_of_short),   cmocka_unit_test(arithmetic_of_ushort),
        cmocka_unit_test(arithmetic_of_int),     cmocka_unit_test(arithmetic_of_uint),
        cmocka_unit_test(arithmetic_of_long),    cmocka_unit_test(arithmetic_of_ulong),
        cmocka_unit_test(arithmetic_of_half),    cmocka_unit_test(arithmetic_of_float),
        cmocka_unit_test(arithmetic_of_double),  cmocka_unit_test(bits_of_char),
        cmocka_unit_test(bits_of_uchar),         cmocka_unit_test(bits_of_short),
        cmocka_unit_test(bits_of_ushort),        cmocka_unit_test(bits_of_int),
        cmocka_unit_test(bits_of_uint),          cmocka_unit_test(bits_of_long),
        cmocka_unit_test(bits_of_ulong),         cmocka_unit_test(logic_of_int),
        cmocka_unit_test(ballots_and_votes),
    };

    return cmocka_run_group_tests_name("sub_group_exchange", tests, test_begin, test_end);
}
