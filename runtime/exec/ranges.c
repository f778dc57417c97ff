// SPDX-License-Identifier: Apache-2.0
// Open ranges: slots, parts, chunks. No threads here, and no policy.
#include "runtime/exec/ranges.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/base/futex.h"

#define GRANULES_MAX ((UINT64_C(1) << WEFT_RANGE_GRANULE_BITS) - 1)
#define COME_BACK_TICKS_MAX UINT64_C(20000)

// What is left of a part.
struct left {
    uint32_t serial;
    uint32_t begin, end;
};

static uint64_t
pack(struct left left)
{
    return (uint64_t)left.serial << 2 * WEFT_RANGE_GRANULE_BITS | (uint64_t)left.begin << WEFT_RANGE_GRANULE_BITS |
           left.end;
}

static struct left
unpack(uint64_t word)
{
    return (struct left){
        .serial = (uint32_t)(word >> 2 * WEFT_RANGE_GRANULE_BITS),
        .begin = word >> WEFT_RANGE_GRANULE_BITS & GRANULES_MAX,
        .end = word & GRANULES_MAX,
    };
}

bool
weft_ranges_init(struct weft_ranges *ranges, const struct weft_clusters *clusters)
{
    ranges->clusters = clusters;
    ranges->parts = aligned_alloc(64, WEFT_RANGE_SLOTS * clusters->count * sizeof(*ranges->parts));
    if (!ranges->parts)
        return false;
    weft_ranges_reset(ranges);
    return true;
}

void
weft_ranges_finish(struct weft_ranges *ranges)
{
    free(ranges->parts);
}

void
weft_ranges_reset(struct weft_ranges *ranges)
{
    const struct weft_clusters *clusters = ranges->clusters;

    ranges->claimed = 0;
    ranges->inviting = 0;
    memset((void *)ranges->slots, 0, sizeof(ranges->slots));
    memset((void *)ranges->parts, 0, WEFT_RANGE_SLOTS * clusters->count * sizeof(*ranges->parts));
    for (unsigned slot = 0; slot < WEFT_RANGE_SLOTS; slot++)
        ranges->slots[slot].part = ranges->parts + slot * clusters->count;
}

static unsigned
claim_slot(struct weft_ranges *ranges)
{
    uint64_t claimed = atomic_load_explicit(&ranges->claimed, memory_order_relaxed);
    unsigned slot;

    do {
        if (claimed == UINT64_MAX)
            return WEFT_NO_SLOT;
        slot = (unsigned)__builtin_ctzll(~claimed);
        // Acquire: pairs with the release of the slot's previous range.
    } while (!atomic_compare_exchange_weak_explicit(&ranges->claimed, &claimed, claimed | UINT64_C(1) << slot,
                                                    memory_order_acquire, memory_order_relaxed));
    return slot;
}

static void
open_part(struct weft_range_part *part, struct left left)
{
    atomic_store_explicit(&part->undone, left.end - left.begin, memory_order_relaxed);
    // Release: who takes a chunk sees the range, and what its indices read.
    atomic_store_explicit(&part->left, pack(left), memory_order_release);
}

// The parts' bits.
static uint64_t
open_parts(struct weft_ranges *ranges, struct weft_range_slot *open, uint32_t serial, uint32_t granules, unsigned home,
           bool deal_out)
{
    const struct weft_clusters *clusters = ranges->clusters;
    uint64_t workers = clusters->first[clusters->count];
    uint64_t parts = 0;

    if (!deal_out || clusters->count == 1) {
        open_part(&open->part[home], (struct left){serial, 0, granules});
        return UINT64_C(1) << home;
    }
    for (unsigned c = 0; c < clusters->count; c++) {
        uint32_t begin = (uint32_t)(granules * (uint64_t)clusters->first[c] / workers);
        uint32_t end = (uint32_t)(granules * (uint64_t)clusters->first[c + 1] / workers);

        if (begin == end)
            continue;
        open_part(&open->part[c], (struct left){serial, begin, end});
        parts |= UINT64_C(1) << c;
    }
    return parts;
}

