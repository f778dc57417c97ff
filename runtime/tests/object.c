// SPDX-License-Identifier: Apache-2.0
// The slot allocator and the reference counts.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "runtime/core/object.h"

struct thing {
    struct weft_object base;
    int payload[20];
};

static _Atomic int destroyed;

static void
count_destroyed(struct weft_object *object)
{
    (void)object;
    destroyed++;
}

static struct thing *
make(enum weft_object_type type)
{
    return weft_object_create(type, sizeof(struct thing), count_destroyed);
}

static void
new_objects_are_zero_with_one_reference(void **state)
{
    struct thing *thing = make(WEFT_OBJECT_EVENT);

    (void)state;
    assert_non_null(thing);
    for (int i = 0; i < 20; i++)
        assert_int_equal(thing->payload[i], 0);
    assert_int_equal(weft_object_api_count(thing), 1);
    memset(thing->payload, 0xff, sizeof(thing->payload));
    weft_object_api_release(thing);
    thing = make(WEFT_OBJECT_EVENT); // likely the same slot
    for (int i = 0; i < 20; i++)
        assert_int_equal(thing->payload[i], 0);
    weft_object_api_release(thing);
}

static void
objects_are_aligned_to_slots(void **state)
{
    struct thing *thing = make(WEFT_OBJECT_EVENT);

    (void)state;
    assert_int_equal((uintptr_t)thing % WEFT_OBJECT_SLOT_BYTES, 0);
    weft_object_api_release(thing);
}

static void
live_object_is_of_its_type_only(void **state)
{
    struct thing *thing = make(WEFT_OBJECT_EVENT);

    (void)state;
    assert_true(WEFT_IS(thing, EVENT));
    assert_false(WEFT_IS(thing, CONTEXT));
    assert_false(weft_object_is(thing, WEFT_OBJECT_FREE));
    weft_object_api_release(thing);
}

static void
released_object_is_none(void **state)
{
    struct thing *thing = make(WEFT_OBJECT_EVENT);

    (void)state;
    weft_object_api_release(thing);
    assert_false(WEFT_IS(thing, EVENT));
}

static void
NULL_and_garbage_are_none(void **state)
{
    int local = 0;

    (void)state;
    assert_false(WEFT_IS(NULL, EVENT));
    assert_false(WEFT_IS(&local, EVENT));
    assert_false(WEFT_IS((void *)1, EVENT));
    assert_false(WEFT_IS((void *)UINTPTR_MAX, EVENT));
    assert_false(WEFT_IS((void *)(uintptr_t)0xdeadbeefdeadbeef, EVENT));
}

static void
unreadable_address_is_none(void **state)
{
    void *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    (void)state;
    assert_false(WEFT_IS(page, EVENT));
    munmap(page, 4096);
}

static void
pointer_into_an_object_is_none(void **state)
{
    struct thing *thing = make(WEFT_OBJECT_EVENT);

    (void)state;
    assert_false(WEFT_IS((char *)thing + 8, EVENT));
    assert_false(WEFT_IS((char *)thing + 1, EVENT));
    weft_object_api_release(thing);
}

static void
slot_never_used_is_none(void **state)
{
    struct thing *thing = make(WEFT_OBJECT_EVENT);

    (void)state;
    // Somewhere behind it, still reserved only.
    assert_false(WEFT_IS((char *)thing + (size_t)WEFT_OBJECT_SLOT_BYTES * 8192, EVENT));
    weft_object_api_release(thing);
}

static void
internal_reference_keeps_the_object(void **state)
{
    struct thing *thing = make(WEFT_OBJECT_EVENT);
    int before = destroyed;

    (void)state;
    weft_object_ref(thing);
    weft_object_api_release(thing);
    assert_int_equal(destroyed, before);
    assert_true(WEFT_IS(thing, EVENT));
    weft_object_unref(thing);
    assert_int_equal(destroyed, before + 1);
    assert_false(WEFT_IS(thing, EVENT));
}

