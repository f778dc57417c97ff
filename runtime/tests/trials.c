// SPDX-License-Identifier: Apache-2.0
// Trials of forms, with costs that are made up: the fastest is found, soon, whatever else goes on.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/program/trials.h"

#define ITEMS 1000
#define SEEDS 200

static uint64_t state;

static double
uniform(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 11) / (double)(UINT64_C(1) << 53);
}

// With mean 0 and deviation 1.
static double
normal(void)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += uniform();
    return sum;
}

struct world {
    double cost[WEFT_TRIAL_FORMS];
    double noise; // deviation of the logarithm
    double drift; // each launch takes so much longer than the one before
    double stops; // the chance that it takes three times as long
};

struct outcome {
    uint32_t best, launches, tries[WEFT_TRIAL_FORMS];
};

static struct outcome
try_all(const struct world *world, uint32_t count, uint64_t seed)
{
    struct outcome out = {0};
    struct weft_trials trials;
    bool is_over = false;

    state = seed;
    weft_trials_init(&trials, (UINT32_C(1) << count) - 1, false);
    while (!is_over) {
        const uint32_t form = weft_trials_next(&trials, ITEMS);
        double cost;

        assert_int_not_equal(form, WEFT_NO_TRIAL);
        out.tries[form]++;
        cost = world->cost[form] * exp(world->noise * normal() + world->drift * out.launches);
        is_over = weft_trials_note(&trials, form, uniform() < world->stops ? 3 * cost : cost);
        assert_true(++out.launches < 1000);
    }
    assert_int_equal(weft_trials_next(&trials, ITEMS), WEFT_NO_TRIAL);
    out.best = weft_trials_best(&trials);
    return out;
}

// How often it is found, and in how many launches on the average.
static void
expect(const struct world *world, uint32_t count, uint32_t best, unsigned least_right, unsigned most_launches)
{
    unsigned right = 0, launches = 0;

    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const struct outcome out = try_all(world, count, seed);

        right += out.best == best;
        launches += out.launches;
    }
    assert_true(right >= least_right);
    assert_true(launches <= most_launches * SEEDS);
}

static void
the_fastest_is_found(void **unused)
{
    (void)unused;
    expect(&(struct world){{1, 0.8, 1.3, 1.05}, 0.05, 0, 0}, 4, 1, SEEDS - 2, 40);
    expect(&(struct world){{1, 1.2, 1.3, 1.5}, 0.05, 0, 0}, 4, 0, SEEDS - 2, 40);
    expect(&(struct world){{1, 0.9}, 0.1, 0, 0}, 2, 1, SEEDS - 10, 96);
}

static void
noise_decides_nothing(void **unused)
{
    (void)unused;
    expect(&(struct world){{1, 1, 1}, 0.01, 0, 0}, 3, 0, SEEDS - 4, 144);
    expect(&(struct world){{1, 1.01}, 0.02, 0, 0}, 2, 0, SEEDS - 4, 96);
}

static void
a_machine_that_gets_slower_is_no_forms_fault(void **unused)
{
    (void)unused;
    expect(&(struct world){{1, 0.9, 0.95}, 0.01, 0.01, 0}, 3, 1, SEEDS - 2, 144);
}

static void
a_busy_machine_decides_nothing(void **unused)
{
    (void)unused;
    expect(&(struct world){{1, 0.8, 0.9, 1.2}, 0.02, 0, 0.15}, 4, 1, SEEDS - 10, 192);
    expect(&(struct world){{1, 1.1, 1.1}, 0.02, 0, 0.15}, 3, 0, SEEDS - 10, 144);
}

static void
a_form_that_is_far_slower_runs_once(void **unused)
{
    const struct world world = {{1, 10, 2.6}, 0.05, 0, 0};

    (void)unused;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const struct outcome out = try_all(&world, 3, seed);

        assert_int_equal(out.best, 0);
        assert_int_equal(out.tries[1], 1);
        assert_true(out.tries[2] <= 2);
    }
}

