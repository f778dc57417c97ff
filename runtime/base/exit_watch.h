// SPDX-License-Identifier: Apache-2.0
// Tells the end of the process from dlclose, which run the same destructors.
#ifndef WEFT_BASE_EXIT_WATCH_H
#define WEFT_BASE_EXIT_WATCH_H

#include <stdbool.h>

// From now on weft_exit_begun() can tell (with glibc). Thread-safe; cheap after the first call.
void weft_exit_watch(void);

// Whether exit() runs. False as well when nobody watched or memory was short. Thread-safe.
bool weft_exit_begun(void);

#endif
