// SPDX-License-Identifier: Apache-2.0
// Tests of runtime/exec/printf.c: what arrives on stdout.
#define _GNU_SOURCE 1
#include "runtime/exec/printf.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "compiler/kernel_abi.h"

#define TYPE(kind, bytes, lanes) ((uint32_t)(kind) << 16 | (bytes) << 8 | (lanes))
#define INTEGER(bytes, lanes) TYPE(WEFT_PRINTF_INTEGER, bytes, lanes)
#define FLOAT(bytes, lanes) TYPE(WEFT_PRINTF_FLOAT, bytes, lanes)
#define POINTER TYPE(WEFT_PRINTF_POINTER, 8u, 1u)

static FILE *capture;
static int real_stdout;

static void
capture_begin(void)
{
    fflush(stdout);
    capture = tmpfile();
    assert_non_null(capture);
    real_stdout = dup(STDOUT_FILENO);
    assert_true(real_stdout >= 0 && dup2(fileno(capture), STDOUT_FILENO) >= 0);
}

// The text since capture_begin, terminated; the caller frees it.
static char *
capture_end(size_t *size)
{
    fflush(stdout);
    assert_true(dup2(real_stdout, STDOUT_FILENO) >= 0);
    close(real_stdout);
    fseek(capture, 0, SEEK_END);
    long length = ftell(capture);
    assert_true(length >= 0);
    char *text = calloc((size_t)length + 1, 1);
    assert_non_null(text);
    rewind(capture);
    assert_int_equal(fread(text, 1, (size_t)length, capture), length);
    fclose(capture);
    if (size)
        *size = (size_t)length;
    return text;
}

static void
assert_prints(const char *expected, int32_t result, const char *format, uint32_t count, const uint32_t *types,
              const void *values)
{
    capture_begin();
    int32_t returned = weft_printf(format, count, types, values);
    char *text = capture_end(NULL);
    assert_string_equal(text, expected);
    assert_int_equal(returned, result);
    free(text);
}

static void
scalars_print_as_in_c(void **state)
{
    static const struct {
        const char *format;
        const char *expected;
        uint32_t type;
        uint64_t integer;
        double real;
    } cases[] = {
        {"%5d", "   10", INTEGER(4u, 1u), 10, 0},
        {"%-+5d|", "+10  |", INTEGER(4u, 1u), 10, 0},
        {"%05d", "00010", INTEGER(4u, 1u), 10, 0},
        {"%6.5i", " 00100", INTEGER(4u, 1u), 100, 0},
        {"%-06i|", "100   |", INTEGER(4u, 1u), 100, 0},
        {"% 10d", "        42", INTEGER(4u, 1u), 42, 0},
        {"%d", "-1", INTEGER(4u, 1u), 0xffffffff, 0},
        {"%u", "4294967295", INTEGER(4u, 1u), 0xffffffff, 0},
        {"%hhd", "-1", INTEGER(4u, 1u), 255, 0},
        {"%hhu", "254", INTEGER(4u, 1u), 0xfffffffe, 0},
        {"%hx", "ffff", INTEGER(4u, 1u), 0xffffffff, 0},
        {"%ld", "-10000000000", INTEGER(8u, 1u), (uint64_t)-10000000000, 0},
        {"%zu", "18446744073709551615", INTEGER(8u, 1u), UINT64_MAX, 0},
        {"%#o", "0575360400", INTEGER(4u, 1u), 100000000, 0},
        {"%.5o", "00012", INTEGER(4u, 1u), 10, 0},
        {"%#x", "0xabcdef", INTEGER(4u, 1u), 0xabcdef, 0},
        {"%#X", "0XABCDEF", INTEGER(4u, 1u), 0xabcdef, 0},
        {"%#X", "0", INTEGER(4u, 1u), 0, 0},
        {"%.0u", "", INTEGER(4u, 1u), 0, 0},
        {"%c", "x", INTEGER(4u, 1u), 'x', 0},
        {"%4c", "   x", INTEGER(4u, 1u), 'x' + 256, 0},
        {"%8.3f", "  10.346", FLOAT(8u, 1u), 0, 10.3456},
        {"%08.2f", "00010.35", FLOAT(8u, 1u), 0, 10.3456},
        {"%+8.2f", "  -10.35", FLOAT(8u, 1u), 0, -10.3456},
        {"%4.2g", "1.2e+04", FLOAT(8u, 1u), 0, 12345.6789},
        {"%4G", "2.3E-06", FLOAT(8u, 1u), 0, 0.0000023},
        {"%-#20.15e|", "7.894561230000000e+08|", FLOAT(8u, 1u), 0, 789456123.0},
        {"%.6a", "0x1.000000p-1", FLOAT(8u, 1u), 0, 0.5},
        {"%f %%", "inf %", FLOAT(8u, 1u), 0, INFINITY},
        {"%A", "-INF", FLOAT(8u, 1u), 0, -INFINITY},
        {"%05g", "  nan", FLOAT(8u, 1u), 0, NAN},
        // Mismatched kinds are undefined; the number that was meant is printed.
        {"%f", "7.000000", INTEGER(4u, 1u), 7, 0},
        {"%d", "7", FLOAT(8u, 1u), 0, 7.9},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        uint64_t value = cases[i].integer;
        if (cases[i].type >> 16 == WEFT_PRINTF_FLOAT)
            memcpy(&value, &cases[i].real, sizeof(value));
        assert_prints(cases[i].expected, 0, cases[i].format, 1, &cases[i].type, &value);
    }
}

