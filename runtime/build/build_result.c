// SPDX-License-Identifier: Apache-2.0
// The end of a build's result.
#include "runtime/build/build_result.h"

#include <stdlib.h>
#include <string.h>

void
weft_build_result_finish(struct weft_build_result *result)
{
    free(result->log);
    free(result->binary);
    weft_cache_entry_finish(&result->entry);
    memset(result, 0, sizeof(*result));
}
