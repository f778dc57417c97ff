// SPDX-License-Identifier: Apache-2.0
// NDRange launches: geometry, and running the work-groups.
#include "runtime/exec/ndrange.h"

#include <math.h>

#include "runtime/base/futex.h"
#include "runtime/exec/complaint.h"
#include "runtime/exec/fp_state.h"
#include "runtime/exec/scheduler.h"

#define PREFERRED_GROUP_ITEMS 256u // large enough to hide a group's overhead, small enough to balance
#define VECTOR_ITEMS 16u           // lanes of float in the widest vectors
#define GROUPS_PER_THREAD 4u

// Whether launches that take so long, by weft_ticks, are done sooner by one thread is found out: what they wrote before
// may lie in the thread's own cache, and would have to travel.
#define COMPARED_TICKS_MIN 16000u
#define COMPARED_TICKS_MAX 400000u // longer ones only where threads may wait for each other's updates
// First so many of them one way, then as many the other; later a few, as first ones find their memory where those
// before have left it, when there were twice as many, and then in so many.
#define COMPARED_FIRST 8u
#define COMPARED_AGAIN 256u
#define COMPARED_TURN 4u
#define UNMEASURED 2u // first ones of a turn; the second one ends it all the same where it takes much longer

bool
weft_ndrange_count_groups(struct weft_ndrange *range)
{
    struct weft_launch *launch = &range->launch;

    range->groups = 1;
    for (int d = 0; d < 3; ++d) {
        const uint64_t global = launch->global_size[d], local = launch->local_size[d];

        launch->num_groups[d] = global <= local ? global != 0 : global / local + (global % local != 0);
        if (__builtin_mul_overflow(range->groups, launch->num_groups[d], &range->groups))
            return false;
    }
    return true;
}

uint64_t
weft_ndrange_context_items(const uint64_t local[3])
{
    const uint64_t places = local[0] * local[1] * local[2] + WEFT_CONTEXT_SLACK;

    return (places + WEFT_CONTEXT_PADDING - 1) / WEFT_CONTEXT_PADDING * WEFT_CONTEXT_PADDING;
}

// The largest divisor of `size` that is at most `limit`, a multiple of VECTOR_ITEMS preferred unless it is far smaller.
static uint64_t
best_divisor(uint64_t size, uint64_t limit)
{
    uint64_t best = 1;
    uint64_t best_vector = 0;

    for (uint64_t d = limit < size ? limit : size; d > 1 && !best_vector; --d) {
        if (size % d)
            continue;
        if (best == 1)
            best = d;
        if (d % VECTOR_ITEMS == 0)
            best_vector = d;
    }
    return best_vector * 4 >= best && best_vector ? best_vector : best;
}

void
weft_ndrange_choose_local_size(uint64_t local[3], const uint64_t global[3], unsigned first, unsigned threads,
                               uint64_t max_items, bool uniform)
{
    unsigned __int128 total = (unsigned __int128)global[0] * global[1] * global[2];
    unsigned __int128 share = total / ((uint64_t)threads * GROUPS_PER_THREAD);
    uint64_t limit = PREFERRED_GROUP_ITEMS;

    // Fewer items a group than a vector are no gain, even if threads go without.
    if (share < limit)
        limit = share < VECTOR_ITEMS ? VECTOR_ITEMS : (uint64_t)share & ~(uint64_t)(VECTOR_ITEMS - 1);
    if (limit > max_items)
        limit = max_items;
    for (unsigned i = 0; i < 3; ++i) {
        const unsigned d = i == 0 ? first : i <= first ? i - 1 : i;

        local[d] = best_divisor(global[d], limit);
        // A large prime: ragged groups where they are allowed, as groups of one are no good.
        if (!uniform && local[d] < VECTOR_ITEMS && global[d] > limit && limit >= VECTOR_ITEMS)
            local[d] = limit;
        limit /= local[d];
        if (!limit)
            limit = 1;
    }
}

static void
run_timed(struct weft_ndrange *ndrange, struct weft_worker_memory *memory, uint64_t begin, uint64_t end)
{
    uint64_t (*const now)(void) = ndrange->is_timed_by_ticks ? weft_ticks : weft_thread_ns;
    const uint64_t start = now();

    ndrange->entry(&ndrange->launch, memory, begin, end);
    atomic_fetch_add_explicit(&ndrange->own_ns, now() - start, memory_order_relaxed);
}

