// SPDX-License-Identifier: Apache-2.0
// The slot allocator behind every OpenCL object, and the two reference counts.
//
// One address range is reserved at load and made accessible from its start as slots are needed. Each thread keeps a
// magazine of free slots and works on it without atomics; what one thread creates and another frees travels in batches
// through one lock-free stack. A slot's memory is never given back before the library is unloaded: reading the type of
// a freed slot is always allowed.
#include "runtime/core/object.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "runtime/base/log.h"

#if defined(__SANITIZE_ADDRESS__)
#define WEFT_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WEFT_ASAN 1
#endif
#endif
#ifdef WEFT_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/lsan_interface.h>
// Objects own heap memory, which is no leak as long as they live.
#define REGISTER_RANGE(address, size) __lsan_register_root_region(address, size)
#define UNREGISTER_RANGE(address, size) __lsan_unregister_root_region(address, size)
#define POISON(address, size) ASAN_POISON_MEMORY_REGION(address, size)
#define UNPOISON(address, size) ASAN_UNPOISON_MEMORY_REGION(address, size)
#else
#define REGISTER_RANGE(address, size) ((void)(address), (void)(size))
#define UNREGISTER_RANGE(address, size) ((void)(address), (void)(size))
#define POISON(address, size) ((void)(address), (void)(size))
#define UNPOISON(address, size) ((void)(address), (void)(size))
#endif

#define SLOT ((size_t)WEFT_OBJECT_SLOT_BYTES)
#define LARGEST_RANGE ((size_t)16 << 30)
#define SMALLEST_RANGE ((size_t)1 << 20)
#define COMMIT_STEP ((size_t)256 << 10) // bytes made accessible at a time
#define BATCH 32u                       // slots that travel together
#define MAGAZINE (2 * BATCH)            // so that a thread at a batch's edge does not exchange one at every step
#define STATIC_SLOT_COUNT 2u            // the platform and the root device
#define NO_SLOT UINT32_MAX

// An object's counts are one word, so that no reference appears or goes unseen between two looks: from the low end the
// internal references, the application's (which hold one internal one together, and are counted no further than they
// can be), and how many objects the slot has had, so that who compares the word never takes one for another.
#define REF UINT64_C(1)
#define API_REF (UINT64_C(1) << 28)
#define GENERATION_STEP (UINT64_C(1) << 52)
#define REFS (API_REF - REF)
#define API_REFS (GENERATION_STEP - API_REF)
#define GENERATION (~(REFS | API_REFS))
#define ONLY_API (API_REF + REF) // the application's first reference, and nobody's else

_Static_assert(offsetof(struct weft_object, dispatch) == 0, "the loader reads the dispatch table at offset 0");
_Static_assert(offsetof(struct weft_object, dispatch_data) == sizeof(void *), "cl_khr_icd 2.0 wants it second");

// The first batch of the stack: its first slot's index plus one in the low half (0: none), a count of changes in the
// high half, so that a batch that was taken and returned meanwhile does not look untouched to compare-and-swap.
static _Alignas(64) _Atomic uint64_t batches;

static _Thread_local struct {
    uint32_t count;
    bool registered; // to be emptied when the thread ends
    uint32_t slots[MAGAZINE];
} magazine;
static pthread_key_t magazine_key; // its destructor empties the magazine
static bool magazine_key_valid;

static unsigned char *range_start;     // NULL if the system gave none; constant from startup to shutdown
static size_t range_bytes;             // likewise
static _Atomic size_t committed_bytes; // accessible from the start of the range
static _Atomic size_t used_slots;      // slots ever taken out of the untouched part

// Objects that must outlive the range: other libraries' destructors may still call with them when the process ends.
static _Alignas(512) unsigned char static_slots[STATIC_SLOT_COUNT][WEFT_OBJECT_SLOT_BYTES];
static _Atomic uint32_t static_slots_used;

static const void *object_dispatch;
static void *_Atomic object_dispatch_data;

void
weft_object_set_dispatch(const void *dispatch, void *dispatch_data)
{
    object_dispatch = dispatch;
    atomic_store_explicit(&object_dispatch_data, dispatch_data, memory_order_relaxed);
}

static size_t
largest_range_allowed(void)
{
    struct rlimit limit;
    size_t bytes = LARGEST_RANGE;

    // Under `ulimit -v` address space is memory to the application: take a small part of it.
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        while (bytes > SMALLEST_RANGE && bytes > limit.rlim_cur / 16)
            bytes /= 2;
    return bytes;
}

static struct weft_object *
slot_at(uint32_t index)
{
    return (struct weft_object *)(void *)(range_start + (size_t)index * SLOT);
}

