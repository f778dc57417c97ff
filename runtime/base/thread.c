// SPDX-License-Identifier: Apache-2.0
// Initialization of the annotated mutex.
#include "runtime/base/thread.h"

#include <stddef.h>

void
weft_mutex_init(struct weft_mutex *mutex)
{
    pthread_mutex_init(&mutex->pthread, NULL);
}

void
weft_mutex_finish(struct weft_mutex *mutex)
{
    pthread_mutex_destroy(&mutex->pthread);
}
