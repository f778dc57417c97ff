// SPDX-License-Identifier: Apache-2.0
// Errors that carry a sentence: to WEFT_LOG and to the context's pfn_notify.
#ifndef WEFT_CORE_ERROR_H
#define WEFT_CORE_ERROR_H

#include "runtime/base/opencl.h"

// Returns `code` after telling the sentence to the log (level info) and, when `context` is not NULL, to its
// pfn_notify. No lock may be held. Use: return weft_error(ctx, CL_INVALID_VALUE, "size %zu exceeds %zu", a, b);
cl_int weft_error(cl_context context, cl_int code, const char *format, ...) __attribute__((format(printf, 3, 4)));
// Stores `code` where the application asked for it.
static inline void
weft_set_errcode(cl_int *errcode_ret, cl_int code)
{
    if (errcode_ret)
        *errcode_ret = code;
}

#endif