void
weft_ndrange_run(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end)
{
    struct weft_ndrange *ndrange = weft_ndrange_of_range(range);
    // Acquire: pairs with its being set.
    const weft_kernel_entry later = ndrange->later ? atomic_load_explicit(ndrange->later, memory_order_acquire) : NULL;
    _Atomic(char *) *before;
    struct weft_worker_memory memory = {0};
    uint64_t own;

    if (arena) {
        memory.local = arena->memory;
        memory.context =
            arena->memory + ((ndrange->local_bytes + WEFT_ARENA_ALIGN - 1) & ~(uint64_t)(WEFT_ARENA_ALIGN - 1));
    }
    before = weft_complain_to(&ndrange->complaint);
    own = weft_fp_enter();
    if (ndrange->is_timed)
        run_timed(ndrange, &memory, begin, end);
    else
        (later ? later : ndrange->entry)(&ndrange->launch, &memory, begin, end);
    weft_fp_leave(own);
    weft_complain_to(before);
}

struct alone {
    struct weft_range *range;
    struct weft_arena *arena;
};

static void
run_all_groups(void *data)
{
    struct alone *alone = data;

    weft_ndrange_run(alone->range, alone->arena, 0, alone->range->count);
}

cl_int
weft_ndrange_run_alone(struct weft_ndrange *ndrange)
{
    struct weft_range *range = &ndrange->range;
    struct alone alone = {range, weft_arena_acquire(range->arena_bytes, range->frame_bytes)};

    if (!alone.arena)
        return CL_OUT_OF_HOST_MEMORY;
    weft_arena_call(alone.arena, run_all_groups, &alone);
    weft_arena_release(alone.arena);
    return CL_SUCCESS;
}

static uint64_t
group_items(const struct weft_ndrange *ndrange)
{
    const uint64_t *local = ndrange->launch.local_size;

    return local[0] * local[1] * local[2];
}

static bool
is_experienced(const struct weft_experience *experience)
{
    return atomic_load_explicit(&experience->launches, memory_order_relaxed) >= WEFT_EXPERIENCE_LAUNCHES;
}

void
weft_ndrange_note_arguments(struct weft_ndrange *ndrange, const void *args, size_t bytes)
{
    const unsigned char *byte = args;
    uint32_t hash = UINT32_C(2166136261); // FNV-1a

    if (!ndrange->experience || is_experienced(ndrange->experience))
        return;
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ byte[i]) * UINT32_C(16777619);
    ndrange->arguments = hash;
}

// Whether the experience with the kernel says something of this launch.
static bool
counts(const struct weft_ndrange *ndrange)
{
    return is_experienced(ndrange->experience) ||
           atomic_load_explicit(&ndrange->experience->arguments, memory_order_relaxed) == ndrange->arguments;
}

// What a group takes by the experience of earlier launches, in ticks / WEFT_COST_PER_TICK; 0: there is none.
static uint64_t
expected_cost(const struct weft_ndrange *ndrange)
{
    const struct weft_experience *experience = ndrange->experience;
    uint64_t item, cost;

    if (!experience || !counts(ndrange))
        return 0;
    item = atomic_load_explicit(&experience->item_cost, memory_order_relaxed);

    if (__builtin_mul_overflow(item, group_items(ndrange), &cost))
        cost = UINT64_MAX;
    cost /= WEFT_ITEM_COST_PER_TICK / WEFT_COST_PER_TICK;
    return item && !cost ? 1 : cost;
}

// What all groups take at that cost, in ticks; UINT64_MAX if it is not known.
static uint64_t
ticks_of_groups(const struct weft_ndrange *ndrange, uint64_t cost)
{
    uint64_t ticks;

    if (!ndrange->groups)
        return 0;
    if (!cost || __builtin_mul_overflow(cost, ndrange->groups, &ticks))
        return UINT64_MAX;
    return ticks / WEFT_COST_PER_TICK;
}

uint64_t
weft_ndrange_expected_ticks(const struct weft_ndrange *ndrange)
{
    return ticks_of_groups(ndrange, expected_cost(ndrange));
}

static struct weft_company *
company_of(const struct weft_ndrange *ndrange)
{
    return &ndrange->experience->company[ndrange->is_long];
}

