// SPDX-License-Identifier: Apache-2.0
// Tells why a call failed: to the log and to the context's callback.
#include "runtime/core/error.h"

#include <stdarg.h>
#include <stdio.h>

#include "runtime/base/log.h"
#include "runtime/core/context.h"

cl_int
weft_error(cl_context context, cl_int code, const char *format, ...)
{
    char sentence[1024];
    va_list arguments;

    if (!(context && context->notify) && !weft_log_enabled(WEFT_LOG_INFO))
        return code;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof(sentence), format, arguments);
    va_end(arguments);
    weft_log_message(WEFT_LOG_INFO, "%s (error %d)", sentence, code);
    if (context && context->notify)
        context->notify(sentence, NULL, 0, context->notify_data);
    return code;
}
