// SPDX-License-Identifier: Apache-2.0
// The heap of shared virtual memory: spans of equal slots for small allocations, blocks of their own for large ones.
//
// What is known of an allocation is not in it, which is the application's, but in a record beside: found from its
// address, never given back, and so always good to look at.
#include "runtime/core/svm_heap.h"

#include <string.h>

#include "runtime/base/fork.h"
#include "runtime/base/thread.h"
#include "runtime/core/svm_blocks.h"

#define SLOT_BYTES_MAX ((size_t)32 << 10)
// Slot sizes: multiples of 128 up to 1 KB, then four to a doubling. A tag of a block is one more; 0: one allocation.
#define FINE_BYTES ((size_t)1024)
#define FINE_CLASSES (FINE_BYTES / WEFT_SVM_ALIGN_BYTES)
#define CLASSES (FINE_CLASSES + 5 * 4)
// Spans of small slots are a granule, others eight: at least 16 slots.
#define SMALL_SLOT_BYTES ((size_t)4096)
#define LARGE_SPAN_ORDER 3u
#define SLOTS_MAX (WEFT_SVM_GRANULE_BYTES / WEFT_SVM_ALIGN_BYTES)

struct record {
    _Atomic size_t bytes;
    _Atomic(cl_context) context;
    _Atomic(cl_device_id) device;
    _Atomic cl_uint flags;
    _Atomic uint32_t kind; // enum weft_svm_kind; not NONE: live, and the type above it
};

#define TYPE_SHIFT 8u

// Of a span's first granule; guarded by the lock of its class.
struct span {
    uint64_t free_slots[SLOTS_MAX / 64]; // bits
    uint32_t next, previous;             // granules + 1, or 0; in the list of its class, if any slot is free
    uint32_t free_count;
};

// Of each granule of small blocks.
struct granule {
    struct span span;
    struct record records[SLOTS_MAX]; // of a span's slots; the first: of a block that is one allocation
};

struct size_class {
    _Alignas(64) struct weft_mutex lock;
    uint32_t first WEFT_GUARDED_BY(lock); // granule + 1 of the first span with free slots; 0: there is none
    struct weft_fork_lock fork_lock;
};

static struct size_class classes[CLASSES];

static unsigned
class_of(size_t bytes)
{
    unsigned log;

    if (bytes <= FINE_BYTES)
        return (unsigned)((bytes - 1) / WEFT_SVM_ALIGN_BYTES);
    log = 63 - (unsigned)__builtin_clzll(bytes - 1);
    return (unsigned)FINE_CLASSES + (log - 10) * 4 + (unsigned)((bytes - 1) >> (log - 2) & 3);
}

static size_t
slot_bytes(unsigned number)
{
    unsigned coarse = number - (unsigned)FINE_CLASSES;

    if (number < FINE_CLASSES)
        return (number + 1) * (size_t)WEFT_SVM_ALIGN_BYTES;
    return (size_t)(coarse % 4 + 5) << (coarse / 4 + 8);
}

static unsigned
span_order(size_t slot)
{
    return slot <= SMALL_SLOT_BYTES ? 0 : LARGE_SPAN_ORDER;
}

static uint32_t
slots_of(size_t slot)
{
    return (uint32_t)((WEFT_SVM_GRANULE_BYTES << span_order(slot)) / slot);
}

static struct granule *
granule_at(const struct weft_svm_range *range, size_t number)
{
    return (struct granule *)range->per_small + number;
}

static struct record *
record_of_block(const struct weft_svm_range *range, size_t granule)
{
    if (granule < range->small_granules)
        return &granule_at(range, granule)->records[0];
    return (struct record *)range->per_large + (granule - range->small_granules);
}

static const struct weft_svm_range *
start(void)
{
    const struct weft_svm_range *range = weft_svm_blocks_range();

    if (range)
        return range;
    for (unsigned i = 0; i < CLASSES; i++) {
        // Every thread that comes here writes the same.
        __atomic_store_n(&classes[i].fork_lock.lock, &classes[i].lock, __ATOMIC_RELAXED);
        weft_fork_takes(&classes[i].fork_lock);
    }
    return weft_svm_blocks_start(sizeof(struct granule), sizeof(struct record));
}

static void
link_span(const struct weft_svm_range *range, struct size_class *class, uint32_t granule) WEFT_REQUIRES(class->lock)
{
    struct span *span = &granule_at(range, granule)->span;

    span->previous = 0;
    span->next = class->first;
    if (class->first)
        granule_at(range, class->first - 1)->span.previous = granule + 1;
    class->first = granule + 1;
}

