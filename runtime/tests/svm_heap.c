// SPDX-License-Identifier: Apache-2.0
// The heap of shared virtual memory: what it gives, how it judges pointers, and that threads do not get in each other's
// way.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/core/bit_tree.h"
#include "runtime/core/svm_blocks.h"
#include "runtime/core/svm_heap.h"
#include "runtime/tests/sanitizers.h"

// Only compared, so that any address will do.
static char contexts[2];

static unsigned char *
take(size_t bytes)
{
    const struct weft_svm_allocation wanted = {.bytes = bytes,
                                               .kind = WEFT_SVM_SHARED,
                                               .context = (cl_context)(void *)&contexts[0],
                                               .device = (cl_device_id)(void *)&contexts[1],
                                               .flags = 5};

    return weft_svm_heap_take(&wanted);
}

static enum weft_svm_place
judge(const void *pointer)
{
    struct weft_svm_allocation found;

    return weft_svm_heap_find(pointer, &found);
}

static void
a_tree_finds_the_lowest_number(void **state)
{
    static const size_t counts[] = {1, 63, 64, 65, 4096, 4097, 300000};

    (void)state;
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        uint64_t *words = calloc(weft_bit_tree_words(counts[i]), sizeof(*words));
        struct weft_bit_tree tree;
        size_t last = counts[i] - 1, lowest = 1;

        weft_bit_tree_init(&tree, counts[i], words);
        assert_false(weft_bit_tree_lowest(&tree, &lowest));
        weft_bit_tree_add(&tree, last);
        weft_bit_tree_add(&tree, last / 2);
        assert_true(weft_bit_tree_has(&tree, last));
        assert_true(weft_bit_tree_lowest(&tree, &lowest));
        assert_int_equal(lowest, last / 2);
        weft_bit_tree_remove(&tree, last / 2);
        assert_int_equal(weft_bit_tree_lowest(&tree, &lowest), last != last / 2);
        weft_bit_tree_remove(&tree, last);
        assert_false(weft_bit_tree_lowest(&tree, &lowest));
        free(words);
    }
}

static void
memory_of_every_size_is_usable_and_known(void **state)
{
    (void)state;
    for (size_t bytes = 1; bytes < (size_t)40 << 20; bytes += bytes / 7 + 1) {
        struct weft_svm_allocation found;
        unsigned char *p = take(bytes);

        assert_non_null(p);
        assert_int_equal((uintptr_t)p % WEFT_SVM_ALIGN_BYTES, 0);
        if ((bytes & (bytes - 1)) == 0)
            assert_int_equal((uintptr_t)p % (bytes < 4096 ? bytes : 4096), 0);
        p[0] = 1;
        p[bytes / 2] = 2;
        p[bytes - 1] = 3;
        assert_int_equal(weft_svm_heap_find(p + bytes - 1, &found), WEFT_SVM_LIVE);
        assert_ptr_equal(found.base, p);
        assert_int_equal(found.bytes, bytes);
        assert_int_equal(found.kind, WEFT_SVM_SHARED);
        assert_ptr_equal(found.context, &contexts[0]);
        assert_ptr_equal(found.device, &contexts[1]);
        assert_int_equal(found.flags, 5);
        assert_int_equal(judge(p + bytes), WEFT_SVM_DANGLING);
        assert_true(weft_svm_heap_give(p));
        assert_int_equal(judge(p), WEFT_SVM_DANGLING);
        assert_false(weft_svm_heap_give(p));
    }
}

static void
memory_of_others_is_the_systems(void **state)
{
    void *heap = calloc(1, 100);

    assert_int_equal(judge(heap), WEFT_SVM_SYSTEM);
    assert_int_equal(judge(&heap), WEFT_SVM_SYSTEM);
    assert_int_equal(judge(state), WEFT_SVM_SYSTEM);
    assert_int_equal(judge(NULL), WEFT_SVM_SYSTEM);
    assert_int_equal(judge((void *)-1), WEFT_SVM_SYSTEM);
    assert_false(weft_svm_heap_give(heap));
    free(heap);
}

