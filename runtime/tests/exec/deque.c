// SPDX-License-Identifier: Apache-2.0
// The work-stealing deque and the inbox.
#include "runtime/exec/deque.h"

#include <pthread.h>

#include "runtime/tests/exec/objects.h"

#define TASKS 200000
#define THIEVES 3

static struct weft_deque deque;
static struct weft_inbox inbox;
static struct weft_task tasks[TASKS];
static _Atomic unsigned char taken[TASKS];
static _Atomic bool done;

static void
owner_takes_the_newest_first(void **state)
{
    (void)state;
    assert_null(weft_deque_pop(&deque));
    assert_true(weft_deque_push(&deque, &tasks[0]));
    assert_true(weft_deque_push(&deque, &tasks[1]));
    assert_false(weft_deque_seems_empty(&deque));
    assert_ptr_equal(weft_deque_pop(&deque), &tasks[1]);
    assert_ptr_equal(weft_deque_pop(&deque), &tasks[0]);
    assert_null(weft_deque_pop(&deque));
    assert_true(weft_deque_seems_empty(&deque));
}

static void
thieves_take_the_oldest_first(void **state)
{
    (void)state;
    assert_true(weft_deque_push(&deque, &tasks[0]));
    assert_true(weft_deque_push(&deque, &tasks[1]));
    assert_ptr_equal(weft_deque_steal(&deque), &tasks[0]);
    assert_ptr_equal(weft_deque_steal(&deque), &tasks[1]);
    assert_null(weft_deque_steal(&deque));
}

static void
full_deque_refuses(void **state)
{
    (void)state;
    for (unsigned i = 0; i < WEFT_DEQUE_CAPACITY; ++i)
        assert_true(weft_deque_push(&deque, &tasks[i]));
    assert_false(weft_deque_push(&deque, &tasks[WEFT_DEQUE_CAPACITY]));
    assert_ptr_equal(weft_deque_steal(&deque), &tasks[0]);
    assert_true(weft_deque_push(&deque, &tasks[WEFT_DEQUE_CAPACITY]));
    while (weft_deque_pop(&deque))
        ;
}

static void *
thief(void *data)
{
    (void)data;
    while (!atomic_load(&done) || !weft_deque_seems_empty(&deque)) {
        struct weft_task *task = weft_deque_steal(&deque);

        if (task)
            atomic_fetch_add(&taken[task - tasks], 1);
    }
    return NULL;
}

static void
every_task_is_taken_once(void **state)
{
    pthread_t threads[THIEVES];
    struct weft_task *task;

    (void)state;
    for (int i = 0; i < THIEVES; ++i)
        assert_int_equal(pthread_create(&threads[i], NULL, thief, NULL), 0);
    for (int i = 0; i < TASKS; ++i) {
        while (!weft_deque_push(&deque, &tasks[i]))
            if ((task = weft_deque_pop(&deque)))
                atomic_fetch_add(&taken[task - tasks], 1);
        if (i % 3 == 0 && (task = weft_deque_pop(&deque)))
            atomic_fetch_add(&taken[task - tasks], 1);
    }
    while ((task = weft_deque_pop(&deque)))
        atomic_fetch_add(&taken[task - tasks], 1);
    atomic_store(&done, true);
    for (int i = 0; i < THIEVES; ++i)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < TASKS; ++i)
        assert_int_equal(taken[i], 1);
}

static void
inbox_gives_the_oldest_first(void **state)
{
    struct weft_task *task;

    (void)state;
    assert_true(weft_inbox_seems_empty(&inbox));
    assert_null(weft_inbox_take(&inbox));
    for (int i = 0; i < 3; ++i)
        weft_inbox_push(&inbox, &tasks[i]);
    assert_false(weft_inbox_seems_empty(&inbox));
    task = weft_inbox_take(&inbox);
    for (int i = 0; i < 3; ++i, task = task->next)
        assert_ptr_equal(task, &tasks[i]);
    assert_null(task);
    assert_true(weft_inbox_seems_empty(&inbox));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(owner_takes_the_newest_first), cmocka_unit_test(thieves_take_the_oldest_first),
        cmocka_unit_test(full_deque_refuses),           cmocka_unit_test(every_task_is_taken_once),
        cmocka_unit_test(inbox_gives_the_oldest_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
