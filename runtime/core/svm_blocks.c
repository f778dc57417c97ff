// SPDX-License-Identifier: Apache-2.0
// Blocks of shared virtual memory: a buddy allocator, lowest address first, over one reserved range.
//
// Memory becomes accessible when a block is first taken there, and stays so. What is given back loses its pages, but
// for the last few blocks: who takes and gives the same size over and over makes no call of the system. Large blocks
// have a zone of their own, which asks for huge pages as a whole, so that the system sees few mappings.
#include "runtime/core/svm_blocks.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "runtime/base/fork.h"
#include "runtime/base/thread.h"
#include "runtime/core/bit_tree.h"
#include "runtime/core/machine.h"

#define LEAST_GOAL ((size_t)64 << 30)
#define LARGEST_RANGE ((size_t)16 << 40)
#define SMALLEST_RANGE ((size_t)64 << 20)
#define ORDERS 40u // up to 2^39 granules
// What becomes accessible at a time: a huge page.
#define STEP_BYTES ((size_t)2 << 20)
#define STEP_GRANULES (STEP_BYTES / WEFT_SVM_GRANULE_BYTES)
// Freed blocks that keep their pages: so many, of so many bytes together, none of more than a quarter of that.
#define KEPT_BLOCKS 64u
#define KEPT_BYTES ((size_t)64 << 20)

struct kept_block {
    uint32_t order;
    size_t granule;
};

struct zone {
    struct weft_mutex lock;
    struct weft_fork_lock fork_lock;
    struct weft_bit_tree free[ORDERS] WEFT_GUARDED_BY(lock);   // of each order: block numbers, in units of its size
    unsigned char *accessible WEFT_GUARDED_BY(lock);           // owned: of each step of the range, its own ones only
    struct kept_block kept[KEPT_BLOCKS] WEFT_GUARDED_BY(lock); // the newest last
    unsigned kept_count WEFT_GUARDED_BY(lock);
    size_t kept_bytes WEFT_GUARDED_BY(lock);
};

static struct weft_mutex range_lock = WEFT_MUTEX_INITIALIZER; // only one thread reserves the range
static struct weft_svm_range range;                           // constant once `ready` points to it
static _Atomic(const struct weft_svm_range *) ready;          // released by the maker, acquired by readers
static unsigned top;                                          // the order of the whole range
static struct zone zones[WEFT_SVM_ZONES] = {
    [WEFT_SVM_SMALL] = {.fork_lock = {.lock = &zones[WEFT_SVM_SMALL].lock}},
    [WEFT_SVM_LARGE] = {.fork_lock = {.lock = &zones[WEFT_SVM_LARGE].lock}},
};
static unsigned char *tables; // owned: one mapping with all tables
static size_t tables_bytes;

static unsigned
make_head(unsigned order, enum weft_svm_state state, unsigned tag)
{
    return (order + 1) | (unsigned)state << 6 | tag << 8;
}

// Release: pairs with the acquire in weft_svm_blocks_head, so that who finds the block finds the caller's bytes zeroed
// or as they were when it was last given back.
static void
set_head(size_t granule, unsigned head)
{
    atomic_store_explicit(&range.heads[granule], (uint16_t)head, memory_order_release);
}

const struct weft_svm_range *
weft_svm_blocks_range(void)
{
    return atomic_load_explicit(&ready, memory_order_acquire);
}

size_t
weft_svm_blocks_head(const struct weft_svm_range *r, size_t granule, unsigned *head)
{
    size_t at = granule;
    unsigned found;

    // The first granules of all blocks that could hold this one, the nearest first.
    while (!(found = atomic_load_explicit(&r->heads[at], memory_order_acquire)) && at)
        at &= at - 1;
    // While others split and join free blocks one may be seen that ends before the granule.
    *head = found && granule - at < (size_t)1 << WEFT_SVM_HEAD_ORDER(found) ? found : make_head(0, WEFT_SVM_FREE, 0);
    return at;
}

