// SPDX-License-Identifier: Apache-2.0
// PUs of the process, pinning, and the machine's domains.
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/exec/topology.h"

static struct weft_cpu_set *all;

static int
setup(void **state)
{
    (void)state;
    all = weft_topology_process_cpus();
    return all ? 0 : -1;
}

static int
teardown(void **state)
{
    (void)state;
    weft_cpu_set_destroy(all);
    weft_topology_shutdown();
    return 0;
}

static void
process_cpus_are_those_of_the_mask(void **state)
{
    cpu_set_t mask;

    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof mask, &mask), 0);
    assert_int_equal(all->count, CPU_COUNT(&mask));
    for (unsigned i = 0; i < all->count; i++)
        assert_true(CPU_ISSET(all->cpus[i], &mask));
}

static void
taskset_bounds_the_process_cpus(void **state)
{
    pid_t child = fork();
    int status = 0;

    (void)state;
    if (child == 0) {
        struct weft_cpu_set *one;
        cpu_set_t mask;

        CPU_ZERO(&mask);
        CPU_SET(all->cpus[all->count - 1], &mask);
        sched_setaffinity(0, sizeof mask, &mask);
        one = weft_topology_process_cpus();
        _exit(one && one->count == 1 && one->cpus[0] == all->cpus[all->count - 1] ? 0 : 1);
    }
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

static void
copies_are_parts(void **state)
{
    struct weft_cpu_set *last = weft_cpu_set_copy(all, all->count - 1, 1);

    (void)state;
    assert_non_null(last);
    assert_int_equal(last->count, 1);
    assert_int_equal(last->cpus[0], all->cpus[all->count - 1]);
    weft_cpu_set_destroy(last);
}

static void
destroy_takes_NULL(void **state)
{
    (void)state;
    weft_cpu_set_destroy(NULL);
}

static void
pinned_threads_run_where_they_should(void **state)
{
    (void)state;
    for (unsigned i = 0; i < all->count; i++) {
        assert_true(weft_topology_pin_current_thread(all, i));
        assert_int_equal(sched_getcpu(), all->cpus[i]);
    }
    assert_true(weft_topology_bind_current_thread(all));
}

static void
pin_index_wraps_around(void **state)
{
    (void)state;
    assert_true(weft_topology_pin_current_thread(all, all->count));
    assert_int_equal(sched_getcpu(), all->cpus[0]);
    assert_true(weft_topology_bind_current_thread(all));
}

static void
sorting_keeps_the_members(void **state)
{
    struct weft_cpu_set *sorted = weft_topology_sorted(all);
    unsigned found = 0;

    (void)state;
    assert_non_null(sorted);
    assert_int_equal(sorted->count, all->count);
    for (unsigned i = 0; i < all->count; i++)
        for (unsigned j = 0; j < all->count; j++)
            found += sorted->cpus[j] == all->cpus[i];
    assert_int_equal(found, all->count);
    weft_cpu_set_destroy(sorted);
}

static void
splits_cover_the_set(void **state)
{
    (void)state;
    for (int domain = 0; domain < WEFT_DOMAIN_COUNT; domain++) {
        struct weft_cpu_set **parts = NULL;
        unsigned count = 0;
        unsigned sum = 0;

        if (weft_topology_domain_count(all, (enum weft_domain)domain) == 0) {
            assert_false(weft_topology_split(all, (enum weft_domain)domain, &parts, &count));
            continue;
        }
        assert_true(weft_topology_split(all, (enum weft_domain)domain, &parts, &count));
        for (unsigned i = 0; i < count; i++) {
            sum += parts[i]->count;
            weft_cpu_set_destroy(parts[i]);
        }
        free(parts);
        assert_int_equal(sum, all->count);
    }
}

static void
cache_facts_are_in_proportion(void **state)
{
    struct weft_cache_facts facts;

    (void)state;
    weft_topology_cache_facts(all, &facts);
    if (facts.l1_bytes == 0)
        skip(); // a virtual machine that does not tell
    assert_true(facts.line_bytes >= 16 && facts.line_bytes <= 1024);
    assert_true(facts.last_level_bytes >= facts.l1_bytes);
}

static void
shutdown_and_discovery_again(void **state)
{
    struct weft_cache_facts before;
    struct weft_cache_facts after;

    (void)state;
    weft_topology_cache_facts(all, &before);
    weft_topology_shutdown();
    weft_topology_cache_facts(all, &after);
    assert_memory_equal(&before, &after, sizeof before);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(process_cpus_are_those_of_the_mask),
        cmocka_unit_test(taskset_bounds_the_process_cpus),
        cmocka_unit_test(copies_are_parts),
        cmocka_unit_test(destroy_takes_NULL),
        cmocka_unit_test(pinned_threads_run_where_they_should),
        cmocka_unit_test(pin_index_wraps_around),
        cmocka_unit_test(sorting_keeps_the_members),
        cmocka_unit_test(splits_cover_the_set),
        cmocka_unit_test(cache_facts_are_in_proportion),
        cmocka_unit_test(shutdown_and_discovery_again),
    };

    return cmocka_run_group_tests_name("topology", tests, setup, teardown);
}
