// SPDX-License-Identifier: Apache-2.0
// The machine as far as this process may use it: processing units (PUs), what they share, and pinning.
//
// The only user of hwloc. A process that merely makes a context never loads hwloc: the PUs come from the threads'
// masks; caches and NUMA nodes are discovered when first asked for.
#ifndef WEFT_EXEC_TOPOLOGY_H
#define WEFT_EXEC_TOPOLOGY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// A set of PUs by the operating system's numbers, each once, neighbours in the machine next to each other where the
// set was made by a partition, else ascending. Immutable.
struct weft_cpu_set {
    unsigned count;
    bool floats; // its threads may run on any of the process's PUs; `cpus` then only stand for their number
    unsigned cpus[];
};

enum weft_domain {
    WEFT_DOMAIN_NUMA,
    WEFT_DOMAIN_L4,
    WEFT_DOMAIN_L3,
    WEFT_DOMAIN_L2,
    WEFT_DOMAIN_L1,
    WEFT_DOMAIN_COUNT,
};

struct weft_cache_facts {
    size_t last_level_bytes; // of the largest cache level; summed over its instances in the set
    size_t line_bytes;
    size_t l1_bytes; // one instance
    size_t l2_bytes; // one instance
};

// The PUs that the process may run on, whatever some of its threads are bound to: what taskset, mpirun or a cgroup left
// it. Owned by the caller, weft_cpu_set_destroy. NULL if memory is exhausted. Never empty.
struct weft_cpu_set *weft_topology_process_cpus(void);
// As many of the set's PUs, at least one, and not bound to these: for a process that has all of them, but not all of
// the time. Consumes `set`.
struct weft_cpu_set *weft_topology_float(struct weft_cpu_set *set, unsigned count);
struct weft_cpu_set *weft_cpu_set_copy(const struct weft_cpu_set *set, unsigned first, unsigned count);
void weft_cpu_set_destroy(struct weft_cpu_set *set); // NULL is fine

// Binds the calling thread to PU number index % set->count of the set, or to the process's if it floats. False if the
// system refuses, which is no error: the thread then runs unbound.
bool weft_topology_pin_current_thread(const struct weft_cpu_set *set, unsigned index);
// The same for a thread that is yet to be created: it begins there, and not where its creator keeps the PU busy. False,
// with the attributes as they were, if the set floats or memory is exhausted; the system may refuse to create a thread
// with them.
bool weft_topology_pin_new_thread(pthread_attr_t *attributes, const struct weft_cpu_set *set, unsigned index);
// Lets the calling thread run on every PU of the set.
bool weft_topology_bind_current_thread(const struct weft_cpu_set *set);

// Where a PU is. Numbers are equal for PUs that share the thing; they mean nothing else.
struct weft_place {
    unsigned cpu; // by the operating system's number
    unsigned node, cache, core;
};

// The places of the set's PUs, in machine order. Where the machine does not tell, or the set floats, all PUs share node
// and cache, and each is a core. Two PUs are not looked up: their order does not matter.
void weft_topology_places(const struct weft_cpu_set *set, struct weft_place *places);

// A copy in machine order: PUs that share caches and nodes next to each other. Owned by the caller; NULL if memory is
// exhausted.
struct weft_cpu_set *weft_topology_sorted(const struct weft_cpu_set *set);
// How many parts the set falls into by a domain: 0 if the machine does not have that domain, or the set floats.
unsigned weft_topology_domain_count(const struct weft_cpu_set *set, enum weft_domain domain);
// Splits the set by a domain into *count parts: an array of sets, array and sets owned by the caller. False if the
// domain does not exist, the set floats or memory is exhausted.
bool weft_topology_split(const struct weft_cpu_set *set, enum weft_domain domain, struct weft_cpu_set ***parts,
                         unsigned *count);
// Zeros where the machine does not tell.
void weft_topology_cache_facts(const struct weft_cpu_set *set, struct weft_cache_facts *facts);
// Frees what was discovered; the next question discovers again. At unload and for tests.
void weft_topology_shutdown(void);

#endif