static void
one_launch_of_each_form_is_under_way(void **unused)
{
    struct weft_trials trials;
    uint32_t seen = 0;

    (void)unused;
    weft_trials_init(&trials, 7, false);
    for (int i = 0; i < 3; i++)
        seen |= UINT32_C(1) << weft_trials_next(&trials, ITEMS);
    assert_int_equal(seen, 7);
    assert_int_equal(weft_trials_next(&trials, ITEMS), WEFT_NO_TRIAL);
    assert_int_equal(weft_trials_best(&trials), 0);
    // One that has not run is tried again.
    assert_false(weft_trials_drop(&trials, 1));
    assert_int_equal(weft_trials_next(&trials, ITEMS), 1);
    assert_int_equal(weft_trials_next(&trials, ITEMS), WEFT_NO_TRIAL);
}

static void
each_form_runs_four_times_where_it_warms_up(void **unused)
{
    static const uint32_t order[] = {0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0};
    static const bool counts[] = {false, false, false, true,  false, false, false,
                                  true,  true,  false, false, false, true};
    struct weft_trials trials;

    (void)unused;
    weft_trials_init(&trials, 3, true);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) { // the second round goes the other way
        assert_int_equal(weft_trials_next(&trials, ITEMS), order[i]);
        assert_int_equal(weft_trials_awaits(&trials, order[i]), counts[i]);
        if (counts[i])
            assert_false(weft_trials_note(&trials, order[i], 1));
    }
}

