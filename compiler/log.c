// SPDX-License-Identifier: Apache-2.0
// Append-only text for build logs.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/build.h"

void
weft_log_append(struct weft_log *log, const char *text, size_t size)
{
    if (size >= log->capacity - log->size) {
        size_t capacity = 2 * (log->size + size) + 256;
        char *grown = realloc(log->text, capacity);

        if (!grown)
            return; // the log loses this text; the build goes on
        log->text = grown;
        log->capacity = capacity;
    }
    memcpy(log->text + log->size, text, size);
    log->size += size;
    log->text[log->size] = '\0';
}

void
weft_log_printf(struct weft_log *log, const char *format, ...)
{
    char small[512];
    va_list args, again;
    int length;

    va_start(args, format);
    va_copy(again, args);
    length = vsnprintf(small, sizeof(small), format, args);
    va_end(args);
    if (length >= 0 && (size_t)length < sizeof(small)) {
        weft_log_append(log, small, (size_t)length);
    } else if (length >= 0) {
        char *text = malloc((size_t)length + 1);

        if (text) {
            vsnprintf(text, (size_t)length + 1, format, again);
            weft_log_append(log, text, (size_t)length);
            free(text);
        }
    }
    va_end(again);
}
