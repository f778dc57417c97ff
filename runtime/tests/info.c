// SPDX-License-Identifier: Apache-2.0
// The size protocol of clGet*Info.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/api/info.h"

static void
value_fits(void **state)
{
    cl_uint value = 0;
    size_t size = 0;

    (void)state;
    assert_int_equal(weft_info_uint((struct weft_info){sizeof(value), &value, &size}, 42), CL_SUCCESS);
    assert_int_equal(value, 42);
    assert_int_equal(size, sizeof(value));
}

static void
size_return_may_be_NULL(void **state)
{
    cl_ulong value = 0;

    (void)state;
    assert_int_equal(weft_info_ulong((struct weft_info){sizeof(value), &value, NULL}, 7), CL_SUCCESS);
    assert_int_equal(value, 7);
}

static void
value_may_be_NULL_with_any_size(void **state)
{
    size_t size = 0;

    (void)state;
    assert_int_equal(weft_info_size((struct weft_info){1, NULL, &size}, 7), CL_SUCCESS);
    assert_int_equal(size, sizeof(size_t));
}

static void
too_little_room_leaves_outputs_alone(void **state)
{
    cl_ulong value = 99;
    size_t size = 98;

    (void)state;
    assert_int_equal(weft_info_ulong((struct weft_info){4, &value, &size}, 7), CL_INVALID_VALUE);
    assert_int_equal(value, 99);
    assert_int_equal(size, 98);
}

static void
strings_count_their_NUL(void **state)
{
    char text[8];
    size_t size = 0;

    (void)state;
    assert_int_equal(weft_info_string((struct weft_info){sizeof(text), text, &size}, "seven"), CL_SUCCESS);
    assert_string_equal(text, "seven");
    assert_int_equal(size, 6);
    assert_int_equal(weft_info_string((struct weft_info){5, text, &size}, "seven"), CL_INVALID_VALUE);
}

static void
NULL_string_is_empty(void **state)
{
    char text[4] = "abc";
    size_t size = 0;

    (void)state;
    assert_int_equal(weft_info_string((struct weft_info){sizeof(text), text, &size}, NULL), CL_SUCCESS);
    assert_string_equal(text, "");
    assert_int_equal(size, 1);
}

static void
empty_answer_writes_nothing(void **state)
{
    char byte = 'x';
    size_t size = 1;

    (void)state;
    assert_int_equal(weft_info_bytes((struct weft_info){1, &byte, &size}, NULL, 0), CL_SUCCESS);
    assert_int_equal(byte, 'x');
    assert_int_equal(size, 0);
}

static void
pointers_are_written_as_such(void **state)
{
    int object = 0;
    void *value = NULL;

    (void)state;
    assert_int_equal(weft_info_pointer((struct weft_info){sizeof(value), &value, NULL}, &object), CL_SUCCESS);
    assert_ptr_equal(value, &object);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(value_fits),
        cmocka_unit_test(size_return_may_be_NULL),
        cmocka_unit_test(value_may_be_NULL_with_any_size),
        cmocka_unit_test(too_little_room_leaves_outputs_alone),
        cmocka_unit_test(strings_count_their_NUL),
        cmocka_unit_test(NULL_string_is_empty),
        cmocka_unit_test(empty_answer_writes_nothing),
        cmocka_unit_test(pointers_are_written_as_such),
    };

    return cmocka_run_group_tests_name("info", tests, NULL, NULL);
}
