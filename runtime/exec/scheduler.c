// SPDX-License-Identifier: Apache-2.0
// How ranges are shared: when others are called, how large chunks are, who leaves for what.
#include "runtime/exec/scheduler.h"

#include "runtime/base/futex.h"

// By weft_ticks, about nanoseconds. Calling a worker that sleeps costs some 2 us and takes effect after 5 to 50 us.
#define ALONE_TICKS 2000u      // what seems cheap runs alone for so long
#define FORESEEN_TICKS 50000u  // what has run for so long shows what all will take
#define WORTH_HELP_TICKS 8000u // what must be left to do for one more thread to be called
#define CHUNK_TICKS_MIN 3000u  // what one chunk should take at least
// At most; with chunks of a tenth of that, threads get into each other's way (convolution 0.87).
#define CHUNK_TICKS_MAX 1000000u
#define TURN_TICKS 1000000u // how long a worker stays at a range while another one wants it
// How many workers one thread calls. A call takes the caller a tenth of the time until the callee is there: with two,
// the tree is too deep (1.7 times as long for 256 workers that sleep).
#define CALLS_MAX 4u

// A chunk is at most so many times as large as the thread's last one: a cost measured on few indices may be wrong.
#define GROWTH 4u

// What a thread does at a range, where it has the stack for it.
struct visit {
    struct weft_worker_pool *pool;
    struct weft_ranges *ranges; // the pool's
    struct weft_range *range;   // valid while the thread has a chunk, or has not opened it yet
    struct weft_arena *arena;
    bool (*until)(void *data); // NULL: workers, and who has begun the range
    void *data;
    bool on_worker;
    bool has_run;
    bool is_last; // the range is done, and is the thread's to end
    struct weft_seat seat;
    unsigned slot;
    struct weft_range_facts facts;
    uint64_t size; // granules of the thread's last chunk
};

static uint64_t
least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// The calling thread's arena if it needs one, else NULL. False if memory is exhausted.
static bool
get_arena(struct visit *visit, size_t arena_bytes, size_t frame_bytes)
{
    // A worker's own stack has room for every kernel's frame.
    if (visit->on_worker)
        frame_bytes = 0;
    if (arena_bytes || frame_bytes)
        visit->arena = weft_arena_acquire(arena_bytes, frame_bytes);
    return visit->arena || !(arena_bytes || frame_bytes);
}

static void
run_on_stack(void (*function)(void *visit), struct visit *visit)
{
    if (visit->arena && visit->arena->has_frame)
        weft_arena_call(visit->arena, function, visit);
    else
        function(visit);
}

static bool
is_one_each(const struct weft_range *range)
{
    return range->may_wait && range->is_few;
}

// Indices that are not worth dividing: a granule.
static uint64_t
granule_of(const struct visit *visit)
{
    const struct weft_range *range = visit->range;
    unsigned threads = weft_worker_pool_size(visit->pool);

    if (range->grain)
        return range->grain;
    if (is_one_each(range))
        return 1;
    return range->unit > 1 ? least(range->unit, (range->count + threads - 1) / threads) : 1;
}

// How many more threads are worth calling for so many indices.
static unsigned
helpers_for(const struct visit *visit, uint64_t left, uint64_t granule)
{
    const struct weft_range *range = visit->range;
    // The calling thread stands for the worker of the PU it runs on.
    uint64_t most = weft_worker_pool_size(visit->pool) - 1, ticks;

    if (range->most_threads)
        most = least(most, range->most_threads - 1);
    left = (left + granule - 1) / granule;
    if (!range->grain && !is_one_each(range) && range->cost) {
        if (__builtin_mul_overflow(left * granule, range->cost, &ticks))
            ticks = UINT64_MAX;
        ticks /= (uint64_t)WEFT_COST_PER_TICK * WORTH_HELP_TICKS;
        most = ticks ? least(most, ticks - 1) : 0; // one share is the calling thread's
    }
    return left ? (unsigned)least(most, left - 1) : 0;
}

