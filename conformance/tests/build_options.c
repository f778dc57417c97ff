// SPDX-License-Identifier: Apache-2.0
// The options of clBuildProgram, clCompileProgram and clLinkProgram.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/tests/support.h"

static cl_int
value_with(const char *expression, const char *options)
{
    char source[512];
    cl_int out[1] = {-1};

    snprintf(source, sizeof source, "kernel void k(global int *out) { *out = (int)(%s); }", expression);
    test_run(source, options, "k", RANGE1(1, 1), BUFFER(out));
    return out[0];
}

#define VALUE_CASE(name, expression, options, expected)                                                                \
    static void name(void **state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        assert_int_equal(value_with(expression, options), expected);                                                   \
    }
VALUE_CASE(define_with_value, "A", "-DA=42", 42)
VALUE_CASE(define_without_value_is_one, "A", "-DA", 1)
VALUE_CASE(define_as_two_words, "A", "-D A=7", 7)
VALUE_CASE(define_with_quoted_spaces, "A", "-DA=\"3 + 4\"", 7)
VALUE_CASE(define_whole_word_quoted, "A", "\"-DA=3 + 5\"", 8)
VALUE_CASE(define_single_quoted, "A", "-D 'A=3 + 6'", 9)
VALUE_CASE(define_a_string, "sizeof(A)", "-DA=\\\"hello\\\"", 6)
VALUE_CASE(define_function_like, "A(4)", "\"-DA(x)=x*x\"", 16)
VALUE_CASE(later_define_wins, "A", "-DA=1 -DA=2 -w", 2)
VALUE_CASE(many_spaces, "A + B", "   -DA=1    -DB=2  ", 3)
VALUE_CASE(fast_relaxed_math_defines_its_macro, "__FAST_RELAXED_MATH__", "-cl-fast-relaxed-math", 1)

#define ACCEPTED_CASE(name, options)                                                                                   \
    static void name(void **state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        assert_int_equal(value_with("3.0f * 2.0f", options), 6);                                                       \
    }
ACCEPTED_CASE(single_precision_constant, "-cl-single-precision-constant")
ACCEPTED_CASE(denorms_are_zero, "-cl-denorms-are-zero")
ACCEPTED_CASE(correctly_rounded_divide_sqrt, "-cl-fp32-correctly-rounded-divide-sqrt")
ACCEPTED_CASE(opt_disable, "-cl-opt-disable")
ACCEPTED_CASE(mad_enable, "-cl-mad-enable")
ACCEPTED_CASE(no_signed_zeros, "-cl-no-signed-zeros")
ACCEPTED_CASE(unsafe_math, "-cl-unsafe-math-optimizations")
ACCEPTED_CASE(finite_math_only, "-cl-finite-math-only")
ACCEPTED_CASE(fast_relaxed_math, "-cl-fast-relaxed-math")
ACCEPTED_CASE(strict_aliasing_of_1_0, "-cl-strict-aliasing")
ACCEPTED_CASE(kernel_arg_info, "-cl-kernel-arg-info")
ACCEPTED_CASE(debug_info, "-g")
ACCEPTED_CASE(debug_info_without_optimization, "-g -cl-opt-disable")
ACCEPTED_CASE(no_warnings, "-w")
ACCEPTED_CASE(warnings_as_errors, "-Werror")
ACCEPTED_CASE(std_1_0, "-cl-std=CL1.0")
ACCEPTED_CASE(std_1_1, "-cl-std=CL1.1")
ACCEPTED_CASE(std_1_2, "-cl-std=CL1.2")
ACCEPTED_CASE(std_2_0, "-cl-std=CL2.0")
ACCEPTED_CASE(std_3_0, "-cl-std=CL3.0")
ACCEPTED_CASE(std_3_1, "-cl-std=CL3.1")
ACCEPTED_CASE(std_cxx, "-cl-std=CLC++")
ACCEPTED_CASE(uniform_work_group_size, "-cl-std=CL3.0 -cl-uniform-work-group-size")
ACCEPTED_CASE(everything_at_once, "-cl-std=CL1.2 -cl-mad-enable -cl-no-signed-zeros -w -DA=1 -I . -cl-finite-math-only")