unsigned
weft_range_open(struct weft_ranges *ranges, struct weft_range *range, uint64_t first, uint64_t granule, uint32_t wanted,
                unsigned home, bool deal_out)
{
    unsigned slot = claim_slot(ranges);
    struct weft_range_slot *open;
    uint64_t left = range->count - first;
    uint64_t parts;
    uint32_t serial;

    if (slot == WEFT_NO_SLOT)
        return slot;
    open = &ranges->slots[slot];
    serial =
        (atomic_load_explicit(&open->serial, memory_order_relaxed) + 1) & ((UINT32_C(1) << WEFT_RANGE_SERIAL_BITS) - 1);
    granule *= 1 + left / granule / GRANULES_MAX;
    atomic_store_explicit(&open->range, range, memory_order_relaxed);
    atomic_store_explicit(&open->weight, range->weight ? range->weight : WEFT_WEIGHT_MEDIUM, memory_order_relaxed);
    atomic_store_explicit(&open->wanted, wanted, memory_order_relaxed);
    atomic_store_explicit(&open->has_grain, range->grain != 0, memory_order_relaxed);
    atomic_store_explicit(&open->is_one_each, range->may_wait && range->is_few, memory_order_relaxed);
    atomic_store_explicit(&open->is_limited, range->most_threads != 0, memory_order_relaxed);
    atomic_store_explicit(&open->owner, range->owner, memory_order_relaxed);
    atomic_store_explicit(&open->granule, granule, memory_order_relaxed);
    atomic_store_explicit(&open->arena_bytes, range->arena_bytes, memory_order_relaxed);
    atomic_store_explicit(&open->frame_bytes, range->frame_bytes, memory_order_relaxed);
    atomic_store_explicit(&open->cost, range->cost, memory_order_relaxed);
    atomic_store_explicit(&open->first, first, memory_order_relaxed);
    atomic_store_explicit(&open->last, range->count, memory_order_relaxed);
    parts = open_parts(ranges, open, serial, (uint32_t)((left + granule - 1) / granule), home, deal_out);
    atomic_store_explicit(&open->undone, (uint32_t)__builtin_popcountll(parts), memory_order_relaxed);
    atomic_store_explicit(&open->parts, parts, memory_order_relaxed);
    // Release: pairs with weft_range_facts.
    atomic_store_explicit(&open->serial, serial, memory_order_release);
    return slot;
}

struct weft_range_facts
weft_range_facts(const struct weft_ranges *ranges, unsigned slot)
{
    const struct weft_range_slot *open = &ranges->slots[slot];

    return (struct weft_range_facts){
        .serial = atomic_load_explicit(&open->serial, memory_order_acquire),
        .weight = atomic_load_explicit(&open->weight, memory_order_relaxed),
        .wanted = atomic_load_explicit(&open->wanted, memory_order_relaxed),
        .has_grain = atomic_load_explicit(&open->has_grain, memory_order_relaxed),
        .is_one_each = atomic_load_explicit(&open->is_one_each, memory_order_relaxed),
        .is_limited = atomic_load_explicit(&open->is_limited, memory_order_relaxed),
        .granule = atomic_load_explicit(&open->granule, memory_order_relaxed),
        .arena_bytes = atomic_load_explicit(&open->arena_bytes, memory_order_relaxed),
        .frame_bytes = atomic_load_explicit(&open->frame_bytes, memory_order_relaxed),
        .owner = atomic_load_explicit(&open->owner, memory_order_relaxed),
    };
}