// In a free slot that waits in a batch: the index of the batch's next slot (low half), and in its first slot the next
// batch's head word (high half). Of used slots nobody writes it: another thread may still look at it.
static _Atomic uint64_t *
link_of(uint32_t index)
{
    return &slot_at(index)->link;
}

// Links slots into a batch and puts it on the stack. The release pairs with the acquire in pop_batch.
static void
push_batch(const uint32_t *slots, uint32_t count)
{
    uint64_t old = atomic_load_explicit(&batches, memory_order_relaxed);

    for (uint32_t i = 1; i < count; i++)
        atomic_store_explicit(link_of(slots[i]), i + 1 < count ? slots[i + 1] : NO_SLOT, memory_order_relaxed);
    do
        atomic_store_explicit(link_of(slots[0]), old << 32 | (count > 1 ? slots[1] : NO_SLOT), memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&batches, &old, ((old >> 32) + 1) << 32 | (slots[0] + 1),
                                                  memory_order_release, memory_order_relaxed));
}

// Takes a batch off the stack; returns how many slots, 0 if there is none.
static uint32_t
pop_batch(uint32_t *slots)
{
    uint64_t old = atomic_load_explicit(&batches, memory_order_acquire);
    uint32_t count = 0;
    uint64_t next;

    do {
        if ((uint32_t)old == 0)
            return 0;
        // Another thread may take the batch meanwhile; then `next` is garbage and the exchange fails.
        next = atomic_load_explicit(link_of((uint32_t)old - 1), memory_order_relaxed) >> 32;
    } while (!atomic_compare_exchange_weak_explicit(&batches, &old, ((old >> 32) + 1) << 32 | next,
                                                    memory_order_acquire, memory_order_acquire));
    for (uint32_t index = (uint32_t)old - 1; index != NO_SLOT;
         index = (uint32_t)atomic_load_explicit(link_of(index), memory_order_relaxed))
        slots[count++] = index;
    return count;
}

static bool
commit(size_t end)
{
    size_t old = atomic_load_explicit(&committed_bytes, memory_order_acquire);
    size_t limit = range_bytes;
    size_t wanted = (end + COMMIT_STEP - 1) / COMMIT_STEP * COMMIT_STEP;

    if (end <= old)
        return true;
    if (end > limit)
        return false;
    if (wanted > limit)
        wanted = limit;
    // Idempotent, so threads that get here together need no lock. The bytes become readable before they are announced.
    if (mprotect(range_start, wanted, PROT_READ | PROT_WRITE) != 0)
        return false;
    while (old < wanted && !atomic_compare_exchange_weak_explicit(&committed_bytes, &old, wanted, memory_order_release,
                                                                  memory_order_acquire))
        ;
    return true;
}

// A batch of slots never used before; returns how many, 0 if memory is exhausted.
static uint32_t
take_unused(uint32_t *slots)
{
    size_t used = atomic_load_explicit(&used_slots, memory_order_relaxed);

    do
        if (!commit((used + BATCH) * SLOT))
            return 0;
    while (!atomic_compare_exchange_weak_explicit(&used_slots, &used, used + BATCH, memory_order_relaxed,
                                                  memory_order_relaxed));
    for (uint32_t i = 0; i < BATCH; i++)
        slots[i] = (uint32_t)used + BATCH - 1 - i; // taken from the end: ascending addresses
    return BATCH;
}

static void
empty_magazine(void *unused)
{
    (void)unused;
    while (magazine.count > 0) {
        uint32_t count = magazine.count < BATCH ? magazine.count : BATCH;

        magazine.count -= count;
        push_batch(magazine.slots + magazine.count, count);
    }
    magazine.registered = false;
}

// A thread's first free slots: from now on its magazine must not be lost when it ends.
static void
register_magazine(void)
{
    magazine.registered = true;
    if (magazine_key_valid)
        pthread_setspecific(magazine_key, &magazine);
}

static struct weft_object *
allocate_slot(void)
{
    if (!range_start)
        return NULL;
    if (magazine.count == 0) {
        if (!magazine.registered)
            register_magazine();
        magazine.count = pop_batch(magazine.slots);
        if (magazine.count == 0)
            magazine.count = take_unused(magazine.slots);
        if (magazine.count == 0)
            return NULL;
    }
    return slot_at(magazine.slots[--magazine.count]);
}

static bool
is_static(const void *object)
{
    return (uintptr_t)object - (uintptr_t)static_slots < sizeof(static_slots);
}

