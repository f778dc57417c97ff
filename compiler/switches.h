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

// A set of them is a word with bit 1 << number of each.
enum weft_switch {
#define WEFT_SWITCH(NAME, TEXT, WHAT) WEFT_SWITCH_##NAME,
#include "compiler/switches.def"
#undef WEFT_SWITCH
    WEFT_SWITCHES
};
static_assert(WEFT_SWITCHES <= 64, "sets of switches are words of 64 bits, in binaries as well");

// Name and meaning of a switch, by its number.
const char *weft_switch_name(unsigned number);
const char *weft_switch_meaning(unsigned number);

// Names of switches with commas between them, as a set of enum weft_switch in *without. False, and *without has those
// that are known, when there is another name.
bool weft_switches_parse(const char *text, uint64_t *without);

#ifdef __cplusplus
}
#endif

#endif
