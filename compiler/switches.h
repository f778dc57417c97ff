// SPDX-License-Identifier: Apache-2.0
// Optimizations that a build may do without: WEFT_WITHOUT of the environment, --without of weftc and weft-opt.
#ifndef WEFT_SWITCHES_H
#define WEFT_SWITCHES_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum weft_switch_number {
#define WEFT_SWITCH(NAME, TEXT, WHAT) WEFT_SWITCH_NUMBER_##NAME,
#include "compiler/switches.def"
#undef WEFT_SWITCH
    WEFT_SWITCHES
};

// Bits of a set.
enum weft_switch {
#define WEFT_SWITCH(NAME, TEXT, WHAT) WEFT_SWITCH_##NAME = 1u << WEFT_SWITCH_NUMBER_##NAME,
#include "compiler/switches.def"
#undef WEFT_SWITCH
};
static_assert(WEFT_SWITCHES <= 32, "sets of switches are words of 32 bits, in binaries as well");

// Name and meaning of a switch, by its number.
const char *weft_switch_name(unsigned number);
const char *weft_switch_meaning(unsigned number);

// Names of switches with commas between them, as a set of enum weft_switch in *without. False, and *without has those
// that are known, when there is another name.
bool weft_switches_parse(const char *text, uint32_t *without);

#ifdef __cplusplus
}
#endif

#endif