#define REFUSED_CASE(name, options)                                                                                    \
    static void name(void **state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        assert_int_equal(test_try_build("kernel void k() {}", options, NULL, 0), CL_INVALID_BUILD_OPTIONS);            \
    }
REFUSED_CASE(unknown_option, "-foo")
REFUSED_CASE(unknown_cl_option, "-cl-not-an-option")
REFUSED_CASE(unknown_std, "-cl-std=CL9.9")
REFUSED_CASE(define_without_a_name, "-D")
REFUSED_CASE(include_without_a_path, "-I")
REFUSED_CASE(stray_word, "word")
REFUSED_CASE(unterminated_quote, "-DA=\"1")
REFUSED_CASE(unknown_after_known, "-DA=1 -w --bad")

static void
include_directory_with_spaces(void **state)
{
    char directory[] = "/tmp/weft test XXXXXX", options[256], path[256];
    cl_int out[1] = {0};
    FILE *file;

    (void)state;
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/header.h", directory);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("#define FROM_HEADER 1234\n", file);
    fclose(file);
    snprintf(options, sizeof options, "-I \"%s\"", directory);
    test_run("#include \"header.h\"\nkernel void k(global int *out) { *out = FROM_HEADER; }", options, "k",
             RANGE1(1, 1), BUFFER(out));
    assert_int_equal(out[0], 1234);

    // A changed header is a changed program, cache or not.
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("#define FROM_HEADER 5678\n", file);
    fclose(file);
    test_run("#include \"header.h\"\nkernel void k(global int *out) { *out = FROM_HEADER; }", options, "k",
             RANGE1(1, 1), BUFFER(out));
    assert_int_equal(out[0], 5678);
    unlink(path);
    rmdir(directory);
}

static void
write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

// What the kernel stores; it is built twice, so that the second time may come from the cache.
static cl_int
value_of(const char *source, const char *options)
{
    cl_int out[1] = {0}, again[1] = {0};

    test_run(source, options, "k", RANGE1(1, 1), BUFFER(out));
    test_run(source, options, "k", RANGE1(1, 1), BUFFER(again));
    assert_int_equal(out[0], again[0]);
    return out[0];
}

// Runs `test` in a new directory that has the two directories i1 and i2.
static void
in_new_directory(void (*test)(void))
{
    char directory[] = "/tmp/weft-includes-XXXXXX", before[4096], command[64];

    assert_non_null(getcwd(before, sizeof before));
    assert_non_null(mkdtemp(directory));
    assert_int_equal(chdir(directory) | mkdir("i1", 0700) | mkdir("i2", 0700), 0);
    test();
    assert_int_equal(chdir(before), 0);
    snprintf(command, sizeof command, "rm -r %s", directory);
    assert_int_equal(system(command), 0);
}

static void
change_files_in_use(void)
{
    static const char *const sources[] = {
        "#include \"a\"\nkernel void k(global int *out) { *out = A; }",
        "#import \"a\"\nkernel void k(global int *out) { *out = A; }",
        "constant uchar a[] = {\n#embed \"a\"\n};\nkernel void k(global int *out) { *out = a[10]; }",
        "constant uchar a[] = {\n#embed \"a\" limit(11)\n};\nkernel void k(global int *out) { *out = a[10]; }",
    };

    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        cl_int value;

        write_file("a", "#define A 1\n");
        value = value_of(sources[i], "-w");
        write_file("a", "#define A 2\n");
        assert_int_equal(value_of(sources[i], "-w"), value + 1);
    }
}

static void
changed_files_are_read_again(void **state)
{
    (void)state;
    in_new_directory(change_files_in_use);
}