static void
unlink_span(const struct weft_svm_range *range, struct size_class *class, const struct span *span)
    WEFT_REQUIRES(class->lock)
{
    if (span->previous)
        granule_at(range, span->previous - 1)->span.next = span->next;
    else
        class->first = span->next;
    if (span->next)
        granule_at(range, span->next - 1)->span.previous = span->previous;
}

// The lowest free slot of the class's first span; false if it has none.
static bool
take_slot(const struct weft_svm_range *range, struct size_class *class, size_t *granule, unsigned *slot)
    WEFT_REQUIRES(class->lock)
{
    struct span *span;
    unsigned word = 0;

    if (!class->first)
        return false;
    *granule = class->first - 1;
    span = &granule_at(range, *granule)->span;
    while (!span->free_slots[word])
        word++;
    *slot = word * 64 + (unsigned)__builtin_ctzll(span->free_slots[word]);
    span->free_slots[word] &= span->free_slots[word] - 1;
    if (--span->free_count == 0)
        unlink_span(range, class, span);
    return true;
}

// A new span for the class. It is taken under no lock: two threads may both bring one.
static bool
add_span(const struct weft_svm_range *range, unsigned number)
{
    const size_t slot = slot_bytes(number);
    const uint32_t count = slots_of(slot);
    struct size_class *class = &classes[number];
    struct span *span;
    size_t granule;

    if (!weft_svm_blocks_take(WEFT_SVM_SMALL, true, span_order(slot), WEFT_SVM_GRANULE_BYTES << span_order(slot),
                              number + 1, &granule))
        return false;
    weft_mutex_lock(&class->lock);
    span = &granule_at(range, granule)->span;
    memset(span->free_slots, 0, sizeof(span->free_slots));
    for (uint32_t i = 0; i < count; i++)
        span->free_slots[i / 64] |= UINT64_C(1) << i % 64;
    span->free_count = count;
    link_span(range, class, (uint32_t)granule);
    weft_mutex_unlock(&class->lock);
    return true;
}

static unsigned char *
take_small(const struct weft_svm_range *range, unsigned number, struct record **record)
{
    struct size_class *class = &classes[number];
    size_t granule = 0;
    unsigned slot = 0;
    bool taken;

    do {
        weft_mutex_lock(&class->lock);
        taken = take_slot(range, class, &granule, &slot);
        weft_mutex_unlock(&class->lock);
    } while (!taken && add_span(range, number));
    if (!taken)
        return NULL;
    *record = &granule_at(range, granule)->records[slot];
    return range->start + granule * WEFT_SVM_GRANULE_BYTES + slot * slot_bytes(number);
}

static unsigned char *
take_block(const struct weft_svm_range *range, size_t bytes, struct record **record)
{
    const enum weft_svm_zone zone = bytes >= (size_t)2 << 20 ? WEFT_SVM_LARGE : WEFT_SVM_SMALL; // huge pages
    const size_t granules = (bytes - 1) / WEFT_SVM_GRANULE_BYTES + 1;
    const unsigned order = granules > 1 ? 64 - (unsigned)__builtin_clzll(granules - 1) : 0;
    size_t granule;

    if (!weft_svm_blocks_take(zone, false, order, bytes, 0, &granule))
        return NULL;
    *record = record_of_block(range, granule);
    return range->start + granule * WEFT_SVM_GRANULE_BYTES;
}

void *
weft_svm_heap_take(const struct weft_svm_allocation *wanted)
{
    const struct weft_svm_range *range = start();
    struct record *record;
    unsigned char *base;

    if (!range || wanted->bytes == 0)
        return NULL;
    if (wanted->bytes <= SLOT_BYTES_MAX)
        base = take_small(range, class_of(wanted->bytes), &record);
    else
        base = take_block(range, wanted->bytes, &record);
    if (!base)
        return NULL;
    atomic_store_explicit(&record->bytes, wanted->bytes, memory_order_relaxed);
    atomic_store_explicit(&record->context, wanted->context, memory_order_relaxed);
    atomic_store_explicit(&record->device, wanted->device, memory_order_relaxed);
    atomic_store_explicit(&record->flags, wanted->flags, memory_order_relaxed);
    // Partner: the acquire in weft_svm_heap_find.
    atomic_store_explicit(&record->kind, (uint32_t)wanted->kind | wanted->type << TYPE_SHIFT, memory_order_release);
    return base;
}