static size_t
range_goal(void)
{
    struct rlimit limit;
    size_t memory = (size_t)weft_machine_memory_bytes(), bytes = LEAST_GOAL;

    while (bytes < LARGEST_RANGE && bytes / 4 < memory)
        bytes *= 2;
    // Under `ulimit -v` address space is memory to the application: half of it, of which three quarters are for large
    // blocks, still holds CL_DEVICE_MAX_MEM_ALLOC_SIZE.
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        while (bytes > SMALLEST_RANGE && bytes > limit.rlim_cur / 2)
            bytes /= 2;
    return bytes;
}

static size_t
align_up(size_t bytes, size_t alignment)
{
    return (bytes + alignment - 1) & ~(alignment - 1);
}

static void *
map(size_t bytes, int protection)
{
    void *start = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return start == MAP_FAILED ? NULL : start;
}

// The data aligned to its large blocks' alignment as far as that matters: to a huge page.
static unsigned char *
map_data(size_t bytes)
{
    unsigned char *start = map(bytes + STEP_BYTES, PROT_NONE), *aligned;

    if (!start)
        return NULL;
    aligned = (unsigned char *)align_up((uintptr_t)start, STEP_BYTES);
    if (aligned > start)
        munmap(start, (size_t)(aligned - start));
    munmap(aligned + bytes, (size_t)(start + STEP_BYTES - aligned));
    return aligned;
}

// Lays the tables out from `at` on, or only counts their bytes if it is NULL.
static size_t
lay_out(struct weft_svm_range *r, unsigned char *at) WEFT_NO_ANALYSIS // the maker's alone
{
    size_t large = r->granules - r->small_granules, used = 0;
    unsigned orders = (unsigned)__builtin_ctzll(r->granules) + 1;

    for (unsigned z = 0; z < WEFT_SVM_ZONES; z++)
        for (unsigned order = 0; order < orders; order++) {
            size_t count = r->granules >> order;

            if (at)
                weft_bit_tree_init(&zones[z].free[order], count, (uint64_t *)(void *)(at + used));
            used += weft_bit_tree_words(count) * sizeof(uint64_t);
        }
    if (at)
        r->heads = (_Atomic uint16_t *)(void *)(at + used);
    used = align_up(used + r->granules * sizeof(uint16_t), 64);
    if (at)
        zones[WEFT_SVM_SMALL].accessible = zones[WEFT_SVM_LARGE].accessible = at + used;
    used = align_up(used + r->granules / STEP_GRANULES, 4096);
    if (at)
        r->per_small = at + used;
    used += r->small_granules * r->small_bytes;
    if (at)
        r->per_large = at + used;
    return align_up(used + large * r->large_bytes, 4096);
}

static bool
reserve(size_t bytes)
{
    struct weft_svm_range *r = &range;

    r->granules = bytes / WEFT_SVM_GRANULE_BYTES;
    r->small_granules = r->granules / 4;
    tables_bytes = lay_out(r, NULL);
    r->start = map_data(bytes);
    if (!r->start)
        return false;
    tables = map(tables_bytes, PROT_READ | PROT_WRITE);
    if (!tables) {
        munmap(r->start, bytes);
        return false;
    }
    lay_out(r, tables);
    return true;
}

static void
add_free(struct zone *zone, size_t granule, unsigned order) WEFT_REQUIRES(zone->lock)
{
    set_head(granule, make_head(order, WEFT_SVM_FREE, 0));
    weft_bit_tree_add(&zone->free[order], granule >> order);
}

static void
fill_zones(void) WEFT_NO_ANALYSIS // nobody else sees them yet
{
    const size_t small = range.small_granules;

    top = (unsigned)__builtin_ctzll(range.granules);
    add_free(&zones[WEFT_SVM_SMALL], 0, top - 2);
    add_free(&zones[WEFT_SVM_LARGE], small, top - 2);
    add_free(&zones[WEFT_SVM_LARGE], 2 * small, top - 1);
    // A hint: systems without it are only slower.
    madvise(range.start + small * WEFT_SVM_GRANULE_BYTES, 3 * small * WEFT_SVM_GRANULE_BYTES, MADV_HUGEPAGE);
}

