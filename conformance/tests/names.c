// SPDX-License-Identifier: Apache-2.0
// Programs may call their functions, variables and kernels what C's libraries, the loader, the compiler and its kernel
// library call theirs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/support.h"

enum { N = 100 };

// clang-format off
static const char *const names[] = {
    // C's libraries: what optimizers know, what code generation calls, what is neither
    "memcpy", "memmove", "memset", "memcmp", "bcmp", "memset_pattern16", "malloc", "free", "calloc", "realloc", "strlen",
    "strcpy", "sinf", "cosf", "sincosf", "sqrtf", "fmaf", "exp2f", "expf", "fmodf", "powf", "ldexpf", "floorf", "roundevenf",
    "abs2", "labs", "ffs", "puts", "putchar", "exit", "abort", "getenv", "errno", "stdout", "environ", "pthread_create",
    // programs and the loader
    "main", "_start", "_init", "_fini", "_end", "_edata", "__bss_start", "__dso_handle", "_GLOBAL_OFFSET_TABLE_", "dlopen",
    "__tls_get_addr", "__cxa_finalize", "__gmon_start__", "_DYNAMIC",
    // compiler-rt
    "__stack_chk_fail", "__stack_chk_guard", "__divti3", "__udivti3", "__umodti3", "__mulodi4", "__truncdfhf2",
    "__extendhfsf2", "__powisf2", "__gnu_f2h_ieee", "_Unwind_Resume", "__gxx_personality_v0",
    // our own
    "__weft_services", "__weft_barrier", "__weft_local_id_x", "__weft_global_id_x", "__weft_work_dim",
    "__weft_context_base", "__weft_kernel_k", "__weft_kernel_sum", "__weft_by_lane_it",
    "weft_services", "clGetPlatformIDs",
};
enum { COUNT = sizeof names / sizeof *names };
// clang-format on

static char text[1 << 16];
static size_t used;

static void __attribute__((format(printf, 1, 2)))
say(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    used += (size_t)vsnprintf(text + used, sizeof text - used, format, arguments);
    va_end(arguments);
    assert_true(used < sizeof text);
}

static const char *const options[] = {"", "-cl-opt-disable", "-cl-std=CL3.0 -g"};

// Runs `sum` of the text with each option and width.
static void
expect_sums(cl_int first, cl_int step)
{
    cl_int out[N];

    for (size_t o = 0; o < sizeof options / sizeof *options; o++)
        for (size_t w = 0; test_set_width(w); w++) {
            if (w > 1) // the chosen width and 1
                continue;
            memset(out, 0, sizeof out);
            test_run(text, options[o], "sum", RANGE1(N, 10), BUFFER(out));
            for (int g = 0; g < N; g++)
                assert_int_equal(out[g], first + g * step);
        }
}

static void
functions(void **state)
{
    (void)state;
    used = 0;
    for (int i = 0; i < COUNT; i++)
        say("%sint %s(int x) { return x + %d; }\n", i % 3 ? "" : "static ", names[i], i);
    say("kernel void sum(global int *out) { int g = get_global_id(0), s = 0;\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n");
    for (int i = 0; i < COUNT; i++)
        say("    s += %s(g);\n", names[i]);
    say("    out[g] = s + (int)exp(0.0f * g) - 1; }\n");
    expect_sums(COUNT * (COUNT - 1) / 2, COUNT);
}

static void
functions_of_other_types(void **state)
{
    (void)state;
    used = 0;
    for (int i = 0; i < COUNT; i++)
        say("__attribute__((noinline)) float %s(global int *p, float4 x) { return p[0] + x.y + %d; }\n", names[i], i);
    say("kernel void sum(global int *out) { int g = get_global_id(0); float s = 0; global int *p = out + g;\n");
    for (int i = 0; i < COUNT; i++)
        say("    s += %s(p, (float4)(g));\n", names[i]);
    say("    out[g] = s; }\n");
    expect_sums(COUNT * (COUNT - 1) / 2, COUNT);
}

static void
variables(void **state)
{
    (void)state;
    used = 0;
    for (int i = 0; i < COUNT; i++)
        say("constant int %s[3] = {%d, %d, 1};\n", names[i], i, i + 1);
    // Also makes calls of C's memcpy and memset.
    say("typedef struct { int a[500]; } big;\n"
        "kernel void sum(global int *out) { int g = get_global_id(0), s = 0;\n"
        "    big x, y; for (int i = 0; i < 500; i++) x.a[i] = 0; x.a[g] = 1; y = x; s = y.a[g] - 1;\n");
    for (int i = 0; i < COUNT; i++)
        say("    s += %s[g %% 2] - g %% 2 + g * %s[2];\n", names[i], names[i]);
    say("    out[g] = s; }\n");
    expect_sums(COUNT * (COUNT - 1) / 2, COUNT);
}

