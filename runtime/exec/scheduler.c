// SPDX-License-Identifier: Apache-2.0
// Runs ranges: alone while they are cheap, with helpers when they prove to be worth waking somebody.
#include "runtime/exec/scheduler.h"

#include "runtime/exec/futex.h"

#define STATE_OPEN 0x80000000u
#define STATE_WAITED_FOR 0x40000000u
#define STATE_HELPERS 0x3fffffffu

// Measured in weft_ticks, about nanoseconds. A wake-up costs the waker some 2 us and takes effect after 5 to 50 us.
#define PROBE_TICKS 2000u      // the first chunks double until they take this long
#define WORTH_HELP_TICKS 8000u // what must be left to do for one helper to be called
#define CHUNK_TICKS 3000u      // what one chunk should take at least
#define IDLE_SPIN_TICKS 10000u // how long the owner looks for the last helper before it sleeps

bool
weft_ranges_inviting(struct weft_worker_pool *pool)
{
    return atomic_load_explicit(&weft_worker_pool_ranges(pool)->inviting, memory_order_seq_cst) != 0;
}

// Takes the next chunk: at most a share of what is left; the smallest for who has other things to do than help. False
// if nothing is left.
static bool
take_chunk(struct weft_range *range, bool smallest, uint64_t *begin, uint64_t *end)
{
    // Relaxed: the indices alone are shared here; the data is handed over by the slot's state.
    uint64_t next = atomic_load_explicit(&range->next, memory_order_relaxed);
    uint64_t chunk;

    if (next >= range->count)
        return false;
    chunk = (range->count - next) / range->share;
    if (smallest || chunk < range->chunk)
        chunk = range->chunk;
    next = atomic_fetch_add_explicit(&range->next, chunk, memory_order_relaxed);
    if (next >= range->count)
        return false;
    *begin = next;
    *end = chunk < range->count - next ? next + chunk : range->count;
    return true;
}

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

// What a thread does for a range, where it has the stack for it.
struct visit {
    struct weft_worker_pool *pool;
    struct weft_range *range;
    struct weft_arena *arena;
    bool (*until)(void *data);
    void *data;
    bool helped;
};

static void
run_on_stack(void (*function)(void *visit), struct visit *visit)
{
    if (visit->arena && visit->arena->has_frame)
        weft_arena_call(visit->arena, function, visit);
    else
        function(visit);
}

static void
run_chunk(const struct visit *visit, uint64_t begin, uint64_t end)
{
    visit->range->run(visit->range, visit->arena, begin, end);
}

static void
help(void *data)
{
    struct visit *visit = data;
    uint64_t begin;
    uint64_t end;

    while (take_chunk(visit->range, visit->until != NULL, &begin, &end)) {
        run_chunk(visit, begin, end);
        visit->helped = true;
        if (weft_worker_pool_stopping(visit->pool) || (visit->until && visit->until(visit->data)))
            break;
    }
}

// Enters the slot's range if it is open and wants more helpers.
static struct weft_range *
enter(struct weft_open_ranges *ranges, unsigned slot)
{
    struct weft_open_range *open = &ranges->slots[slot];
    uint32_t state = atomic_load_explicit(&open->state, memory_order_relaxed);

    do {
        if (!(state & STATE_OPEN))
            return NULL;
        // Acquire: pairs with the owner's release when it opened; we see the range and the kernel's inputs.
    } while (!atomic_compare_exchange_weak_explicit(&open->state, &state, state + 1, memory_order_acq_rel,
                                                    memory_order_relaxed));
    return atomic_load_explicit(&open->range, memory_order_relaxed);
}

static void
leave(struct weft_open_ranges *ranges, unsigned slot)
{
    struct weft_open_range *open = &ranges->slots[slot];
    // Release: pairs with the owner's acquire; it sees everything the chunks have written.
    uint32_t before = atomic_fetch_sub_explicit(&open->state, 1, memory_order_acq_rel);

    if ((before & STATE_WAITED_FOR) && (before & STATE_HELPERS) == 1)
        weft_futex_wake(&open->state, 1);
}

static void
stop_inviting(struct weft_open_ranges *ranges, unsigned slot)
{
    atomic_fetch_and_explicit(&ranges->inviting, ~(UINT64_C(1) << slot), memory_order_seq_cst);
}

static bool
help_slot(struct weft_worker_pool *pool, unsigned slot, bool (*until)(void *data), void *data)
{
    struct weft_open_ranges *ranges = weft_worker_pool_ranges(pool);
    struct weft_range *range = enter(ranges, slot);
    struct visit visit = {.pool = pool, .range = range, .until = until, .data = data};
    uint32_t helpers;

    if (!range)
        return false;
    helpers = atomic_load_explicit(&ranges->slots[slot].state, memory_order_relaxed) & STATE_HELPERS;
    if (!get_arena(range, &visit.arena)) {
        stop_inviting(ranges, slot); // memory is short: the owner has its own
        goto out;
    }
    // Wake-ups spread as a tree: the owner wakes two, each of them two more.
    if (helpers >= range->wanted)
        stop_inviting(ranges, slot);
    else if (weft_on_worker())
        weft_worker_pool_invite(pool, range->wanted - helpers < 2 ? range->wanted - helpers : 2);
    run_on_stack(help, &visit);
    if (atomic_load_explicit(&range->next, memory_order_relaxed) >= range->count)
        stop_inviting(ranges, slot);
    weft_arena_release(visit.arena);
out:
    leave(ranges, slot);
    return visit.helped;
}

