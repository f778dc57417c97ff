// SPDX-License-Identifier: Apache-2.0
// Events of commands that kernels enqueue: slots that are never freed while kernels may run, and their generations.
#include "runtime/commands/device_event.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "runtime/base/opencl.h"
#include "runtime/base/thread.h"

#define CHUNK_SLOTS 1024u
#define CHUNKS (WEFT_MOST_DEVICE_EVENTS / CHUNK_SLOTS)

struct capture {
    struct capture *next; // owned
    uint64_t *value;      // the application's
};

struct slot {
    struct weft_mutex lock;
    uint32_t generation WEFT_GUARDED_BY(lock); // of the event that it is, or is to be next
    uint32_t
        references WEFT_GUARDED_BY(lock); // the kernels'; the slot is free without one and with nobody to finish it
    bool is_open WEFT_GUARDED_BY(lock);   // somebody is to finish it
    bool is_user WEFT_GUARDED_BY(lock);
    int32_t status WEFT_GUARDED_BY(lock);
    uint64_t times_ns[2] WEFT_GUARDED_BY(lock);
    struct weft_dependent *dependents WEFT_GUARDED_BY(lock); // borrowed from who waits
    struct capture *captures WEFT_GUARDED_BY(lock);          // owned
    struct slot *next_free;                                  // in `free_slots`; under slots_lock
    uint32_t number;                                         // from 1; never changes
};

static _Atomic(struct slot *) chunks[CHUNKS]; // owned
static struct weft_mutex slots_lock = WEFT_MUTEX_INITIALIZER;
static struct slot *free_slots WEFT_GUARDED_BY(slots_lock);
static uint32_t chunk_count WEFT_GUARDED_BY(slots_lock);

static bool
add_chunk(void) WEFT_REQUIRES(slots_lock) WEFT_NO_ANALYSIS // nobody sees the slots yet
{
    struct slot *slots = chunk_count < CHUNKS ? calloc(CHUNK_SLOTS, sizeof(*slots)) : NULL;

    if (!slots)
        return false;
    for (uint32_t i = CHUNK_SLOTS; i-- > 0;) {
        weft_mutex_init(&slots[i].lock);
        slots[i].number = chunk_count * CHUNK_SLOTS + i + 1;
        slots[i].next_free = free_slots;
        free_slots = &slots[i];
    }
    // Release: pairs with the acquire of find().
    atomic_store_explicit(&chunks[chunk_count++], slots, memory_order_release);
    return true;
}

// The slot that the word names, whatever has become of it; NULL if there is none.
static struct slot *
find(uint64_t event)
{
    uint32_t number = (uint32_t)event - 1;
    struct slot *slots = number < WEFT_MOST_DEVICE_EVENTS
                             ? atomic_load_explicit(&chunks[number / CHUNK_SLOTS], memory_order_acquire)
                             : NULL;

    return slots ? &slots[number % CHUNK_SLOTS] : NULL;
}

static bool
is_event(const struct slot *slot, uint64_t event) WEFT_REQUIRES(slot->lock)
{
    return slot->generation == event >> 32 && (slot->references || slot->is_open);
}

// With the lock, if the word is a live event; else NULL.
static struct slot *
lock_event(uint64_t event) WEFT_NO_ANALYSIS
{
    struct slot *slot = find(event);

    if (!slot)
        return NULL;
    weft_mutex_lock(&slot->lock);
    if (is_event(slot, event))
        return slot;
    weft_mutex_unlock(&slot->lock);
    return NULL;
}

// Frees the slot if nothing is left of the event.
static void
unlock_event(struct slot *slot) WEFT_NO_ANALYSIS
{
    bool ends = !slot->references && !slot->is_open;

    if (ends)
        slot->generation++;
    weft_mutex_unlock(&slot->lock);
    if (!ends)
        return;
    weft_mutex_lock(&slots_lock);
    slot->next_free = free_slots;
    free_slots = slot;
    weft_mutex_unlock(&slots_lock);
}