static void
api_retain_revives_the_application_s_reference(void **state)
{
    struct thing *thing = make(WEFT_OBJECT_EVENT);
    int before = destroyed;

    (void)state;
    weft_object_ref(thing);
    weft_object_api_release(thing);
    weft_object_api_retain(thing);
    weft_object_unref(thing);
    assert_int_equal(destroyed, before);
    weft_object_api_release(thing);
    assert_int_equal(destroyed, before + 1);
}

static void
release_too_many_is_harmless_while_referenced(void **state)
{
    struct thing *thing = make(WEFT_OBJECT_EVENT);
    int before = destroyed;

    (void)state;
    weft_object_ref(thing);
    weft_object_api_release(thing);
    weft_object_api_release(thing);
    weft_object_api_release(thing);
    assert_int_equal(destroyed, before);
    weft_object_unref(thing);
    assert_int_equal(destroyed, before + 1);
}

static void
unref_takes_NULL(void **state)
{
    (void)state;
    weft_object_unref(NULL);
}

static void
many_objects_are_distinct(void **state)
{
    enum { COUNT = 20000 };
    static struct thing *things[COUNT];

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        things[i] = make(WEFT_OBJECT_EVENT);
        assert_non_null(things[i]);
        things[i]->payload[0] = i;
    }
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(things[i]->payload[0], i);
    for (int i = 0; i < COUNT; i++)
        weft_object_api_release(things[i]);
}

static void
live_count_counts(void **state)
{
    size_t before = weft_object_live_count();
    struct thing *thing = make(WEFT_OBJECT_EVENT);

    (void)state;
    assert_int_equal(weft_object_live_count(), before + 1);
    weft_object_api_release(thing);
    assert_int_equal(weft_object_live_count(), before);
}

static void
dispatch_is_given_to_new_objects(void **state)
{
    struct thing *old = make(WEFT_OBJECT_EVENT);
    const void *table = old->base.dispatch;
    struct thing *thing;
    int data;

    (void)state;
    weft_object_set_dispatch(table, &data);
    thing = make(WEFT_OBJECT_EVENT);
    assert_ptr_equal(thing->base.dispatch, table);
    assert_ptr_equal(thing->base.dispatch_data, &data);
    assert_null(old->base.dispatch_data);
    weft_object_set_dispatch(table, NULL);
    weft_object_api_release(thing);
    weft_object_api_release(old);
}

#define THREADS 4
#define ROUNDS 20000
#define BOX 64

static _Atomic(struct thing *) boxes[BOX];
static _Atomic int mixed_up;

// Each thread makes objects and puts them into boxes; what was in the box before it frees: often another's object.
static void *
exchange(void *argument)
{
    unsigned seed = (unsigned)(uintptr_t)argument;

    for (int i = 0; i < ROUNDS; i++) {
        struct thing *mine = make(WEFT_OBJECT_EVENT);
        struct thing *other;

        seed = seed * 1103515245 + 12345;
        for (int j = 0; j < 20; j++)
            mixed_up += mine->payload[j] != 0;
        for (int j = 0; j < 20; j++)
            mine->payload[j] = (int)seed;
        other = atomic_exchange(&boxes[(seed >> 16) % BOX], mine);
        if (!other)
            continue;
        for (int j = 1; j < 20; j++)
            mixed_up += other->payload[j] != other->payload[0];
        weft_object_api_release(other);
    }
    return NULL;
}

static void
threads_create_and_destroy_each_other_s_objects(void **state)
{
    pthread_t threads[THREADS];
    size_t before = weft_object_live_count();

    (void)state;
    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, exchange, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < BOX; i++)
        if (boxes[i])
            weft_object_api_release(boxes[i]);
    assert_int_equal(mixed_up, 0);
    assert_int_equal(weft_object_live_count(), before);
}

static void *
judge(void *argument)
{
    struct thing *thing = argument;
    uintptr_t seen = 0;

    for (int i = 0; i < ROUNDS * 10; i++)
        seen += WEFT_IS(thing, EVENT) && !WEFT_IS(thing, CONTEXT);
    return (void *)seen;
}

