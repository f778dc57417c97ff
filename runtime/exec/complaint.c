// SPDX-License-Identifier: Apache-2.0
// What checks in kernels find wrong, kept for the launch's owner.
#include "runtime/exec/complaint.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static char without_memory[] = "a check failed, and there was no memory for what it said";

static _Thread_local _Atomic(char *) *current; // borrowed from the caller of weft_complain_to

void
weft_complaint_note(_Atomic(char *) *complaint, char *sentence)
{
    char *none = NULL;

    // Release: pairs with weft_complaint_get.
    if (!atomic_compare_exchange_strong_explicit(complaint, &none, sentence ? sentence : without_memory,
                                                 memory_order_release, memory_order_relaxed))
        free(sentence);
}

const char *
weft_complaint_get(_Atomic(char *) *complaint)
{
    return atomic_load_explicit(complaint, memory_order_acquire);
}

void
weft_complaint_finish(_Atomic(char *) *complaint)
{
    char *sentence = atomic_load_explicit(complaint, memory_order_relaxed);

    if (sentence != without_memory)
        free(sentence);
}

_Atomic(char *) *
weft_complain_to(_Atomic(char *) *complaint)
{
    _Atomic(char *) *before = current;

    current = complaint;
    return before;
}

void
weft_complain(const char *sentence)
{
    if (current && !atomic_load_explicit(current, memory_order_relaxed))
        weft_complaint_note(current, strdup(sentence));
}
