// SPDX-License-Identifier: Apache-2.0
// Index spaces: every work-item function in one to three dimensions, offsets, non-uniform groups.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/support.h"

#define FIELDS 8

static const char source[] =
    "kernel void k(global ulong *out) {\n"
    "  size_t at = 0;\n"
    "  for (int d = 2; d >= 0; d--) at = at * get_global_size(d) + get_global_id(d) - get_global_offset(d);\n"
    "  global ulong *o = out + at * 8 * 3;\n"
    "  for (uint d = 0; d < 3; d++, o += 8) {\n"
    "    o[0] = get_global_id(d); o[1] = get_local_id(d); o[2] = get_group_id(d); o[3] = get_local_size(d);\n"
    "    o[4] = get_global_size(d); o[5] = get_num_groups(d); o[6] = get_global_offset(d); o[7] = get_work_dim(); } }";

// Checks each item's answers from the definitions of the specification.
static void
check_range(struct test_range range, const char *options)
{
    size_t global[3] = {1, 1, 1}, local[3] = {1, 1, 1}, items;
    cl_ulong *out;

    memcpy(global, range.global, range.dimensions * sizeof *global);
    memcpy(local, range.local, range.dimensions * sizeof *local);
    items = global[0] * global[1] * global[2];
    out = calloc(items * FIELDS * 3, sizeof *out);
    assert_non_null(out);
    test_run(source, options, "k", range, {TEST_BUFFER, out, items * FIELDS * 3 * sizeof *out});
    for (size_t i = 0; i < items; i++) {
        const size_t position[3] = {i % global[0], i / global[0] % global[1], i / global[0] / global[1]};

        for (size_t d = 0; d < 3; d++) {
            const cl_ulong *o = out + (i * 3 + d) * FIELDS;
            size_t group = position[d] / local[d], rest = global[d] - group * local[d];
            size_t offset = d < range.dimensions ? range.offset[d] : 0;
            const size_t want[FIELDS] = {position[d] + offset,
                                         position[d] % local[d],
                                         group,
                                         rest < local[d] ? rest : local[d],
                                         global[d],
                                         (global[d] + local[d] - 1) / local[d],
                                         offset,
                                         range.dimensions};

            for (size_t f = 0; f < FIELDS; f++)
                if (o[f] != want[f])
                    fail_msg("item %zu, dimension %zu, field %zu: %llu, expected %zu", i, d, f,
                             (unsigned long long)o[f], want[f]);
        }
    }
    free(out);
}

#define RANGE_CASE(name, options, ...)                                                                                 \
    static void name(void **state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        check_range((struct test_range){__VA_ARGS__}, options);                                                        \
    }
#define RANGES(CASE)                                                                                                   \
    CASE(one_item, "", 1, {1}, {1}, {0})                                                                               \
    CASE(one_dimension, "", 1, {256}, {32}, {0})                                                                       \
    CASE(one_dimension_group_of_one, "", 1, {100}, {1}, {0})                                                           \
    CASE(one_dimension_one_group, "", 1, {500}, {500}, {0})                                                            \
    CASE(one_dimension_odd_group, "", 1, {21 * 13}, {13}, {0})                                                         \
    CASE(one_dimension_with_offset, "", 1, {64}, {16}, {1000})                                                         \
    CASE(offset_beyond_32_bits, "", 1, {64}, {16}, {(size_t)1 << 33})                                                  \
    CASE(two_dimensions, "", 2, {32, 24}, {8, 4}, {0})                                                                 \
    CASE(two_dimensions_with_offset, "", 2, {15, 14}, {5, 7}, {3, 9})                                                  \
    CASE(three_dimensions, "", 3, {8, 6, 10}, {4, 3, 5}, {0})                                                          \
    CASE(three_dimensions_with_offset, "", 3, {4, 6, 9}, {2, 2, 3}, {10, 20, 30})                                      \
    CASE(flat_in_the_first_dimension, "", 3, {1, 16, 16}, {1, 4, 4}, {0})                                              \
    CASE(non_uniform_one_dimension, "-cl-std=CL3.0", 1, {100}, {32}, {0})                                              \
    CASE(non_uniform_prime, "-cl-std=CL3.0", 1, {97}, {10}, {5})                                                       \
    CASE(non_uniform_larger_than_range, "-cl-std=CL3.0", 1, {7}, {16}, {0})                                            \
    CASE(non_uniform_two_dimensions, "-cl-std=CL3.0", 2, {33, 17}, {8, 4}, {1, 2})                                     \
    CASE(non_uniform_three_dimensions, "-cl-std=CL3.0", 3, {9, 7, 5}, {4, 4, 4}, {0})
