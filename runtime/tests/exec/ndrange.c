// SPDX-License-Identifier: Apache-2.0
// Geometry and running of work-groups.
#include "runtime/exec/ndrange.h"

#include <fenv.h>
#include <string.h>
#include <time.h>

#include "runtime/base/futex.h"
#include "runtime/core/device.h"
#include "runtime/exec/fp_state.h"
#include "runtime/tests/exec/objects.h"

static struct weft_ndrange
make(uint64_t gx, uint64_t gy, uint64_t gz, uint64_t lx, uint64_t ly, uint64_t lz)
{
    struct weft_ndrange range = {.launch = {.work_dim = 3, .global_size = {gx, gy, gz}, .local_size = {lx, ly, lz}},
                                 .entry = test_count_groups};

    return range;
}

static cl_int
run(struct weft_ndrange *ndrange)
{
    cl_int err = weft_ndrange_prepare(ndrange);

    return err == CL_SUCCESS ? weft_range_start(weft_device_pool(test_device()), &ndrange->range) : err;
}

static void
groups_are_counted_with_the_ragged_ones(void **state)
{
    struct weft_ndrange range = make(100, 7, 3, 16, 7, 2);

    (void)state;
    assert_true(weft_ndrange_count_groups(&range));
    assert_int_equal(range.launch.num_groups[0], 7);
    assert_int_equal(range.launch.num_groups[1], 1);
    assert_int_equal(range.launch.num_groups[2], 2);
    assert_int_equal(range.groups, 14);
}

static void
too_many_groups_are_refused(void **state)
{
    struct weft_ndrange range = make(UINT64_MAX, 2, 1, 1, 1, 1);

    (void)state;
    assert_false(weft_ndrange_count_groups(&range));
    range = make(UINT64_MAX, 1, 1, 2, 1, 1);
    assert_true(weft_ndrange_count_groups(&range));
    assert_true(range.groups == UINT64_C(1) << 63);
}

static void
chosen_local_size_divides_when_uniform(void **state)
{
    const uint64_t sizes[] = {1, 2, 3, 7, 16, 31, 97, 100, 1000, 1024, 4099, 65536, 1000003, 1 << 20};
    const size_t count = sizeof(sizes) / sizeof(*sizes);

    (void)state;
    for (size_t x = 0; x < count; x++)
        for (size_t y = 0; y < count; y++)
            for (unsigned threads = 1; threads < 300; threads *= 4) {
                uint64_t local[3];
                uint64_t global[3] = {sizes[x], sizes[y], 3};

                weft_ndrange_choose_local_size(local, global, threads % 3, threads, 4096, true);
                for (int d = 0; d < 3; d++)
                    assert_int_equal(global[d] % local[d], 0);
                assert_true(local[0] * local[1] * local[2] <= 4096);
                weft_ndrange_choose_local_size(local, global, threads % 3, threads, 100, false);
                assert_true(local[0] && local[1] && local[2] && local[0] * local[1] * local[2] <= 100);
            }
}

static void
chosen_local_size_suits_vectors(void **state)
{
    uint64_t local[3];
    uint64_t global[3] = {1 << 20, 1, 1};

    (void)state;
    weft_ndrange_choose_local_size(local, global, 0, 8, 4096, true);
    assert_int_equal(local[0] % 64, 0);
    global[0] = 1000003; // prime
    weft_ndrange_choose_local_size(local, global, 0, 8, 4096, false);
    assert_true(local[0] >= 16);
}

static void
chosen_local_size_lies_along_packs(void **state)
{
    const uint64_t global[3] = {512, 512, 512};

    (void)state;
    for (unsigned first = 0; first < 3; first++) {
        uint64_t local[3];

        weft_ndrange_choose_local_size(local, global, first, 8, 4096, true);
        assert_true(local[first] >= 64);
        assert_int_equal(local[(first + 1) % 3] * local[(first + 2) % 3], 1);
    }
}

static void
chosen_local_size_leaves_groups_for_all_threads(void **state)
{
    uint64_t local[3];
    uint64_t global[3] = {1024, 1, 1};

    (void)state;
    weft_ndrange_choose_local_size(local, global, 0, 8, 4096, true);
    assert_true(1024 / local[0] >= 8);
}

static uint64_t local_address;
static uint64_t context_address;

static void
look_at_memory(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first, uint64_t end)
{
    (void)launch;
    (void)first;
    (void)end;
    local_address = (uintptr_t)memory->local;
    context_address = (uintptr_t)memory->context;
    memset(memory->local, 0x55, 100);
    memset(memory->context, 0x66, 5000);
}

