// SPDX-License-Identifier: Apache-2.0
// Tests of compiler/log.c.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/build.h"

static void
text_is_appended(void **state)
{
    struct weft_log log = {0};

    (void)state;
    weft_log_append(&log, "one", 3);
    weft_log_append(&log, "", 0);
    weft_log_printf(&log, " %d %s", 2, "three");
    assert_string_equal(log.text, "one 2 three");
    assert_int_equal(log.size, 11);
    free(log.text);
}

static void
long_text_is_kept_whole(void **state)
{
    struct weft_log log = {0};
    char text[5001];

    (void)state;
    memset(text, 'x', 5000);
    text[5000] = '\0';
    for (int i = 0; i < 20; i++)
        weft_log_printf(&log, "%s", text);
    assert_int_equal(log.size, 100000);
    assert_int_equal(strlen(log.text), 100000);
    free(log.text);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_appended),
        cmocka_unit_test(long_text_is_kept_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