static void
vectors_print_their_elements_between_commas(void **state)
{
    const float floats[] = {1, 2, 3, 4};
    const float three[] = {1234.25f, 987654.5f, 0.0005f};
    const uint8_t chars[] = {0xfa, 0xfb};
    const int16_t shorts[] = {-1, 2, -3, 4, -5, 6, -7, 8};
    const uint32_t ints[] = {512, 1024, 262144, 1048576};
    const int64_t longs[] = {12345678, -98765432};
    const double doubles[] = {0.25, 0.5, 1, 1.5};
    const uint16_t halves[] = {0x3c00, 0x0001, 0x7c00, 0xc000};
    const uint32_t sixteen[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 32, 64, 128, 256, 512, 1024};

    (void)state;
    assert_prints("1.00,2.00,3.00,4.00", 0, "%2.2v4hlf", 1, (uint32_t[]){FLOAT(4u, 4u)}, floats);
    assert_prints("1.23e+03,9.88e+05,5.00e-04", 0, "%.2v3hle", 1, (uint32_t[]){FLOAT(4u, 3u)}, three);
    assert_prints("0xfa,0xfb", 0, "%#v2hhx", 1, (uint32_t[]){INTEGER(1u, 2u)}, chars);
    assert_prints("-6,-5", 0, "%v2hhd", 1, (uint32_t[]){INTEGER(1u, 2u)}, chars);
    assert_prints("-1,+2,-3,+4,-5,+6,-7,+8", 0, "%+v8hi", 1, (uint32_t[]){INTEGER(2u, 8u)}, shorts);
    assert_prints("00512,01024,262144,1048576", 0, "%05v4hlu", 1, (uint32_t[]){INTEGER(4u, 4u)}, ints);
    assert_prints("12345678,-98765432", 0, "%v2ld", 1, (uint32_t[]){INTEGER(8u, 2u)}, longs);
    assert_prints("0x1.0p-2,0x1.0p-1,0x1.0p+0,0x1.8p+0", 0, "%.1v4la", 1, (uint32_t[]){FLOAT(8u, 4u)}, doubles);
    assert_prints("1,5.96046e-08,inf,-2", 0, "%v4hg", 1, (uint32_t[]){FLOAT(2u, 4u)}, halves);
    assert_prints("1,2,3,4,5,6,7,10,11,0,40,100,200,400,1000,2000", 0, "%v16hlo", 1, (uint32_t[]){INTEGER(4u, 16u)},
                  sixteen);
}