uint64_t
weft_device_event_create(bool is_user)
{
    struct slot *slot;
    uint64_t event;

    weft_mutex_lock(&slots_lock);
    if (!free_slots && !add_chunk()) {
        weft_mutex_unlock(&slots_lock);
        return WEFT_NO_DEVICE_EVENT;
    }
    slot = free_slots;
    free_slots = slot->next_free;
    weft_mutex_unlock(&slots_lock);
    weft_mutex_lock(&slot->lock);
    slot->references = 1;
    slot->is_open = true;
    slot->is_user = is_user;
    slot->status = CL_SUBMITTED;
    slot->times_ns[0] = slot->times_ns[1] = 0;
    event = (uint64_t)slot->generation << 32 | slot->number;
    weft_mutex_unlock(&slot->lock);
    return event;
}

bool
weft_device_event_is_valid(uint64_t event)
{
    struct slot *slot = lock_event(event);

    if (slot)
        unlock_event(slot);
    return slot != NULL;
}

void
weft_device_event_retain(uint64_t event) WEFT_NO_ANALYSIS
{
    struct slot *slot = lock_event(event);

    if (!slot)
        return;
    slot->references++;
    unlock_event(slot);
}

struct weft_dependent *
weft_device_event_release(uint64_t event) WEFT_NO_ANALYSIS
{
    struct slot *slot = lock_event(event);
    struct weft_dependent *dependents = NULL;

    if (!slot)
        return NULL;
    if (slot->references)
        slot->references--;
    if (!slot->references && slot->is_user) {
        slot->is_open = false;
        dependents = slot->dependents;
        slot->dependents = NULL;
    }
    unlock_event(slot);
    return dependents;
}

static void
write_times(struct slot *slot) WEFT_REQUIRES(slot->lock)
{
    while (slot->captures) {
        struct capture *capture = slot->captures;

        slot->captures = capture->next;
        capture->value[0] = slot->times_ns[0];
        capture->value[1] = slot->times_ns[1];
        free(capture);
    }
}

struct weft_dependent *
weft_device_event_finish(uint64_t event, int32_t status, uint64_t execution_ns, uint64_t complete_ns) WEFT_NO_ANALYSIS
{
    struct slot *slot = lock_event(event);
    struct weft_dependent *dependents;

    if (!slot)
        return NULL;
    dependents = NULL;
    if (slot->is_open) {
        slot->is_open = false;
        slot->status = status;
        slot->times_ns[0] = execution_ns;
        slot->times_ns[1] = complete_ns;
        write_times(slot);
        dependents = slot->dependents;
        slot->dependents = NULL;
    }
    unlock_event(slot);
    return dependents;
}

bool
weft_device_event_is_user(uint64_t event) WEFT_NO_ANALYSIS
{
    struct slot *slot = lock_event(event);
    bool is_user = slot && slot->is_user;

    if (slot)
        unlock_event(slot);
    return is_user;
}

bool
weft_device_event_wait(uint64_t event, struct weft_dependent *dependent, int32_t *status) WEFT_NO_ANALYSIS
{
    struct slot *slot = lock_event(event);
    bool waits;

    if (!slot) {
        *status = CL_INVALID_EVENT;
        return false;
    }
    waits = slot->is_open;
    if (waits) {
        dependent->next = slot->dependents;
        slot->dependents = dependent;
    } else {
        *status = slot->status;
    }
    unlock_event(slot);
    return waits;
}

void
weft_device_event_capture(uint64_t event, uint64_t *value) WEFT_NO_ANALYSIS
{
    struct capture *capture = malloc(sizeof(*capture));
    struct slot *slot = capture ? lock_event(event) : NULL;

    if (!slot) {
        free(capture);
        return;
    }
    *capture = (struct capture){.next = slot->captures, .value = value};
    slot->captures = capture;
    if (!slot->is_open)
        write_times(slot);
    unlock_event(slot);
}

void
weft_device_events_shutdown(void) WEFT_NO_ANALYSIS // no other thread is left
{
    for (uint32_t i = 0; i < chunk_count; i++) {
        struct slot *slots = atomic_load_explicit(&chunks[i], memory_order_relaxed);

        for (uint32_t j = 0; j < CHUNK_SLOTS; j++)
            while (slots[j].captures) {
                struct capture *capture = slots[j].captures;

                slots[j].captures = capture->next;
                free(capture);
            }
        free(slots);
        atomic_store_explicit(&chunks[i], NULL, memory_order_relaxed);
    }
    chunk_count = 0;
    free_slots = NULL;
}