// With another form in between, which may be the same, it is warm no longer.
static void
a_form_warms_up_again_after_launches_of_no_trial(void **unused)
{
    struct weft_trials trials;

    (void)unused;
    weft_trials_init(&trials, 3, true);
    for (int i = 0; i < 4; i++)
        assert_int_equal(weft_trials_next(&trials, ITEMS), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(weft_trials_next(&trials, ITEMS), 1);
    assert_int_equal(weft_trials_next(&trials, ITEMS), WEFT_NO_TRIAL);
    assert_false(weft_trials_note(&trials, 0, 1));
    assert_false(weft_trials_note(&trials, 1, 1));
    for (int i = 0; i < 3; i++) {
        assert_int_equal(weft_trials_next(&trials, ITEMS), 1);
        assert_false(weft_trials_awaits(&trials, 1));
    }
    assert_int_equal(weft_trials_next(&trials, ITEMS), 1);
    assert_true(weft_trials_awaits(&trials, 1));
}

// Of launches of two sizes that take turns, those of one do.
static void
launches_of_other_sizes_in_between_end_nothing(void **unused)
{
    struct weft_trials trials;
    bool is_over = false;

    (void)unused;
    weft_trials_init(&trials, 3, true);
    for (int i = 0; i < 200 && !is_over; i++) {
        const uint32_t form = weft_trials_next(&trials, i % 2 ? 3 * ITEMS : ITEMS);

        if (form != WEFT_NO_TRIAL && weft_trials_awaits(&trials, form))
            is_over = weft_trials_note(&trials, form, form == 1 ? 4 : 1);
    }
    assert_true(is_over);
    assert_int_equal(weft_trials_best(&trials), 0);
}

// A form that is four times as slow has one of some thirty launches until it is out of question.
static void
little_time_is_lost_to_slow_forms(void **unused)
{
    struct weft_launch_times times = {0};
    unsigned tried = 0;

    (void)unused;
    for (int i = 0; i < 30; i++)
        weft_launch_times_add(&times, 1000, 1);
    for (int i = 0; i < 1000; i++) {
        if (weft_launch_times_allow_trial(&times)) {
            weft_launch_times_add_trial(&times, 4000, 1, false);
            tried++;
        } else {
            weft_launch_times_add(&times, 1000, 1);
        }
    }
    assert_in_range(tried, 30, 60);
    // Those before it count, too.
    assert_true(atomic_load(&times.lost) < atomic_load(&times.all) / 7);
    times = (struct weft_launch_times){0};
    weft_launch_times_add(&times, 1000, 1);
    weft_launch_times_add(&times, 1000, 1);
    assert_true(weft_launch_times_allow_trial(&times));
    weft_launch_times_add_trial(&times, 1100, 1, true);
    assert_int_equal(atomic_load(&times.lost), 400);
    assert_false(weft_launch_times_allow_trial(&times));
    // What is faster costs nothing.
    weft_launch_times_add_trial(&times, 500, 1, true);
    assert_int_equal(atomic_load(&times.lost), 400);
    weft_launch_times_reset(&times);
    assert_int_equal(atomic_load(&times.all), 0);
    assert_true(weft_launch_times_allow_trial(&times));
}

static void
short_launches_are_told_from_long_ones(void **unused)
{
    struct weft_launch_times times = {0};

    (void)unused;
    weft_launch_times_add(&times, 1 << 26, 1); // also waits for memory
    assert_false(weft_launch_times_are_short(&times));
    for (int i = 0; i < 10; i++)
        weft_launch_times_add(&times, 1 << 17, 1);
    assert_true(weft_launch_times_are_short(&times));
    weft_launch_times_add(&times, 1 << 20, 1); // half of all time is in it
    assert_false(weft_launch_times_are_short(&times));
}

// Levels of a search, which are enqueued together: most launches find next to nothing to do, and are quickest with
// another form.
static void
long_launches_decide(void **unused)
{
    enum { LEVELS = 10 };
    static const double levels[LEVELS] = {0.01, 0.012, 0.03, 0.2, 1, 0.7, 0.05, 0.011, 0.01, 0.01};
    unsigned right = 0, searches = 0;

    (void)unused;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct weft_launch_times times = {0};
        struct weft_trials trials;
        bool is_over = false;

        state = seed;
        weft_trials_init(&trials, 3, false);
        for (unsigned search = 0; !is_over; search++) {
            uint32_t forms[LEVELS];

            assert_true(search < 1000);
            for (int i = 0; i < LEVELS; i++)
                forms[i] = search < 2 ? WEFT_NO_TRIAL : weft_trials_next(&trials, ITEMS);
            for (int i = 0; i < LEVELS; i++) {
                const double slower = (forms[i] == 1) == (levels[i] > 0.5) ? 1 : 2;
                const uint64_t ticks = (uint64_t)(levels[i] * slower * exp(0.05 * normal()) * 1e6);

                weft_launch_times_add(&times, ticks, 1);
                if (forms[i] == WEFT_NO_TRIAL)
                    continue;
                if (weft_launch_times_are_decided_by(&times, ticks))
                    is_over = weft_trials_note(&trials, forms[i], (double)ticks) || is_over;
                else
                    is_over = weft_trials_repeat(&trials, forms[i]) || is_over;
            }
            searches++;
        }
        right += weft_trials_best(&trials) == 1;
    }
    assert_true(right >= SEEDS - 10);
    assert_true(searches <= 100 * SEEDS);
}

// Launches that are alike, in a form that turns out to be ten times as fast: they are not taken for ones with less to
// do.
static void
much_faster_forms_decide(void **unused)
{
    struct weft_launch_times times = {0};
    struct weft_trials trials;
    uint32_t launches = 0;
    bool is_over = false;

    (void)unused;
    weft_trials_init(&trials, 3, false);
    for (int i = 0; i < 16; i++)
        weft_launch_times_add(&times, 1000000, 1);
    for (; !is_over && launches < 100; launches++) {
        const uint32_t form = weft_trials_next(&trials, ITEMS);
        const uint64_t ticks = (form == 1 ? 100000 : 1000000) + launches % 7 * 1000;

        weft_launch_times_add(&times, ticks, 1);
        if (form == WEFT_NO_TRIAL)
            continue;
        is_over = weft_launch_times_are_decided_by(&times, ticks) ? weft_trials_note(&trials, form, (double)ticks)
                                                                  : weft_trials_repeat(&trials, form);
    }
    assert_true(is_over);
    assert_int_equal(weft_trials_best(&trials), 1);
    assert_true(launches <= 16);
}

