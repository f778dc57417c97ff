// SPDX-License-Identifier: Apache-2.0
// What the environment asks of builds.
#include <stdlib.h>
#include <string.h>

#include "compiler/checks.h"
#include "compiler/switches.h"
#include "runtime/base/log.h"
#include "runtime/program/private.h"

// WEFT_WIDTH: how many work-items run in the lanes of vectors, for measuring; 0 unless it is a power of two up to 256.
uint32_t
weft_wanted_width(void)
{
    const char *text = getenv("WEFT_WIDTH");
    unsigned long width = text ? strtoul(text, NULL, 10) : 0;

    return width <= 256 && !(width & (width - 1)) ? (uint32_t)width : 0;
}

// WEFT_REMARKS: whether the log, and stderr, say what keeps kernels from being faster.
bool
weft_wants_remarks(void)
{
    const char *text = getenv("WEFT_REMARKS");

    return text && strcmp(text, "1") == 0;
}

// WEFT_CHECK: what is checked while a program is built and runs, a set of enum weft_check.
uint32_t
weft_wanted_checks(void)
{
    const char *text = getenv("WEFT_CHECK");
    uint32_t checks = 0;

    if (text && !weft_checks_parse(text, &checks))
        weft_log_message(WEFT_LOG_WARN, "WEFT_CHECK=%s names a check that there is not", text);
    return checks;
}

// WEFT_WITHOUT: optimizations that are not done, a set of enum weft_switch.
uint64_t
weft_wanted_without(void)
{
    const char *text = getenv("WEFT_WITHOUT");
    uint64_t without = 0;

    if (text && !weft_switches_parse(text, &without))
        weft_log_message(WEFT_LOG_WARN, "WEFT_WITHOUT=%s names an optimization that there is not", text);
    return without;
}