static void
several_arguments_lie_eight_bytes_apart(void **state)
{
    struct {
        uint64_t number;
        uint64_t string;
        float vector[4];
        double real;
        uint64_t pointer;
    } values = {7, (uintptr_t)"text", {1, 2, 3, 0}, 0.5, 0xabc0};
    const uint32_t types[] = {INTEGER(4u, 1u), POINTER, FLOAT(4u, 3u), FLOAT(8u, 1u), POINTER};

    (void)state;
    assert_prints("7 [  tex] 1,2,3 0.500000 0xabc0\n", 0, "%d [%5.3s] %v3hlg %f %p\n", 5, types, &values);
}

static void
strings_may_be_null_or_long(void **state)
{
    size_t size = 100000;
    char *longer = malloc(size + 1);
    uint64_t pointer = 0;

    (void)state;
    assert_prints("(null)", 0, "%s", 1, (uint32_t[]){POINTER}, &pointer);
    assert_non_null(longer);
    memset(longer, 'y', size);
    longer[size] = '\0';
    pointer = (uintptr_t)longer;
    assert_prints(longer, 0, "%s", 1, (uint32_t[]){POINTER}, &pointer);
    free(longer);
}

static void
malformed_conversions_are_printed_as_they_stand_and_return_minus_1(void **state)
{
    const uint64_t value = 5;
    const uint32_t type = INTEGER(4u, 1u);

    (void)state;
    assert_prints("%n 5", -1, "%n %d", 1, &type, &value);
    assert_prints("%*d", -1, "%*d", 1, &type, &value);
    assert_prints("5 %d", -1, "%d %d", 1, &type, &value);
    assert_prints("100%", -1, "100%", 0, NULL, NULL);
    assert_prints("%99999999999d", -1, "%99999999999d", 1, &type, &value);
    assert_prints("", 0, "", 0, NULL, NULL);
}

static void
a_zero_character_is_written(void **state)
{
    const uint64_t zero = 0;
    size_t size;

    (void)state;
    capture_begin();
    assert_int_equal(weft_printf("a%cb", 1, (uint32_t[]){INTEGER(4u, 1u)}, &zero), 0);
    char *text = capture_end(&size);
    assert_int_equal(size, 3);
    assert_memory_equal(text, "a\0b", 3);
    free(text);
}

static void
the_locale_of_the_application_has_no_effect(void **state)
{
    const double value = 1.5;

    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        skip();
    assert_prints("1.500000", 0, "%f", 1, (uint32_t[]){FLOAT(8u, 1u)}, &value);
    setlocale(LC_ALL, "C");
}

enum { THREADS = 4, LINES = 2000 };

static void *
print_lines(void *context)
{
    const uint64_t values[2] = {(uintptr_t)context, 0};
    const uint32_t types[] = {INTEGER(4u, 1u)};

    for (int i = 0; i < LINES; i++)
        (void)weft_printf("<thread %d of some>\n", 1, types, values);
    return NULL;
}

static void
threads_never_mix_their_texts(void **state)
{
    pthread_t threads[THREADS];
    size_t size;

    (void)state;
    capture_begin();
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, print_lines, (void *)i), 0);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    char *text = capture_end(&size);
    size_t line = strlen("<thread 0 of some>\n");
    assert_int_equal(size, THREADS * LINES * line);
    for (size_t i = 0; i < THREADS * LINES; i++) {
        assert_memory_equal(text + i * line, "<thread ", 8);
        assert_memory_equal(text + i * line + 9, " of some>\n", 10);
    }
    free(text);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalars_print_as_in_c),
        cmocka_unit_test(vectors_print_their_elements_between_commas),
        cmocka_unit_test(several_arguments_lie_eight_bytes_apart),
        cmocka_unit_test(strings_may_be_null_or_long),
        cmocka_unit_test(malformed_conversions_are_printed_as_they_stand_and_return_minus_1),
        cmocka_unit_test(a_zero_character_is_written),
        cmocka_unit_test(the_locale_of_the_application_has_no_effect),
        cmocka_unit_test(threads_never_mix_their_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