// By much where launches are long: mostly they are sooner shared, and what seems otherwise was a disturbance.
static bool
is_better_alone(const struct weft_ndrange *ndrange)
{
    const uint64_t shared = atomic_load_explicit(&company_of(ndrange)->shared_cost, memory_order_relaxed);
    const uint64_t alone = atomic_load_explicit(&company_of(ndrange)->alone_cost, memory_order_relaxed);

    return alone && shared && alone < shared - shared / (ndrange->is_long ? 4 : 16);
}

// What a launch that is shared takes until its end, in ticks; 0 if it is not known.
static uint64_t
shared_ticks(const struct weft_ndrange *ndrange)
{
    const double cost = (double)atomic_load_explicit(&company_of(ndrange)->shared_cost, memory_order_relaxed);

    return (uint64_t)fmin(cost / WEFT_ITEM_COST_PER_TICK * (double)group_items(ndrange) * (double)ndrange->groups,
                          1e18);
}

// For how long no others are called. What is long is soon seen to take longer than if it were shared.
static uint64_t
time_alone(const struct weft_ndrange *ndrange, uint64_t expected)
{
    const uint64_t shared = ndrange->is_long ? shared_ticks(ndrange) : 0;

    return shared ? shared : 2 * expected;
}

// The place of a launch among those since it was time to look again which way is sooner: what disturbed the first ones
// may be over.
static uint32_t
place_of(uint32_t number)
{
    const uint32_t looked = UINT32_C(1) << (31 - __builtin_clz(number));

    return number < COMPARED_AGAIN ? number - looked : number % COMPARED_AGAIN;
}

// Whether others are called at once, or not before the launch takes longer than it is expected to; and, if the launch
// shows anything of that, since when. The range's cost is what is expected.
static void
choose_company(struct weft_ndrange *ndrange)
{
    const uint64_t expected = ticks_of_groups(ndrange, ndrange->range.cost);
    uint32_t number, place; // place: of launches that go the same way, one after the other
    bool is_alone;

    ndrange->compared_since = ndrange->range.alone_ticks = 0;
    ndrange->range.is_open = false;
    ndrange->is_long = expected > COMPARED_TICKS_MAX;
    if (!ndrange->experience || expected < COMPARED_TICKS_MIN ||
        (ndrange->is_long && (!ndrange->contends || expected > UINT64_MAX / 2)) || !is_experienced(ndrange->experience))
        return;
    // Trials compare what threads take of their own time, which waiting for each other is part of, and builds take one
    // of the CPUs.
    if (ndrange->is_disturbed || (ndrange->is_long && ndrange->is_timed)) {
        if (is_better_alone(ndrange))
            ndrange->range.alone_ticks = time_alone(ndrange, expected);
        return;
    }
    number = atomic_load_explicit(&company_of(ndrange)->compared, memory_order_relaxed);
    atomic_store_explicit(&company_of(ndrange)->compared, number + 1, memory_order_relaxed);
    if (number < 2 * COMPARED_FIRST) {
        is_alone = number >= COMPARED_FIRST;
        place = number % COMPARED_FIRST;
    } else {
        place = place_of(number);
        is_alone = is_better_alone(ndrange) == (place >= COMPARED_TURN);
        if (place >= COMPARED_TURN)
            place -= COMPARED_TURN;
    }
    if (is_alone)
        ndrange->range.alone_ticks = time_alone(ndrange, expected);
    ndrange->place_in_turn = place;
    ndrange->compared_since = weft_ticks();
}

// Whether a launch took so much longer than the known ones that went the other way that the rest of its turn need not.
static bool
is_clearly_worse(const struct weft_ndrange *ndrange, uint64_t cost)
{
    const bool is_alone = ndrange->range.alone_ticks;
    const struct weft_company *company = company_of(ndrange);
    const uint64_t other =
        atomic_load_explicit(is_alone ? &company->shared_cost : &company->alone_cost, memory_order_relaxed);

    return other && (cost / 3 > other / 2 || (is_alone && ndrange->range.is_open));
}

// Goes on with the way that is sooner, if the launch belongs to a turn of the other one.
static void
end_turn(struct weft_ndrange *ndrange)
{
    struct weft_company *company = company_of(ndrange);
    uint32_t number = atomic_load_explicit(&company->compared, memory_order_relaxed);

    if (number >= COMPARED_FIRST && number < 2 * COMPARED_FIRST)
        number = 2 * COMPARED_FIRST;
    if (number >= 2 * COMPARED_FIRST && place_of(number) < COMPARED_TURN)
        atomic_store_explicit(&company->compared, number - place_of(number) + COMPARED_TURN, memory_order_relaxed);
}

