// SPDX-License-Identifier: Apache-2.0
// Which workers of a pool are idle, and who is called first.
//
// A worker that announces that it is idle does so before it looks for work the last time; who adds work does so before
// it looks for idle workers: one of the two sees the other. Who takes a worker has it to himself, and must wake it.
#ifndef WEFT_EXEC_IDLE_H
#define WEFT_EXEC_IDLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/exec/clusters.h"

#define WEFT_NO_WORKER (~0u) // as an index

// The first PUs of their cores, then the others: those share a core with a worker that may be busy.
enum weft_idle_rank { WEFT_IDLE_FIRST, WEFT_IDLE_SIBLING, WEFT_IDLE_RANKS };

struct weft_idle_cluster {
    _Alignas(64) _Atomic uint64_t workers[WEFT_IDLE_RANKS]; // a bit each, from the cluster's first one on
};

struct weft_idle_worker {
    uint8_t cluster, rank, bit;
};

struct weft_idle {
    // Where there are several clusters: those with idle workers. A bit may be missing for a moment; see weft_idle_take.
    _Alignas(64) _Atomic uint64_t clusters[WEFT_IDLE_RANKS];
    _Alignas(64) unsigned cluster_count;
    const struct weft_clusters *map;      // borrowed
    struct weft_idle_cluster *in_cluster; // owned array of as many
    struct weft_idle_worker *workers;     // owned
};

struct weft_idle_search {
    uint64_t clusters; // in these, a bit each
    unsigned home;     // those near this one first
    unsigned avoid;    // not this worker, or WEFT_NO_WORKER
};

// All workers are idle. False if memory is exhausted.
bool weft_idle_init(struct weft_idle *idle, const struct weft_clusters *clusters, const struct weft_place *places);
void weft_idle_finish(struct weft_idle *idle);
// All are idle again, and nobody else uses it: in the child of a fork.
void weft_idle_reset(struct weft_idle *idle);

void weft_idle_add(struct weft_idle *idle, unsigned worker);
// False if somebody has taken it. *look_again: see weft_idle_take.
bool weft_idle_remove(struct weft_idle *idle, unsigned worker, bool *look_again);
// WEFT_NO_WORKER if there is none. *look_again is set, else left alone, if others may have missed an idle worker
// because of this call: the caller then looks whether there is work for one.
unsigned weft_idle_take(struct weft_idle *idle, const struct weft_idle_search *search, bool *look_again);
bool weft_idle_any(const struct weft_idle *idle); // a hint

#endif
