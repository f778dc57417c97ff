// SPDX-License-Identifier: Apache-2.0
// OpenCL C printf on the host: what kernels reach through struct weft_services.
#ifndef WEFT_EXEC_PRINTF_H
#define WEFT_EXEC_PRINTF_H

#include <stdint.h>

// Formats one call's arguments as "printf Format String" of the OpenCL C specification says and writes the text to the
// process's stdout in one piece; a launch flushes it before it completes. `types` and `values` hold `count` arguments
// as compiler/kernel_abi.h lays them out. Returns 0, or -1 when a conversion was malformed, lacked its argument (its
// text is then printed as it stands), or when memory ran out. The locale of the application has no effect. Thread-safe.
int32_t weft_printf(const char *format, uint32_t count, const uint32_t *types, const void *values);

#endif