// The part has nothing left; the caller has its last chunk.
static void
note_empty(struct weft_ranges *ranges, unsigned slot, unsigned part)
{
    uint64_t bit = UINT64_C(1) << part;

    if (atomic_fetch_and_explicit(&ranges->slots[slot].parts, ~bit, memory_order_seq_cst) == bit &&
        (atomic_load_explicit(&ranges->inviting, memory_order_seq_cst) & UINT64_C(1) << slot))
        atomic_fetch_and_explicit(&ranges->inviting, ~(UINT64_C(1) << slot), memory_order_seq_cst);
}

// The thread has got these granules, of that part: the range cannot end before they are done.
static void
set_chunk(struct weft_ranges *ranges, unsigned slot, unsigned part, uint32_t begin, uint32_t granules,
          struct weft_chunk *chunk)
{
    struct weft_range_slot *open = &ranges->slots[slot];
    uint64_t granule = atomic_load_explicit(&open->granule, memory_order_relaxed);
    uint64_t last = atomic_load_explicit(&open->last, memory_order_relaxed);

    chunk->range = atomic_load_explicit(&open->range, memory_order_relaxed);
    chunk->part = part;
    chunk->granules = granules;
    chunk->begin = atomic_load_explicit(&open->first, memory_order_relaxed) + begin * granule;
    // The last granule may be cut short, and its end may not fit.
    chunk->end = granules * granule < last - chunk->begin ? chunk->begin + granules * granule : last;
}

static bool
take_from(struct weft_ranges *ranges, unsigned slot, uint32_t serial, struct weft_seat seat,
          uint32_t (*size)(const void *data, unsigned part, uint32_t left), const void *data, struct weft_chunk *chunk)
{
    struct weft_range_part *part = &ranges->slots[slot].part[seat.cluster];
    // Acquire: pairs with open_part.
    uint64_t word = atomic_load_explicit(&part->left, memory_order_acquire);
    uint32_t granules;
    struct left left, rest;

    do {
        left = unpack(word);
        if (left.serial != serial || left.begin >= left.end)
            return false;
        granules = size(data, seat.cluster, left.end - left.begin);
        if (granules > left.end - left.begin)
            granules = left.end - left.begin;
        rest = left;
        if (seat.at_end)
            rest.end -= granules;
        else
            rest.begin += granules;
    } while (!atomic_compare_exchange_weak_explicit(&part->left, &word, pack(rest), memory_order_acquire,
                                                    memory_order_acquire));
    if (rest.begin == rest.end)
        note_empty(ranges, slot, seat.cluster);
    set_chunk(ranges, slot, seat.cluster, seat.at_end ? rest.end : left.begin, granules, chunk);
    return true;
}

// Takes the later half of what a part has left, if that is more than `keep`.
static bool
halve(struct weft_range_part *part, uint32_t serial, uint32_t keep, struct left *half)
{
    uint64_t word = atomic_load_explicit(&part->left, memory_order_acquire);
    struct left left;

    do {
        left = unpack(word);
        if (left.serial != serial || left.begin + keep >= left.end)
            return false;
        *half = (struct left){serial, left.end - (left.end - left.begin) / 2, left.end};
    } while (!atomic_compare_exchange_weak_explicit(&part->left, &word,
                                                    pack((struct left){serial, left.begin, half->begin}),
                                                    memory_order_acquire, memory_order_acquire));
    return true;
}

// Gives the granules, which the calling thread has, from one part to another one that is empty, and is seen to be.
static void
move_to(struct weft_ranges *ranges, unsigned slot, unsigned to, unsigned from, struct left half)
{
    struct weft_range_slot *open = &ranges->slots[slot];
    uint32_t granules = half.end - half.begin;

    // First there, then not here: the range must not seem to be done.
    if (atomic_fetch_add_explicit(&open->part[to].undone, granules, memory_order_acq_rel) == 0)
        atomic_fetch_add_explicit(&open->undone, 1, memory_order_acq_rel);
    if (atomic_fetch_sub_explicit(&open->part[from].undone, granules, memory_order_acq_rel) == granules)
        atomic_fetch_sub_explicit(&open->undone, 1, memory_order_acq_rel);
    // Where others have meanwhile emptied all parts, the range does not invite any more.
    if (!atomic_fetch_or_explicit(&open->parts, UINT64_C(1) << to, memory_order_seq_cst) &&
        !atomic_load_explicit(&open->is_limited, memory_order_relaxed))
        atomic_fetch_or_explicit(&ranges->inviting, UINT64_C(1) << slot, memory_order_seq_cst);
    atomic_store_explicit(&open->part[to].left, pack(half), memory_order_release);
}

