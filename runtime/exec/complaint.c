// SPDX-License-Identifier: Apache-2.0
// What checks in kernels find wrong, kept for the launch's owner.
#include "runtime/exec/complaint.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/exec/ndrange.h"

char weft_no_words[] = "a check failed, and there was no memory for what it said";

static _Thread_local const struct weft_ndrange *running; // borrowed from the caller of weft_complain_about

void
weft_ndrange_complain(struct weft_ndrange *ndrange, char *sentence)
{
    char *none = NULL;

    // Pairs with hear_complaint's load.
    if (!atomic_compare_exchange_strong_explicit(&ndrange->complaint, &none, sentence ? sentence : weft_no_words,
                                                 memory_order_release, memory_order_relaxed))
        free(sentence);
}

const struct weft_ndrange *
weft_complain_about(const struct weft_ndrange *ndrange)
{
    const struct weft_ndrange *before = running;

    running = ndrange;
    return before;
}

void
weft_complain(const char *sentence)
{
    // Launches are constant to those who run them, but for this.
    struct weft_ndrange *ndrange = (struct weft_ndrange *)(uintptr_t)running;

    if (ndrange && !atomic_load_explicit(&ndrange->complaint, memory_order_relaxed))
        weft_ndrange_complain(ndrange, strdup(sentence));
}