// How many granules a chunk should have. As large as is reasonable, but at most a share of what is left, so that all
// are done at about the same time.
static uint32_t
chunk_size(const void *data, unsigned part, uint32_t left)
{
    const struct visit *visit = data;
    const struct weft_clusters *clusters = weft_worker_pool_clusters(visit->pool);
    uint64_t threads = least(visit->facts.wanted + UINT64_C(1), clusters->first[part + 1] - clusters->first[part]);
    uint64_t cost = atomic_load_explicit(&visit->ranges->slots[visit->slot].cost, memory_order_relaxed);
    uint64_t size = left / (2 * threads);
    uint64_t limit = visit->until ? WEFT_HELP_TICKS_MAX : CHUNK_TICKS_MAX;

    if (visit->facts.has_grain || visit->facts.is_one_each ||
        __builtin_mul_overflow(cost, visit->facts.granule, &cost) || !cost)
        return 1;
    if (size < (uint64_t)CHUNK_TICKS_MIN * WEFT_COST_PER_TICK / cost)
        size = (uint64_t)CHUNK_TICKS_MIN * WEFT_COST_PER_TICK / cost;
    size = least(size, limit * WEFT_COST_PER_TICK / cost);
    if (visit->size)
        size = least(size, visit->size * GROWTH);
    return size ? (uint32_t)least(size, UINT32_MAX) : 1;
}

// Calls `count` workers, who call others before they begin: somebody of each other piece of the clusters from `first`
// to `end`, then the same for what is left of these, which is the thread's own piece, then in its own cluster. All near
// ones where no clusters are given.
static void
call_others(const struct visit *visit, unsigned count, unsigned first, unsigned end)
{
    const unsigned *workers_to = weft_worker_pool_clusters(visit->pool)->first;
    const unsigned home = visit->seat.cluster;
    struct weft_call call = {.slot = visit->slot, .serial = visit->facts.serial};

    while (end > first + 1 && count > 0) {
        const unsigned pieces = end - first < CALLS_MAX ? end - first : CALLS_MAX;
        const unsigned all = count, workers = workers_to[end] - workers_to[first], from = first, to = end;

        for (unsigned i = 0; i < pieces && count > 0; i++) {
            uint64_t share;

            call.first = from + (to - from) * i / pieces;
            call.end = from + (to - from) * (i + 1) / pieces;
            if (home >= call.first && home < call.end) {
                first = call.first;
                end = call.end;
                continue;
            }
            // Rounded up: the own piece, which comes last, has the calling thread itself.
            share = ((uint64_t)all * (workers_to[call.end] - workers_to[call.first]) + workers - 1) / workers;
            share = least(share, count);
            call.callees = (unsigned)share - 1;
            if (weft_worker_pool_call(visit->pool, &call, (call.first + call.end) / 2))
                count -= (unsigned)share;
        }
    }
    call.first = first;
    call.end = end;
    for (unsigned calls = CALLS_MAX; calls > 0 && count > 0; calls--) {
        unsigned share = (count + calls - 1) / calls;

        call.callees = share - 1;
        if (!weft_worker_pool_call(visit->pool, &call, home))
            return; // others come as they become free
        count -= share;
    }
}

// The slots of other ranges than the visited one that want threads.
static uint64_t
others_inviting(const struct visit *visit)
{
    uint64_t bits = atomic_load_explicit(&visit->ranges->inviting, memory_order_relaxed);

    return visit->slot == WEFT_NO_SLOT ? bits : bits & ~(UINT64_C(1) << visit->slot);
}

// Whether a range of more weight than the visited one wants threads.
static bool
heavier_invites(const struct visit *visit)
{
    for (uint64_t bits = others_inviting(visit); bits; bits &= bits - 1)
        if (atomic_load_explicit(&visit->ranges->slots[__builtin_ctzll(bits)].weight, memory_order_relaxed) >
            visit->facts.weight)
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
    if (!visit->on_worker)
        return heavier_invites(visit) && weft_worker_pool_is_running(visit->pool);
    return weft_worker_pool_stopping(visit->pool) || weft_worker_pool_tasks_wait(visit->pool) ||
           (weft_ticks() - start > TURN_TICKS && others_inviting(visit));
}

static uint64_t
cost_of(uint64_t ticks, uint64_t indices)
{
    uint64_t cost = ticks > UINT64_MAX / WEFT_COST_PER_TICK ? ticks / indices : ticks * WEFT_COST_PER_TICK / indices;

    return cost ? cost : 1;
}

