// SPDX-License-Identifier: Apache-2.0
// PUs by the threads' masks, their neighbourhood by hwloc, discovered when first asked for.
#define _GNU_SOURCE 1
#include "runtime/exec/topology.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <hwloc.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/log.h"
#include "runtime/base/thread.h"

static struct weft_mutex topology_lock = WEFT_MUTEX_INITIALIZER;
static hwloc_topology_t topology WEFT_GUARDED_BY(topology_lock); // NULL until discovered
static bool discovery_failed WEFT_GUARDED_BY(topology_lock);

static struct weft_cpu_set *
cpu_set_create(unsigned count)
{
    struct weft_cpu_set *set = malloc(sizeof(*set) + count * sizeof(set->cpus[0]));

    if (set) {
        set->count = count;
        set->floats = false;
    }
    return set;
}

struct weft_cpu_set *
weft_cpu_set_copy(const struct weft_cpu_set *set, unsigned first, unsigned count)
{
    struct weft_cpu_set *copy = cpu_set_create(count);

    if (copy) {
        memcpy(copy->cpus, set->cpus + first, count * sizeof(copy->cpus[0]));
        copy->floats = set->floats;
    }
    return copy;
}

struct weft_cpu_set *
weft_topology_float(struct weft_cpu_set *set, unsigned count)
{
    set->count = count < 1 ? 1 : count < set->count ? count : set->count;
    set->floats = true;
    return set;
}

void
weft_cpu_set_destroy(struct weft_cpu_set *set)
{
    free(set);
}

// A set of any number of PUs as the system takes it.
struct mask {
    cpu_set_t *set; // owned
    size_t bytes;
};

// The mask of a thread of this process; false if memory is exhausted or the system does not tell.
static bool
read_mask(pid_t thread, struct mask *mask)
{
    for (int bits = CPU_SETSIZE; bits <= 1 << 20; bits *= 2) {
        mask->bytes = CPU_ALLOC_SIZE((size_t)bits);
        mask->set = CPU_ALLOC((size_t)bits);
        if (!mask->set)
            return false;
        if (sched_getaffinity(thread, mask->bytes, mask->set) == 0)
            return true;
        CPU_FREE(mask->set);
        if (errno != EINVAL)
            return false;
    }
    return false;
}

static void
add_masks_of_threads(struct mask *all)
{
    DIR *threads = opendir("/proc/self/task");
    struct dirent *entry;
    struct mask one;

    while (threads && (entry = readdir(threads)) != NULL) {
        pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);

        if (thread <= 0 || !read_mask(thread, &one))
            continue;
        if (one.bytes == all->bytes)
            CPU_OR_S(all->bytes, all->set, all->set, one.set);
        CPU_FREE(one.set);
    }
    if (threads)
        closedir(threads);
}

// The path of an OpenMP runtime that is loaded, owned.
static int
find_openmp(struct dl_phdr_info *object, size_t size, void *path)
{
    static const char *const names[] = {"libgomp", "libomp", "libiomp5"};
    const char *name = strrchr(object->dlpi_name, '/');

    (void)size;
    for (size_t i = 0; name && i < sizeof(names) / sizeof(names[0]); i++)
        if (strncmp(name + 1, names[i], strlen(names[i])) == 0) {
            *(char **)path = strdup(object->dlpi_name);
            return 1;
        }
    return 0;
}

// An OpenMP runtime that binds threads (OMP_PROC_BIND) begins with the main thread, long before there are others. It
// tells the places that it has for them (OpenMP 4.5).
static void
add_places_of_openmp(struct mask *all)
{
    char *path = NULL;
    void *library;
    int (*place_count)(void) = NULL;
    int (*size_of)(int) = NULL;
    void (*members_of)(int, int *) = NULL;

    if (!dl_iterate_phdr(find_openmp, &path) || !path)
        return;
    library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    free(path);
    if (!library)
        return;
    place_count = (int (*)(void))dlsym(library, "omp_get_num_places");
    size_of = (int (*)(int))dlsym(library, "omp_get_place_num_procs");
    members_of = (void (*)(int, int *))dlsym(library, "omp_get_place_proc_ids");
    for (int place = 0; place_count && size_of && members_of && place < place_count(); place++) {
        int size = size_of(place), *cpus = size > 0 ? malloc((size_t)size * sizeof(*cpus)) : NULL;

        if (cpus)
            members_of(place, cpus);
        for (int c = 0; cpus && c < size; c++)
            if (cpus[c] >= 0)
                CPU_SET_S((size_t)cpus[c], all->bytes, all->set);
        free(cpus);
    }
    dlclose(library);
}

