// SPDX-License-Identifier: Apache-2.0
// PUs of the process, pinning, and the machine's domains.
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/exec/clusters.h"
#include "runtime/exec/topology.h"
#include "runtime/tests/emulator.h"
#include "runtime/tests/sanitizers.h"

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
    assert_int_equal(sched_getaffinity(0, sizeof(mask), &mask), 0);
    assert_int_equal(all->count, CPU_COUNT(&mask));
    for (unsigned i = 0; i < all->count; i++)
        assert_true(CPU_ISSET(all->cpus[i], &mask));
}

static void
bind_to(unsigned cpu)
{
    cpu_set_t mask;

    CPU_ZERO(&mask);
    CPU_SET(cpu, &mask);
    sched_setaffinity(0, sizeof(mask), &mask);
}

// Of the process as it is now, all that it had.
static bool
has_all_cpus(void)
{
    struct weft_cpu_set *now = weft_topology_process_cpus();
    bool same = now && now->count == all->count && !memcmp(now->cpus, all->cpus, all->count * sizeof(*all->cpus));

    weft_cpu_set_destroy(now);
    return same;
}

static bool
in_child(bool (*check)(void))
{
    pid_t child = fork();
    int status = 1;

    if (child == 0)
        _exit(check() ? 0 : 1);
    waitpid(child, &status, 0);
    return status == 0;
}

static bool
has_the_last_cpu_alone(void)
{
    struct weft_cpu_set *one;

    bind_to(all->cpus[all->count - 1]);
    one = weft_topology_process_cpus();
    return one && one->count == 1 && one->cpus[0] == all->cpus[all->count - 1];
}

static void
taskset_bounds_the_process_cpus(void **state)
{
    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_ITS_OWN_THREADS);
    skip_under_thread_sanitizer();
    assert_true(in_child(has_the_last_cpu_alone));
}

static atomic_bool is_bound, is_over;

static void *
bind_to_the_others(void *unused)
{
    cpu_set_t mask;

    CPU_ZERO(&mask);
    for (unsigned i = 1; i < all->count; i++)
        CPU_SET(all->cpus[i], &mask);
    sched_setaffinity(0, sizeof(mask), &mask);
    is_bound = true;
    while (!is_over)
        usleep(1000);
    return unused;
}

static bool
has_all_cpus_while_each_thread_is_bound(void)
{
    pthread_t thread;
    bool same;

    if (pthread_create(&thread, NULL, bind_to_the_others, NULL))
        return false;
    while (!is_bound)
        usleep(1000);
    bind_to(all->cpus[0]);
    same = has_all_cpus();
    is_over = true;
    pthread_join(thread, NULL);
    return same;
}

static void
bound_threads_leave_the_process_its_cpus(void **state)
{
    (void)state;
    if (all->count < 2)
        skip();
    assert_true(in_child(has_all_cpus_while_each_thread_is_bound));
}

// Where there is no OpenMP, or it knows nothing of the machine (no /sys), it does not.
static bool
openmp_binds(void)
{
    cpu_set_t mask;

    setenv("OMP_PROC_BIND", "true", 1);
    if (!dlopen("libgomp.so.1", RTLD_NOW | RTLD_LOCAL))
        return false;
    sched_getaffinity(0, sizeof(mask), &mask);
    return CPU_COUNT(&mask) < (int)all->count;
}

static bool
has_all_cpus_beside_openmp(void)
{
    return openmp_binds() && has_all_cpus();
}

static void
openmp_that_binds_the_main_thread_leaves_the_process_its_cpus(void **state)
{
    (void)state;
    if (all->count < 2 || !in_child(openmp_binds))
        skip();
    assert_true(in_child(has_all_cpus_beside_openmp));
}

