// SPDX-License-Identifier: Apache-2.0
// Runs ranges: alone while they are cheap, with others when they are known or prove to be worth waking somebody.
#include "runtime/exec/scheduler.h"

#include "runtime/exec/futex.h"

#define STATE_OPEN 0x80000000u
#define STATE_INSIDE 0x7fffffffu

#define NO_SLOT WEFT_OPEN_RANGES

// By weft_ticks, about nanoseconds. A wake-up costs the waker some 2 us and takes effect after 5 to 50 us.
#define ALONE_TICKS 2000u      // the first chunk of what seems cheap
#define WORTH_HELP_TICKS 8000u // what must be left to do for one more thread to be called
#define CHUNK_TICKS_MIN 3000u  // what one chunk should take at least
// At most; with chunks of a tenth of that, threads get into each other's way (convolution 0.87).
#define CHUNK_TICKS_MAX 1000000u
#define TURN_TICKS 1000000u // how long a worker stays at a range while another one wants it

// A chunk is at most so many times as large as the thread's last one: a cost measured on few indices may be wrong.
#define GROWTH 4u

bool
weft_ranges_inviting(struct weft_worker_pool *pool)
{
    return atomic_load_explicit(&weft_worker_pool_ranges(pool)->inviting, memory_order_seq_cst) != 0;
}

// What a thread does at a range, where it has the stack for it.
struct visit {
    struct weft_worker_pool *pool;
    struct weft_range *range;
    struct weft_arena *arena;
    bool (*until)(void *data); // NULL: workers, and who has begun the range
    void *data;
    uint64_t size;    // of the thread's last chunk
    uint64_t alone;   // ticks that the range has taken before it was worth calling others
    bool is_inviting; // others were called
    bool has_run;
    bool is_last; // the range is done, and the thread ends it
};

// The calling thread's arena if it needs one, else NULL. False if memory is exhausted.
static bool
get_arena(const struct weft_range *range, struct weft_arena **arena)
{
    // A worker's own stack has room for every kernel's frame.
    size_t frame_bytes = range->frame_bytes && !weft_on_worker() ? range->frame_bytes : 0;

    *arena = NULL;
    if (range->arena_bytes || frame_bytes)
        *arena = weft_arena_acquire(range->arena_bytes, frame_bytes);
    return *arena || !(range->arena_bytes || frame_bytes);
}

static void
run_on_stack(void (*function)(void *visit), struct visit *visit)
{
    if (visit->arena && visit->arena->has_frame)
        weft_arena_call(visit->arena, function, visit);
    else
        function(visit);
}

static uint64_t
least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// How many more threads are worth calling for so many indices.
static unsigned
helpers_for(const struct weft_range *range, uint64_t left, unsigned most)
{
    uint64_t cost = atomic_load_explicit(&range->cost, memory_order_relaxed);
    uint64_t ticks;

    if (range->most_threads)
        most = (unsigned)least(most, range->most_threads - 1);
    if (range->step > 1)
        left = (left + range->step - 1) / range->step;
    if (range->grain) {
        left = (left + range->grain - 1) / range->grain;
    } else if (cost) {
        if (__builtin_mul_overflow(left * range->step, cost, &ticks))
            ticks = UINT64_MAX;
        ticks /= (uint64_t)WEFT_COST_PER_TICK * WORTH_HELP_TICKS;
        most = ticks ? (unsigned)least(most, ticks - 1) : 0; // one share is the calling thread's
    }
    return left ? (unsigned)least(most, left - 1) : 0;
}