// The PUs of the process: a single thread may be bound to fewer. False if the system does not tell.
static bool
read_process_mask(struct mask *mask)
{
    // First the main thread's: what taskset, mpirun or a cgroup left the process, unless it was bound since.
    if (!read_mask(getpid(), mask))
        return false;
    if (CPU_COUNT_S(mask->bytes, mask->set) < sysconf(_SC_NPROCESSORS_ONLN)) {
        add_masks_of_threads(mask);
        add_places_of_openmp(mask);
    }
    return true;
}

struct weft_cpu_set *
weft_topology_process_cpus(void)
{
    struct mask mask;
    struct weft_cpu_set *set;
    unsigned filled = 0;

    if (!read_process_mask(&mask)) {
        // No answer from the system: one PU is always there.
        set = cpu_set_create(1);
        if (set)
            set->cpus[0] = 0;
        return set;
    }
    set = cpu_set_create((unsigned)CPU_COUNT_S(mask.bytes, mask.set));
    for (unsigned cpu = 0; set && filled < set->count; cpu++)
        if (CPU_ISSET_S(cpu, mask.bytes, mask.set))
            set->cpus[filled++] = cpu;
    CPU_FREE(mask.set);
    return set;
}

static bool
make_mask(const unsigned *cpus, unsigned count, struct mask *mask)
{
    unsigned highest = 0;

    for (unsigned i = 0; i < count; i++)
        if (cpus[i] > highest)
            highest = cpus[i];
    mask->set = CPU_ALLOC(highest + 1);
    if (!mask->set)
        return false;
    mask->bytes = CPU_ALLOC_SIZE(highest + 1);
    CPU_ZERO_S(mask->bytes, mask->set);
    for (unsigned i = 0; i < count; i++)
        CPU_SET_S(cpus[i], mask->bytes, mask->set);
    return true;
}

// The system call hwloc_set_cpubind comes down to; it needs no discovered topology.
static bool
bind_and_free(struct mask *mask)
{
    const bool bound = pthread_setaffinity_np(pthread_self(), mask->bytes, mask->set) == 0;

    CPU_FREE(mask->set);
    return bound;
}

bool
weft_topology_pin_current_thread(const struct weft_cpu_set *set, unsigned index)
{
    struct mask mask;

    // Who started a thread of a set that floats may be bound, and it is like that one.
    return (set->floats ? read_process_mask(&mask) : make_mask(&set->cpus[index % set->count], 1, &mask)) &&
           bind_and_free(&mask);
}

bool
weft_topology_pin_new_thread(pthread_attr_t *attributes, const struct weft_cpu_set *set, unsigned index)
{
    struct mask mask;
    bool done;

    if (set->floats || !make_mask(&set->cpus[index % set->count], 1, &mask))
        return false;
    done = pthread_attr_setaffinity_np(attributes, mask.bytes, mask.set) == 0;
    CPU_FREE(mask.set);
    return done;
}

bool
weft_topology_bind_current_thread(const struct weft_cpu_set *set)
{
    struct mask mask;

    return make_mask(set->cpus, set->count, &mask) && bind_and_free(&mask);
}

static bool
discover(void) WEFT_REQUIRES(topology_lock)
{
    hwloc_topology_t found;

    if (topology)
        return true;
    if (discovery_failed)
        return false;
    if (hwloc_topology_init(&found) != 0)
        return false;
    // Caches and NUMA nodes are all that is asked for: no I/O devices, cores or dies. Without groups a node of several
    // caches would have the PUs of all nodes.
    hwloc_topology_set_all_types_filter(found, HWLOC_TYPE_FILTER_KEEP_NONE);
    hwloc_topology_set_type_filter(found, HWLOC_OBJ_GROUP, HWLOC_TYPE_FILTER_KEEP_STRUCTURE);
    hwloc_topology_set_cache_types_filter(found, HWLOC_TYPE_FILTER_KEEP_ALL);
    if (hwloc_topology_load(found) != 0) {
        weft_log_message(WEFT_LOG_WARN, "hwloc cannot discover this machine: no caches or NUMA nodes known");
        hwloc_topology_destroy(found);
        discovery_failed = true;
        return false;
    }
    topology = found;
    return true;
}