static void
every_granule_of_the_range_can_be_judged(void **state)
{
    const struct weft_svm_range *range;

    (void)state;
    assert_true(weft_svm_heap_give(take(1)));
    range = weft_svm_blocks_range();
    for (size_t i = 0; i < range->granules; i += i / 1000 + 1)
        assert_int_equal(judge(range->start + i * WEFT_SVM_GRANULE_BYTES + 77), WEFT_SVM_DANGLING);
    assert_int_equal(judge(range->start + range->granules * WEFT_SVM_GRANULE_BYTES), WEFT_SVM_SYSTEM);
    assert_int_equal(judge(range->start - 1), WEFT_SVM_SYSTEM);
}

static void
inner_pointers_are_no_allocations(void **state)
{
    unsigned char *small = take(1000), *large = take(1000000);

    (void)state;
    assert_false(weft_svm_heap_give(small + 128));
    assert_false(weft_svm_heap_give(large + 65536));
    assert_false(weft_svm_heap_give(large + 1));
    assert_int_equal(judge(small + 128), WEFT_SVM_LIVE);
    assert_true(weft_svm_heap_give(small));
    assert_true(weft_svm_heap_give(large));
}

static void
live_allocations_do_not_overlap(void **state)
{
    enum { COUNT = 20000 };
    unsigned char **p = malloc(COUNT * sizeof(*p));
    size_t *bytes = malloc(COUNT * sizeof(*bytes));

    (void)state;
    srand(1);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < COUNT; i++) {
            bytes[i] = (size_t)rand() % (i % 50 ? 3000 : 200000) + 8;
            p[i] = take(bytes[i]);
            memcpy(p[i], &i, sizeof(i));
            memcpy(p[i] + bytes[i] - sizeof(i), &i, sizeof(i));
        }
        for (int i = 0; i < COUNT; i++) {
            int j = (i * 7919) % COUNT;

            assert_memory_equal(p[j], &j, sizeof(j));
            assert_memory_equal(p[j] + bytes[j] - sizeof(j), &j, sizeof(j));
            assert_true(weft_svm_heap_give(p[j]));
        }
    }
    free(bytes);
    free(p);
}

// A million at once, with what was there before found again.
static void
a_million_live_allocations_are_usual(void **state)
{
    enum { COUNT = 1000000 };
    unsigned char **p = malloc(COUNT * sizeof(*p));

    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        p[i] = take(64 + i % 100);
        assert_non_null(p[i]);
    }
    for (size_t i = 0; i < COUNT; i += 37) {
        struct weft_svm_allocation found;

        assert_int_equal(weft_svm_heap_find(p[i] + 63, &found), WEFT_SVM_LIVE);
        assert_ptr_equal(found.base, p[i]);
        assert_int_equal(found.bytes, 64 + i % 100);
    }
    for (size_t i = 0; i < COUNT; i++)
        assert_true(weft_svm_heap_give(p[i]));
    free(p);
}

static void
freed_blocks_join(void **state)
{
    unsigned char *p[64];

    (void)state;
    // Blocks of 16 MiB side by side, then one of all of their memory.
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 64; i++)
            assert_non_null(p[i] = take((size_t)16 << 20));
        for (int i = 0; i < 64; i++)
            assert_true(weft_svm_heap_give(p[(i * 13) % 64]));
    }
    p[1] = take((size_t)1 << 30);
    assert_non_null(p[1]);
    assert_true(weft_svm_heap_give(p[1]));
}

static void
impossible_sizes_are_refused(void **state)
{
    (void)state;
    assert_null(take(0));
    assert_null(take((size_t)1 << 46));
    assert_null(take(SIZE_MAX));
    assert_null(take(SIZE_MAX / 2 + 1));
}

static void
large_memory_that_was_freed_is_given_back(void **state)
{
    const size_t bytes = (size_t)128 << 20;
    unsigned char *p = take(bytes), *q;

    (void)state;
    memset(p, 1, bytes);
    assert_true(weft_svm_heap_give(p));
    q = take(bytes);
    for (size_t i = 0; i < bytes; i += 4096)
        assert_int_equal(q[i], 0);
    assert_true(weft_svm_heap_give(q));
}

// Threads that take, look at, and give, each its own and some of each other's.
#define THREADS 8
#define SHARED 512
static _Atomic(unsigned char *) shared[SHARED];
static _Atomic unsigned wrong;

