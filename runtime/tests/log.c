// SPDX-License-Identifier: Apache-2.0
// WEFT_LOG: which levels print. Each case runs in a child process, because the level is read once.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/base/log.h"

// What a child with this WEFT_LOG writes when it says `text` at `level`.
static void
say(const char *setting, enum weft_log_level level, const char *text, char *out, size_t size)
{
    int ends[2];
    ssize_t got;
    size_t used = 0;
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        if (setting)
            setenv("WEFT_LOG", setting, 1);
        else
            unsetenv("WEFT_LOG");
        weft_log_message(level, "%s", text);
        _exit(0);
    }
    close(ends[1]);
    while ((got = read(ends[0], out + used, size - 1 - used)) > 0)
        used += (size_t)got;
    out[used] = '\0';
    close(ends[0]);
    waitpid(child, NULL, 0);
}

static void
errors_print_by_default(void **state)
{
    char out[4096];

    (void)state;
    say(NULL, WEFT_LOG_ERROR, "text", out, sizeof(out));
    assert_string_equal(out, "weft: error: text\n");
}

static void
warnings_are_silent_by_default(void **state)
{
    char out[4096];

    (void)state;
    say(NULL, WEFT_LOG_WARN, "text", out, sizeof(out));
    assert_string_equal(out, "");
}

static void
warn_prints_warnings_not_infos(void **state)
{
    char out[4096];

    (void)state;
    say("warn", WEFT_LOG_WARN, "text", out, sizeof(out));
    assert_string_equal(out, "weft: warn: text\n");
    say("warn", WEFT_LOG_INFO, "text", out, sizeof(out));
    assert_string_equal(out, "");
}

static void
info_prints_infos(void **state)
{
    char out[4096];

    (void)state;
    say("info", WEFT_LOG_INFO, "text", out, sizeof(out));
    assert_string_equal(out, "weft: info: text\n");
    say("info", WEFT_LOG_DEBUG, "text", out, sizeof(out));
    assert_string_equal(out, "");
}

static void
debug_prints_all(void **state)
{
    char out[4096];

    (void)state;
    say("debug", WEFT_LOG_DEBUG, "text", out, sizeof(out));
    assert_string_equal(out, "weft: debug: text\n");
    say("debug", WEFT_LOG_ERROR, "text", out, sizeof(out));
    assert_string_equal(out, "weft: error: text\n");
}

static void
unknown_level_prints_errors_only(void **state)
{
    char out[4096];

    (void)state;
    say("loud", WEFT_LOG_ERROR, "text", out, sizeof(out));
    assert_string_equal(out, "weft: error: text\n");
    say("loud", WEFT_LOG_WARN, "text", out, sizeof(out));
    assert_string_equal(out, "");
}

static void
long_lines_are_cut_and_ended(void **state)
{
    char text[8192];
    char out[16384];

    (void)state;
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    say(NULL, WEFT_LOG_ERROR, text, out, sizeof(out));
    assert_true(strlen(out) < sizeof(text));
    assert_int_equal(out[strlen(out) - 1], '\n');
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_print_by_default),
        cmocka_unit_test(warnings_are_silent_by_default),
        cmocka_unit_test(warn_prints_warnings_not_infos),
        cmocka_unit_test(info_prints_infos),
        cmocka_unit_test(debug_prints_all),
        cmocka_unit_test(unknown_level_prints_errors_only),
        cmocka_unit_test(long_lines_are_cut_and_ended),
    };

    return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