static bool
contains(const struct weft_cpu_set *set, unsigned cpu)
{
    for (unsigned i = 0; i < set->count; i++)
        if (set->cpus[i] == cpu)
            return true;
    return false;
}

struct weft_cpu_set *
weft_topology_sorted(const struct weft_cpu_set *set)
{
    struct weft_cpu_set *sorted = weft_cpu_set_copy(set, 0, set->count);
    unsigned filled = 0;

    if (!sorted || set->floats)
        return sorted;
    weft_mutex_lock(&topology_lock);
    if (discover())
        for (hwloc_obj_t pu = NULL; (pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu)) != NULL;)
            if (filled < set->count && contains(set, pu->os_index))
                sorted->cpus[filled++] = pu->os_index;
    weft_mutex_unlock(&topology_lock);
    // PUs that hwloc does not know (or all of them, if it failed) keep their order.
    if (filled < set->count)
        memcpy(sorted->cpus, set->cpus, set->count * sizeof(set->cpus[0]));
    return sorted;
}

// The number of the first object of that type that contains the PU; 0 if there is none.
static unsigned
number_of(hwloc_obj_type_t type, unsigned cpu) WEFT_REQUIRES(topology_lock)
{
    for (hwloc_obj_t o = NULL; (o = hwloc_get_next_obj_by_type(topology, type, o)) != NULL;)
        if (hwloc_bitmap_isset(o->cpuset, cpu))
            return o->logical_index;
    return 0;
}

void
weft_topology_places(const struct weft_cpu_set *set, struct weft_place *places)
{
    unsigned filled = 0;

    for (unsigned i = 0; i < set->count; i++)
        places[i] = (struct weft_place){.cpu = set->cpus[i], .core = i};
    if (set->floats || set->count <= 2)
        return;
    weft_mutex_lock(&topology_lock);
    if (discover()) {
        bool has_cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_L1CACHE) > 0; // one each

        for (hwloc_obj_t pu = NULL; (pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu)) != NULL;)
            if (filled < set->count && contains(set, pu->os_index))
                places[filled++] = (struct weft_place){
                    .cpu = pu->os_index,
                    .node = number_of(HWLOC_OBJ_NUMANODE, pu->os_index),
                    .cache = number_of(HWLOC_OBJ_L3CACHE, pu->os_index),
                    .core = has_cores ? number_of(HWLOC_OBJ_L1CACHE, pu->os_index) : pu->logical_index,
                };
    }
    weft_mutex_unlock(&topology_lock);
    if (filled < set->count) // PUs that hwloc does not know
        for (unsigned i = 0; i < set->count; i++)
            places[i] = (struct weft_place){.cpu = set->cpus[i], .core = i};
}

static hwloc_obj_type_t
domain_type(enum weft_domain domain)
{
    switch (domain) {
    case WEFT_DOMAIN_NUMA:
        return HWLOC_OBJ_NUMANODE;
    case WEFT_DOMAIN_L4:
        return HWLOC_OBJ_L4CACHE;
    case WEFT_DOMAIN_L3:
        return HWLOC_OBJ_L3CACHE;
    case WEFT_DOMAIN_L2:
        return HWLOC_OBJ_L2CACHE;
    case WEFT_DOMAIN_L1:
    case WEFT_DOMAIN_COUNT:
        break;
    }
    return HWLOC_OBJ_L1CACHE;
}

// The PUs of the set below an object of the machine, in machine order; 0 if none.
static unsigned
members(const struct weft_cpu_set *set, hwloc_obj_t object, unsigned *cpus)
{
    unsigned count = 0;
    unsigned cpu;

    hwloc_bitmap_foreach_begin(cpu, object->cpuset) if (contains(set, cpu)) cpus[count++] = cpu;
    hwloc_bitmap_foreach_end();
    return count;
}