static void
kernels(void **state)
{
    cl_int out[N];

    (void)state;
    used = 0;
    for (int i = 0; i < COUNT; i++)
        say("kernel void %s(global int *out) { local int l[10]; int g = get_global_id(0), i = get_local_id(0);\n"
            "    l[i] = %d + g; barrier(CLK_LOCAL_MEM_FENCE); out[g] = l[9 - i]; }\n",
            names[i], i);
    for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
        cl_program program = test_build(text, options[o]);
        cl_int err;
        cl_mem buffer = clCreateBuffer(test_context, 0, sizeof out, NULL, &err);

        CHECK(err);
        for (int i = 0; i < COUNT; i++) {
            cl_kernel kernel = clCreateKernel(program, names[i], &err);
            char name[64];

            CHECK(err);
            CHECK(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL));
            assert_string_equal(name, names[i]);
            CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
            CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &(size_t){N}, &(size_t){10}, 0, NULL, NULL));
            CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
            for (int g = 0; g < N; g++)
                assert_int_equal(out[g], i + g / 10 * 10 + 9 - g % 10);
            CHECK(clReleaseKernel(kernel));
        }
        CHECK(clReleaseMemObject(buffer));
        CHECK(clReleaseProgram(program));
    }
}

// What LLVM makes calls of the like-named functions of C.
static void
functions_that_do_what_their_names_say(void **state)
{
    (void)state;
    used = 0;
    say("static void memset(global int *p, int n) { for (int i = 0; i < n; i++) p[i] = 0; }\n"
        "void memcpy(int *to, int *from, int n) { for (int i = 0; i < n; i++) to[i] = from[i]; }\n"
        "int strlen(constant char *s) { int n = 0; while (s[n]) n++; return n; }\n"
        "float exp2f(float x) { return x * x; }\nfloat fmaf(float a, float b, float c) { return a - b - c; }\n"
        "kernel void sum(global int *out) { int g = get_global_id(0), a[64], b[64];\n"
        "    memset(out + g, 1); for (int i = 0; i < 64; i++) a[i] = out[g] + i + g; memcpy(b, a, 64);\n"
        "    out[g] = b[63] + strlen(\"four\") + (int)exp2f(3) + (int)fmaf(5, 6, 7) + (int)exp2(3.0f) + (int)fma(2, 3, "
        "4.0f);"
        " }\n");
    expect_sums(63 + 4 + 9 - 8 + 8 + 10, 1);
}

// A builtin's name is free too; other builtins keep using their own.
static void
functions_named_like_builtins(void **state)
{
    (void)state;
    used = 0;
    say("static float __attribute__((overloadable)) fabs(float x) { return x + 1000; }\n"
        "float __attribute__((overloadable)) floor(float x) { return x + 100; }\n"
        "int dot(int a, int b) { return a * 10 + b; }\nstatic float fmin(float a, float b) { return a + b; }\n"
        "float4 normalize(int x) { return (float4)(x); }\nint get_local_id(int x) { return x; }\n"
        "kernel void sum(global int *out) { int g = get_global_id(0);\n"
        "    out[g] = (int)fabs(1.0f) + (int)floor(0.5f) + dot(2, 3) + (int)fmin(4, 5) + (int)normalize(g).z\n"
        "        + get_local_id(7) + (int)rint(remainder(7.0f, 4.0f)) + (int)trunc(tan(0.0f * g))\n"
        "        + (int)length((float2)(3, 4)); }\n");
    expect_sums(1001 + 100 + 23 + 9 + 7 - 1 + 0 + 5, 1);
}

static void
declared_names_of_ours_are_undefined(void **state)
{
    static char log[4096];

    (void)state;
    assert_int_equal(
        test_try_build("void __weft_barrier(void);\nkernel void k() { __weft_barrier(); }", "", log, sizeof log),
        CL_BUILD_PROGRAM_FAILURE);
    assert_non_null(strstr(log, ":2:19: error: undefined function '__weft_barrier' used in kernel 'k'"));
    assert_int_equal(test_try_build("void *malloc(size_t size);\nkernel void k() { malloc(1); }", "", log, sizeof log),
                     CL_BUILD_PROGRAM_FAILURE);
    assert_non_null(strstr(log, ":2:19: error: undefined function 'malloc' used in kernel 'k'"));
}

// A constructor is one work-item of a kernel, and none of the application's.
static void
nothing_runs_when_a_program_is_loaded(void **state)
{
    cl_int out[1] = {0};

    (void)state;
    test_run("int made;\n__attribute__((constructor)) void f(void) { made = 5 + get_global_size(0); }\n"
             "kernel void k(global int *o) { *o = made; }",
             "-cl-std=CL3.0", "k", RANGE1(1, 1), BUFFER(out));
    assert_int_equal(out[0], 6);
    used = 0;
    say("constant ulong it __attribute__((section(\".init_array\"))) = 5;\n"
        "kernel void sum(global int *out) { int g = get_global_id(0); constant ulong *p = &it + out[g];\n"
        "    out[g] = g + *p; }\n");
    expect_sums(5, 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions),
        cmocka_unit_test(functions_of_other_types),
        cmocka_unit_test(variables),
        cmocka_unit_test(kernels),
        cmocka_unit_test(functions_that_do_what_their_names_say),
        cmocka_unit_test(functions_named_like_builtins),
        cmocka_unit_test(declared_names_of_ours_are_undefined),
        cmocka_unit_test(nothing_runs_when_a_program_is_loaded),
    };

    return cmocka_run_group_tests_name("names", tests, test_begin, test_end);
}