RANGES(RANGE_CASE)

static void
dimensions_out_of_range_give_the_defaults(void **state)
{
    cl_ulong out[7] = {9, 9, 9, 9, 9, 9, 9};

    (void)state;
    test_run(
        "kernel void k(global ulong *o, uint d) { o[0] = get_global_id(d); o[1] = get_local_id(d);\n"
        "  o[2] = get_group_id(d); o[3] = get_local_size(d); o[4] = get_global_size(d); o[5] = get_num_groups(d);\n"
        "  o[6] = get_global_offset(d); }",
        "", "k", RANGE1(1, 1), BUFFER(out), VALUE(((cl_uint){77})));
    assert_true(out[0] == 0 && out[1] == 0 && out[2] == 0 && out[3] == 1 && out[4] == 1 && out[5] == 1 && out[6] == 0);
}

static void
local_size_left_to_the_platform_covers_the_range(void **state)
{
    static const size_t sizes[] = {1, 2, 3, 63, 64, 65, 1000, 1009, 4096, 100003};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t n = sizes[i];
        cl_uint *out = calloc(n, sizeof *out);

        assert_non_null(out);
        test_run("kernel void k(global uint *o) { o[get_global_id(0)] += get_global_id(0) == get_group_id(0) * "
                 "get_enqueued_local_size(0) + get_local_id(0) ? 1 : 100; }",
                 "-cl-std=CL3.0", "k", RANGE1(n, 0), {TEST_BUFFER, out, n * sizeof *out});
        for (size_t j = 0; j < n; j++)
            assert_int_equal(out[j], 1);
        free(out);
    }
}

static void
linear_ids(void **state)
{
    cl_ulong out[6 * 4 * 4 * 2];

    (void)state;
    test_run("kernel void k(global ulong *o) { size_t at = (get_global_id(2) * get_global_size(1) + get_global_id(1))"
             " * get_global_size(0) + get_global_id(0);\n"
             "  o[2 * at] = get_global_linear_id(); o[2 * at + 1] = get_local_linear_id(); }",
             "-cl-std=CL3.0", "k", RANGE3(6, 4, 4, 3, 2, 2), BUFFER(out));
    for (size_t i = 0; i < 6 * 4 * 4; i++) {
        size_t x = i % 6, y = i / 6 % 4, z = i / 24;

        assert_int_equal(out[2 * i], i);
        assert_int_equal(out[2 * i + 1], (z % 2 * 2 + y % 2) * 3 + x % 3);
    }
}

