// SPDX-License-Identifier: Apache-2.0
// Messages to stderr by the level that WEFT_LOG names.
#include "runtime/base/log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_BYTES 2048

static const char *const level_names[] = {"error", "warn", "info", "debug"};
static atomic_int threshold = -1; // the highest level that is printed; -1: not read yet. Stands alone: relaxed.

static int
read_threshold(void)
{
    const char *text = getenv("WEFT_LOG");

    for (int i = 0; text && i <= WEFT_LOG_DEBUG; i++)
        if (strcmp(text, level_names[i]) == 0)
            return i;
    return WEFT_LOG_ERROR;
}

bool
weft_log_enabled(enum weft_log_level level)
{
    int limit = atomic_load_explicit(&threshold, memory_order_relaxed);

    if (limit < 0) {
        limit = read_threshold();
        atomic_store_explicit(&threshold, limit, memory_order_relaxed);
    }
    return (int)level <= limit;
}

void
weft_log_message(enum weft_log_level level, const char *format, ...)
{
    char *line;
    va_list arguments;
    int head;
    int body;
    size_t size;

    if (!weft_log_enabled(level) || !(line = malloc(LINE_BYTES)))
        return;
    head = snprintf(line, LINE_BYTES, "weft: %s: ", level_names[level]);
    va_start(arguments, format);
    body = vsnprintf(line + head, LINE_BYTES - (size_t)head - 1, format, arguments);
    va_end(arguments);
    size = (size_t)head + (size_t)(body < 0 ? 0 : body);
    if (size > LINE_BYTES - 2)
        size = LINE_BYTES - 2;
    line[size++] = '\n';
    // One write a message: lines of several threads and processes do not mix.
    if (write(STDERR_FILENO, line, size) < 0) {
        // Nobody can be told.
    }
    free(line);
}
