// SPDX-License-Identifier: Apache-2.0
// WEFT_CHECK=barrier: what kernels ask when they have come to a barrier.
#include "runtime/exec/barrier_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/exec/complaint.h"
#include "runtime/exec/ndrange.h"

// Work-items that are named; a sentence with thousands helps nobody.
#define MOST_NAMED 8

struct text {
    char *at, *end;
};

static void append(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void
append(struct text *text, const char *format, ...)
{
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(text->at, (size_t)(text->end - text->at), format, args);
    va_end(args);
    if (length > 0)
        text->at += length < text->end - text->at ? length : text->end - text->at - 1;
}

// Where the work-items of a region are that comes next.
static void
append_place(struct text *text, const struct weft_barrier_places *places, uint32_t region)
{
    if (!region)
        append(text, "the end");
    else if (region < places->regions && places->lines[region])
        append(text, "the barrier in line %u", places->lines[region]);
    else
        append(text, "barrier %u", region);
}

// The barrier that most work-items have reached, or the only one.
static uint32_t
most_reached(uint64_t first, uint64_t count, const uint32_t *next, uint64_t *reached)
{
    uint32_t best = 0;

    *reached = 0;
    for (uint64_t i = first; i < first + count; i++) {
        uint64_t same = 0;

        if (!next[i] || next[i] == best)
            continue;
        for (uint64_t j = first; j < first + count; j++)
            same += next[j] == next[i];
        if (same > *reached) {
            *reached = same;
            best = next[i];
        }
    }
    return best;
}

static char *
describe(const struct weft_barrier_places *places, const uint64_t *group, uint64_t first, uint64_t count,
         const uint32_t *next)
{
    enum { BYTES = 1000 }; // as many as pfn_notify gets
    char *sentence = malloc(BYTES);
    struct text text;
    const uint64_t *size = group + 3;
    uint64_t reached, named = 0;
    uint32_t barrier;

    if (!sentence)
        return NULL;
    text = (struct text){sentence, sentence + BYTES};
    barrier = most_reached(first, count, next, &reached);
    append(&text, "kernel %s: in work-group (%llu, %llu, %llu) ", places->kernel, (unsigned long long)group[0],
           (unsigned long long)group[1], (unsigned long long)group[2]);
    append_place(&text, places, barrier);
    append(&text, " is reached by %llu of %llu work-items; missing:", (unsigned long long)reached,
           (unsigned long long)count);
    for (uint64_t i = first; i < first + count && named < MOST_NAMED; i++) {
        if (next[i] == barrier)
            continue;
        append(&text, "%s (%llu, %llu, %llu), at ", named++ ? ";" : "", (unsigned long long)(i % size[0]),
               (unsigned long long)(i / size[0] % size[1]), (unsigned long long)(i / size[0] / size[1]));
        append_place(&text, places, next[i]);
    }
    if (count - reached > named)
        append(&text, "; and %llu more", (unsigned long long)(count - reached - named));
    return sentence;
}

int32_t
weft_check_barrier(const struct weft_launch *launch, const struct weft_barrier_places *places, const uint64_t *group,
                   uint64_t first, uint64_t count, const uint32_t *next)
{
    // The kernel sees the launch only; the rest of what it lies in is the runtime's.
    struct weft_ndrange *ndrange = (struct weft_ndrange *)(uintptr_t)launch;
    uint64_t i = first + 1;

    while (i < first + count && next[i] == next[first])
        i++;
    if (i >= first + count)
        return 0;
    if (weft_complaint_get(&ndrange->complaint))
        return 1;
    weft_complaint_note(&ndrange->complaint, describe(places, group, first, count, next));
    return 1;
}
