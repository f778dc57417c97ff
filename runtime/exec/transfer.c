// SPDX-License-Identifier: Apache-2.0
// Large copies and fills: ranges of at least `grain`, without timing, as their cost is known to be worth it.
#include "runtime/exec/transfer.h"

#include "runtime/core/command_internal.h"
#include "runtime/exec/scheduler.h"

struct transfer {
    struct weft_range range; // first
    void (*fn)(void *data, size_t begin, size_t end);
    void *data;
};

static void
run(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end)
{
    struct transfer *transfer = (struct transfer *)range;

    (void)arena;
    transfer->fn(transfer->data, begin, end);
}

void
weft_parallel(struct weft_worker_pool *pool, size_t count, size_t grain,
              void (*fn)(void *data, size_t begin, size_t end), void *data)
{
    struct transfer transfer = {
        .range = {.run = run, .count = count, .grain = grain ? grain : 1}, .fn = fn, .data = data};

    // Neither memory nor a deep stack is asked for, so it cannot fail; were it to, the work is done all the same.
    if (weft_range_run(pool, &transfer.range) != CL_SUCCESS)
        fn(data, 0, count);
}

void
weft_command_parallel(struct weft_command *command, size_t count, size_t grain,
                      void (*fn)(void *data, size_t begin, size_t end), void *data)
{
    weft_parallel(weft_command_queue(command)->state->pool, count, grain, fn, data);
}