static void
floating_sets_bind_to_all_cpus(void **state)
{
    struct weft_cpu_set *set = weft_topology_float(weft_topology_process_cpus(), 1), *sorted;
    cpu_set_t mask;

    (void)state;
    assert_int_equal(set->count, 1);
    assert_true(weft_topology_pin_current_thread(set, 0));
    sched_getaffinity(0, sizeof(mask), &mask);
    assert_int_equal(CPU_COUNT(&mask), all->count);
    sorted = weft_topology_sorted(set);
    assert_true(sorted->floats);
    assert_int_equal(weft_topology_domain_count(sorted, WEFT_DOMAIN_NUMA), 0);
    weft_cpu_set_destroy(sorted);
    weft_cpu_set_destroy(set);
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

static void *
run_and_tell(void *cpu)
{
    *(int *)cpu = sched_getcpu();
    return NULL;
}

static void
new_threads_begin_where_they_should(void **state)
{
    (void)state;
    for (unsigned i = 0; i <= all->count; i++) {
        pthread_attr_t attributes;
        pthread_t thread;
        int cpu = -1;

        assert_int_equal(pthread_attr_init(&attributes), 0);
        assert_true(weft_topology_pin_new_thread(&attributes, all, i));
        assert_int_equal(pthread_create(&thread, &attributes, run_and_tell, &cpu), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(cpu, all->cpus[i % all->count]);
        assert_int_equal(pthread_attr_destroy(&attributes), 0);
    }
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
    assert_memory_equal(&before, &after, sizeof(before));
}

// A machine of two nodes with two caches of eight cores each, two PUs a core, that is discovered in a child.
enum { SYNTHETIC_CPUS = 64 };

static struct weft_cpu_set *
synthetic_cpus(void)
{
    struct weft_cpu_set *set = calloc(1, sizeof(*set) + SYNTHETIC_CPUS * sizeof(*set->cpus));

    setenv("HWLOC_SYNTHETIC", "node:2 l3:2 l1:8 pu:2", 1);
    weft_topology_shutdown();
    set->count = SYNTHETIC_CPUS;
    for (unsigned i = 0; i < SYNTHETIC_CPUS; i++)
        set->cpus[i] = i;
    return set;
}

static bool
nodes_of_several_caches_split(void)
{
    struct weft_cpu_set *set = synthetic_cpus(), **parts = NULL;
    unsigned count = 0;

    return weft_topology_split(set, WEFT_DOMAIN_NUMA, &parts, &count) && count == 2 && parts[0]->count == 32 &&
           parts[1]->count == 32 && parts[1]->cpus[0] == 32;
}

static bool
clusters_are_near(void)
{
    struct weft_cpu_set *set = synthetic_cpus();
    struct weft_place places[SYNTHETIC_CPUS];
    struct weft_clusters clusters;

    weft_topology_places(set, places);
    weft_clusters_make(&clusters, places, SYNTHETIC_CPUS);
    for (unsigned c = 0; c < 8; c++)
        if (clusters.first[c] != c * 8 || clusters.same_node[c] != (c < 4 ? 0x0fu : 0xf0u))
            return false;
    return clusters.count == 8 && clusters.first[8] == SYNTHETIC_CPUS && places[1].core == places[0].core &&
           places[2].core != places[0].core && places[16].cache != places[15].cache;
}

// As many as the words of a pool have bits, however many there are.
static bool
clusters_are_few(void)
{
    static struct weft_place places[WEFT_WORKERS_MAX];
    struct weft_clusters clusters;

    for (unsigned count = 1; count <= WEFT_WORKERS_MAX; count += count / 3 + 1) {
        for (unsigned i = 0; i < count; i++)
            places[i] = (struct weft_place){.cpu = i, .node = i / 100, .cache = i / 3, .core = i / 2};
        weft_clusters_make(&clusters, places, count);
        if (!clusters.count || clusters.count > WEFT_CLUSTERS_MAX || clusters.first[0] != 0 ||
            clusters.first[clusters.count] != count)
            return false;
        for (unsigned c = 0; c < clusters.count; c++)
            if (clusters.first[c + 1] <= clusters.first[c] || clusters.first[c + 1] - clusters.first[c] > 64)
                return false;
    }
    return true;
}

static void
a_node_of_several_caches_has_its_own_cpus(void **state)
{
    (void)state;
    assert_true(in_child(nodes_of_several_caches_split));
}

static void
clusters_follow_caches_and_nodes(void **state)
{
    (void)state;
    assert_true(in_child(clusters_are_near));
    assert_true(in_child(clusters_are_few));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(process_cpus_are_those_of_the_mask),
        cmocka_unit_test(taskset_bounds_the_process_cpus),
        cmocka_unit_test(bound_threads_leave_the_process_its_cpus),
        cmocka_unit_test(openmp_that_binds_the_main_thread_leaves_the_process_its_cpus),
        cmocka_unit_test(floating_sets_bind_to_all_cpus),
        cmocka_unit_test(copies_are_parts),
        cmocka_unit_test(destroy_takes_NULL),
        cmocka_unit_test(pinned_threads_run_where_they_should),
        cmocka_unit_test(new_threads_begin_where_they_should),
        cmocka_unit_test(pin_index_wraps_around),
        cmocka_unit_test(sorting_keeps_the_members),
        cmocka_unit_test(splits_cover_the_set),
        cmocka_unit_test(cache_facts_are_in_proportion),
        cmocka_unit_test(shutdown_and_discovery_again),
        cmocka_unit_test(a_node_of_several_caches_has_its_own_cpus),
        cmocka_unit_test(clusters_follow_caches_and_nodes),
    };

    return cmocka_run_group_tests_name("topology", tests, setup, teardown);
}
