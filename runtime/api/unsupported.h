// SPDX-License-Identifier: Apache-2.0
// Answers of calls whose optional feature the device does not have.
#ifndef WEFT_API_UNSUPPORTED_H
#define WEFT_API_UNSUPPORTED_H

#include <stddef.h>

#include "runtime/base/log.h"
#include "runtime/core/error.h"

// Names the call in the log and returns `code`, one that the specification allows for it.
static inline cl_int
weft_unsupported(const char *call, cl_int code)
{
    weft_log_message(WEFT_LOG_WARN, "%s: the device does not support this (error %d)", call, code);
    return code;
}

// The same for calls that return an object or a pointer.
static inline void *
weft_unsupported_object(const char *call, cl_int code, cl_int *errcode_ret)
{
    weft_set_errcode(errcode_ret, weft_unsupported(call, code));
    return NULL;
}

#endif