static void
run_chunk(struct visit *visit, const struct weft_chunk *chunk)
{
    _Atomic uint64_t *known = &visit->ranges->slots[visit->slot].cost;
    uint64_t before = atomic_load_explicit(known, memory_order_relaxed);
    uint64_t start = weft_ticks();
    uint64_t cost;

    chunk->range->run(chunk->range, visit->arena, chunk->begin, chunk->end);
    cost = cost_of(weft_ticks() - start, chunk->end - chunk->begin);
    visit->size = chunk->granules;
    visit->has_run = true;
    // Others keep the line unless there is news.
    if (cost > before + before / 4 || cost < before - before / 4)
        atomic_store_explicit(known, cost, memory_order_relaxed);
}

// Chunk by chunk, until nothing is left or there is something better to do. Then the range is others', unless this was
// the last chunk of all.
static void
work(void *data)
{
    struct visit *visit = data;
    uint64_t start = weft_ticks();
    struct weft_chunk chunk;
    bool leaves = false;

    while (!leaves &&
           weft_range_take(visit->ranges, visit->slot, visit->facts.serial, visit->seat, chunk_size, visit, &chunk)) {
        run_chunk(visit, &chunk);
        leaves = must_leave(visit, start);
        // While it has the chunk: somebody will see to what is left.
        if (leaves && visit->facts.is_limited && weft_range_has_left(visit->ranges, visit->slot))
            weft_range_invite(visit->ranges, visit->slot);
        if (weft_range_done(visit->ranges, visit->slot, &chunk)) {
            visit->range = chunk.range;
            visit->is_last = true;
            return;
        }
    }
    // A worker comes back by itself.
    if (leaves && !visit->on_worker && weft_range_has_left(visit->ranges, visit->slot))
        weft_worker_pool_wake(visit->pool);
}

// Whether so many others are more than the thread's own cluster has.
static bool
is_dealt_out(const struct visit *visit, unsigned wanted)
{
    const struct weft_clusters *clusters = weft_worker_pool_clusters(visit->pool);

    return clusters->count > 1 &&
           wanted >= clusters->first[visit->seat.cluster + 1] - clusters->first[visit->seat.cluster];
}

// Opens what is left from `first` on. False if there is no slot.
static bool
open_range(struct visit *visit, uint64_t first, uint64_t granule, unsigned wanted)
{
    visit->seat = weft_worker_pool_seat(visit->pool);
    visit->range->is_open = true; // before others may end it
    visit->slot = weft_range_open(visit->ranges, visit->range, first, granule, wanted, visit->seat.cluster,
                                  is_dealt_out(visit, wanted));
    if (visit->slot == WEFT_NO_SLOT) {
        visit->range->is_open = false;
        return false;
    }
    visit->facts = weft_range_facts(visit->ranges, visit->slot);
    return true;
}

// Shares what is left from `first` on with so many others.
static bool
share(struct visit *visit, uint64_t first, uint64_t granule, unsigned wanted)
{
    if (!open_range(visit, first, granule, wanted))
        return false;
    // Who may have few threads calls them one by one; others come as they become free.
    if (!visit->facts.is_limited)
        weft_range_invite(visit->ranges, visit->slot);
    call_others(visit, wanted, 0, is_dealt_out(visit, wanted) ? weft_worker_pool_clusters(visit->pool)->count : 0);
    work(visit);
    return true;
}

// Leaves what is left from `first` on to whoever is free.
static bool
leave_to_others(struct visit *visit, uint64_t first, uint64_t granule, unsigned wanted)
{
    if (!open_range(visit, first, granule, wanted))
        return false;
    weft_range_invite(visit->ranges, visit->slot);
    if (!visit->on_worker)
        weft_worker_pool_wake(visit->pool);
    return true;
}

static void
set_cost(struct visit *visit, uint64_t start, uint64_t indices)
{
    visit->range->cost = cost_of(weft_ticks() - start, indices);
    visit->range->is_measured = true;
}

// All in one piece, which is measured seldom once its cost is known.
static void
run_at_once(struct visit *visit)
{
    struct weft_range *range = visit->range;
    uint64_t start;

    visit->is_last = true;
    if (!range->is_sample && range->cost) {
        range->run(range, visit->arena, 0, range->count);
        return;
    }
    start = weft_ticks();
    range->run(range, visit->arena, 0, range->count);
    set_cost(visit, start, range->count);
}

// Whether the range, of which `done` indices took `ticks`, will take longer than it may alone; told from a part of it
// that is not too small.
static bool
is_too_long_alone(const struct weft_range *range, uint64_t ticks, uint64_t done)
{
    if (ticks >= range->alone_ticks)
        return true;
    return ticks >= FORESEEN_TICKS && ticks >= range->alone_ticks / 16 &&
           (double)ticks * (double)range->count > (double)range->alone_ticks * (double)done;
}

