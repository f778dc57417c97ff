// SPDX-License-Identifier: Apache-2.0
// What a build may be asked to check.
#include "compiler/checks.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t check;
} names[] = {
    {"barrier", WEFT_CHECK_BARRIER},
    {"order", WEFT_CHECK_ORDER},
    {"values", WEFT_CHECK_VALUES},
};

static uint32_t
named(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strlen(names[i].name) == length && strncmp(names[i].name, name, length) == 0)
            return names[i].check;
    return 0;
}

bool
weft_checks_parse(const char *text, uint32_t *checks)
{
    bool known = true;

    *checks = 0;
    while (*text) {
        const size_t length = strcspn(text, ",");
        const uint32_t check = named(text, length);

        *checks |= check;
        known &= check || !length;
        text += length + (text[length] == ',');
    }
    return known;
}