static void
local_memory_and_context_are_apart_and_aligned(void **state)
{
    struct weft_ndrange range = make(64, 1, 1, 64, 1, 1);

    (void)state;
    range.entry = look_at_memory;
    range.local_bytes = 100;
    range.context_bytes = 5000;
    assert_true(weft_ndrange_count_groups(&range));
    assert_success(run(&range));
    assert_int_equal(local_address % WEFT_ARENA_ALIGN, 0);
    assert_int_equal(context_address % WEFT_ARENA_ALIGN, 0);
    assert_true(context_address >= local_address + 100);
}

static void
impossible_memory_and_stack_return_CL_OUT_OF_RESOURCES(void **state)
{
    struct weft_ndrange range = make(64, 1, 1, 64, 1, 1);

    (void)state;
    assert_true(weft_ndrange_count_groups(&range));
    range.context_bytes = SIZE_MAX - 100;
    assert_error(run(&range), CL_OUT_OF_RESOURCES);
    range.context_bytes = 0;
    range.stack_bytes = UINT64_C(1) << 30;
    assert_error(run(&range), CL_OUT_OF_RESOURCES);
}

static _Atomic(weft_kernel_entry) later_entry;
static _Atomic uint64_t groups_before;

// From now on others run as test_count_groups.
static void
hand_over(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first, uint64_t end)
{
    (void)launch;
    (void)memory;
    atomic_fetch_add(&groups_before, end - first);
    atomic_store(&later_entry, test_count_groups);
}

static void
groups_that_have_not_begun_run_by_a_later_entry(void **state)
{
    enum { GROUPS = 1000 };
    struct weft_ndrange range = make(GROUPS, 1, 1, 1, 1, 1);

    (void)state;
    atomic_store(&test_counter, 0);
    range.entry = hand_over;
    range.later = &later_entry;
    assert_true(weft_ndrange_count_groups(&range));
    weft_ndrange_run(&range.range, NULL, 0, 1);
    weft_ndrange_run(&range.range, NULL, 1, GROUPS);
    assert_int_equal(groups_before, 1);
    assert_int_equal(test_counter, GROUPS - 1);
}

static void
run_and_wait(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first, uint64_t end)
{
    const struct timespec while_others_run = {0, 50000000};
    const uint64_t start = weft_thread_ns();

    (void)launch;
    (void)memory;
    (void)first;
    (void)end;
    while (weft_thread_ns() - start < 1000000) {}
    nanosleep(&while_others_run, NULL);
}

static void
threads_own_time_leaves_out_what_others_run_meanwhile(void **state)
{
    struct weft_ndrange range = make(2, 1, 1, 1, 1, 1);

    (void)state;
    range.entry = run_and_wait;
    range.is_timed = true;
    assert_true(weft_ndrange_count_groups(&range));
    weft_ndrange_run(&range.range, NULL, 0, 1);
    weft_ndrange_run(&range.range, NULL, 1, 2);
    assert_in_range(range.own_ns, 2000000, 50000000);
}

enum { GROUP_NS = 50 };
static _Atomic uint64_t threads_seen;
static _Thread_local bool is_seen;

static void
count_threads(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first, uint64_t end)
{
    const uint64_t start = weft_thread_ns();

    (void)launch;
    (void)memory;
    threads_seen += !is_seen;
    is_seen = true;
    while (weft_thread_ns() - start < (end - first) * GROUP_NS) {}
}

// Launches of 100 us that one thread has done sooner run on it; now and then, and where it has not, others are called.
static void
launches_are_alone_where_that_was_sooner(void **state)
{
    enum { GROUPS = 2000, SOME = 100 };
    struct weft_experience experience = {.item_cost = GROUP_NS * WEFT_ITEM_COST_PER_TICK,
                                         .launches = WEFT_EXPERIENCE_LAUNCHES,
                                         .company[0] = {.shared_cost = 2000, .alone_cost = 1000, .compared = SOME}};
    struct weft_ndrange range = make(GROUPS, 1, 1, 1, 1, 1);
    unsigned shared = 0;

    (void)state;
    range.entry = count_threads;
    range.experience = &experience;
    assert_true(weft_ndrange_count_groups(&range));
    assert_success(weft_ndrange_prepare(&range));
    assert_true(range.range.alone_ticks > GROUPS * GROUP_NS);
    assert_true(range.compared_since);
    range.range.alone_ticks = UINT64_MAX;
    assert_success(weft_range_start(weft_device_pool(test_device()), &range.range));
    assert_int_equal(threads_seen, 1);
    for (int i = 0; i < 1000; i++) {
        range.range.alone_ticks = 0;
        assert_success(weft_ndrange_prepare(&range));
        shared += range.range.alone_ticks == 0;
    }
    assert_in_range(shared, 8, 32);
    experience.company[0].compared = SOME;
    range.is_disturbed = true; // nothing is compared then
    assert_success(weft_ndrange_prepare(&range));
    assert_true(range.range.alone_ticks > 0);
    assert_false(range.compared_since);
    assert_int_equal(experience.company[0].compared, SOME);
    range.is_disturbed = false;
    experience.company[0].shared_cost = 1000;
    range.range.alone_ticks = 0;
    assert_success(weft_ndrange_prepare(&range));
    assert_int_equal(range.range.alone_ticks, 0);
    experience.company[0].shared_cost = 2000;
    experience.item_cost = 10 * GROUP_NS * WEFT_ITEM_COST_PER_TICK; // a millisecond: worth sharing
    assert_success(weft_ndrange_prepare(&range));
    assert_int_equal(range.range.alone_ticks, 0);
}