struct place {
    struct record *record;
    unsigned char *base;
    size_t granule; // the head of the block it is in
    unsigned tag;
    unsigned slot;
};

// Where what the pointer leads into has its record; false if there is nothing.
static bool
locate(const struct weft_svm_range *range, uintptr_t offset, struct place *place)
{
    unsigned head, slot = 0;
    size_t size = 0;

    place->granule = weft_svm_blocks_head(range, offset / WEFT_SVM_GRANULE_BYTES, &head);
    place->tag = WEFT_SVM_HEAD_TAG(head);
    if (WEFT_SVM_HEAD_STATE(head) != WEFT_SVM_USED)
        return false;
    place->record = record_of_block(range, place->granule);
    if (place->tag) {
        size = slot_bytes(place->tag - 1);
        slot = (uint32_t)(offset - place->granule * WEFT_SVM_GRANULE_BYTES) / (uint32_t)size;
        if (slot >= slots_of(size))
            return false;
        place->record += slot;
    }
    place->slot = slot;
    place->base = range->start + place->granule * WEFT_SVM_GRANULE_BYTES + slot * size;
    return true;
}

enum weft_svm_place
weft_svm_heap_find(const void *pointer, struct weft_svm_allocation *allocation)
{
    const struct weft_svm_range *range = weft_svm_blocks_range();
    uintptr_t offset = range ? (uintptr_t)pointer - (uintptr_t)range->start : 0;
    struct weft_svm_allocation found;
    struct place place;
    uint32_t kind;

    if (!range || offset / WEFT_SVM_GRANULE_BYTES >= range->granules)
        return WEFT_SVM_SYSTEM;
    if (!locate(range, offset, &place))
        return WEFT_SVM_DANGLING;
    // Acquire: the rest is what weft_svm_heap_take has written before.
    kind = atomic_load_explicit(&place.record->kind, memory_order_acquire);
    found.kind = (enum weft_svm_kind)(kind & ((1u << TYPE_SHIFT) - 1));
    found.type = kind >> TYPE_SHIFT;
    found.base = place.base;
    found.bytes = atomic_load_explicit(&place.record->bytes, memory_order_relaxed);
    found.context = atomic_load_explicit(&place.record->context, memory_order_relaxed);
    found.device = atomic_load_explicit(&place.record->device, memory_order_relaxed);
    found.flags = atomic_load_explicit(&place.record->flags, memory_order_relaxed);
    if (found.kind == WEFT_SVM_NONE || (const unsigned char *)pointer - found.base >= (ptrdiff_t)found.bytes)
        return WEFT_SVM_DANGLING;
    *allocation = found;
    return WEFT_SVM_LIVE;
}

static void
give_slot(const struct weft_svm_range *range, const struct place *place)
{
    struct size_class *class = &classes[place->tag - 1];
    struct span *span = &granule_at(range, place->granule)->span;
    bool is_empty = false;

    weft_mutex_lock(&class->lock);
    span->free_slots[place->slot / 64] |= UINT64_C(1) << place->slot % 64;
    if (span->free_count++ == 0) {
        link_span(range, class, (uint32_t)place->granule);
    } else if (span->free_count == slots_of(slot_bytes(place->tag - 1)) && (span->next || span->previous)) {
        // One span with free slots stays.
        is_empty = true;
        unlink_span(range, class, span);
    }
    weft_mutex_unlock(&class->lock);
    if (is_empty)
        weft_svm_blocks_give(place->granule);
}

bool
weft_svm_heap_give(void *base)
{
    const struct weft_svm_range *range = weft_svm_blocks_range();
    uintptr_t offset = range ? (uintptr_t)base - (uintptr_t)range->start : 0;
    struct place place;

    if (!range || offset / WEFT_SVM_GRANULE_BYTES >= range->granules || !locate(range, offset, &place) ||
        place.base != base)
        return false;
    // Of threads that free the same one gets it. Acquire and release: all that used the memory comes before.
    if (atomic_exchange_explicit(&place.record->kind, WEFT_SVM_NONE, memory_order_acq_rel) == WEFT_SVM_NONE)
        return false;
    if (place.tag)
        give_slot(range, &place);
    else
        weft_svm_blocks_give(place.granule);
    return true;
}

void
weft_svm_heap_shutdown(void) WEFT_NO_ANALYSIS // no thread is left
{
    for (unsigned i = 0; i < CLASSES; i++)
        classes[i].first = 0;
    weft_svm_blocks_shutdown();
}
