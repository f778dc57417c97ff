// SPDX-License-Identifier: Apache-2.0
// WEFT_CPU: what the compiler makes of it.
#include "runtime/build/cpu_facts.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "runtime/base/log.h"
#include "runtime/build/compiler_client.h"
#include "runtime/build/cpu.h"

static pthread_once_t facts_once = PTHREAD_ONCE_INIT;
static struct weft_target_facts facts;
static bool has_facts;

static void
ask_compiler(void)
{
    const struct weft_request request = {.kind = WEFT_REQUEST_TARGET, .options = ""};
    struct weft_build_result result = {0};
    struct weft_reader in = {0};

    if (weft_compiler_build(&request, &result) != CL_SUCCESS)
        return;
    if (result.status == CL_SUCCESS) {
        in.data = result.binary;
        in.size = result.binary_size;
        has_facts = weft_target_facts_decode(&in, &facts);
    }
    if (!has_facts) {
        const char *reason = strncmp(result.log, "error: ", 7) == 0 ? result.log + 7 : result.log;

        weft_log_message(WEFT_LOG_ERROR, "WEFT_CPU=%s: %.*s", weft_cpu_name(), (int)strcspn(reason, "\n"), reason);
    }
    weft_build_result_finish(&result);
}

const struct weft_target_facts *
weft_cpu_facts(void)
{
    if (!*weft_cpu_name())
        return NULL;
    pthread_once(&facts_once, ask_compiler);
    return has_facts ? &facts : NULL;
}
