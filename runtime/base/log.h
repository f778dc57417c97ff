// SPDX-License-Identifier: Apache-2.0
// Messages for people, to stderr. WEFT_LOG=error|warn|info|debug names the last level that is written; unset: error.
#ifndef WEFT_BASE_LOG_H
#define WEFT_BASE_LOG_H

#include <stdbool.h>

enum weft_log_level { WEFT_LOG_ERROR, WEFT_LOG_WARN, WEFT_LOG_INFO, WEFT_LOG_DEBUG };
bool weft_log_enabled(enum weft_log_level level); // one load after the first call
void weft_log_message(enum weft_log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
