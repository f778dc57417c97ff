// SPDX-License-Identifier: Apache-2.0
// What an application wants to be called when an object is destroyed.
#include "runtime/core/destructors.h"

#include <stdlib.h>

struct weft_destructor {
    struct weft_destructor *next; // owned; registered earlier
    weft_destructor_call call;
    void *data; // the application's
};

cl_int
weft_destructors_add(struct weft_destructors *list, weft_destructor_call call, void *data)
{
    struct weft_destructor *added = malloc(sizeof(*added));

    if (!added)
        return CL_OUT_OF_HOST_MEMORY;
    added->call = call;
    added->data = data;
    // What was written is for whoever destroys the object, who has seen all references go: no order is needed here.
    added->next = atomic_load_explicit(&list->newest, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&list->newest, &added->next, added, memory_order_relaxed,
                                                  memory_order_relaxed))
        continue;
    return CL_SUCCESS;
}

weft_destructor_call
weft_destructors_take(struct weft_destructors *list, void **data)
{
    struct weft_destructor *taken = atomic_load_explicit(&list->newest, memory_order_relaxed);
    weft_destructor_call call;

    if (!taken)
        return NULL;
    atomic_store_explicit(&list->newest, taken->next, memory_order_relaxed);
    call = taken->call;
    *data = taken->data;
    free(taken);
    return call;
}