// As large a chunk as is reasonable, or smaller than the range's step.
static uint64_t
wanted_size(const struct visit *visit, uint64_t left)
{
    const struct weft_range *range = visit->range;
    uint64_t cost = atomic_load_explicit(&range->cost, memory_order_relaxed);
    uint64_t size, limit;

    if (!cost)
        return 1;
    if (!visit->is_inviting)
        return visit->size ? visit->size * 2 : (uint64_t)ALONE_TICKS * WEFT_COST_PER_TICK / cost;
    // At most a share of what is left, so that all are done at about the same time.
    size = left / ((atomic_load_explicit(&range->wanted, memory_order_relaxed) + 1) * (uint64_t)2);
    limit = (uint64_t)CHUNK_TICKS_MIN * WEFT_COST_PER_TICK / cost;
    if (size < limit)
        size = limit;
    limit = visit->until ? WEFT_HELP_TICKS_MAX : CHUNK_TICKS_MAX;
    size = least(size, limit * WEFT_COST_PER_TICK / cost);
    return visit->size ? least(size, visit->size * GROWTH) : size;
}

static uint64_t
chunk_size(const struct visit *visit, uint64_t left)
{
    const struct weft_range *range = visit->range;
    uint64_t size;

    if (range->grain)
        return range->grain;
    size = wanted_size(visit, left);
    if (size <= range->step)
        return range->step;
    return range->step > 1 ? size - size % range->step : size;
}

// Takes the next chunk. False if nothing is left.
static bool
take_chunk(const struct visit *visit, uint64_t *begin, uint64_t *end)
{
    struct weft_range *range = visit->range;
    // Relaxed: the indices alone are shared here; the data is handed over by the slot's state.
    uint64_t next = atomic_load_explicit(&range->next, memory_order_relaxed);
    uint64_t size;

    if (next >= range->count)
        return false;
    size = chunk_size(visit, range->count - next);
    next = atomic_fetch_add_explicit(&range->next, size, memory_order_relaxed);
    if (next >= range->count)
        return false;
    *begin = next;
    *end = size < range->count - next ? next + size : range->count;
    return true;
}

static void
run_chunk(struct visit *visit, uint64_t begin, uint64_t end)
{
    struct weft_range *range = visit->range;
    uint64_t start = weft_ticks();
    uint64_t ticks;

    range->run(range, visit->arena, begin, end);
    ticks = weft_ticks() - start;
    visit->alone += ticks;
    visit->size = end - begin;
    visit->has_run = true;
    ticks = ticks * WEFT_COST_PER_TICK / visit->size;
    atomic_store_explicit(&range->cost, ticks ? ticks : 1, memory_order_relaxed);
    atomic_store_explicit(&range->is_measured, true, memory_order_relaxed);
}

static void
invite(struct visit *visit)
{
    struct weft_range *range = visit->range;
    uint32_t wanted = atomic_load_explicit(&range->wanted, memory_order_relaxed);

    visit->is_inviting = true;
    atomic_fetch_or_explicit(&weft_worker_pool_ranges(visit->pool)->inviting, UINT64_C(1) << range->slot,
                             memory_order_seq_cst);
    // Wake-ups spread as a tree: each thread wakes two.
    weft_worker_pool_invite(visit->pool, wanted < 2 ? wanted : 2);
}

// What was begun alone: how many threads what is left of it is worth.
static unsigned
count_wanted(const struct visit *visit)
{
    struct weft_range *range = visit->range;
    uint64_t next = atomic_load_explicit(&range->next, memory_order_relaxed);
    uint64_t left = next < range->count ? range->count - next : 0;
    unsigned wanted = helpers_for(range, left, weft_worker_pool_size(visit->pool) - 1);

    atomic_store_explicit(&range->wanted, wanted, memory_order_relaxed);
    return wanted;
}

// The slots of other ranges than the visited one that want threads.
static uint64_t
others_inviting(const struct visit *visit)
{
    uint64_t bits = atomic_load_explicit(&weft_worker_pool_ranges(visit->pool)->inviting, memory_order_relaxed);

    return bits & ~(UINT64_C(1) << visit->range->slot);
}

static uint32_t
weight_of(const struct weft_range *range)
{
    return range->weight ? range->weight : WEFT_WEIGHT_MEDIUM;
}