// Longer ones only where threads may wait for each other, and not while something else is compared or built.
static void
long_launches_that_contend_are_alone_where_that_was_much_sooner(void **state)
{
    enum { GROUPS = 100, LONGER = 10000, SOME = 100 };
    struct weft_experience experience = {.item_cost = LONGER * WEFT_ITEM_COST_PER_TICK,
                                         .launches = WEFT_EXPERIENCE_LAUNCHES,
                                         .company[1] = {.shared_cost = LONGER * WEFT_ITEM_COST_PER_TICK,
                                                        .alone_cost = LONGER / 2 * WEFT_ITEM_COST_PER_TICK,
                                                        .compared = SOME}};
    struct weft_ndrange range = make(GROUPS, 1, 1, 1, 1, 1);

    (void)state;
    range.experience = &experience;
    assert_true(weft_ndrange_count_groups(&range));
    assert_success(weft_ndrange_prepare(&range));
    assert_int_equal(range.range.alone_ticks, 0);
    range.contends = true;
    assert_success(weft_ndrange_prepare(&range));
    assert_int_equal(range.range.alone_ticks, GROUPS * LONGER); // what it takes when it is shared
    assert_true(range.compared_since);
    range.is_timed = true;
    assert_success(weft_ndrange_prepare(&range));
    assert_int_equal(range.range.alone_ticks, GROUPS * LONGER);
    assert_false(range.compared_since);
    range.is_timed = false;
    range.is_disturbed = true;
    assert_success(weft_ndrange_prepare(&range));
    assert_int_equal(range.range.alone_ticks, GROUPS * LONGER);
    assert_false(range.compared_since);
    assert_int_equal(experience.company[1].compared, SOME + 1);
    range.is_disturbed = false;
    experience.company[1].alone_cost = LONGER * 9 / 10 * WEFT_ITEM_COST_PER_TICK;
    assert_success(weft_ndrange_prepare(&range));
    assert_int_equal(range.range.alone_ticks, 0);
    // What short ones have shown says nothing of long ones, nor the other way round.
    experience.company[0] = experience.company[1];
    experience.company[0].alone_cost = 1;
    assert_success(weft_ndrange_prepare(&range));
    assert_int_equal(range.range.alone_ticks, 0);
    experience.item_cost = LONGER / 10 * WEFT_ITEM_COST_PER_TICK;
    assert_success(weft_ndrange_prepare(&range));
    assert_true(range.range.alone_ticks > 0);
}

static _Atomic uint64_t groups_begun, groups_met;

static void
wait_for_the_other_group(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first,
                         uint64_t end)
{
    const uint64_t start = weft_clock_ns();

    (void)launch;
    (void)memory;
    groups_begun += end - first;
    while (groups_begun < 2 && weft_clock_ns() - start < UINT64_C(10000000000)) {}
    groups_met += end - first == 1 && groups_begun == 2;
}

static atomic_bool has_ended;

static void
note_end(struct weft_range *range)
{
    (void)range;
    has_ended = true;
}

// The last of them may be another thread's.
static void
start_and_wait(struct weft_ndrange *range)
{
    range->range.end = note_end;
    has_ended = false;
    if (weft_range_start(weft_device_pool(test_device()), &range->range) == WEFT_LEFT)
        while (!has_ended) {}
}