// Nobody else knows of the range. The first granule shows whether it is as cheap as it was.
static void
run_alone(struct visit *visit, uint64_t granule)
{
    struct weft_range *range = visit->range;
    uint64_t start = weft_ticks();
    uint64_t next = 0, size = granule;

    for (;;) {
        uint64_t left, ticks;
        unsigned wanted;

        range->run(range, visit->arena, next, next + size);
        next += size;
        ticks = weft_ticks() - start;
        left = range->count - next;
        if (!left)
            break;
        range->cost = cost_of(ticks, next);
        wanted = ticks >= ALONE_TICKS && is_too_long_alone(range, ticks, next) ? helpers_for(visit, left, granule) : 0;
        if (wanted && share(visit, next, granule, wanted))
            return;
        if (must_leave(visit, start) && leave_to_others(visit, next, granule, wanted))
            return;
        // As much as has run before, or what is sure to be cheap; never for long.
        size = (uint64_t)ALONE_TICKS * WEFT_COST_PER_TICK / range->cost;
        size = size > next ? size : next;
        size = least(size, (uint64_t)CHUNK_TICKS_MAX * WEFT_COST_PER_TICK / range->cost);
        size = least(left, size > granule ? size - size % granule : granule);
    }
    visit->is_last = true;
    set_cost(visit, start, range->count);
}

static void
start(void *data)
{
    struct visit *visit = data;
    struct weft_range *range = visit->range;
    uint64_t granule;
    unsigned wanted;

    // A single worker may still have to leave for another command.
    if (range->count == 1 || (weft_worker_pool_size(visit->pool) == 1 && !visit->on_worker) ||
        weft_worker_pool_stopping(visit->pool)) {
        run_at_once(visit);
        return;
    }
    // Some programs count on it that each group has a thread of its own where it may have one.
    range->is_few = range->count <= weft_worker_pool_size(visit->pool);
    if (range->is_few)
        range->alone_ticks = 0;
    granule = granule_of(visit);
    wanted = range->alone_ticks ? 0 : helpers_for(visit, range->count, granule);
    if (wanted && share(visit, 0, granule, wanted))
        return;
    if (range->count <= granule)
        run_at_once(visit);
    else
        run_alone(visit, granule);
}

cl_int
weft_range_start(struct weft_worker_pool *pool, struct weft_range *range)
{
    struct visit visit = {
        .pool = pool,
        .ranges = weft_worker_pool_ranges(pool),
        .range = range,
        .on_worker = weft_on_worker(),
        .slot = WEFT_NO_SLOT,
        .facts.weight = range->weight ? range->weight : WEFT_WEIGHT_MEDIUM,
    };

    if (!range->count)
        return CL_SUCCESS;
    if (!get_arena(&visit, range->arena_bytes, range->frame_bytes))
        return CL_OUT_OF_RESOURCES;
    run_on_stack(start, &visit);
    weft_arena_release(visit.arena);
    return visit.is_last ? CL_SUCCESS : WEFT_LEFT;
}

// Whether a waiting thread may work at the range: it waits for it, or can leave it soon, or nobody else would.
static bool
may_help(const struct visit *visit, const void *owner)
{
    uint64_t cost = atomic_load_explicit(&visit->ranges->slots[visit->slot].cost, memory_order_relaxed);

    if (!weft_worker_pool_is_running(visit->pool))
        return true;
    return !heavier_invites(visit) && (visit->facts.owner == owner || visit->facts.has_grain ||
                                       (cost && cost <= (uint64_t)WEFT_HELP_TICKS_MAX * WEFT_COST_PER_TICK));
}

// Works at the range of the visit's slot, and ends it if it is the last one there. Returns whether there was anything
// to do.
static bool
join(struct visit *visit)
{
    if (get_arena(visit, visit->facts.arena_bytes, visit->facts.frame_bytes)) {
        run_on_stack(work, visit);
        weft_arena_release(visit->arena);
    } else if (visit->facts.is_limited) {
        weft_range_invite(visit->ranges, visit->slot); // another one
    }
    if (visit->is_last)
        visit->range->end(visit->range);
    return visit->has_run;
}

