// SPDX-License-Identifier: Apache-2.0
// Tests of compiler/options.c.
#include "compiler/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/protocol.h"

static char message[256];

static bool
parses_as(uint32_t kind, const char *text)
{
    struct weft_options options;
    bool ok;

    message[0] = '\0';
    ok = weft_options_parse(kind, text, &options, message, sizeof(message));
    if (ok)
        weft_options_finish(&options);
    return ok;
}

static bool
parses(const char *text)
{
    return parses_as(WEFT_REQUEST_BUILD, text);
}

// Whether the preprocessor arguments of `text` are `expected`, each followed by '|'.
static void
assert_preprocessor(const char *text, const char *expected)
{
    struct weft_options options;
    char all[512] = "";

    assert_true(weft_options_parse(WEFT_REQUEST_BUILD, text, &options, message, sizeof(message)));
    for (size_t i = 0; i < options.preprocessor_count; i++) {
        strcat(all, options.preprocessor[i]);
        strcat(all, "|");
    }
    weft_options_finish(&options);
    assert_string_equal(all, expected);
}

static struct weft_options
parsed_as(uint32_t kind, const char *text)
{
    struct weft_options options;

    assert_true(weft_options_parse(kind, text, &options, message, sizeof(message)));
    return options;
}

static void
empty_and_blank_options_are_valid(void **state)
{
    (void)state;
    assert_true(parses(""));
    assert_true(parses(" \t\n "));
    assert_true(parses_as(WEFT_REQUEST_LINK, ""));
}

static void
define_takes_same_or_next_word(void **state)
{
    (void)state;
    assert_preprocessor("-D A -DB -D C=1 -DD=2", "-DA|-DB|-DC=1|-DD=2|");
}

static void
order_of_defines_and_includes_is_kept(void **state)
{
    (void)state;
    assert_preprocessor("-DA=1 -I x -DA=2 -Iy", "-DA=1|-Ix|-DA=2|-Iy|");
}

static void
include_takes_quoted_directory_with_spaces(void **state)
{
    (void)state;
    assert_preprocessor("-I \"/a b/c\"", "-I/a b/c|");
    assert_preprocessor("-I\"/a b/c\" -w", "-I/a b/c|");
    assert_preprocessor("\"-I/a b\"", "-I/a b|");
    assert_preprocessor("-I '/a b'", "-I/a b|");
    assert_preprocessor("-I /a\\ b", "-I/a b|");
}

static void
define_takes_quotes_and_backslashes(void **state)
{
    (void)state;
    assert_preprocessor("-DS=\\\"text\\\"", "-DS=\"text\"|");
    assert_preprocessor("-D 'S=\"a b\"'", "-DS=\"a b\"|");
    assert_preprocessor("-D \"S=a \\\"b\\\"\"", "-DS=a \"b\"|");
    assert_preprocessor("-DS='a\\b'", "-DS=a\\b|");
}

static void
define_of_function_like_macro_is_valid(void **state)
{
    (void)state;
    assert_preprocessor("-D \"F(x)=(x + 1)\"", "-DF(x)=(x + 1)|");
}

static void
define_is_truncated_at_newline(void **state)
{
    (void)state;
    assert_preprocessor("-D 'A=1\n2'", "-DA=1|");
}

static void
empty_definition_is_valid(void **state)
{
    (void)state;
    assert_preprocessor("-DA= -DB", "-DA=|-DB|");
}

static void
malformed_defines_are_invalid(void **state)
{
    (void)state;
    assert_false(parses("-D"));
    assert_false(parses("-D \"\""));
    assert_false(parses("-D 1A"));
    assert_false(parses("-D=1"));
    assert_false(parses("-DA-B"));
}

static void
include_without_directory_is_invalid(void **state)
{
    (void)state;
    assert_false(parses("-I"));
    assert_false(parses("-I ''"));
}

static void
open_quotation_is_invalid(void **state)
{
    (void)state;
    assert_false(parses("-DA=\"x"));
    assert_non_null(strstr(message, "quotation"));
    assert_false(parses("'"));
}