static void *
work(void *data)
{
    unsigned seed = (unsigned)(uintptr_t)data;
    unsigned char *own[32] = {NULL};

    for (int i = 0; i < 20000; i++) {
        unsigned at = (unsigned)rand_r(&seed) % 32, other = (unsigned)rand_r(&seed) % SHARED;
        size_t bytes = (size_t)(rand_r(&seed) % (i % 64 ? 5000 : 3000000)) + 16;
        struct weft_svm_allocation found;
        unsigned char *p;

        if (own[at]) {
            memcpy(&bytes, own[at], sizeof(bytes));
            wrong += weft_svm_heap_find(own[at] + bytes - 1, &found) != WEFT_SVM_LIVE || found.bytes != bytes ||
                     found.base != own[at];
        }
        if (own[at] && !weft_svm_heap_give(own[at]))
            wrong++;
        own[at] = take(bytes);
        memcpy(own[at], &bytes, sizeof(bytes));
        // What lies in the exchange may be freed by anybody at any time: judging it must do no harm.
        p = atomic_load(&shared[other]);
        if (p)
            (void)weft_svm_heap_find(p + 5, &found);
        p = atomic_exchange(&shared[other], take(bytes));
        wrong += p && !weft_svm_heap_give(p);
    }
    for (int i = 0; i < 32; i++)
        wrong += own[i] && !weft_svm_heap_give(own[i]);
    return NULL;
}

static void
free_the_exchange(void)
{
    for (size_t i = 0; i < SHARED; i++) {
        unsigned char *p = atomic_exchange(&shared[i], NULL);

        wrong += p && !weft_svm_heap_give(p);
    }
}

static void
eight_threads_take_judge_and_give(void **state)
{
    pthread_t threads[THREADS];

    (void)state;
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, (void *)(i + 1)), 0);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    free_the_exchange();
    assert_int_equal(wrong, 0);
}

static void *
race(void *data)
{
    return (void *)(uintptr_t)weft_svm_heap_give(data);
}

static void
of_two_that_free_the_same_one_succeeds(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++) {
        unsigned char *p = take(i % 2 ? 256 : 100000);
        pthread_t thread;
        void *other;
        bool here;

        assert_int_equal(pthread_create(&thread, NULL, race, p), 0);
        here = weft_svm_heap_give(p);
        pthread_join(thread, &other);
        assert_int_equal(here + (other != NULL), 1);
    }
}

// While the others are at it.
static void
a_fork_has_a_heap_that_works(void **state)
{
    pthread_t threads[3];
    unsigned char *kept;

    (void)state;
    skip_under_thread_sanitizer();
    kept = take(500);
    kept[0] = 42;
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, (void *)(i + 100)), 0);
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();
        int status;

        if (child == 0) {
            unsigned char *a = take(500), *b = take((size_t)3 << 20);

            alarm(20);
            _exit(!(a && b && kept[0] == 42 && judge(kept) == WEFT_SVM_LIVE && weft_svm_heap_give(a) &&
                    weft_svm_heap_give(b) && weft_svm_heap_give(kept)));
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    for (size_t i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    free_the_exchange();
    assert_int_equal(wrong, 0);
    assert_true(weft_svm_heap_give(kept));
}

static void
after_a_shutdown_it_starts_again(void **state)
{
    unsigned char *p;

    (void)state;
    for (int i = 0; i < 3; i++) {
        weft_svm_heap_shutdown();
        assert_null(weft_svm_blocks_range());
        p = take(100);
        assert_non_null(p);
        assert_true(weft_svm_heap_give(p));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_of_others_is_the_systems),
        cmocka_unit_test(a_tree_finds_the_lowest_number),
        cmocka_unit_test(memory_of_every_size_is_usable_and_known),
        cmocka_unit_test(every_granule_of_the_range_can_be_judged),
        cmocka_unit_test(inner_pointers_are_no_allocations),
        cmocka_unit_test(live_allocations_do_not_overlap),
        cmocka_unit_test(a_million_live_allocations_are_usual),
        cmocka_unit_test(freed_blocks_join),
        cmocka_unit_test(impossible_sizes_are_refused),
        cmocka_unit_test(large_memory_that_was_freed_is_given_back),
        cmocka_unit_test(eight_threads_take_judge_and_give),
        cmocka_unit_test(of_two_that_free_the_same_one_succeeds),
        cmocka_unit_test(a_fork_has_a_heap_that_works),
        cmocka_unit_test(after_a_shutdown_it_starts_again),
    };

    return cmocka_run_group_tests_name("svm_heap", tests, NULL, NULL);
}
