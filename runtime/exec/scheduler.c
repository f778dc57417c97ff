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

static struct weft_arena *
get_arena(struct weft_worker_pool *pool, size_t bytes)
{
    struct weft_arena *arena = weft_worker_pool_borrow_arena(pool);

    if (arena && !weft_arena_reserve(arena, bytes)) {
        weft_worker_pool_return_arena(pool, arena);
        arena = NULL;
    }
    return arena;
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
    struct weft_arena *arena = NULL;
    bool helped = false;
    uint32_t helpers;
    uint64_t begin;
    uint64_t end;

    if (!range)
        return false;
    helpers = atomic_load_explicit(&ranges->slots[slot].state, memory_order_relaxed) & STATE_HELPERS;
    if (range->deep_stack && !weft_on_worker())
        goto out;
    if (range->arena_bytes) {
        arena = get_arena(pool, range->arena_bytes);
        if (!arena) {
            atomic_store_explicit(&range->refused, true, memory_order_relaxed);
            goto out;
        }
    }
    // Wake-ups spread as a tree: the owner wakes two, each of them two more.
    if (helpers >= range->wanted)
        stop_inviting(ranges, slot);
    else if (weft_on_worker())
        weft_worker_pool_invite(pool, range->wanted - helpers < 2 ? range->wanted - helpers : 2);
    while (take_chunk(range, until != NULL, &begin, &end)) {
        range->run(range, arena, begin, end);
        helped = true;
        if (weft_worker_pool_stopping(pool) || (until && until(data)))
            break;
    }
    if (atomic_load_explicit(&range->next, memory_order_relaxed) >= range->count)
        stop_inviting(ranges, slot);
    weft_worker_pool_return_arena(pool, arena);
out:
    leave(ranges, slot);
    return helped;
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

// A deep-stacked range's owner has nothing to do but to see it through, unless nobody has the memory to begin.
static void
wait_for_exhaustion(struct weft_worker_pool *pool, struct weft_open_range *open, struct weft_range *range)
{
    struct timespec pause = {.tv_nsec = 50000};

    while (atomic_load_explicit(&range->next, memory_order_relaxed) < range->count &&
           !weft_worker_pool_stopping(pool)) {
        wait_for_helpers(open);
        if (!atomic_load_explicit(&range->next, memory_order_relaxed) &&
            atomic_load_explicit(&range->refused, memory_order_relaxed))
            return;
        if (atomic_load_explicit(&range->next, memory_order_relaxed) < range->count)
            nanosleep(&pause, NULL); // no helper has come yet, all are busy
    }
}

// Opens the range for helpers and works along (unless the stack forbids it) until all is done.
static void
run_with_helpers(struct weft_worker_pool *pool, struct weft_range *range, struct weft_arena *arena, int slot, bool join)
{
    struct weft_open_ranges *ranges = weft_worker_pool_ranges(pool);
    struct weft_open_range *open = &ranges->slots[slot];
    uint64_t begin;
    uint64_t end;

    atomic_store_explicit(&open->range, range, memory_order_relaxed);
    // Release: pairs with the helpers' acquire in enter().
    atomic_store_explicit(&open->state, STATE_OPEN, memory_order_release);
    atomic_fetch_or_explicit(&ranges->inviting, UINT64_C(1) << slot, memory_order_seq_cst);
    if (join) {
        weft_worker_pool_invite(pool, range->wanted < 2 ? range->wanted : 2);
        while (take_chunk(range, false, &begin, &end))
            range->run(range, arena, begin, end);
    } else {
        weft_worker_pool_wake(pool, range->wanted < 2 ? range->wanted : 2);
        wait_for_exhaustion(pool, open, range);
    }
    stop_inviting(ranges, (unsigned)slot);
    atomic_fetch_and_explicit(&open->state, ~STATE_OPEN, memory_order_acq_rel);
    wait_for_helpers(open);
    atomic_store_explicit(&open->state, 0, memory_order_relaxed);
}

// Runs the first indices alone, in chunks that double, until the range is done or is seen to deserve help. Sets
// chunk and wanted then.
static bool
probe(struct weft_range *range, struct weft_arena *arena, unsigned helpers)
{
    uint64_t done = 0;
    uint64_t chunk = 1;
    bool worth = false;

    while (done < range->count && !worth) {
        uint64_t size = chunk < range->count - done ? chunk : range->count - done;
        uint64_t start = weft_ticks();
        uint64_t ticks;
        uint64_t left;

        range->run(range, arena, done, done + size);
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

cl_int
weft_range_run(struct weft_worker_pool *pool, struct weft_range *range)
{
    bool join = !range->deep_stack || weft_on_worker();
    unsigned size = weft_worker_pool_size(pool);
    // The calling thread stands for the worker of the PU it runs on.
    unsigned helpers = join ? size - 1 : size;
    struct weft_arena *arena = NULL;
    int slot = -1;

    atomic_init(&range->next, 0);
    atomic_init(&range->refused, false);
    range->wanted = helpers;
    range->chunk = range->grain ? range->grain : 1;
    if (!range->count)
        return CL_SUCCESS;
    if (join && range->arena_bytes) {
        arena = get_arena(pool, range->arena_bytes);
        if (!arena)
            return CL_OUT_OF_RESOURCES;
    }
    if (join && (!helpers || range->count <= range->grain || range->count == 1)) {
        range->run(range, arena, 0, range->count);
        goto done;
    }
    if (join && !range->grain && !probe(range, arena, helpers))
        goto done;
    slot = claim_slot(weft_worker_pool_ranges(pool));
    range->share = (range->wanted + 1) * 2;
    if (slot >= 0 && !weft_worker_pool_stopping(pool) && (join || weft_worker_pool_wake(pool, 1)))
        run_with_helpers(pool, range, arena, slot, join);
    else if (join)
        range->run(range, arena, atomic_load_explicit(&range->next, memory_order_relaxed), range->count);
    if (slot >= 0) // release: pairs with the next claim
        atomic_fetch_and_explicit(&weft_worker_pool_ranges(pool)->claimed, ~(UINT64_C(1) << slot),
                                  memory_order_release);
    if (!join && !atomic_load_explicit(&range->next, memory_order_relaxed))
        return CL_OUT_OF_RESOURCES;
done:
    weft_worker_pool_return_arena(pool, arena);
    return CL_SUCCESS;
}