// Calls found() for parts with granules left, other clusters than `home` of the same node first, until it returns true.
// Each cluster begins with another one.
struct hunt {
    struct weft_ranges *ranges;
    unsigned slot, home;
    uint32_t serial;
    struct weft_chunk *chunk;
};

static bool
for_other_parts(const struct hunt *hunt, bool (*found)(const struct hunt *hunt, unsigned part))
{
    uint64_t parts = atomic_load_explicit(&hunt->ranges->slots[hunt->slot].parts, memory_order_relaxed);
    uint64_t node = hunt->ranges->clusters->same_node[hunt->home];
    uint64_t later = ~UINT64_C(0) << hunt->home;
    uint64_t turns[4] = {parts & node & later, parts & node & ~later, parts & ~node & later, parts & ~node & ~later};

    for (int turn = 0; turn < 4; turn++)
        for (uint64_t bits = turns[turn] & ~(UINT64_C(1) << hunt->home); bits; bits &= bits - 1)
            if (found(hunt, (unsigned)__builtin_ctzll(bits)))
                return true;
    return false;
}

// From a part that has more left than its own threads are about to take.
static bool
fetch_half(const struct hunt *hunt, unsigned part)
{
    const struct weft_clusters *clusters = hunt->ranges->clusters;
    uint32_t keep = clusters->first[part + 1] - clusters->first[part];
    struct left half;

    if (!halve(&hunt->ranges->slots[hunt->slot].part[part], hunt->serial, keep, &half))
        return false;
    move_to(hunt->ranges, hunt->slot, hunt->home, part, half);
    return true;
}

// Fills the home cluster's part, on behalf of its threads. False if nothing was to be had.
static bool
fetch(const struct hunt *hunt)
{
    struct weft_range_slot *open = &hunt->ranges->slots[hunt->slot];
    struct left own = unpack(atomic_load_explicit(&open->part[hunt->home].left, memory_order_acquire));

    if (own.serial == hunt->serial && own.begin < own.end)
        return true; // the last one that fetched has been quick
    // Whoever took the last of the part has still to say so.
    if (atomic_load_explicit(&open->parts, memory_order_acquire) & UINT64_C(1) << hunt->home)
        return false;
    return for_other_parts(hunt, fetch_half);
}

// As long as the threads of other clusters may need to come back for what is left there; if they have not, somebody
// else has to take it.
static void
give_them_time(const struct hunt *hunt)
{
    const struct weft_range_slot *open = &hunt->ranges->slots[hunt->slot];
    uint64_t cost = atomic_load_explicit(&open->cost, memory_order_relaxed);
    uint64_t start = weft_ticks(), ticks;

    if (__builtin_mul_overflow(cost, atomic_load_explicit(&open->granule, memory_order_relaxed), &ticks) ||
        ticks / WEFT_COST_PER_TICK > COME_BACK_TICKS_MAX)
        ticks = COME_BACK_TICKS_MAX * WEFT_COST_PER_TICK;
    while (weft_ticks() - start < ticks / WEFT_COST_PER_TICK)
        weft_pause();
}

static uint32_t
one(const void *data, unsigned part, uint32_t left)
{
    (void)data, (void)part, (void)left;
    return 1;
}