// Neighbours in memory are neighbours in dimension `last`, whose groups the kernel does not ask about.
static void
check_last_dimension(unsigned last, struct test_range range)
{
    const unsigned first = (last + 1) % 3, middle = (last + 2) % 3;
    const size_t *global = range.global, *local = range.local, items = global[0] * global[1] * global[2];
    char options[100];
    cl_uint *out = calloc(items, sizeof *out);

    assert_non_null(out);
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DFIRST=%u -DMIDDLE=%u -DLAST=%u", first, middle, last);
    test_run("#define AT(d) (get_global_id(d) - get_global_offset(d))\n"
             "kernel void k(global uint *o) {\n"
             "  o[(AT(FIRST) * get_global_size(MIDDLE) + AT(MIDDLE)) * get_global_size(LAST) + AT(LAST)] +=\n"
             "    get_global_id(FIRST) + get_global_id(MIDDLE) * 1009 + get_global_id(LAST) * 10007\n"
             "    + get_group_id(FIRST) * 3 + get_local_id(FIRST) * 5 + get_local_size(FIRST) * 7\n"
             "    + get_group_id(MIDDLE) * 11 + get_local_id(MIDDLE) * 13 + get_enqueued_local_size(MIDDLE) * 17\n"
             "    + get_num_groups(FIRST) * 19 + get_num_groups(LAST) * 23 + get_global_size(MIDDLE) * 29; }",
             options, "k", range, {TEST_BUFFER, out, items * sizeof *out});
    for (size_t i = 0; i < items; i++) {
        size_t at[3], group[3], count[3], rest;

        at[last] = i % global[last];
        at[middle] = i / global[last] % global[middle];
        at[first] = i / global[last] / global[middle];
        for (unsigned d = 0; d < 3; d++) {
            group[d] = at[d] / local[d];
            count[d] = (global[d] + local[d] - 1) / local[d];
        }
        rest = global[first] - group[first] * local[first];
        assert_int_equal(out[i], at[first] + range.offset[first] + (at[middle] + range.offset[middle]) * 1009 +
                                     (at[last] + range.offset[last]) * 10007 + group[first] * 3 +
                                     at[first] % local[first] * 5 + (rest < local[first] ? rest : local[first]) * 7 +
                                     group[middle] * 11 + at[middle] % local[middle] * 13 + local[middle] * 17 +
                                     count[first] * 19 + count[last] * 23 + global[middle] * 29);
    }
    free(out);
}

static void
neighbours_in_memory_may_be_neighbours_in_any_dimension(void **state)
{
    static const size_t lasts[] = {1, 2, 15, 16, 31, 32, 33, 64, 127, 300};

    (void)state;
    for (size_t i = 0; i < sizeof lasts / sizeof *lasts; i++) {
        for (unsigned last = 0; last < 3; last++) {
            struct test_range one = {3, {3, 7, 5}, {1, 1, 1}, {0}}, uneven = {3, {9, 6, 7}, {4, 4, 4}, {100, 20, 3}};

            one.global[last] = uneven.global[last] = lasts[i];
            check_last_dimension(last, one);
            check_last_dimension(last, uneven);
            uneven.local[last] = 100;
            check_last_dimension(last, uneven);
        }
    }
}

static void
required_size_is_used_when_none_is_given(void **state)
{
    cl_ulong out[64];

    (void)state;
    test_run("kernel __attribute__((reqd_work_group_size(16, 1, 1))) void k(global ulong *o) {\n"
             "  o[get_global_id(0)] = get_local_size(0); }",
             "", "k", RANGE1(64, 0), BUFFER(out));
    for (int i = 0; i < 64; i++)
        assert_int_equal(out[i], 16);
}

static void
every_item_runs_once_in_a_large_range(void **state)
{
    enum { LARGE = 1 << 22 };
    cl_uchar *out = calloc(LARGE, 1);

    (void)state;
    assert_non_null(out);
    test_run("kernel void k(global uchar *o) { o[get_global_id(0)]++; }", "", "k", RANGE1(LARGE, 64),
             {TEST_BUFFER, out, LARGE});
    for (int i = 0; i < LARGE; i++)
        if (out[i] != 1)
            fail_msg("item %d ran %d times", i, out[i]);
    free(out);
}

int
main(void)
{
#define LIST_CASE(name, ...) cmocka_unit_test(name),
    const struct CMUnitTest tests[] = {
        RANGES(LIST_CASE) cmocka_unit_test(dimensions_out_of_range_give_the_defaults),
        cmocka_unit_test(local_size_left_to_the_platform_covers_the_range),
        cmocka_unit_test(linear_ids),
        cmocka_unit_test(neighbours_in_memory_may_be_neighbours_in_any_dimension),
        cmocka_unit_test(required_size_is_used_when_none_is_given),
        cmocka_unit_test(every_item_runs_once_in_a_large_range),
    };

    return cmocka_run_group_tests_name("ndrange", tests, test_begin, test_end);
}