// Whether a range of more weight than the visited one wants threads.
static bool
heavier_invites(const struct visit *visit)
{
    const struct weft_open_ranges *ranges = weft_worker_pool_ranges(visit->pool);

    for (uint64_t bits = others_inviting(visit); bits; bits &= bits - 1)
        if (atomic_load_explicit(&ranges->slots[__builtin_ctzll(bits)].weight, memory_order_relaxed) >
            weight_of(visit->range))
            return true;
    return false;
}

// Whether the thread has something better to do: for a worker, what has not begun yet, or another range's turn. A
// thread that waits for the range leaves it to the workers' turns when there is one of more weight.
static bool
must_leave(const struct visit *visit, uint64_t start)
{
    if (visit->until && visit->until(visit->data))
        return true;
    if (!weft_on_worker())
        return heavier_invites(visit) && weft_worker_pool_is_running(visit->pool);
    return weft_worker_pool_stopping(visit->pool) || weft_worker_pool_tasks_wait(visit->pool) ||
           (weft_ticks() - start > TURN_TICKS && others_inviting(visit));
}

// Chunk by chunk, until nothing is left or there is something better to do.
static void
work(struct visit *visit)
{
    uint64_t start = weft_ticks();
    uint64_t begin;
    uint64_t end;

    while (take_chunk(visit, &begin, &end)) {
        run_chunk(visit, begin, end);
        if (!visit->is_inviting && visit->alone >= ALONE_TICKS && count_wanted(visit))
            invite(visit);
        if (must_leave(visit, start)) {
            if (!visit->is_inviting)
                count_wanted(visit); // whoever comes then finds it open
            return;
        }
    }
}

// Ends the visit: afterwards the range is others', unless this is its last thread. An index that is left will be seen
// to: the slot invites again after the last one who saw it full has left.
static void
leave(struct visit *visit)
{
    struct weft_open_ranges *ranges = weft_worker_pool_ranges(visit->pool);
    unsigned slot = visit->range->slot;
    struct weft_open_range *open = &ranges->slots[slot];
    uint64_t bit = UINT64_C(1) << slot;
    bool is_exhausted = atomic_load_explicit(&visit->range->next, memory_order_relaxed) >= visit->range->count;
    uint32_t state = STATE_OPEN | 1;

    if (is_exhausted && visit->is_inviting)
        atomic_fetch_and_explicit(&ranges->inviting, ~bit, memory_order_seq_cst);
    // Release: what this thread's chunks have written is seen by the last one; acquire: this may be the last one.
    if (is_exhausted &&
        atomic_compare_exchange_strong_explicit(&open->state, &state, 0, memory_order_acq_rel, memory_order_relaxed)) {
        state = 1; // nobody else was inside, and nobody can come
    } else {
        if (is_exhausted)
            atomic_fetch_and_explicit(&open->state, ~STATE_OPEN, memory_order_acq_rel);
        else // before the last look at the range: it is not ours any more afterwards
            atomic_fetch_or_explicit(&ranges->inviting, bit, memory_order_seq_cst);
        state = atomic_fetch_sub_explicit(&open->state, 1, memory_order_acq_rel);
    }
    visit->is_last = state == 1;
    if (visit->is_last) {
        if (atomic_load_explicit(&ranges->inviting, memory_order_relaxed) & bit)
            atomic_fetch_and_explicit(&ranges->inviting, ~bit, memory_order_seq_cst);
        // Release: pairs with the next claim.
        atomic_fetch_and_explicit(&ranges->claimed, ~bit, memory_order_release);
    } else if (!is_exhausted && !weft_on_worker() && (visit->has_run || state == (STATE_OPEN | 1))) {
        weft_worker_pool_wake(visit->pool, 1); // a worker would come back by itself
    }
}

