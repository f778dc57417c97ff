// SPDX-License-Identifier: Apache-2.0
// Threads for work nobody waits for at once (asynchronous builds); none is left when the library is unloaded.
#ifndef WEFT_BASE_BACKGROUND_H
#define WEFT_BASE_BACKGROUND_H

#include <stdbool.h>

// Runs fn(data) on a new thread with all signals blocked. False if the system gives no thread. Thread-safe.
bool weft_background_run(void (*fn)(void *data), void *data);
// Waits for all of them, as weft_thread_join. At library unload.
void weft_background_shutdown(void);

#endif