static void
handles_can_be_judged_while_they_are_released(void **state)
{
    struct thing *thing = make(WEFT_OBJECT_EVENT);
    pthread_t thread;

    (void)state;
    pthread_create(&thread, NULL, judge, thing);
    for (int i = 0; i < ROUNDS; i++) {
        weft_object_api_release(thing);
        thing = make(WEFT_OBJECT_EVENT);
    }
    pthread_join(thread, NULL);
    weft_object_api_release(thing);
}

static struct thing *queried;
static _Atomic int steps; // odd: the object is there; even: it was retained

static void
wait_for_step(int step)
{
    while (steps != step)
        ;
}

// Has the object from somewhere that keeps it alive, and wants to keep it itself.
static void *
retain_many(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        wait_for_step(2 * i + 1);
        for (volatile int wait = 0; wait < i % 64; wait++)
            ;
        weft_object_api_retain(queried);
        steps = 2 * i + 2;
    }
    return unused;
}

static void
retain_during_the_last_release_is_not_lost(void **state)
{
    pthread_t thread;
    int before = destroyed, lost = 0;

    (void)state;
    pthread_create(&thread, NULL, retain_many, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        queried = make(WEFT_OBJECT_CONTEXT);
        weft_object_ref(queried);
        steps = 2 * i + 1;
        for (volatile int wait = 0; wait < i / 64 % 64; wait++)
            ;
        weft_object_api_release(queried);
        wait_for_step(2 * i + 2);
        lost += weft_object_api_count(queried) != 1;
        weft_object_unref(queried);
        weft_object_api_release(queried);
    }
    pthread_join(thread, NULL);
    assert_int_equal(lost, 0);
    assert_int_equal(destroyed, before + ROUNDS);
}

static struct thing *_Atomic watched;
static _Atomic bool watching;
static _Atomic unsigned had, wrong;

static void *
try_many(void *unused)
{
    while (watching) {
        struct thing *thing = watched;

        if (weft_object_try_ref(thing, WEFT_OBJECT_MEMORY)) {
            had++;
            wrong += !WEFT_IS(thing, MEMORY);
            weft_object_unref(thing);
        }
    }
    return unused;
}

// The slot is a memory object's and an event's in turn while another thread wants references to the memory object.
static void
references_are_had_of_memory_objects_alone(void **state)
{
    pthread_t thread;
    size_t before = weft_object_live_count();

    (void)state;
    watched = make(WEFT_OBJECT_MEMORY);
    watching = true;
    pthread_create(&thread, NULL, try_many, NULL);
    for (int i = 0; i < ROUNDS * 10 || had < ROUNDS; i++) {
        weft_object_api_release(watched);
        weft_object_api_release(make(WEFT_OBJECT_EVENT));
        watched = make(WEFT_OBJECT_MEMORY);
    }
    watching = false;
    pthread_join(thread, NULL);
    assert_int_equal(wrong, 0);
    weft_object_api_release(watched);
    assert_int_equal(weft_object_live_count(), before);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_objects_are_zero_with_one_reference),
        cmocka_unit_test(objects_are_aligned_to_slots),
        cmocka_unit_test(live_object_is_of_its_type_only),
        cmocka_unit_test(released_object_is_none),
        cmocka_unit_test(NULL_and_garbage_are_none),
        cmocka_unit_test(unreadable_address_is_none),
        cmocka_unit_test(pointer_into_an_object_is_none),
        cmocka_unit_test(slot_never_used_is_none),
        cmocka_unit_test(internal_reference_keeps_the_object),
        cmocka_unit_test(api_retain_revives_the_application_s_reference),
        cmocka_unit_test(release_too_many_is_harmless_while_referenced),
        cmocka_unit_test(unref_takes_NULL),
        cmocka_unit_test(many_objects_are_distinct),
        cmocka_unit_test(live_count_counts),
        cmocka_unit_test(dispatch_is_given_to_new_objects),
        cmocka_unit_test(threads_create_and_destroy_each_other_s_objects),
        cmocka_unit_test(handles_can_be_judged_while_they_are_released),
        cmocka_unit_test(retain_during_the_last_release_is_not_lost),
        cmocka_unit_test(references_are_had_of_memory_objects_alone),
    };

    return cmocka_run_group_tests_name("object", tests, NULL, NULL);
}