static void
initialize(struct weft_object *object, enum weft_object_type type, size_t size, void (*destroy)(struct weft_object *))
{
    size_t header = sizeof(struct weft_object);
    uint64_t counts = atomic_load_explicit(&object->counts, memory_order_relaxed);

    // The type stays FREE until the rest is in place: another thread may be judging a stale handle to this slot.
    memset((unsigned char *)object + header, 0, size - header);
    object->dispatch = object_dispatch;
    object->dispatch_data = atomic_load_explicit(&object_dispatch_data, memory_order_relaxed);
    object->destroy = destroy;
    // Release: partner of the acquire in weft_object_try_ref; with these counts no earlier type is seen.
    atomic_store_explicit(&object->counts, (counts & GENERATION) | ONLY_API, memory_order_release);
    atomic_store_explicit(&object->type, type, memory_order_release); // partner: the acquire in weft_object_is
}

void *
weft_object_create(enum weft_object_type type, size_t size, void (*destroy)(struct weft_object *))
{
    struct weft_object *object;

    assert(size >= sizeof(struct weft_object) && size <= SLOT);
    object = allocate_slot();
    if (!object)
        return NULL;
    UNPOISON(object, SLOT);
    POISON((unsigned char *)object + size, SLOT - size);
    initialize(object, type, size, destroy);
    return object;
}

void *
weft_object_create_static(enum weft_object_type type, size_t size)
{
    uint32_t index = atomic_fetch_add_explicit(&static_slots_used, 1, memory_order_relaxed);
    struct weft_object *object;

    assert(index < STATIC_SLOT_COUNT && size <= SLOT);
    object = (struct weft_object *)(void *)static_slots[index];
    initialize(object, type, size, NULL);
    return object;
}

bool
weft_object_is(const void *handle, enum weft_object_type type)
{
    size_t offset = (uintptr_t)handle - (uintptr_t)range_start;

    if (offset >= atomic_load_explicit(&committed_bytes, memory_order_acquire) && !is_static(handle))
        return false;
    if ((uintptr_t)handle % SLOT != 0)
        return false;
    return atomic_load_explicit(&((const struct weft_object *)handle)->type, memory_order_acquire) == (uint32_t)type;
}

void
weft_object_ref(void *object)
{
    atomic_fetch_add_explicit(&((struct weft_object *)object)->counts, REF, memory_order_relaxed);
}

uint32_t
weft_object_api_count(const void *object)
{
    uint64_t counts = atomic_load_explicit(&((const struct weft_object *)object)->counts, memory_order_relaxed);

    return (uint32_t)((counts & API_REFS) / API_REF);
}

static void
free_slot(struct weft_object *object)
{
    uint32_t index = (uint32_t)(((uintptr_t)object - (uintptr_t)range_start) / SLOT);
    uint64_t counts = atomic_load_explicit(&object->counts, memory_order_relaxed);

    atomic_store_explicit(&object->counts, (counts & GENERATION) + GENERATION_STEP, memory_order_relaxed);
    // Whoever still holds the handle and asks gets "not an object" from here on.
    atomic_store_explicit(&object->type, WEFT_OBJECT_FREE, memory_order_relaxed);
    POISON((unsigned char *)object + sizeof(struct weft_object), SLOT - sizeof(struct weft_object));
    if (!magazine.registered)
        register_magazine();
    if (magazine.count == MAGAZINE) {
        magazine.count -= BATCH;
        push_batch(magazine.slots + magazine.count, BATCH);
    }
    magazine.slots[magazine.count++] = index;
}

static void
destroy(struct weft_object *object)
{
    if (is_static(object))
        return;
    if (object->destroy)
        object->destroy(object);
    free_slot(object);
}

// Whether the reference of who sees these counts is the only one, so that it need not count down: nobody is left who
// could add another, except to a memory object or a queue.
static bool
is_only(const struct weft_object *object, uint64_t counts, uint64_t own)
{
    uint32_t type = atomic_load_explicit(&object->type, memory_order_relaxed);

    return (counts & (REFS | API_REFS)) == own && type != WEFT_OBJECT_MEMORY && type != WEFT_OBJECT_QUEUE;
}

void
weft_object_unref(void *pointer)
{
    struct weft_object *object = pointer;

    if (!object)
        return;
    // Release: what this thread did to the object comes before its destruction; acquire: the destroyer sees it all.
    if (is_only(object, atomic_load_explicit(&object->counts, memory_order_acquire), REF) ||
        (atomic_fetch_sub_explicit(&object->counts, REF, memory_order_acq_rel) & REFS) == REF)
        destroy(object);
}

