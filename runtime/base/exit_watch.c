// SPDX-License-Identifier: Apache-2.0
// A handler registered with on_exit() belongs to no library and runs in exit() alone. It must be code that outlives
// ours, so it is a function of libc that marks the memory it is given, and that memory is never freed.
//
// srand48_r(seed, buffer) has the parameters of such a handler and always sets buffer->__init. __cxa_atexit() without
// a library would do as well, but ThreadSanitizer, in an application built with it, drops the handler's argument.
#define _GNU_SOURCE 1
#include "runtime/base/exit_watch.h"

#include <pthread.h>
#include <stdlib.h>

#ifdef __GLIBC__
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct drand48_data *mark; // 24 bytes for each time the library is loaded

static void
watch(void)
{
    union {
        int (*set)(long, struct drand48_data *);
        void (*handler)(int, void *);
    } function = {.set = srand48_r};

    mark = calloc(1, sizeof(*mark));
    if (mark && on_exit(function.handler, mark) != 0) {
        free(mark);
        mark = NULL;
    }
}

void
weft_exit_watch(void)
{
    pthread_once(&once, watch);
}

bool
weft_exit_begun(void)
{
    return mark && __atomic_load_n(&mark->__init, __ATOMIC_RELAXED) != 0;
}
#else
void
weft_exit_watch(void)
{
}

bool
weft_exit_begun(void)
{
    return false;
}
#endif