static void
start(size_t small_bytes, size_t large_bytes) WEFT_REQUIRES(range_lock)
{
    size_t bytes = range_goal();

    range.small_bytes = small_bytes;
    range.large_bytes = large_bytes;
    while (!reserve(bytes)) {
        range.start = NULL;
        if (bytes <= SMALLEST_RANGE)
            return;
        bytes /= 2;
    }
    fill_zones();
    atomic_store_explicit(&ready, &range, memory_order_release); // partner: the acquire in weft_svm_blocks_range
}

const struct weft_svm_range *
weft_svm_blocks_start(size_t small_bytes, size_t large_bytes)
{
    static struct weft_fork_lock fork_lock = {.lock = &range_lock};
    const struct weft_svm_range *r = weft_svm_blocks_range();

    if (r)
        return r;
    weft_fork_takes(&fork_lock);
    for (unsigned z = 0; z < WEFT_SVM_ZONES; z++)
        weft_fork_takes(&zones[z].fork_lock);
    weft_mutex_lock(&range_lock);
    if (!atomic_load_explicit(&ready, memory_order_relaxed))
        start(small_bytes, large_bytes);
    weft_mutex_unlock(&range_lock);
    return weft_svm_blocks_range();
}

void
weft_svm_blocks_shutdown(void) WEFT_NO_ANALYSIS // no thread is left
{
    if (!range.start)
        return;
    atomic_store_explicit(&ready, NULL, memory_order_relaxed);
    munmap(range.start, range.granules * WEFT_SVM_GRANULE_BYTES);
    munmap(tables, tables_bytes);
    range.start = NULL;
    for (unsigned z = 0; z < WEFT_SVM_ZONES; z++)
        zones[z].kept_count = 0, zones[z].kept_bytes = 0;
}

// Makes the first `bytes` of the block accessible. False if the system refuses.
static bool
make_accessible(struct zone *zone, size_t granule, size_t bytes) WEFT_REQUIRES(zone->lock)
{
    size_t first = granule / STEP_GRANULES, end = (granule * WEFT_SVM_GRANULE_BYTES + bytes - 1) / STEP_BYTES + 1;

    while (first < end) {
        size_t last = first;

        while (last < end && !zone->accessible[last])
            last++;
        if (last > first) {
            if (mprotect(range.start + first * STEP_BYTES, (last - first) * STEP_BYTES, PROT_READ | PROT_WRITE) != 0)
                return false;
            memset(zone->accessible + first, 1, last - first);
        }
        first = last + 1;
    }
    return true;
}

// Takes a block of the order off the kept ones; the newest, whose bytes are nearest.
static bool
take_kept(struct zone *zone, unsigned order, size_t *granule) WEFT_REQUIRES(zone->lock)
{
    for (unsigned i = zone->kept_count; i-- > 0;)
        if (zone->kept[i].order == order) {
            *granule = zone->kept[i].granule;
            zone->kept_bytes -= WEFT_SVM_GRANULE_BYTES << order;
            memmove(&zone->kept[i], &zone->kept[i + 1], (--zone->kept_count - i) * sizeof(zone->kept[0]));
            return true;
        }
    return false;
}

// Splits the smallest free block that is large enough, the lowest of these.
static bool
take_free(struct zone *zone, unsigned order, size_t *granule) WEFT_REQUIRES(zone->lock)
{
    unsigned from = order;
    size_t number = 0;

    while (from <= top && !weft_bit_tree_lowest(&zone->free[from], &number))
        from++;
    if (from > top)
        return false;
    weft_bit_tree_remove(&zone->free[from], number);
    *granule = number << from;
    while (from > order) {
        from--;
        add_free(zone, *granule + ((size_t)1 << from), from);
    }
    return true;
}