static void
make_files_appear(void)
{
    static const char first[] = "#include <a>\nkernel void k(global int *out) { *out = A; }";
    static const char asked[] = "#if __has_include(<b>)\n#define B 1\n#else\n#define B 2\n#endif\n"
                                "kernel void k(global int *out) { *out = B; }";

    write_file("i2/a", "#define A 2\n");
    assert_int_equal(value_of(first, "-I i1 -I i2"), 2);
    write_file("i1/a", "#define A 1\n");
    assert_int_equal(value_of(first, "-I i1 -I i2"), 1);
    assert_int_equal(value_of(asked, "-I i1 -I i2"), 2);
    write_file("i2/b", "");
    assert_int_equal(value_of(asked, "-I i1 -I i2"), 1);
    unlink("i2/b");
    assert_int_equal(value_of(asked, "-I i1 -I i2"), 2);
}

static void
files_that_appear_are_found(void **state)
{
    (void)state;
    in_new_directory(make_files_appear);
}

static void
time_of_the_build_is_not_that_of_an_earlier_one(void **state)
{
    static const char source[] = "constant char now[] = __TIME__;\n"
                                 "kernel void k(global char *out) { for (int i = 0; i < 9; i++) out[i] = now[i]; }";
    char before[9], after[9];

    (void)state;
    test_run(source, "", "k", RANGE1(1, 1), BUFFER(before));
    sleep(2);
    test_run(source, "", "k", RANGE1(1, 1), BUFFER(after));
    assert_memory_not_equal(before, after, sizeof before);
}

static cl_program
source_program(const char *source)
{
    cl_int err;
    cl_program program = clCreateProgramWithSource(test_context, 1, &source, NULL, &err);

    CHECK(err);
    return program;
}

