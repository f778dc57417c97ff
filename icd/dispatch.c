// SPDX-License-Identifier: Apache-2.0
// The dispatch table and the list of names, both made from entrypoints.def.
#include "icd/dispatch.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "runtime/base/opencl.h"

typedef void (*function)(void);

// Slots in the order of entrypoints.def; the numbers are checked against the header's structure below.
enum slot {
#define ENTRY(name, since, file) SLOT_##name,
#include "icd/entrypoints.def"
};

#define ENTRY(name, since, file)                                                                                       \
    _Static_assert(offsetof(struct _cl_icd_dispatch, name) == (size_t)SLOT_##name * sizeof(function),                  \
                   #name " is out of order");
#include "icd/entrypoints.def"

// An ICD-1 loader calls through this table; it never calls the two tagged slots, because nothing in their arguments
// leads to a vendor. A loader of cl_khr_icd 2.0 recognizes the tags and makes its own table by name.
static const union {
    function call;
    intptr_t tag;
} table[] = {
#define ENTRY(name, since, file) {.call = (function)name},
#define TAGGED(name, since, file) {.tag = CL_ICD2_TAG_KHR},
#include "icd/entrypoints.def"
};

static const struct {
    const char *name;
    function call;
} functions[] = {
#define ENTRY(name, since, file) {#name, (function)name},
#define FUNCTION ENTRY
#include "icd/entrypoints.def"
};

#define FUNCTION_COUNT (sizeof(functions) / sizeof(functions[0]))

const void *
weft_icd_dispatch(void)
{
    return table;
}

void *
weft_icd_function(const char *name)
{
    // Loaders ask for all names in the table's order: begin where the last search ended. Only a hint, so relaxed.
    static _Atomic unsigned hint;
    unsigned at = atomic_load_explicit(&hint, memory_order_relaxed);

    for (size_t i = 0; name && i < FUNCTION_COUNT; i++, at = (at + 1) % FUNCTION_COUNT) {
        if (strcmp(name, functions[at].name) == 0) {
            atomic_store_explicit(&hint, (at + 1) % FUNCTION_COUNT, memory_order_relaxed);
            return (void *)(uintptr_t)functions[at].call;
        }
    }
    return NULL;
}
