// SPDX-License-Identifier: Apache-2.0
// WEFT_CPU: its text.
#include "runtime/build/cpu.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t name_once = PTHREAD_ONCE_INIT;
static const char *name = ""; // never freed

static void
read_name(void)
{
    const char *text = getenv("WEFT_CPU");
    char *copy;

    if (!text || !*text || strcmp(text, "native") == 0)
        return;
    copy = strdup(text);
    if (copy)
        name = copy;
}

const char *
weft_cpu_name(void)
{
    pthread_once(&name_once, read_name);
    return name;
}