static void
groups_that_may_have_a_thread_each_have_one(void **state)
{
    (void)state;
    if (weft_worker_pool_size(weft_device_pool(test_device())) < 2)
        skip();
    // Be one thread sooner than two, or the groups so cheap that nobody is worth calling.
    for (int is_cheap = 0; is_cheap < 2; is_cheap++) {
        struct weft_ndrange range = make(2, 1, 1, 1, 1, 1);

        range.entry = wait_for_the_other_group;
        range.contends = true;
        assert_true(weft_ndrange_count_groups(&range));
        assert_success(weft_ndrange_prepare(&range));
        range.range.alone_ticks = is_cheap ? 0 : UINT64_MAX;
        range.range.cost = is_cheap;
        groups_begun = groups_met = 0;
        start_and_wait(&range);
        assert_int_equal(groups_met, 2);
        assert_int_equal(range.range.alone_ticks, 0); // and it says nothing of launches that are alone
    }
}

static atomic_bool others_came;
static _Thread_local bool has_begun_it;

static void
run_until_others_come(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first,
                      uint64_t end)
{
    const uint64_t start = weft_clock_ns();

    (void)launch;
    (void)memory;
    if (!has_begun_it)
        others_came = true;
    while (!others_came && weft_clock_ns() - start < (end - first) * 1000000) {}
}

// 20 s, of which an eighth of a second shows that they will not be done in two.
static void
others_are_called_when_a_launch_is_seen_to_take_too_long_alone(void **state)
{
    struct weft_ndrange range = make(20000, 1, 1, 1, 1, 1);
    const uint64_t start = weft_clock_ns();

    (void)state;
    if (weft_worker_pool_size(weft_device_pool(test_device())) < 2)
        skip();
    range.entry = run_until_others_come;
    has_begun_it = true;
    assert_true(weft_ndrange_count_groups(&range));
    assert_success(weft_ndrange_prepare(&range));
    range.range.alone_ticks = 2000000000;
    start_and_wait(&range);
    assert_true(others_came);
    assert_in_range(weft_clock_ns() - start, 1, 1000000000);
}

// The first launches of each way count for nothing, and one that was stopped for little.
static void
what_launches_take_is_kept_apart_by_whether_others_were_called(void **state)
{
    enum { GROUPS = 100, STOPPED = 3 };
    struct weft_experience experience = {.item_cost = 1000 * WEFT_ITEM_COST_PER_TICK,
                                         .launches = WEFT_EXPERIENCE_LAUNCHES};

    (void)state;
    for (int i = 0; i < 16; i++) {
        struct weft_ndrange range = make(GROUPS, 1, 1, 1, 1, 1);

        range.entry = test_count_groups;
        range.experience = &experience;
        assert_true(weft_ndrange_count_groups(&range));
        assert_success(weft_ndrange_prepare(&range));
        assert_int_equal(range.range.alone_ticks != 0, i >= 8);
        assert_int_equal(range.place_in_turn, i % 8);
        assert_int_equal(experience.company[0].shared_cost != 0, i > 2);
        assert_int_equal(experience.company[0].alone_cost != 0, i > 10);
        range.compared_since -= (i == STOPPED ? 100 : i >= 8 ? 12 : 10) * 100000;
        weft_ndrange_remember(&range);
    }
    // In parts of a tick, of 100 work-items: 1 and 1.2 million ticks.
    assert_in_range(experience.company[0].shared_cost, 10000 * 1024, 12800 * 1024);
    assert_in_range(experience.company[0].alone_cost, 12000 * 1024, 15000 * 1024);
}

// The second launch of a turn is its last, and counts for nothing, if it takes much longer than those of the other way.
static void
a_turn_ends_where_its_way_is_clearly_worse(void **state)
{
    enum { GROUPS = 100, LAUNCHES = 1000, SHARED = 1000000, ALONE = 2 * SHARED };
    struct weft_experience experience = {.item_cost = 1000 * WEFT_ITEM_COST_PER_TICK,
                                         .launches = WEFT_EXPERIENCE_LAUNCHES};
    int alone = 0;

    (void)state;
    for (int i = 0; i < LAUNCHES; i++) {
        struct weft_ndrange range = make(GROUPS, 1, 1, 1, 1, 1);

        range.entry = test_count_groups;
        range.experience = &experience;
        assert_true(weft_ndrange_count_groups(&range));
        assert_success(weft_ndrange_prepare(&range));
        range.compared_since -= range.range.alone_ticks ? ALONE : SHARED;
        alone += range.range.alone_ticks != 0;
        weft_ndrange_remember(&range);
    }
    // Two first, and two whenever there were twice as many, and in 256.
    assert_in_range(alone, 6, 20);
    assert_int_equal(experience.company[0].alone_cost, 0);
}

static int rounding_seen;

static void
look_at_rounding(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first,
                 uint64_t end)
{
    (void)launch;
    (void)memory;
    (void)first;
    (void)end;
    rounding_seen = fegetround();
}

