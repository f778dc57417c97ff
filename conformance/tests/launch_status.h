// SPDX-License-Identifier: Apache-2.0
// How a launch ended, and what its context was told.
#ifndef WEFT_CONFORMANCE_LAUNCH_STATUS_H
#define WEFT_CONFORMANCE_LAUNCH_STATUS_H

#include "conformance/tests/support.h"

// What the context of the last launch was told through pfn_notify; "" when nothing.
extern char test_told[2000];

// Builds `source` as OpenCL C 3.0 in a context of its own and runs kernel k(global int *, int), whose buffer has
// `items` elements of 0. The status of the launch's event.
cl_int test_launch_status(const char *source, cl_int argument, size_t items, size_t local);

#endif