static unsigned
claim_slot(struct weft_open_ranges *ranges)
{
    uint64_t claimed = atomic_load_explicit(&ranges->claimed, memory_order_relaxed);
    unsigned slot;

    do {
        if (claimed == UINT64_MAX)
            return NO_SLOT;
        slot = (unsigned)__builtin_ctzll(~claimed);
        // Acquire: pairs with the release of the slot's previous range.
    } while (!atomic_compare_exchange_weak_explicit(&ranges->claimed, &claimed, claimed | UINT64_C(1) << slot,
                                                    memory_order_acquire, memory_order_relaxed));
    return slot;
}

// All in one chunk, which is measured seldom once its cost is known.
static void
run_all(struct visit *visit)
{
    struct weft_range *range = visit->range;

    if (range->is_sample || !atomic_load_explicit(&range->cost, memory_order_relaxed))
        run_chunk(visit, 0, range->count);
    else
        range->run(range, visit->arena, 0, range->count);
}

static void
start(void *data)
{
    struct visit *visit = data;
    struct weft_range *range = visit->range;
    struct weft_open_ranges *ranges = weft_worker_pool_ranges(visit->pool);
    // The calling thread stands for the worker of the PU it runs on.
    unsigned helpers = weft_worker_pool_size(visit->pool) - 1;
    struct weft_open_range *open;
    unsigned wanted;

    // A single worker may still have to leave for another command.
    range->slot = range->count > 1 && (helpers || weft_on_worker()) && !weft_worker_pool_stopping(visit->pool)
                      ? claim_slot(ranges)
                      : NO_SLOT;
    if (range->slot == NO_SLOT) {
        run_all(visit);
        visit->is_last = true;
        return;
    }
    range->step = 1;
    if (range->unit > 1 && !range->grain)
        range->step = least(range->unit, (range->count + helpers) / (helpers + 1));
    wanted = helpers_for(range, range->count, helpers);
    atomic_store_explicit(&range->wanted, wanted, memory_order_relaxed);
    open = &ranges->slots[range->slot];
    atomic_store_explicit(&open->range, range, memory_order_relaxed);
    atomic_store_explicit(&open->serial, atomic_load_explicit(&open->serial, memory_order_relaxed) + 1,
                          memory_order_relaxed);
    atomic_store_explicit(&open->weight, weight_of(range), memory_order_relaxed);
    // Release: pairs with enter()'s acquire.
    atomic_store_explicit(&open->state, STATE_OPEN | 1, memory_order_release);
    if (wanted)
        invite(visit);
    work(visit);
    leave(visit);
}

cl_int
weft_range_start(struct weft_worker_pool *pool, struct weft_range *range)
{
    struct visit visit = {.pool = pool, .range = range};

    atomic_init(&range->next, 0);
    if (!range->count)
        return CL_SUCCESS;
    if (!get_arena(range, &visit.arena))
        return CL_OUT_OF_RESOURCES;
    run_on_stack(start, &visit);
    weft_arena_release(visit.arena);
    return visit.is_last ? CL_SUCCESS : WEFT_LEFT;
}

// Enters the slot's range if it is open and wants more threads.
static struct weft_range *
enter(struct weft_open_ranges *ranges, unsigned slot)
{
    struct weft_open_range *open = &ranges->slots[slot];
    uint32_t state = atomic_load_explicit(&open->state, memory_order_relaxed);
    struct weft_range *range;

    do {
        if (!(state & STATE_OPEN))
            return NULL;
        // Acquire: pairs with the release of who opened it; we see the range and the kernel's inputs.
    } while (!atomic_compare_exchange_weak_explicit(&open->state, &state, state + 1, memory_order_acq_rel,
                                                    memory_order_relaxed));
    range = atomic_load_explicit(&open->range, memory_order_relaxed);
    // The first thread is not among the wanted ones, and is inside or has left; either way there is room.
    if ((state & STATE_INSIDE) >= atomic_load_explicit(&range->wanted, memory_order_relaxed))
        atomic_fetch_and_explicit(&ranges->inviting, ~(UINT64_C(1) << slot), memory_order_seq_cst);
    return range;
}

static void
visit_range(void *data)
{
    work(data);
}

