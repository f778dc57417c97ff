// SPDX-License-Identifier: Apache-2.0
// Optimizations that a build may do without.
#include "compiler/switches.h"

#include "compiler/names.h"

static const char *const names[] = {
#define WEFT_SWITCH(NAME, TEXT, WHAT) TEXT,
#include "compiler/switches.def"
#undef WEFT_SWITCH
};

static const char *const meanings[] = {
#define WEFT_SWITCH(NAME, TEXT, WHAT) WHAT,
#include "compiler/switches.def"
#undef WEFT_SWITCH
};

const char *
weft_switch_name(unsigned number)
{
    return names[number];
}

const char *
weft_switch_meaning(unsigned number)
{
    return meanings[number];
}

bool
weft_switches_parse(const char *text, uint64_t *without)
{
    return weft_names_parse(text, names, WEFT_SWITCHES, without);
}