static bool
take_one(const struct hunt *hunt, unsigned part)
{
    return take_from(hunt->ranges, hunt->slot, hunt->serial, (struct weft_seat){part, false}, one, NULL, hunt->chunk);
}

bool
weft_range_take(struct weft_ranges *ranges, unsigned slot, uint32_t serial, struct weft_seat seat,
                uint32_t (*size)(const void *data, unsigned part, uint32_t left), const void *data,
                struct weft_chunk *chunk)
{
    struct weft_range_part *own = &ranges->slots[slot].part[seat.cluster];
    const struct hunt hunt = {ranges, slot, seat.cluster, serial, chunk};
    bool has_fetched = true;

    while (!take_from(ranges, slot, serial, seat, size, data, chunk)) {
        if (!has_fetched || ranges->clusters->count == 1 || !weft_range_has_left(ranges, slot))
            return false;
        if (atomic_exchange_explicit(&own->is_fetching, true, memory_order_acquire)) {
            // Another thread of the cluster does it.
            while (atomic_load_explicit(&own->is_fetching, memory_order_acquire))
                weft_pause();
            continue;
        }
        has_fetched = fetch(&hunt);
        if (!has_fetched)
            give_them_time(&hunt);
        atomic_store_explicit(&own->is_fetching, false, memory_order_release);
        if (!has_fetched && weft_range_has_left(ranges, slot) && for_other_parts(&hunt, take_one))
            return true;
    }
    return true;
}

bool
weft_range_done(struct weft_ranges *ranges, unsigned slot, const struct weft_chunk *chunk)
{
    struct weft_range_slot *open = &ranges->slots[slot];
    struct weft_range_part *part = &open->part[chunk->part];

    // Release: what the chunk has written is seen by the last one; acquire: this may be the last one.
    if (atomic_fetch_sub_explicit(&part->undone, chunk->granules, memory_order_acq_rel) != chunk->granules ||
        atomic_fetch_sub_explicit(&open->undone, 1, memory_order_acq_rel) != 1)
        return false;
    chunk->range->cost = atomic_load_explicit(&open->cost, memory_order_relaxed);
    chunk->range->is_measured = true;
    // Release: pairs with the next claim.
    atomic_fetch_and_explicit(&ranges->claimed, ~(UINT64_C(1) << slot), memory_order_release);
    return true;
}

bool
weft_range_has_left(const struct weft_ranges *ranges, unsigned slot)
{
    return atomic_load_explicit(&ranges->slots[slot].parts, memory_order_seq_cst) != 0;
}

void
weft_range_hide(struct weft_ranges *ranges, unsigned slot)
{
    uint64_t bit = UINT64_C(1) << slot;

    if (weft_range_has_left(ranges, slot) || !(atomic_load_explicit(&ranges->inviting, memory_order_seq_cst) & bit))
        return;
    atomic_fetch_and_explicit(&ranges->inviting, ~bit, memory_order_seq_cst);
    // Another range may have been opened there meanwhile.
    if (weft_range_has_left(ranges, slot))
        atomic_fetch_or_explicit(&ranges->inviting, bit, memory_order_seq_cst);
}

void
weft_range_invite(struct weft_ranges *ranges, unsigned slot)
{
    // Sequentially consistent: before the look at who is idle, and at what is left, which note_empty takes away first.
    atomic_fetch_or_explicit(&ranges->inviting, UINT64_C(1) << slot, memory_order_seq_cst);
    weft_range_hide(ranges, slot);
}

bool
weft_range_accept(struct weft_ranges *ranges, unsigned slot, uint32_t serial)
{
    uint64_t bit = UINT64_C(1) << slot;

    if (!(atomic_fetch_and_explicit(&ranges->inviting, ~bit, memory_order_seq_cst) & bit))
        return false;
    if (atomic_load_explicit(&ranges->slots[slot].serial, memory_order_acquire) == serial)
        return true;
    weft_range_invite(ranges, slot); // it is another one's, most likely
    return false;
}
