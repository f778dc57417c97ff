// SPDX-License-Identifier: Apache-2.0
// Idle workers, by cluster, and in short for all clusters.
#include "runtime/exec/idle.h"

#include <stdlib.h>
#include <string.h>

bool
weft_idle_init(struct weft_idle *idle, const struct weft_clusters *clusters, const struct weft_place *places)
{
    unsigned count = clusters->first[clusters->count];

    idle->cluster_count = clusters->count;
    idle->map = clusters;
    idle->in_cluster = aligned_alloc(64, clusters->count * sizeof(*idle->in_cluster));
    idle->workers = malloc(count * sizeof(*idle->workers));
    if (!idle->in_cluster || !idle->workers)
        return false;
    for (unsigned c = 0; c < clusters->count; c++)
        for (unsigned i = clusters->first[c]; i < clusters->first[c + 1]; i++)
            idle->workers[i] = (struct weft_idle_worker){
                .cluster = (uint8_t)c,
                .rank = i > 0 && places[i].core == places[i - 1].core ? WEFT_IDLE_SIBLING : WEFT_IDLE_FIRST,
                .bit = (uint8_t)(i - clusters->first[c]),
            };
    weft_idle_reset(idle);
    return true;
}

void
weft_idle_finish(struct weft_idle *idle)
{
    free(idle->in_cluster);
    free(idle->workers);
}

void
weft_idle_reset(struct weft_idle *idle)
{
    memset((void *)idle->clusters, 0, sizeof(idle->clusters));
    memset((void *)idle->in_cluster, 0, idle->cluster_count * sizeof(*idle->in_cluster));
    for (unsigned i = 0; i < idle->map->first[idle->cluster_count]; i++)
        weft_idle_add(idle, i);
}

void
weft_idle_add(struct weft_idle *idle, unsigned worker)
{
    struct weft_idle_worker *place = &idle->workers[worker];
    uint64_t cluster = UINT64_C(1) << place->cluster;

    // Sequentially consistent, as all of this is: before the look for work.
    atomic_fetch_or_explicit(&idle->in_cluster[place->cluster].workers[place->rank], UINT64_C(1) << place->bit,
                             memory_order_seq_cst);
    // Also where another worker of the cluster is idle: it may not have come so far.
    if (idle->cluster_count > 1 &&
        !(atomic_load_explicit(&idle->clusters[place->rank], memory_order_seq_cst) & cluster))
        atomic_fetch_or_explicit(&idle->clusters[place->rank], cluster, memory_order_seq_cst);
}

static bool
take(struct weft_idle *idle, unsigned cluster, unsigned rank, uint64_t bit, bool *look_again)
{
    _Atomic uint64_t *workers = &idle->in_cluster[cluster].workers[rank];
    uint64_t before = atomic_fetch_and_explicit(workers, ~bit, memory_order_seq_cst);

    if (!(before & bit))
        return false;
    if (before != bit || idle->cluster_count == 1)
        return true;
    atomic_fetch_and_explicit(&idle->clusters[rank], ~(UINT64_C(1) << cluster), memory_order_seq_cst);
    // A worker that became idle in between has set the bit before it was taken away.
    if (atomic_load_explicit(workers, memory_order_seq_cst)) {
        atomic_fetch_or_explicit(&idle->clusters[rank], UINT64_C(1) << cluster, memory_order_seq_cst);
        *look_again = true;
    }
    return true;
}

bool
weft_idle_remove(struct weft_idle *idle, unsigned worker, bool *look_again)
{
    struct weft_idle_worker *place = &idle->workers[worker];

    return take(idle, place->cluster, place->rank, UINT64_C(1) << place->bit, look_again);
}

static uint64_t
clusters_with_idle(const struct weft_idle *idle, unsigned rank)
{
    if (idle->cluster_count == 1)
        return atomic_load_explicit(&idle->in_cluster[0].workers[rank], memory_order_seq_cst) != 0;
    return atomic_load_explicit(&idle->clusters[rank], memory_order_seq_cst);
}

bool
weft_idle_any(const struct weft_idle *idle)
{
    return (clusters_with_idle(idle, WEFT_IDLE_FIRST) | clusters_with_idle(idle, WEFT_IDLE_SIBLING)) != 0;
}

static unsigned
take_in_cluster(struct weft_idle *idle, unsigned cluster, unsigned rank, unsigned avoid, bool *look_again)
{
    uint64_t bits = atomic_load_explicit(&idle->in_cluster[cluster].workers[rank], memory_order_seq_cst);

    for (; bits; bits &= bits - 1) {
        unsigned worker = idle->map->first[cluster] + (unsigned)__builtin_ctzll(bits);

        if (worker != avoid && take(idle, cluster, rank, bits & -bits, look_again))
            return worker;
    }
    return WEFT_NO_WORKER;
}

// Among some clusters, from the one after home on, so that callers of different clusters try different ones first.
static unsigned
take_among(struct weft_idle *idle, uint64_t clusters, unsigned rank, const struct weft_idle_search *search,
           bool *look_again)
{
    uint64_t later = clusters & (~UINT64_C(0) << search->home);
    uint64_t turns[2] = {later, clusters & ~later};

    for (int i = 0; i < 2; i++)
        for (uint64_t bits = turns[i]; bits; bits &= bits - 1) {
            unsigned worker = take_in_cluster(idle, (unsigned)__builtin_ctzll(bits), rank, search->avoid, look_again);

            if (worker != WEFT_NO_WORKER)
                return worker;
        }
    return WEFT_NO_WORKER;
}

unsigned
weft_idle_take(struct weft_idle *idle, const struct weft_idle_search *search, bool *look_again)
{
    uint64_t home = UINT64_C(1) << search->home;
    uint64_t node = idle->map->same_node[search->home];
    uint64_t by_distance[3] = {home, node & ~home, ~node};

    for (unsigned rank = 0; rank < WEFT_IDLE_RANKS; rank++) {
        uint64_t clusters = clusters_with_idle(idle, rank) & search->clusters;

        for (int i = 0; i < 3; i++) {
            uint64_t some = clusters & by_distance[i];
            unsigned worker = some ? take_among(idle, some, rank, search, look_again) : WEFT_NO_WORKER;

            if (worker != WEFT_NO_WORKER)
                return worker;
        }
    }
    return WEFT_NO_WORKER;
}
