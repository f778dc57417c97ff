// SPDX-License-Identifier: Apache-2.0
// printf of kernels arrives on the process's stdout, whole and as the specification formats it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conformance/tests/support.h"

static char output[1 << 20];

// Runs a kernel body over `items` work-items with stdout going to a file, whose text lands in `output`.
static void
capture(const char *statements, size_t items)
{
    char source[2048], path[] = "/tmp/weft-printf-XXXXXX";
    cl_program program;
    cl_kernel kernel;
    int file = mkstemp(path), saved;
    size_t size;
    cl_int err;
    FILE *in;

    assert_true(file >= 0);
    snprintf(source, sizeof source, "kernel void k(void) { int g = get_global_id(0); %s }", statements);
    program = test_build(source, "-w");
    kernel = clCreateKernel(program, "k", &err);
    CHECK(err);
    fflush(stdout);
    saved = dup(STDOUT_FILENO);
    dup2(file, STDOUT_FILENO);
    err = clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    if (err == CL_SUCCESS)
        err = clFinish(test_queue);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(file);
    CHECK(err);
    in = fopen(path, "r");
    assert_non_null(in);
    size = fread(output, 1, sizeof output - 1, in);
    output[size] = '\0';
    fclose(in);
    unlink(path);
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

#define TEXT_CASE(name, statement, expected)                                                                           \
    static void name(void **state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        capture(statement, 1);                                                                                         \
        assert_string_equal(output, expected);                                                                         \
    }
#define TEXTS(CASE)                                                                                                    \
    CASE(plain_text, "printf(\"hello\\n\");", "hello\n")                                                               \
    CASE(percent_sign, "printf(\"100%%\\n\");", "100%\n")                                                              \
    CASE(signed_integers, "printf(\"%d %i %5d|%-5d|%05d %+d\", 1, -2, 3, 4, 5, 6);", "1 -2     3|4    |00005 +6")      \
    CASE(unsigned_integers, "printf(\"%u %o %x %X %#x\", 4000000000u, 8, 255, 255, 255);", "4000000000 10 ff FF 0xff") \
    CASE(length_modifiers, "printf(\"%hhd %hd %ld %lu\", (char)-1, (short)-2, -3L, 18446744073709551615UL);",          \
         "-1 -2 -3 18446744073709551615")                                                                              \
    CASE(floats, "printf(\"%f %.2f %e %g %10.3f|%-10.1f|\", 1.5f, 2.345f, 1000.0f, 0.0001f, 3.14159f, 2.5f);",         \
         "1.500000 2.35 1.000000e+03 0.0001      3.142|2.5       |")                                                   \
    CASE(hexadecimal_float, "printf(\"%a\", 1.0f);", "0x1p+0")                                                         \
    CASE(doubles, "printf(\"%.15g %f\", 0.1, 1e10);", "0.1 10000000000.000000")                                        \
    CASE(infinity_and_nan, "printf(\"%f %f %F\", INFINITY, -INFINITY, INFINITY);", "inf -inf INF")                     \
    CASE(characters_and_strings,                                                                                       \
         "printf(\"%c%c %s %10s|%-6s|%.2s\", 'o', 'k', \"text\", \"right\", \"left\", \"cut\");",                      \
         "ok text      right|left  |cu")                                                                               \
    CASE(int_vectors, "printf(\"%v4hld %v2hlx\", (int4)(1, -2, 3, -4), (int2)(255, 16));", "1,-2,3,-4 ff,10")          \
    CASE(char_and_short_vectors, "printf(\"%v4hhd %v3hd\", (char4)(1, 2, 3, -4), (short3)(5, 6, 7));",                 \
         "1,2,3,-4 5,6,7")                                                                                             \
    CASE(long_vectors, "printf(\"%v2ld\", (long2)(1L << 40, -1));", "1099511627776,-1")                                \
    CASE(float_vectors, "printf(\"%.1v4hlf %v2hlg\", (float4)(1, 2, 3, 4), (float2)(0.5f, 1e10f));",                   \
         "1.0,2.0,3.0,4.0 0.5,1e+10")                                                                                  \
    CASE(wide_vectors, "printf(\"%v8hld|%v16hhu\", (int8)(7), (uchar16)(200));",                                       \
         "7,7,7,7,7,7,7,7|200,200,200,200,200,200,200,200,200,200,200,200,200,200,200,200")                            \
    CASE(field_width_in_vectors, "printf(\"%4v2hld|%-4v2hld|\", (int2)(1, 2), (int2)(3, 4));", "   1,   2|3   ,4   |") \
    CASE(return_value_is_zero, "int r = printf(\"x\"); printf(\"%d\", r);", "x0")

TEXTS(TEXT_CASE)

static void
nothing_is_lost_from_many_items(void **state)
{
    enum { ITEMS = 20000 };
    char *seen = calloc(ITEMS, 1), *line = output;

    (void)state;
    assert_non_null(seen);
    capture("printf(\"item %d of many\\n\", g);", ITEMS);
    for (int i = 0; i < ITEMS; i++) {
        int id = -1, used = 0;

        assert_int_equal(sscanf(line, "item %d of many\n%n", &id, &used), 1);
        assert_true(id >= 0 && id < ITEMS && used > 0 && !seen[id]);
        seen[id] = 1;
        line += strcspn(line, "\n") + 1;
    }
    assert_int_equal(*line, '\0');
    free(seen);
}

static void
in_divergent_code_only_the_active_items_print(void **state)
{
    (void)state;
    capture("if (g == 3) printf(\"three \"); else if (g == 40) printf(\"forty \");", 64);
    assert_int_equal(strlen(output), 12);
    assert_non_null(strstr(output, "three "));
    assert_non_null(strstr(output, "forty "));
}

// Every type, size and length modifier.
static void
vectors_of_all_types_and_sizes(void **state)
{
    static const struct {
        const char *type, *modifier, *conversions; // each of these
        bool is_float;
    } types[] = {{"char", "hh", "dioxX", false},    {"uchar", "hh", "uoxX", false},   {"short", "h", "dioxX", false},
                 {"ushort", "h", "uoxX", false},    {"int", "hl", "dioxX", false},    {"uint", "hl", "uoxX", false},
                 {"long", "l", "dioxX", false},     {"ulong", "l", "uoxX", false},    {"half", "h", "fFeEgGaA", true},
                 {"float", "hl", "fFeEgGaA", true}, {"double", "l", "fFeEgGaA", true}};
    static const int sizes[] = {2, 3, 4, 8, 16};

    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (int s = 0; s < 5; s++) {
            char source[2000], expected[2000], values[200], format[16];
            size_t used = 0, filled = 0, written = 0;

            for (int i = 0; i < sizes[s]; i++)
                written += (size_t)snprintf(values + written, sizeof values - written, "%s%d", i ? ", " : "", i + 1);
            used += (size_t)snprintf(source, sizeof source, "%s%d v = (%s%d)(%s); int r = 0;", types[t].type, sizes[s],
                                     types[t].type, sizes[s], values);
            for (const char *c = types[t].conversions; *c; c++) {
                used += (size_t)snprintf(source + used, sizeof source - used, "r += printf(\"%%6v%d%s%c \", v);",
                                         sizes[s], types[t].modifier, *c);
                snprintf(format, sizeof format, "%%s%%6%c", *c);
                for (int i = 0; i < sizes[s]; i++) {
                    char *to = expected + filled;
                    const size_t room = sizeof expected - filled;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
                    filled += (size_t)(types[t].is_float ? snprintf(to, room, format, i ? "," : "", (double)(i + 1))
                                                         : snprintf(to, room, format, i ? "," : "", i + 1));
#pragma GCC diagnostic pop
                }
                filled += (size_t)snprintf(expected + filled, sizeof expected - filled, " ");
            }
            snprintf(source + used, sizeof source - used, "printf(\"%%d\", r);");
            snprintf(expected + filled, sizeof expected - filled, "0");
            capture(source, 1);
            assert_string_equal(output, expected);
        }
}

static void
malformed_formats_return_minus_1(void **state)
{
    static const char *const calls[] = {
        "\"%q\", 1",
        "\"%v5hld\", (int4)(1)",
        "\"%v4d\", (int4)(1)",
        "\"%v4lls\", (int4)(1)",
        "\"%hld\", 1",
        "\"%d\"",
        "\"%*d\", 3, 4",
        "\"%ls\", \"a\"",
        "\"%hhf\", 1.0f",
        "\"%v2hhf\", (float2)(1)",
        "\"%n\", 1",
        "\"%v2hlc\", (int2)(65)",
        "\"%\"",
    };

    (void)state;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char source[200];

        snprintf(source, sizeof source, "int r = printf(%s); printf(\"|%%d\", r);", calls[i]);
        capture(source, 1);
        if (!strstr(output, "|-1"))
            fail_msg("printf(%s): %s", calls[i], output);
    }
}

int
main(void)
{
#define LIST_CASE(name, statement, expected) cmocka_unit_test(name),
    const struct CMUnitTest tests[] = {
        TEXTS(LIST_CASE) cmocka_unit_test(nothing_is_lost_from_many_items),
        cmocka_unit_test(in_divergent_code_only_the_active_items_print),
        cmocka_unit_test(vectors_of_all_types_and_sizes),
        cmocka_unit_test(malformed_formats_return_minus_1),
    };

    return cmocka_run_group_tests_name("printf", tests, test_begin, test_end);
}