// Joins the block with its other half as long as that is free.
static void
insert(struct zone *zone, size_t granule, unsigned order) WEFT_REQUIRES(zone->lock)
{
    while (order < top && weft_bit_tree_has(&zone->free[order], (granule >> order) ^ 1)) {
        const size_t other = granule ^ (size_t)1 << order;

        weft_bit_tree_remove(&zone->free[order], other >> order);
        // The upper half's head goes first: until then it is a block of its own.
        set_head(granule | other, 0);
        granule &= other;
        order++;
    }
    add_free(zone, granule, order);
}

// The oldest of the kept blocks, so that no more than `bytes` of them stay; false if that is so.
static bool
drop_oldest(struct zone *zone, size_t bytes, struct kept_block *block) WEFT_REQUIRES(zone->lock)
{
    if (!zone->kept_count || (zone->kept_bytes <= bytes && zone->kept_count < KEPT_BLOCKS))
        return false;
    *block = zone->kept[0];
    zone->kept_bytes -= WEFT_SVM_GRANULE_BYTES << block->order;
    memmove(&zone->kept[0], &zone->kept[1], --zone->kept_count * sizeof(zone->kept[0]));
    return true;
}

// Takes the block's pages away and makes it free. Under no lock, for that takes long.
static void
discard(struct zone *zone, struct kept_block block)
{
    madvise(range.start + block.granule * WEFT_SVM_GRANULE_BYTES, WEFT_SVM_GRANULE_BYTES << block.order, MADV_DONTNEED);
    weft_mutex_lock(&zone->lock);
    insert(zone, block.granule, block.order);
    weft_mutex_unlock(&zone->lock);
}

static bool
discard_kept(struct zone *zone)
{
    struct kept_block block;
    bool any = false, more;

    do {
        weft_mutex_lock(&zone->lock);
        more = zone->kept_count > 0;
        if (more)
            more = drop_oldest(zone, 0, &block);
        weft_mutex_unlock(&zone->lock);
        if (more)
            discard(zone, block);
        any = any || more;
    } while (more);
    return any;
}

static bool
take(struct zone *zone, unsigned order, size_t bytes, unsigned tag, size_t *granule)
{
    bool taken, usable = false;

    weft_mutex_lock(&zone->lock);
    taken = take_kept(zone, order, granule) || take_free(zone, order, granule);
    if (taken) {
        usable = make_accessible(zone, *granule, bytes);
        if (usable)
            set_head(*granule, make_head(order, WEFT_SVM_USED, tag));
        else
            insert(zone, *granule, order);
    }
    weft_mutex_unlock(&zone->lock);
    return usable;
}

bool
weft_svm_blocks_take(enum weft_svm_zone first, bool small_only, unsigned order, size_t bytes, unsigned tag,
                     size_t *granule)
{
    struct zone *zone = &zones[first], *other = &zones[WEFT_SVM_ZONES - 1 - first];

    if (order >= top)
        return false;
    // Kept blocks may be what is missing for a larger one.
    return take(zone, order, bytes, tag, granule) || (discard_kept(zone) && take(zone, order, bytes, tag, granule)) ||
           (!small_only && take(other, order, bytes, tag, granule)) ||
           (!small_only && discard_kept(other) && take(other, order, bytes, tag, granule));
}

void
weft_svm_blocks_give(size_t granule)
{
    struct zone *zone = &zones[granule < range.small_granules ? WEFT_SVM_SMALL : WEFT_SVM_LARGE];
    unsigned order = WEFT_SVM_HEAD_ORDER(atomic_load_explicit(&range.heads[granule], memory_order_relaxed));
    size_t bytes = WEFT_SVM_GRANULE_BYTES << order;
    struct kept_block block = {order, granule};
    bool drops;

    set_head(granule, make_head(order, WEFT_SVM_KEPT, 0));
    if (bytes > KEPT_BYTES / 4) {
        discard(zone, block);
        return;
    }
    do {
        weft_mutex_lock(&zone->lock);
        drops = drop_oldest(zone, KEPT_BYTES - bytes, &block);
        if (!drops) {
            zone->kept[zone->kept_count++] = (struct kept_block){order, granule};
            zone->kept_bytes += bytes;
        }
        weft_mutex_unlock(&zone->lock);
        if (drops)
            discard(zone, block);
    } while (drops);
}
