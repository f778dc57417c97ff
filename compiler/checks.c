// SPDX-License-Identifier: Apache-2.0
// What a build may be asked to check.
#include "compiler/checks.h"

#include "compiler/names.h"

// In the order of enum weft_check's bits.
static const char *const names[] = {"barrier", "order", "values"};

bool
weft_checks_parse(const char *text, uint32_t *checks)
{
    uint64_t set;
    const bool known = weft_names_parse(text, names, sizeof(names) / sizeof(*names), &set);

    *checks = (uint32_t)set;
    return known;
}