static void
every_language_version_is_known(void **state)
{
    // As written, and as the compiler calls it.
    static const char *const versions[][2] = {
        {"CL1.0", "CL1.0"},       {"CL1.1", "CL1.1"},       {"CL1.2", "CL1.2"},         {"CL2.0", "CL2.0"},
        {"CL3.0", "CL3.0"},       {"CL3.1", "CL3.1"},       {"CLC++", "CLC++1.0"},      {"clc++", "CLC++1.0"},
        {"CLC++1.0", "CLC++1.0"}, {"clc++1.0", "CLC++1.0"}, {"CLC++2021", "CLC++2021"}, {"clc++2021", "CLC++2021"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(versions) / sizeof(*versions); i++) {
        char text[32];
        struct weft_options options;

        snprintf(text, sizeof(text), "-cl-std=%s", versions[i][0]);
        options = parsed_as(WEFT_REQUEST_COMPILE, text);
        assert_string_equal(options.cl_std, versions[i][1]);
        weft_options_finish(&options);
    }
}

static void
no_language_version_is_NULL(void **state)
{
    struct weft_options options = parsed_as(WEFT_REQUEST_BUILD, "-w");

    (void)state;
    assert_null(options.cl_std);
    weft_options_finish(&options);
}

static void
other_language_versions_are_invalid(void **state)
{
    static const char *const wrong[] = {"-cl-std=",       "-cl-std",         "-cl-std=CL",     "-cl-std=CL1",
                                        "-cl-std=CL9.9",  "-cl-std=CL1.2 3", "-cl-std=C99",    "-cl-std=cl1.2",
                                        "-cl-std=CL1.3",  "-cl-std=CL3.2",   "-cl-std=CL3.10", "-cl-std CL1.2",
                                        "-cl-std=CL1.25", "-cl-std=CLC++20", "-cl-std=c++"};

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
        assert_false(parses(wrong[i]));
}

static void
each_compile_flag_sets_its_field(void **state)
{
    static const struct {
        const char *name;
        size_t field;
    } flags[] = {
        {"-cl-single-precision-constant", offsetof(struct weft_options, single_precision_constant)},
        {"-cl-denorms-are-zero", offsetof(struct weft_options, denorms_are_zero)},
        {"-cl-fp32-correctly-rounded-divide-sqrt", offsetof(struct weft_options, fp32_correctly_rounded_divide_sqrt)},
        {"-cl-opt-disable", offsetof(struct weft_options, no_optimization)},
        {"-cl-uniform-work-group-size", offsetof(struct weft_options, uniform_work_group_size)},
        {"-cl-no-subgroup-ifp", offsetof(struct weft_options, no_subgroup_ifp)},
        {"-cl-mad-enable", offsetof(struct weft_options, mad_enable)},
        {"-cl-no-signed-zeros", offsetof(struct weft_options, no_signed_zeros)},
        {"-cl-unsafe-math-optimizations", offsetof(struct weft_options, unsafe_math)},
        {"-cl-finite-math-only", offsetof(struct weft_options, finite_math_only)},
        {"-cl-fast-relaxed-math", offsetof(struct weft_options, fast_relaxed_math)},
        {"-cl-kernel-arg-info", offsetof(struct weft_options, kernel_arg_info)},
        {"-w", offsetof(struct weft_options, no_warnings)},
        {"-Werror", offsetof(struct weft_options, warnings_as_errors)},
        {"-g", offsetof(struct weft_options, debug_info)},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
        struct weft_options none = parsed_as(WEFT_REQUEST_BUILD, "");
        struct weft_options one = parsed_as(WEFT_REQUEST_BUILD, flags[i].name);

        assert_false(*(bool *)((char *)&none + flags[i].field));
        assert_true(*(bool *)((char *)&one + flags[i].field));
        weft_options_finish(&none);
        weft_options_finish(&one);
    }
}

static void
strict_aliasing_is_accepted(void **state)
{
    (void)state;
    assert_true(parses("-cl-strict-aliasing"));
}

static void
unsafe_math_implies_its_parts(void **state)
{
    struct weft_options options = parsed_as(WEFT_REQUEST_BUILD, "-cl-unsafe-math-optimizations");

    (void)state;
    assert_true(options.no_signed_zeros && options.mad_enable && options.denorms_are_zero);
    assert_false(options.finite_math_only || options.fast_relaxed_math);
    weft_options_finish(&options);
}

static void
fast_relaxed_math_implies_its_parts(void **state)
{
    struct weft_options options = parsed_as(WEFT_REQUEST_LINK, "-cl-fast-relaxed-math");

    (void)state;
    assert_true(options.unsafe_math && options.finite_math_only && options.no_signed_zeros);
    assert_true(options.mad_enable && options.denorms_are_zero);
    weft_options_finish(&options);
}

static void
unknown_options_are_invalid_and_named(void **state)
{
    static const char *const wrong[] = {
        "-fno-such-option", "-cl-nv-verbose", "-cl-intel-no-prera-scheduling", "-O3", "-x spir", "-spir-std=1.2",
        "-save-temps",      "-fbin-exe",      "-cl-fast-relaxed-mat",          "-W",  "--help",  "source.cl",
        "-cl-mad-enable=1", "-Wall",          "-cl-opt-disable-cl-mad-enable", "-",   "-gg",     "-cl-",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        assert_false(parses(wrong[i]));
        assert_int_not_equal(message[0], '\0');
    }
    assert_false(parses("-w -fnonsense -g"));
    assert_non_null(strstr(message, "-fnonsense"));
}

static void
link_takes_program_linking_options_only(void **state)
{
    (void)state;
    assert_true(parses_as(WEFT_REQUEST_LINK, "-cl-denorms-are-zero -cl-no-signed-zeros -cl-finite-math-only "
                                             "-cl-unsafe-math-optimizations -cl-fast-relaxed-math "
                                             "-cl-no-subgroup-ifp"));
    assert_false(parses_as(WEFT_REQUEST_LINK, "-cl-mad-enable"));
    assert_false(parses_as(WEFT_REQUEST_LINK, "-DA"));
    assert_false(parses_as(WEFT_REQUEST_LINK, "-I /"));
    assert_false(parses_as(WEFT_REQUEST_LINK, "-cl-std=CL1.2"));
    assert_false(parses_as(WEFT_REQUEST_LINK, "-w"));
    assert_false(parses_as(WEFT_REQUEST_LINK, "-g"));
}

static void
library_options_are_for_link_only(void **state)
{
    struct weft_options options = parsed_as(WEFT_REQUEST_LINK, "-create-library -enable-link-options");

    (void)state;
    assert_true(options.create_library && options.enable_link_options);
    weft_options_finish(&options);
    assert_false(parses_as(WEFT_REQUEST_BUILD, "-create-library"));
    assert_false(parses_as(WEFT_REQUEST_COMPILE, "-create-library"));
    assert_non_null(strstr(message, "linking"));
}

static void
enable_link_options_needs_create_library(void **state)
{
    (void)state;
    assert_false(parses_as(WEFT_REQUEST_LINK, "-enable-link-options"));
    assert_true(parses_as(WEFT_REQUEST_LINK, "-enable-link-options -create-library"));
}

static void
long_unknown_option_fits_the_message(void **state)
{
    char *text = malloc(100001);

    (void)state;
    memset(text, 'x', 100000);
    text[100000] = '\0';
    assert_false(parses(text));
    assert_true(strlen(message) < sizeof(message));
    free(text);
}

static void
finish_twice_is_harmless(void **state)
{
    struct weft_options options = parsed_as(WEFT_REQUEST_BUILD, "-DA");

    (void)state;
    weft_options_finish(&options);
    weft_options_finish(&options);
}

static void
random_text_never_breaks_the_parser(void **state)
{
    static const char alphabet[] = " \t\"'\\-DIwcl=1(\nstd";
    unsigned seed = 1;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        char text[24];
        struct weft_options options;

        for (size_t j = 0; j < sizeof(text) - 1; j++) {
            seed = seed * 1103515245u + 12345u;
            text[j] = alphabet[(seed >> 16) % (sizeof(alphabet) - 1)];
        }
        text[sizeof(text) - 1] = '\0';
        if (weft_options_parse(seed >> 30, text, &options, message, sizeof(message)))
            weft_options_finish(&options);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_and_blank_options_are_valid),
        cmocka_unit_test(define_takes_same_or_next_word),
        cmocka_unit_test(order_of_defines_and_includes_is_kept),
        cmocka_unit_test(include_takes_quoted_directory_with_spaces),
        cmocka_unit_test(define_takes_quotes_and_backslashes),
        cmocka_unit_test(define_of_function_like_macro_is_valid),
        cmocka_unit_test(define_is_truncated_at_newline),
        cmocka_unit_test(empty_definition_is_valid),
        cmocka_unit_test(malformed_defines_are_invalid),
        cmocka_unit_test(include_without_directory_is_invalid),
        cmocka_unit_test(open_quotation_is_invalid),
        cmocka_unit_test(every_language_version_is_known),
        cmocka_unit_test(no_language_version_is_NULL),
        cmocka_unit_test(other_language_versions_are_invalid),
        cmocka_unit_test(each_compile_flag_sets_its_field),
        cmocka_unit_test(strict_aliasing_is_accepted),
        cmocka_unit_test(unsafe_math_implies_its_parts),
        cmocka_unit_test(fast_relaxed_math_implies_its_parts),
        cmocka_unit_test(unknown_options_are_invalid_and_named),
        cmocka_unit_test(link_takes_program_linking_options_only),
        cmocka_unit_test(library_options_are_for_link_only),
        cmocka_unit_test(enable_link_options_needs_create_library),
        cmocka_unit_test(long_unknown_option_fits_the_message),
        cmocka_unit_test(finish_twice_is_harmless),
        cmocka_unit_test(random_text_never_breaks_the_parser),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
