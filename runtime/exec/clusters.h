// SPDX-License-Identifier: Apache-2.0
// A pool's workers by neighbourhood: clusters of PUs that share a cache, so that what a few threads share stays near.
//
// Whatever all threads of a pool write would be handed from CPU to CPU as often as there are CPUs. So it is kept twice:
// once for each cluster, which its few threads write, and once for all, which a cluster's first or last one writes.
#ifndef WEFT_EXEC_CLUSTERS_H
#define WEFT_EXEC_CLUSTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/exec/topology.h"

#define WEFT_CLUSTERS_MAX 64u                      // bits of a word
#define WEFT_CLUSTER_WORKERS 8u                    // as many as share a line without hindering each other
#define WEFT_WORKERS_MAX (WEFT_CLUSTERS_MAX * 64u) // of a pool

struct weft_clusters {
    unsigned count;
    unsigned first[WEFT_CLUSTERS_MAX + 1]; // the first worker of each; workers of a cluster have successive numbers
    uint64_t same_node[WEFT_CLUSTERS_MAX]; // clusters of the same NUMA node, itself included, a bit each
};

// Where a worker takes chunks of a range: of which cluster's part, and at which of its ends, the later one for the
// later half of a cluster's workers. So what a thread touches stays in its own caches from launch to launch.
struct weft_seat {
    unsigned cluster;
    bool at_end;
};

// Groups `count` PUs in machine order, 1 to WEFT_WORKERS_MAX: by NUMA node, by last-level cache, then evenly, without
// dividing cores.
void weft_clusters_make(struct weft_clusters *clusters, const struct weft_place *places, unsigned count);

#endif