unsigned
weft_topology_domain_count(const struct weft_cpu_set *set, enum weft_domain domain)
{
    unsigned *cpus = set->floats ? NULL : malloc(set->count * sizeof(*cpus));
    unsigned count = 0;

    if (!cpus)
        return 0;
    weft_mutex_lock(&topology_lock);
    if (discover())
        for (hwloc_obj_t o = NULL; (o = hwloc_get_next_obj_by_type(topology, domain_type(domain), o)) != NULL;)
            if (members(set, o, cpus) > 0)
                count++;
    weft_mutex_unlock(&topology_lock);
    free(cpus);
    return count;
}

bool
weft_topology_split(const struct weft_cpu_set *set, enum weft_domain domain, struct weft_cpu_set ***parts_out,
                    unsigned *count_out)
{
    struct weft_cpu_set **parts = calloc(set->count, sizeof(*parts)); // a part has at least one PU
    unsigned *cpus = malloc(set->count * sizeof(*cpus));
    unsigned count = 0;
    bool complete = parts && cpus && !set->floats;

    weft_mutex_lock(&topology_lock);
    complete = complete && discover();
    for (hwloc_obj_t o = NULL;
         complete && (o = hwloc_get_next_obj_by_type(topology, domain_type(domain), o)) != NULL;) {
        unsigned size = members(set, o, cpus);

        // Memory-only nodes have no PUs, and several nodes (of different kinds of memory) may share theirs.
        if (size == 0 || count == set->count)
            continue;
        parts[count] = cpu_set_create(size);
        complete = parts[count] != NULL;
        if (complete)
            memcpy(parts[count++]->cpus, cpus, size * sizeof(*cpus));
    }
    weft_mutex_unlock(&topology_lock);
    free(cpus);
    if (complete && count > 0) {
        *parts_out = parts;
        *count_out = count;
        return true;
    }
    while (count > 0)
        weft_cpu_set_destroy(parts[--count]);
    free(parts);
    return false;
}

// Sums the data and unified caches of a level that the set's PUs use; *one gets the size of one of them.
static size_t
cache_level(const struct weft_cpu_set *set, enum weft_domain domain, unsigned *cpus, size_t *one, size_t *line)
    WEFT_REQUIRES(topology_lock)
{
    size_t sum = 0;

    for (hwloc_obj_t o = NULL; (o = hwloc_get_next_obj_by_type(topology, domain_type(domain), o)) != NULL;) {
        if (members(set, o, cpus) == 0)
            continue;
        sum += o->attr->cache.size;
        *one = o->attr->cache.size;
        if (o->attr->cache.linesize > 0)
            *line = o->attr->cache.linesize;
    }
    return sum;
}

void
weft_topology_cache_facts(const struct weft_cpu_set *set, struct weft_cache_facts *facts)
{
    static const enum weft_domain inner_to_outer[] = {WEFT_DOMAIN_L1, WEFT_DOMAIN_L2, WEFT_DOMAIN_L3, WEFT_DOMAIN_L4};
    unsigned *cpus = malloc(set->count * sizeof(*cpus));

    memset(facts, 0, sizeof(*facts));
    if (!cpus)
        return;
    weft_mutex_lock(&topology_lock);
    for (unsigned i = 0; discover() && i < sizeof(inner_to_outer) / sizeof(inner_to_outer[0]); i++) {
        size_t one = 0;
        size_t sum = cache_level(set, inner_to_outer[i], cpus, &one, &facts->line_bytes);

        if (sum > 0)
            facts->last_level_bytes = sum;
        if (inner_to_outer[i] == WEFT_DOMAIN_L1)
            facts->l1_bytes = one;
        if (inner_to_outer[i] == WEFT_DOMAIN_L2)
            facts->l2_bytes = one;
    }
    weft_mutex_unlock(&topology_lock);
    free(cpus);
}

void
weft_topology_shutdown(void)
{
    weft_mutex_lock(&topology_lock);
    if (topology)
        hwloc_topology_destroy(topology);
    topology = NULL;
    discovery_failed = false;
    weft_mutex_unlock(&topology_lock);
}