static void
compile_with_headers_and_link_a_library(void **state)
{
    cl_program header = source_program("#define SCALE 10\nint scaled(int x);\n");
    cl_program library_part = source_program("#include \"sub/scale.h\"\nint scaled(int x) { return x * SCALE; }");
    cl_program main_part =
        source_program("#include <sub/scale.h>\nkernel void k(global int *out) { *out = scaled(7); }");
    const char *name = "sub/scale.h";
    cl_program library, linked, parts[2];
    cl_program_binary_type type;
    cl_int out = 0, err;
    cl_mem buffer;
    cl_kernel kernel;
    const size_t one = 1;

    (void)state;
    CHECK(clCompileProgram(library_part, 1, &test_device, "", 1, &header, &name, NULL, NULL));
    CHECK(clCompileProgram(main_part, 1, &test_device, "", 1, &header, &name, NULL, NULL));
    CHECK(clGetProgramBuildInfo(main_part, test_device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    library = clLinkProgram(test_context, 1, &test_device, "-create-library", 1, &library_part, NULL, NULL, &err);
    CHECK(err);
    CHECK(clGetProgramBuildInfo(library, test_device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_PROGRAM_BINARY_TYPE_LIBRARY);
    parts[0] = main_part;
    parts[1] = library;
    linked = clLinkProgram(test_context, 1, &test_device, "", 2, parts, NULL, NULL, &err);
    CHECK(err);
    CHECK(clGetProgramBuildInfo(linked, test_device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);

    kernel = clCreateKernel(linked, "k", &err);
    CHECK(err);
    buffer = clCreateBuffer(test_context, CL_MEM_READ_WRITE, sizeof out, NULL, &err);
    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, sizeof out, &out, 0, NULL, NULL));
    assert_int_equal(out, 70);
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(linked));
    CHECK(clReleaseProgram(library));
    CHECK(clReleaseProgram(main_part));
    CHECK(clReleaseProgram(library_part));
    CHECK(clReleaseProgram(header));
}

static void
linking_an_undefined_function_fails_with_its_name(void **state)
{
    cl_program part = source_program("int nowhere_to_be_found(int x);\n"
                                     "kernel void k(global int *out) { *out = nowhere_to_be_found(7); }");
    cl_int err = CL_SUCCESS;
    cl_program linked;

    (void)state;
    CHECK(clCompileProgram(part, 1, &test_device, "", 0, NULL, NULL, NULL, NULL));
    linked = clLinkProgram(test_context, 1, &test_device, "", 1, &part, NULL, NULL, &err);
    assert_int_equal(err, CL_LINK_PROGRAM_FAILURE);
    if (linked) {
        char log[2048] = "";

        CHECK(clGetProgramBuildInfo(linked, test_device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
        assert_non_null(strstr(log, "nowhere_to_be_found"));
        CHECK(clReleaseProgram(linked));
    }
    CHECK(clReleaseProgram(part));
}

static void
bad_options_of_compile_and_link(void **state)
{
    cl_program part = source_program("kernel void k() {}");
    cl_int err = CL_SUCCESS;

    (void)state;
    assert_int_equal(clCompileProgram(part, 1, &test_device, "-create-library", 0, NULL, NULL, NULL, NULL),
                     CL_INVALID_COMPILER_OPTIONS);
    CHECK(clCompileProgram(part, 1, &test_device, "", 0, NULL, NULL, NULL, NULL));
    assert_null(clLinkProgram(test_context, 1, &test_device, "-not-a-link-option", 1, &part, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_LINKER_OPTIONS);
    CHECK(clReleaseProgram(part));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(define_with_value),
        cmocka_unit_test(define_without_value_is_one),
        cmocka_unit_test(define_as_two_words),
        cmocka_unit_test(define_with_quoted_spaces),
        cmocka_unit_test(define_whole_word_quoted),
        cmocka_unit_test(define_single_quoted),
        cmocka_unit_test(define_a_string),
        cmocka_unit_test(define_function_like),
        cmocka_unit_test(later_define_wins),
        cmocka_unit_test(many_spaces),
        cmocka_unit_test(fast_relaxed_math_defines_its_macro),
        cmocka_unit_test(single_precision_constant),
        cmocka_unit_test(denorms_are_zero),
        cmocka_unit_test(correctly_rounded_divide_sqrt),
        cmocka_unit_test(opt_disable),
        cmocka_unit_test(mad_enable),
        cmocka_unit_test(no_signed_zeros),
        cmocka_unit_test(unsafe_math),
        cmocka_unit_test(finite_math_only),
        cmocka_unit_test(fast_relaxed_math),
        cmocka_unit_test(strict_aliasing_of_1_0),
        cmocka_unit_test(kernel_arg_info),
        cmocka_unit_test(debug_info),
        cmocka_unit_test(debug_info_without_optimization),
        cmocka_unit_test(no_warnings),
        cmocka_unit_test(warnings_as_errors),
        cmocka_unit_test(std_1_0),
        cmocka_unit_test(std_1_1),
        cmocka_unit_test(std_1_2),
        cmocka_unit_test(std_2_0),
        cmocka_unit_test(std_3_0),
        cmocka_unit_test(std_3_1),
        cmocka_unit_test(std_cxx),
        cmocka_unit_test(uniform_work_group_size),
        cmocka_unit_test(everything_at_once),
        cmocka_unit_test(unknown_option),
        cmocka_unit_test(unknown_cl_option),
        cmocka_unit_test(unknown_std),
        cmocka_unit_test(define_without_a_name),
        cmocka_unit_test(include_without_a_path),
        cmocka_unit_test(stray_word),
        cmocka_unit_test(unterminated_quote),
        cmocka_unit_test(unknown_after_known),
        cmocka_unit_test(include_directory_with_spaces),
        cmocka_unit_test(changed_files_are_read_again),
        cmocka_unit_test(files_that_appear_are_found),
        cmocka_unit_test(time_of_the_build_is_not_that_of_an_earlier_one),
        cmocka_unit_test(compile_with_headers_and_link_a_library),
        cmocka_unit_test(linking_an_undefined_function_fails_with_its_name),
        cmocka_unit_test(bad_options_of_compile_and_link),
    };

    return cmocka_run_group_tests_name("build_options", tests, test_begin, test_end);
}