static void
launches_of_another_size_are_not_compared(void **unused)
{
    struct weft_trials trials;

    (void)unused;
    weft_trials_init(&trials, 3, false);
    assert_int_not_equal(weft_trials_next(&trials, ITEMS), WEFT_NO_TRIAL);
    assert_int_equal(weft_trials_next(&trials, 3 * ITEMS), WEFT_NO_TRIAL);
    assert_int_equal(weft_trials_next(&trials, ITEMS / 3), WEFT_NO_TRIAL);
    assert_int_not_equal(weft_trials_next(&trials, ITEMS + ITEMS / 2), WEFT_NO_TRIAL);
}

static void
launches_that_never_take_long_again_end_it(void **unused)
{
    struct weft_trials trials;
    bool is_over = false;
    unsigned launches = 0;

    (void)unused;
    weft_trials_init(&trials, 7, false);
    while (!is_over) {
        const uint32_t form = weft_trials_next(&trials, ITEMS);

        is_over = form != WEFT_NO_TRIAL && weft_trials_repeat(&trials, form);
        assert_true(++launches < 20000);
    }
    assert_int_equal(weft_trials_best(&trials), 0);
    assert_int_equal(weft_trials_next(&trials, ITEMS), WEFT_NO_TRIAL);
}

static void
launches_that_show_nothing_end_it(void **unused)
{
    struct weft_trials trials;
    bool is_over = false;
    unsigned launches = 0;

    (void)unused;
    weft_trials_init(&trials, 15, false);
    while (!is_over) {
        is_over = weft_trials_drop(&trials, weft_trials_next(&trials, ITEMS));
        assert_true(++launches < 1000);
    }
    assert_int_equal(weft_trials_best(&trials), 0);
    assert_int_equal(weft_trials_next(&trials, ITEMS), WEFT_NO_TRIAL);
}

// One round may show anything, also where no more of them come about.
static void
a_round_that_is_the_only_one_decides_little(void **unused)
{
    static const struct {
        double cost;
        uint32_t best;
    } cases[] = {{0.6, 0}, {0.2, 1}};

    (void)unused;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct weft_trials trials;
        bool is_over = false;

        weft_trials_init(&trials, 3, false);
        for (int launches = 0; launches < 2; launches++) {
            const uint32_t form = weft_trials_next(&trials, ITEMS);

            assert_false(weft_trials_note(&trials, form, form ? cases[i].cost : 1));
        }
        while (!is_over)
            is_over = weft_trials_drop(&trials, weft_trials_next(&trials, ITEMS));
        assert_int_equal(weft_trials_best(&trials), cases[i].best);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fastest_is_found),
        cmocka_unit_test(noise_decides_nothing),
        cmocka_unit_test(a_machine_that_gets_slower_is_no_forms_fault),
        cmocka_unit_test(a_busy_machine_decides_nothing),
        cmocka_unit_test(a_form_that_is_far_slower_runs_once),
        cmocka_unit_test(one_launch_of_each_form_is_under_way),
        cmocka_unit_test(each_form_runs_four_times_where_it_warms_up),
        cmocka_unit_test(a_form_warms_up_again_after_launches_of_no_trial),
        cmocka_unit_test(launches_of_other_sizes_in_between_end_nothing),
        cmocka_unit_test(little_time_is_lost_to_slow_forms),
        cmocka_unit_test(short_launches_are_told_from_long_ones),
        cmocka_unit_test(long_launches_decide),
        cmocka_unit_test(much_faster_forms_decide),
        cmocka_unit_test(launches_of_another_size_are_not_compared),
        cmocka_unit_test(launches_that_never_take_long_again_end_it),
        cmocka_unit_test(launches_that_show_nothing_end_it),
        cmocka_unit_test(a_round_that_is_the_only_one_decides_little),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
