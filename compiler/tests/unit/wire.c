// SPDX-License-Identifier: Apache-2.0
// Tests of compiler/wire.c.
#include "compiler/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct weft_reader
reader_of(const struct weft_writer *w)
{
    return (struct weft_reader){.data = w->data, .size = w->size};
}

static void
values_come_back_in_order(void **state)
{
    struct weft_writer w = {0};
    struct weft_reader r;
    size_t size;
    char *text;

    (void)state;
    weft_writer_u32(&w, 0xdeadbeef);
    weft_writer_u64(&w, UINT64_MAX);
    weft_writer_bytes(&w, "a\0b", 3);
    weft_writer_string(&w, "text");
    r = reader_of(&w);
    assert_int_equal(weft_reader_u32(&r), 0xdeadbeef);
    assert_true(weft_reader_u64(&r) == UINT64_MAX);
    assert_memory_equal(weft_reader_bytes(&r, &size), "a\0b", 3);
    assert_int_equal(size, 3);
    text = weft_reader_string(&r);
    assert_string_equal(text, "text");
    free(text);
    assert_false(r.failed);
    assert_int_equal(r.position, r.size);
    weft_writer_finish(&w);
}

static void
NULL_string_is_empty(void **state)
{
    struct weft_writer w = {0};
    struct weft_reader r;
    char *text;

    (void)state;
    weft_writer_string(&w, NULL);
    r = reader_of(&w);
    text = weft_reader_string(&r);
    assert_string_equal(text, "");
    free(text);
    weft_writer_finish(&w);
}

static void
large_data_grows_the_writer(void **state)
{
    struct weft_writer w = {0};
    size_t size = 5u << 20;
    unsigned char *data = calloc(1, size);
    struct weft_reader r;
    size_t got;

    (void)state;
    for (int i = 0; i < 3; i++)
        weft_writer_bytes(&w, data, size);
    assert_false(w.failed);
    r = reader_of(&w);
    for (int i = 0; i < 3; i++) {
        assert_memory_equal(weft_reader_bytes(&r, &got), data, size);
        assert_int_equal(got, size);
    }
    free(data);
    weft_writer_finish(&w);
}

static void
impossible_size_fails_the_writer(void **state)
{
    struct weft_writer w = {0};

    (void)state;
    weft_writer_bytes(&w, "", SIZE_MAX - 64);
    assert_true(w.failed);
    weft_writer_u32(&w, 1); // does nothing
    weft_writer_finish(&w);
    assert_null(w.data);
}

static void
reading_past_the_end_fails_and_yields_zero(void **state)
{
    const unsigned char data[6] = {1, 0, 0, 0, 2, 0};
    struct weft_reader r = {.data = data, .size = sizeof(data)};

    (void)state;
    assert_int_equal(weft_reader_u32(&r), 1);
    assert_int_equal(weft_reader_u32(&r), 0);
    assert_true(r.failed);
    assert_true(weft_reader_u64(&r) == 0);
    assert_null(weft_reader_string(&r));
}

static void
failure_stays(void **state)
{
    const unsigned char data[8] = {0};
    struct weft_reader r = {.data = data, .size = sizeof(data), .failed = true};

    (void)state;
    assert_int_equal(weft_reader_u32(&r), 0);
    assert_int_equal(r.position, 0);
}

static void
length_beyond_the_end_fails(void **state)
{
    static const uint64_t lengths[] = {9, UINT64_MAX, UINT64_MAX - 7, (uint64_t)1 << 63};

    (void)state;
    for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
        struct weft_writer w = {0};
        struct weft_reader r;
        size_t size = 1;

        weft_writer_u64(&w, lengths[i]);
        weft_writer_u64(&w, 0);
        r = reader_of(&w);
        assert_null(weft_reader_bytes(&r, &size));
        assert_int_equal(size, 0);
        assert_true(r.failed);
        weft_writer_finish(&w);
    }
}

static void
string_with_NUL_inside_fails(void **state)
{
    struct weft_writer w = {0};
    struct weft_reader r;

    (void)state;
    weft_writer_bytes(&w, "a\0b", 3);
    r = reader_of(&w);
    assert_null(weft_reader_string(&r));
    assert_true(r.failed);
    weft_writer_finish(&w);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_come_back_in_order),
        cmocka_unit_test(NULL_string_is_empty),
        cmocka_unit_test(large_data_grows_the_writer),
        cmocka_unit_test(impossible_size_fails_the_writer),
        cmocka_unit_test(reading_past_the_end_fails_and_yields_zero),
        cmocka_unit_test(failure_stays),
        cmocka_unit_test(length_beyond_the_end_fails),
        cmocka_unit_test(string_with_NUL_inside_fails),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
