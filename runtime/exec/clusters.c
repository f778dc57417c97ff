// SPDX-License-Identifier: Apache-2.0
// Groups neighbouring PUs.
#include "runtime/exec/clusters.h"

#include <stdbool.h>

// How far a run of PUs from `begin` on goes that have node and cache in common.
static unsigned
end_of_run(const struct weft_place *places, unsigned begin, unsigned count)
{
    unsigned end = begin + 1;

    while (end < count && places[end].node == places[begin].node && places[end].cache == places[begin].cache)
        end++;
    return end;
}

// Cuts every run evenly into clusters of about `limit` workers at most. False if there would be too many.
static bool
cut(struct weft_clusters *clusters, const struct weft_place *places, unsigned count, unsigned limit)
{
    clusters->count = 0;
    for (unsigned begin = 0, end; begin < count; begin = end) {
        unsigned pieces, size;

        end = end_of_run(places, begin, count);
        size = end - begin;
        pieces = (size + limit - 1) / limit;
        for (unsigned piece = 0, at = begin; piece < pieces && at < end; piece++) {
            if (clusters->count == WEFT_CLUSTERS_MAX)
                return false;
            clusters->first[clusters->count++] = at;
            at = begin + size * (piece + 1) / pieces;
            while (at < end && places[at].core == places[at - 1].core)
                at++;
        }
    }
    clusters->first[clusters->count] = count;
    return true;
}

void
weft_clusters_make(struct weft_clusters *clusters, const struct weft_place *places, unsigned count)
{
    unsigned limit = WEFT_CLUSTER_WORKERS;

    while (limit < count && !cut(clusters, places, count, limit))
        limit *= 2;
    if (limit >= count && !cut(clusters, places, count, limit)) {
        // More caches than clusters: evenly, whatever is shared.
        clusters->count = WEFT_CLUSTERS_MAX;
        for (unsigned i = 0; i <= WEFT_CLUSTERS_MAX; i++)
            clusters->first[i] = count * i / WEFT_CLUSTERS_MAX;
    }
    for (unsigned i = 0; i < clusters->count; i++) {
        clusters->same_node[i] = 0;
        for (unsigned other = 0; other < clusters->count; other++)
            if (places[clusters->first[other]].node == places[clusters->first[i]].node)
                clusters->same_node[i] |= UINT64_C(1) << other;
    }
}
