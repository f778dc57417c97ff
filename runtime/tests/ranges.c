// SPDX-License-Identifier: Apache-2.0
// Chunks of ranges, taken by one thread for several seats.
#include "runtime/exec/ranges.h"

#include "runtime/tests/support.h"

#define COUNT 1003u
#define GRANULE 10u

static uint32_t
quarter(const void *data, unsigned part, uint32_t left)
{
    (void)data, (void)part;
    return left / 4 ? left / 4 : 1;
}

// Whoever sits at the beginning gets what comes before all that the other gets, and nothing is left out.
static void
each_seat_has_its_end_of_a_range(void **state)
{
    static const struct weft_clusters clusters = {.count = 1, .first = {0, 2}, .same_node = {1}};
    struct weft_ranges ranges = {0};
    struct weft_range range = {.count = COUNT, .cost = 1};
    uint64_t begin = 0, end = COUNT;
    struct weft_chunk chunk;
    struct weft_range_facts facts;
    unsigned slot;
    bool is_last = false;

    (void)state;
    assert_true(weft_ranges_init(&ranges, &clusters));
    slot = weft_range_open(&ranges, &range, 0, GRANULE, 1, 0, false);
    facts = weft_range_facts(&ranges, slot);
    for (unsigned turn = 0; !is_last; turn++) {
        const struct weft_seat seat = {.at_end = turn % 3 == 0};

        assert_true(weft_range_take(&ranges, slot, facts.serial, seat, quarter, NULL, &chunk));
        assert_ptr_equal(chunk.range, &range);
        assert_true(chunk.begin < chunk.end);
        assert_int_equal(seat.at_end ? chunk.end : chunk.begin, seat.at_end ? end : begin);
        if (seat.at_end)
            end = chunk.begin;
        else
            begin = chunk.end;
        is_last = weft_range_done(&ranges, slot, &chunk);
    }
    assert_int_equal(begin, end);
    assert_true(begin > COUNT / 4 && begin < COUNT);
    assert_false(weft_range_has_left(&ranges, slot));
    weft_ranges_finish(&ranges);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_seat_has_its_end_of_a_range)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