bool
weft_ranges_help(struct weft_worker_pool *pool, bool (*until)(void *data), void *data)
{
    struct weft_open_ranges *ranges = weft_worker_pool_ranges(pool);
    uint64_t bits = atomic_load_explicit(&ranges->inviting, memory_order_acquire);
    bool helped = false;

    for (; bits; bits &= bits - 1) {
        helped |= help_slot(pool, (unsigned)__builtin_ctzll(bits), until, data);
        if (until && until(data))
            break;
    }
    return helped;
}

static int
claim_slot(struct weft_open_ranges *ranges)
{
    uint64_t claimed = atomic_load_explicit(&ranges->claimed, memory_order_relaxed);
    int slot;

    do {
        if (claimed == UINT64_MAX)
            return -1;
        slot = __builtin_ctzll(~claimed);
        // Acquire: pairs with the release of the slot's previous owner.
    } while (!atomic_compare_exchange_weak_explicit(&ranges->claimed, &claimed, claimed | UINT64_C(1) << slot,
                                                    memory_order_acquire, memory_order_relaxed));
    return slot;
}

// Waits until nobody is inside the slot. The range is exhausted, or nobody may enter any more.
static void
wait_for_helpers(struct weft_open_range *open)
{
    uint64_t start = weft_ticks();
    uint32_t state = atomic_load_explicit(&open->state, memory_order_acquire);

    while (state & STATE_HELPERS) {
        if (weft_ticks() - start < IDLE_SPIN_TICKS) {
            weft_pause();
        } else if (state & STATE_WAITED_FOR ||
                   atomic_compare_exchange_strong_explicit(&open->state, &state, state | STATE_WAITED_FOR,
                                                           memory_order_acq_rel, memory_order_relaxed)) {
            weft_futex_wait(&open->state, state | STATE_WAITED_FOR);
        }
        state = atomic_load_explicit(&open->state, memory_order_acquire);
    }
}

// Opens the range for helpers and works along until all is done.
static void
run_with_helpers(const struct visit *visit, int slot)
{
    struct weft_worker_pool *pool = visit->pool;
    struct weft_range *range = visit->range;
    struct weft_open_ranges *ranges = weft_worker_pool_ranges(pool);
    struct weft_open_range *open = &ranges->slots[slot];
    uint64_t begin;
    uint64_t end;

    atomic_store_explicit(&open->range, range, memory_order_relaxed);
    // Release: pairs with the helpers' acquire in enter().
    atomic_store_explicit(&open->state, STATE_OPEN, memory_order_release);
    atomic_fetch_or_explicit(&ranges->inviting, UINT64_C(1) << slot, memory_order_seq_cst);
    weft_worker_pool_invite(pool, range->wanted < 2 ? range->wanted : 2);
    while (take_chunk(range, false, &begin, &end))
        run_chunk(visit, begin, end);
    stop_inviting(ranges, (unsigned)slot);
    atomic_fetch_and_explicit(&open->state, ~STATE_OPEN, memory_order_acq_rel);
    wait_for_helpers(open);
    atomic_store_explicit(&open->state, 0, memory_order_relaxed);
}

// Runs the first indices alone, in chunks that double, until the range is done or is seen to deserve help. Sets
// chunk and wanted then.
static bool
probe(const struct visit *visit, unsigned helpers)
{
    struct weft_range *range = visit->range;
    uint64_t done = 0;
    uint64_t chunk = 1;
    bool worth = false;

    while (done < range->count && !worth) {
        uint64_t size = chunk < range->count - done ? chunk : range->count - done;
        uint64_t start = weft_ticks();
        uint64_t ticks;
        uint64_t left;

        run_chunk(visit, done, done + size);
        done += size;
        if (done == range->count)
            break;
        ticks = weft_ticks() - start;
        left = (range->count - done) * (ticks / size + 1);
        if (ticks < PROBE_TICKS) {
            chunk *= 2;
        } else if (left < WORTH_HELP_TICKS) {
            chunk = range->count - done;
        } else {
            worth = true;
            range->chunk = CHUNK_TICKS / (ticks / size + 1);
            range->wanted = left / WORTH_HELP_TICKS < helpers ? (unsigned)(left / WORTH_HELP_TICKS) : helpers;
        }
    }
    atomic_store_explicit(&range->next, done, memory_order_relaxed);
    if (!range->chunk)
        range->chunk = 1;
    return worth;
}

static void
run_all(void *data)
{
    struct visit *visit = data;
    struct weft_worker_pool *pool = visit->pool;
    struct weft_range *range = visit->range;
    // The calling thread stands for the worker of the PU it runs on.
    unsigned helpers = weft_worker_pool_size(pool) - 1;
    int slot;

    range->wanted = helpers;
    range->chunk = range->grain ? range->grain : 1;
    if (!helpers || range->count <= range->grain || range->count == 1) {
        run_chunk(visit, 0, range->count);
        return;
    }
    if (!range->grain && !probe(visit, helpers))
        return;
    slot = claim_slot(weft_worker_pool_ranges(pool));
    range->share = (range->wanted + 1) * 2;
    if (slot >= 0 && !weft_worker_pool_stopping(pool))
        run_with_helpers(visit, slot);
    else
        run_chunk(visit, atomic_load_explicit(&range->next, memory_order_relaxed), range->count);
    if (slot >= 0) // release: pairs with the next claim
        atomic_fetch_and_explicit(&weft_worker_pool_ranges(pool)->claimed, ~(UINT64_C(1) << slot),
                                  memory_order_release);
}

cl_int
weft_range_run(struct weft_worker_pool *pool, struct weft_range *range)
{
    struct visit visit = {.pool = pool, .range = range};

    atomic_init(&range->next, 0);
    if (!range->count)
        return CL_SUCCESS;
    if (!get_arena(range, &visit.arena))
        return CL_OUT_OF_RESOURCES;
    run_on_stack(run_all, &visit);
    weft_arena_release(visit.arena);
    return CL_SUCCESS;
}