// A launch that was stopped shows nothing, and one that was disturbed little: longer ones count for a quarter, and as
// twice as long as before at most, shorter ones at once.
static void
note_company(struct weft_ndrange *ndrange)
{
    struct weft_company *company = company_of(ndrange);
    const bool is_alone = ndrange->range.alone_ticks;
    _Atomic uint64_t *known = is_alone ? &company->alone_cost : &company->shared_cost;
    uint64_t before = atomic_load_explicit(known, memory_order_relaxed);
    uint64_t cost =
        (weft_ticks() - ndrange->compared_since) * WEFT_ITEM_COST_PER_TICK / (group_items(ndrange) * ndrange->groups) +
        1;

    if (ndrange->place_in_turn > 0 && is_alone != is_better_alone(ndrange) && is_clearly_worse(ndrange, cost))
        end_turn(ndrange);
    if (ndrange->place_in_turn < UNMEASURED)
        return;
    if (is_alone && ndrange->range.is_open) { // it would have taken longer than if it were shared
        const uint64_t shared = atomic_load_explicit(&company->shared_cost, memory_order_relaxed);

        cost = cost > shared ? cost : shared;
    } else if (before && cost > before)
        cost = before - before / 4 + (cost < 2 * before ? cost : 2 * before) / 4;
    atomic_store_explicit(known, cost, memory_order_relaxed);
}

void
weft_ndrange_remember(struct weft_ndrange *ndrange)
{
    struct weft_experience *experience = ndrange->experience;
    uint64_t before, item;
    uint32_t launches;

    if (ndrange->compared_since && !ndrange->range.is_few)
        note_company(ndrange);
    if (!experience || !ndrange->range.is_measured)
        return;
    if (__builtin_mul_overflow(ndrange->range.cost, WEFT_ITEM_COST_PER_TICK / WEFT_COST_PER_TICK, &item))
        item = UINT64_MAX;
    item = item / group_items(ndrange) + 1;
    before = atomic_load_explicit(&experience->item_cost, memory_order_relaxed);
    // Others that launch the kernel keep the line unless there is news.
    if (item > before + before / 4 || item < before - before / 4)
        atomic_store_explicit(&experience->item_cost, item, memory_order_relaxed);
    launches = atomic_load_explicit(&experience->launches, memory_order_relaxed);
    if (launches < WEFT_EXPERIENCE_LAUNCHES) {
        atomic_store_explicit(&experience->arguments, ndrange->arguments, memory_order_relaxed);
        atomic_store_explicit(&experience->launches, launches + 1, memory_order_relaxed);
    }
}

// How many groups of a row the kernel's code runs at once: chunks of fewer waste vectors' lanes.
static uint64_t
groups_side_by_side(const struct weft_launch *launch, uint32_t items)
{
    uint64_t groups;

    if (items <= launch->local_size[0])
        return 1;
    groups = (items + launch->local_size[0] - 1) / launch->local_size[0];
    return groups < launch->num_groups[0] ? groups : launch->num_groups[0];
}

cl_int
weft_ndrange_prepare(struct weft_ndrange *ndrange)
{
    struct weft_range *range = &ndrange->range;

    if (ndrange->stack_bytes > WEFT_FRAME_BYTES_MAX)
        return CL_OUT_OF_RESOURCES;
    range->run = weft_ndrange_run;
    range->count = ndrange->groups;
    range->unit = groups_side_by_side(&ndrange->launch, ndrange->merged_items);
    range->cost = expected_cost(ndrange);
    range->may_wait = ndrange->contends;
    choose_company(ndrange);
    range->frame_bytes = ndrange->stack_bytes ? ndrange->stack_bytes : 1;
    if (ndrange->local_bytes || ndrange->context_bytes) {
        if (ndrange->local_bytes > SIZE_MAX / 4 || ndrange->context_bytes > SIZE_MAX / 4)
            return CL_OUT_OF_RESOURCES;
        range->arena_bytes = ndrange->local_bytes + WEFT_ARENA_ALIGN + ndrange->context_bytes;
    }
    return CL_SUCCESS;
}