// Whether a waiting thread may work at the range: it waits for it, or can leave it soon, or nobody else would.
static bool
may_help(const struct visit *visit, const void *owner)
{
    const struct weft_range *range = visit->range;
    uint64_t cost = atomic_load_explicit(&range->cost, memory_order_relaxed);

    if (!weft_worker_pool_is_running(visit->pool))
        return true;
    return !heavier_invites(visit) && (range->owner == owner || range->grain ||
                                       (cost && cost <= (uint64_t)WEFT_HELP_TICKS_MAX * WEFT_COST_PER_TICK));
}

static bool
visit_slot(struct weft_worker_pool *pool, unsigned slot, const void *owner, bool (*until)(void *data), void *data)
{
    struct weft_open_ranges *ranges = weft_worker_pool_ranges(pool);
    struct visit visit = {.pool = pool, .until = until, .data = data, .is_inviting = true};

    visit.range = enter(ranges, slot);
    if (!visit.range)
        return false;
    if ((!until || may_help(&visit, owner)) && get_arena(visit.range, &visit.arena)) {
        uint32_t inside = atomic_load_explicit(&ranges->slots[slot].state, memory_order_relaxed) & STATE_INSIDE;
        uint32_t wanted = atomic_load_explicit(&visit.range->wanted, memory_order_relaxed);

        if (inside <= wanted && weft_on_worker())
            weft_worker_pool_invite(pool, wanted + 1 - inside < 2 ? 1 : 2);
        run_on_stack(visit_range, &visit);
        weft_arena_release(visit.arena);
    }
    leave(&visit);
    if (visit.is_last)
        visit.range->end(visit.range);
    return visit.has_run || visit.is_last;
}

// What a worker has given to the ranges of its pool, in ticks by weight: the one that got least comes next.
static _Thread_local struct {
    uint64_t given[WEFT_OPEN_RANGES];
    uint32_t serial[WEFT_OPEN_RANGES]; // of the range that it was given to
    uint64_t least;                    // what the last one chosen had got: new ones begin there
} shares;

static unsigned
choose_slot(const struct weft_open_ranges *ranges, uint64_t bits)
{
    unsigned chosen = NO_SLOT;

    for (; bits; bits &= bits - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(bits);
        uint32_t serial = atomic_load_explicit(&ranges->slots[slot].serial, memory_order_relaxed);

        if (shares.serial[slot] != serial || shares.given[slot] < shares.least) {
            shares.serial[slot] = serial;
            shares.given[slot] = shares.least;
        }
        if (chosen == NO_SLOT || shares.given[slot] < shares.given[chosen])
            chosen = slot;
    }
    shares.least = shares.given[chosen];
    return chosen;
}

bool
weft_ranges_work(struct weft_worker_pool *pool)
{
    struct weft_open_ranges *ranges = weft_worker_pool_ranges(pool);
    uint64_t bits = atomic_load_explicit(&ranges->inviting, memory_order_acquire);

    while (bits) {
        unsigned slot = choose_slot(ranges, bits);
        uint32_t weight = atomic_load_explicit(&ranges->slots[slot].weight, memory_order_relaxed);
        uint64_t start = weft_ticks();

        if (visit_slot(pool, slot, NULL, NULL, NULL)) {
            shares.given[slot] += (weft_ticks() - start) * WEFT_WEIGHT_HIGH / (weight ? weight : 1);
            return true;
        }
        bits &= ~(UINT64_C(1) << slot);
    }
    return false;
}

bool
weft_ranges_help(struct weft_worker_pool *pool, const void *owner, bool (*until)(void *data), void *data)
{
    uint64_t bits = atomic_load_explicit(&weft_worker_pool_ranges(pool)->inviting, memory_order_acquire);
    bool has_helped = false;

    for (; bits && !until(data); bits &= bits - 1)
        has_helped |= visit_slot(pool, (unsigned)__builtin_ctzll(bits), owner, until, data);
    return has_helped;
}