bool
weft_object_try_ref(void *handle, enum weft_object_type type)
{
    struct weft_object *object = handle;
    uint64_t counts;

    do {
        if (!weft_object_is(handle, type))
            return false;
        // The slot stays readable for ever. Acquire: the type is looked at again after it. If it is still such an
        // object's then so are the counts, or they have another generation than what the exchange will find.
        counts = atomic_load_explicit(&object->counts, memory_order_acquire);
        if (!(counts & REFS) || !weft_object_is(handle, type))
            return false;
        // Acquire: pairs with the release of the thread that set the object up.
    } while (!atomic_compare_exchange_weak_explicit(&object->counts, &counts, counts + REF, memory_order_acquire,
                                                    memory_order_relaxed));
    return true;
}

void
weft_object_api_retain(void *pointer)
{
    struct weft_object *object = pointer;
    uint64_t counts = atomic_load_explicit(&object->counts, memory_order_relaxed), more;

    do {
        if ((counts & API_REFS) == API_REFS)
            return; // as many as can be counted: it lives for ever
        more = counts + API_REF + (counts & API_REFS ? 0 : REF);
    } while (!atomic_compare_exchange_weak_explicit(&object->counts, &counts, more, memory_order_relaxed,
                                                    memory_order_relaxed));
}

void
weft_object_api_release(void *pointer)
{
    struct weft_object *object = pointer;
    uint64_t counts = atomic_load_explicit(&object->counts, memory_order_acquire), less;

    if (is_only(object, counts, ONLY_API)) {
        destroy(object);
        return;
    }
    do {
        // Released more often than retained, while internal references keep it alive: nothing to give back.
        if (!(counts & API_REFS) || (counts & API_REFS) == API_REFS)
            return;
        less = counts - ((counts & API_REFS) == API_REF ? ONLY_API : API_REF);
        // As in weft_object_unref.
    } while (!atomic_compare_exchange_weak_explicit(&object->counts, &counts, less, memory_order_acq_rel,
                                                    memory_order_acquire));
    if (!(less & REFS))
        destroy(object);
}

size_t
weft_object_live_count(void)
{
    size_t count = 0;

    // Not kept as a counter, which every create and destroy would have to touch.
    for (size_t i = 0; i < atomic_load_explicit(&used_slots, memory_order_relaxed); i++)
        if (atomic_load_explicit(&slot_at((uint32_t)i)->type, memory_order_relaxed) != WEFT_OBJECT_FREE)
            count++;
    return count;
}

// For people who look for leaks: what the application did not give back.
static void
report_live_objects(void)
{
    static const char *const names[] = {"platform", "device",  "context", "queue", "memory object",
                                        "sampler",  "program", "kernel",  "event"};
    size_t used = atomic_load_explicit(&used_slots, memory_order_relaxed);

    for (uint32_t i = 0; weft_log_enabled(WEFT_LOG_INFO) && i < used; i++) {
        const struct weft_object *object = slot_at(i);
        uint32_t type = atomic_load_explicit(&object->type, memory_order_relaxed);

        if (type >= WEFT_OBJECT_PLATFORM && type <= WEFT_OBJECT_EVENT)
            weft_log_message(WEFT_LOG_INFO, "not released at unload: %s %p, the application's references %u, others %u",
                             names[type - WEFT_OBJECT_PLATFORM], (const void *)object, weft_object_api_count(object),
                             (uint32_t)(object->counts & REFS) - (weft_object_api_count(object) > 0));
    }
}

void
weft_object_startup(void)
{
    size_t bytes;

    magazine_key_valid = pthread_key_create(&magazine_key, empty_magazine) == 0;
    for (bytes = largest_range_allowed(); bytes >= SMALLEST_RANGE; bytes /= 2) {
        void *map = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

        if (map != MAP_FAILED) {
            range_bytes = bytes;
            range_start = map;
            REGISTER_RANGE(map, bytes);
            return;
        }
    }
}

void
weft_object_shutdown(void)
{
    unsigned char *start = range_start;
    size_t used_bytes = atomic_load_explicit(&used_slots, memory_order_relaxed) * SLOT;

    // Magazines of threads that live on end with the library's thread-local storage.
    if (magazine_key_valid)
        pthread_key_delete(magazine_key);
    magazine_key_valid = false;
    // Handles the application did not give back stay readable: the loader looks into them on every call, and other
    // libraries' destructors may still make some.
    if (!start || weft_object_live_count() != 0) {
        report_live_objects();
        return;
    }
    magazine.count = 0;
    atomic_store_explicit(&committed_bytes, 0, memory_order_relaxed);
    range_start = NULL;
    UNPOISON(start, used_bytes);
    UNREGISTER_RANGE(start, range_bytes);
    munmap(start, range_bytes);
    atomic_store_explicit(&used_slots, 0, memory_order_relaxed);
    atomic_store_explicit(&batches, 0, memory_order_relaxed);
}
