// SPDX-License-Identifier: Apache-2.0
// What the C sides of the native tests share: OpenCL's type names, inputs, counting of mistakes.
#ifndef WEFT_TESTS_HARNESS_H
#define WEFT_TESTS_HARNESS_H

#include "types.h"

#include <fenv.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// OpenCL names of types; run_native.py makes char signed.
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef _Float16 half;

enum rounding { NONE, RTE, RTZ, RTP, RTN };
static const int c_rounding[] = {FE_TONEAREST, FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

enum { INPUTS = 4800 }; // whole vectors of 3 and of 16

static unsigned failures, checks;
static uint64_t random_state = 88172645463325252u;

static inline uint64_t
random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x2545f4914f6cdd1du;
}

// Counts a mistake and tells of the first few of them.
#define FAIL(...)                                                                                                      \
    do {                                                                                                               \
        if (failures++ < 20) {                                                                                         \
            printf(__VA_ARGS__);                                                                                       \
            printf("\n");                                                                                              \
        }                                                                                                              \
    } while (0)

static inline int
report(const char *what)
{
    printf("%s: %u checks, %u failures\n", what, checks, failures);
    return failures || !checks ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
