// SPDX-License-Identifier: Apache-2.0
// Sets that are written as names with commas between them.
#include "compiler/names.h"

#include <string.h>

static uint64_t
named(const char *name, size_t length, const char *const *names, unsigned count)
{
    for (unsigned i = 0; i < count; ++i)
        if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0)
            return UINT64_C(1) << i;
    return 0;
}

bool
weft_names_parse(const char *text, const char *const *names, unsigned count, uint64_t *set)
{
    bool known = true;

    *set = 0;
    while (*text) {
        const size_t length = strcspn(text, ",");
        const uint64_t bit = named(text, length, names, count);

        *set |= bit;
        known &= bit || !length;
        text += length + (text[length] == ',');
    }
    return known;
}
