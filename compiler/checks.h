// SPDX-License-Identifier: Apache-2.0
// What a build may be asked to check: WEFT_CHECK of the environment, --check of weftc.
#ifndef WEFT_CHECKS_H
#define WEFT_CHECKS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum weft_check {
    WEFT_CHECK_BARRIER = 1u, // a launch fails when not all work-items of a group reach the same barriers
    WEFT_CHECK_ORDER = 2u,  // the build fails when packing changed the order of accesses that may touch the same memory
    WEFT_CHECK_VALUES = 4u, // a launch fails when a packed value is not what packing took it for
};

// Names of checks with commas between them, as a set of enum weft_check in *checks. False, and *checks has those that
// are known, when there is another name.
bool weft_checks_parse(const char *text, uint32_t *checks);

#ifdef __cplusplus
}
#endif

#endif