static void
kernels_do_not_see_the_thread_s_rounding(void **state)
{
    struct weft_ndrange range = make(1, 1, 1, 1, 1, 1);
    uint64_t before;

    (void)state;
    range.entry = look_at_rounding;
    assert_true(weft_ndrange_count_groups(&range));
    fesetround(FE_UPWARD);
    before = weft_fp_enter();
    weft_fp_leave(before);
    assert_success(run(&range));
#if defined(__x86_64__)
    assert_int_equal((__builtin_ia32_stmxcsr() >> 13) & 3, 2); // still upward for the application
#endif
    fesetround(FE_TONEAREST);
}

static uint64_t mxcsr_seen;

static void
look_at_control(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first, uint64_t end)
{
    (void)launch;
    (void)memory;
    (void)first;
    (void)end;
    mxcsr_seen = weft_fp_enter();
}

static void
kernels_run_under_the_default_floating_point_state(void **state)
{
    struct weft_ndrange range = make(1, 1, 1, 1, 1, 1);

    (void)state;
    range.entry = look_at_control;
    assert_true(weft_ndrange_count_groups(&range));
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(0x9fc0); // flush to zero, denormals are zero, all masked
    assert_success(run(&range));
    assert_int_equal(mxcsr_seen & ~0x3fu, 0x1f80);
    assert_int_equal(__builtin_ia32_stmxcsr(), 0x9fc0);
    __builtin_ia32_ldmxcsr(0x1f80);
#endif
}

// A launch that takes `cost` a group.
static void
remember(struct weft_experience *experience, int argument, uint64_t cost)
{
    struct weft_ndrange ndrange = make(10, 1, 1, 1, 1, 1);

    ndrange.experience = experience;
    weft_ndrange_note_arguments(&ndrange, &argument, sizeof(argument));
    ndrange.range.is_measured = true;
    ndrange.range.cost = cost;
    weft_ndrange_remember(&ndrange);
}

static uint64_t
expect(struct weft_experience *experience, int argument)
{
    struct weft_ndrange ndrange = make(10, 1, 1, 1, 1, 1);

    ndrange.experience = experience;
    ndrange.groups = 10;
    weft_ndrange_note_arguments(&ndrange, &argument, sizeof(argument));
    return weft_ndrange_expected_ticks(&ndrange);
}

static void
little_experience_counts_for_the_same_arguments(void **state)
{
    struct weft_experience experience = {0};

    (void)state;
    assert_true(expect(&experience, 0) == UINT64_MAX);
    remember(&experience, 1, 100 * WEFT_COST_PER_TICK);
    assert_in_range(expect(&experience, 1), 1000, 1010);
    assert_true(expect(&experience, 2) == UINT64_MAX);
    for (unsigned i = 1; i < WEFT_EXPERIENCE_LAUNCHES; i++)
        remember(&experience, (int)i, 100 * WEFT_COST_PER_TICK);
    assert_in_range(expect(&experience, 2), 1000, 1010);
    assert_true(expect(NULL, 2) == UINT64_MAX);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_are_counted_with_the_ragged_ones),
        cmocka_unit_test(too_many_groups_are_refused),
        cmocka_unit_test(chosen_local_size_divides_when_uniform),
        cmocka_unit_test(chosen_local_size_suits_vectors),
        cmocka_unit_test(chosen_local_size_lies_along_packs),
        cmocka_unit_test(chosen_local_size_leaves_groups_for_all_threads),
        cmocka_unit_test(local_memory_and_context_are_apart_and_aligned),
        cmocka_unit_test(impossible_memory_and_stack_return_CL_OUT_OF_RESOURCES),
        cmocka_unit_test(groups_that_have_not_begun_run_by_a_later_entry),
        cmocka_unit_test(threads_own_time_leaves_out_what_others_run_meanwhile),
        cmocka_unit_test(launches_are_alone_where_that_was_sooner),
        cmocka_unit_test(long_launches_that_contend_are_alone_where_that_was_much_sooner),
        cmocka_unit_test(groups_that_may_have_a_thread_each_have_one),
        cmocka_unit_test(others_are_called_when_a_launch_is_seen_to_take_too_long_alone),
        cmocka_unit_test(what_launches_take_is_kept_apart_by_whether_others_were_called),
        cmocka_unit_test(a_turn_ends_where_its_way_is_clearly_worse),
        cmocka_unit_test(kernels_do_not_see_the_thread_s_rounding),
        cmocka_unit_test(kernels_run_under_the_default_floating_point_state),
        cmocka_unit_test(little_experience_counts_for_the_same_arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