// A visit to a slot that invites. False if nothing is to be done there, or the thread may not.
static bool
visit_slot(struct weft_worker_pool *pool, unsigned slot, const void *owner, bool (*until)(void *data), void *data)
{
    struct visit visit = {
        .pool = pool,
        .ranges = weft_worker_pool_ranges(pool),
        .until = until,
        .data = data,
        .on_worker = weft_on_worker(),
        .seat = weft_worker_pool_seat(pool),
        .slot = slot,
    };

    if (!weft_range_has_left(visit.ranges, slot)) {
        weft_range_hide(visit.ranges, slot);
        return false;
    }
    visit.facts = weft_range_facts(visit.ranges, slot);
    if (until && !may_help(&visit, owner))
        return false;
    if (visit.facts.is_limited && !weft_range_accept(visit.ranges, slot, visit.facts.serial)) {
        // A worker may have looked in vain meanwhile; it comes back by itself if it is the calling one.
        if (!visit.on_worker && weft_range_has_left(visit.ranges, slot))
            weft_worker_pool_wake(pool);
        return false;
    }
    return join(&visit);
}

// What a worker has given to the ranges of its pool, in ticks by weight: the one that got least comes next.
static _Thread_local struct {
    uint64_t given[WEFT_RANGE_SLOTS];
    uint32_t serial[WEFT_RANGE_SLOTS]; // of the range that it was given to
    uint64_t least;                    // what the last one chosen had got: new ones begin there
} shares;

static unsigned
choose_slot(const struct weft_ranges *ranges, uint64_t bits)
{
    unsigned chosen = WEFT_NO_SLOT;

    for (; bits; bits &= bits - 1) {
        unsigned slot = (unsigned)__builtin_ctzll(bits);
        uint32_t serial = atomic_load_explicit(&ranges->slots[slot].serial, memory_order_relaxed);

        if (shares.serial[slot] != serial || shares.given[slot] < shares.least) {
            shares.serial[slot] = serial;
            shares.given[slot] = shares.least;
        }
        if (chosen == WEFT_NO_SLOT || shares.given[slot] < shares.given[chosen])
            chosen = slot;
    }
    shares.least = shares.given[chosen];
    return chosen;
}

// A worker's turn at one of the pool's open ranges, that which has had the least of its share.
static bool
work_at_some_range(struct weft_worker_pool *pool)
{
    struct weft_ranges *ranges = weft_worker_pool_ranges(pool);
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

// Who is called for a range calls others first.
static bool
answer_call(struct weft_worker_pool *pool, const struct weft_call *call)
{
    struct visit visit = {
        .pool = pool,
        .ranges = weft_worker_pool_ranges(pool),
        .on_worker = true,
        .seat = weft_worker_pool_seat(pool),
        .slot = call->slot,
        .facts = weft_range_facts(weft_worker_pool_ranges(pool), call->slot),
    };

    if (visit.facts.serial != call->serial || !weft_range_has_left(visit.ranges, call->slot))
        return false;
    call_others(&visit, call->callees, call->first, call->end);
    return join(&visit);
}

struct weft_worker_pool *
weft_scheduler_create_pool(const struct weft_cpu_set *cpus)
{
    static const struct weft_range_work range_work = {.work = work_at_some_range, .answer = answer_call};

    return weft_worker_pool_create(cpus, &range_work);
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

static bool
is_done(void *data)
{
    struct weft_awaited_range *awaited = data;

    // Acquire: what all of them have written.
    return atomic_load_explicit(&awaited->is_done, memory_order_acquire) != 0;
}

static void
tell_done(struct weft_range *range)
{
    struct weft_awaited_range *awaited =
        (struct weft_awaited_range *)(void *)((char *)range - offsetof(struct weft_awaited_range, range));
    _Atomic uint32_t *word = &awaited->is_done;

    // From here on it may be gone: the word is only named to the system, and who sleeps on it looks again.
    atomic_store_explicit(word, 1, memory_order_release);
    weft_futex_wake(word, 1);
}

void
weft_range_run(struct weft_worker_pool *pool, struct weft_awaited_range *awaited)
{
    struct weft_range *range = &awaited->range;

    range->end = tell_done;
    range->owner = awaited;
    atomic_init(&awaited->is_done, 0);
    if (weft_on_worker())
        range->run(range, NULL, 0, range->count);
    else if (weft_range_start(pool, range) == WEFT_LEFT)
        while (!is_done(awaited))
            if (!weft_ranges_help(pool, awaited, is_done, awaited))
                weft_futex_wait(&awaited->is_done, 0, NULL);
}
