// SPDX-License-Identifier: Apache-2.0
// The language: structures, vectors, address spaces, constants, functions, argument kinds.
#include <string.h>

#include "conformance/tests/support.h"

#define N 64

static void
struct_argument_by_value(void **state)
{
    struct {
        cl_char c;
        cl_int i;
        cl_double d;
        cl_short s[3];
    } value = {3, -70000, 0.5, {1, 2, 3}};
    cl_double out[N];

    (void)state;
    test_run("typedef struct { char c; int i; double d; short s[3]; } T;\n"
             "kernel void k(global double *out, T t) { int g = get_global_id(0); t.i += g; t.s[2] += t.c;\n"
             "  out[g] = t.i + t.d + t.s[0] + t.s[1] * 10 + t.s[2] * 100; }",
             "", "k", RANGE1(N, 16), BUFFER(out), VALUE(value));
    for (int i = 0; i < N; i++)
        assert_true(out[i] == -70000 + i + 0.5 + 1 + 20 + 600);
}

static void
arguments_of_every_scalar_type(void **state)
{
    cl_char c = -1;
    cl_uchar uc = 255;
    cl_short s = -2;
    cl_ushort us = 65535;
    cl_int i = -3;
    cl_uint ui = 4000000000u;
    cl_long l = -4000000000ll;
    cl_ulong ul = 18000000000000000000ull;
    cl_float f = 1.5f;
    cl_double d = 2.25;
    cl_long out[10] = {0};

    (void)state;
    test_run("kernel void k(char c, uchar uc, short s, ushort us, int i, uint ui, long l, ulong ul, float f, double d,"
             " global long *out) {\n"
             "  out[0] = c; out[1] = uc; out[2] = s; out[3] = us; out[4] = i; out[5] = ui; out[6] = l; out[7] = ul;\n"
             "  out[8] = (long)(f * 2); out[9] = (long)(d * 4); }",
             "", "k", RANGE1(1, 1), VALUE(c), VALUE(uc), VALUE(s), VALUE(us), VALUE(i), VALUE(ui), VALUE(l), VALUE(ul),
             VALUE(f), VALUE(d), BUFFER(out));
    assert_true(out[0] == -1 && out[1] == 255 && out[2] == -2 && out[3] == 65535 && out[4] == -3);
    assert_true(out[5] == 4000000000ll && out[6] == -4000000000ll && out[7] == (cl_long)ul && out[8] == 3 &&
                out[9] == 9);
}

static void
vector_arguments_of_every_width(void **state)
{
    cl_float2 f2 = {{1, 2}};
    cl_int3 i3 = {{3, 4, 5}};
    cl_short4 s4 = {{6, 7, 8, 9}};
    cl_double8 d8 = {{1, 2, 3, 4, 5, 6, 7, 8}};
    cl_uchar16 c16 = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};
    cl_int out[5] = {0};

    (void)state;
    test_run("kernel void k(float2 a, int3 b, char pad, short4 c, double8 d, uchar16 e, global int *out) {\n"
             "  out[0] = a.x + 10 * a.y; out[1] = b.x + 10 * b.y + 100 * b.z; out[2] = c.x + 10 * c.w + pad;\n"
             "  out[3] = d.s0 + 10 * d.s7; out[4] = e.s0 + 100 * e.sf; }",
             "", "k", RANGE1(1, 1), VALUE(f2), VALUE(i3), VALUE(c16.s[4]), VALUE(s4), VALUE(d8), VALUE(c16),
             BUFFER(out));
    assert_int_equal(out[0], 21);
    assert_int_equal(out[1], 543);
    assert_int_equal(out[2], 101);
    assert_int_equal(out[3], 81);
    assert_int_equal(out[4], 1601);
}

static void
program_scope_constants(void **state)
{
    cl_int out[N];

    (void)state;
    test_run("constant int table[] = {5, 3, 8, 1};\n"
             "constant struct { char name[4]; int value; } named[2] = {{\"ab\", 7}, {\"cd\", 9}};\n"
             "constant int *constant link = &table[1];\n"
             "kernel void k(global int *out) { int g = get_global_id(0);\n"
             "  out[g] = table[g & 3] * 1000 + named[g & 1].value * 100 + named[g & 1].name[0] - 'a' + link[1]; }",
             "", "k", RANGE1(N, 16), BUFFER(out));
    for (int g = 0; g < N; g++) {
        static const int table[] = {5, 3, 8, 1};

        assert_int_equal(out[g], table[g & 3] * 1000 + (g & 1 ? 9 : 7) * 100 + (g & 1 ? 2 : 0) + 8);
    }
}

static void
constant_buffer_argument(void **state)
{
    cl_int out[N], in[4] = {4, 3, 2, 1};

    (void)state;
    test_run("kernel void k(global int *out, constant int *in) { out[get_global_id(0)] = in[get_global_id(0) & 3]; }",
             "", "k", RANGE1(N, 16), BUFFER(out), BUFFER(in));
    for (int g = 0; g < N; g++)
        assert_int_equal(out[g], 4 - (g & 3));
}

static void
two_local_arguments_and_a_static_one(void **state)
{
    cl_int out[N];

    (void)state;
    test_run("kernel void k(global int *out, local char *a, local double *b) {\n"
             "  local int c[16]; int l = get_local_id(0);\n"
             "  a[l] = l; b[l] = 100 * l; c[l] = 10000 * l; barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  int m = 15 - l; out[get_global_id(0)] = a[m] + (int)b[m] + c[m]; }",
             "", "k", RANGE1(N, 16), BUFFER(out), LOCAL(16), LOCAL(16 * sizeof(cl_double)));
    for (int g = 0; g < N; g++)
        assert_int_equal(out[g], 10101 * (15 - g % 16));
}

static void
null_buffer_argument_is_a_null_pointer(void **state)
{
    cl_program program;
    cl_kernel kernel;
    cl_int out = 0, err;
    cl_mem buffer = clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, sizeof out, &out, NULL);
    const size_t one = 1;

    (void)state;
    program = test_build("kernel void k(global int *out, global int *p) { *out = p ? 1 : 2; }", "");
    kernel = clCreateKernel(program, "k", &err);
    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), NULL));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, sizeof out, &out, 0, NULL, NULL));
    assert_int_equal(out, 2);
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
    CHECK(clReleaseMemObject(buffer));
}

static void
unions_and_bit_reinterpretation(void **state)
{
    cl_uint out[N];

    (void)state;
    test_run("typedef union { float f; uint u; uchar b[4]; } U;\n"
             "kernel void k(global uint *out) { int g = get_global_id(0); U u; u.f = (float)g;\n"
             "  out[g] = (u.u == as_uint((float)g)) + (u.b[3] == (uchar)(u.u >> 24)) * 2"
             " + (as_int2(1.0).y == 0x3ff00000) * 4; }",
             "", "k", RANGE1(N, 16), BUFFER(out));
    for (int g = 0; g < N; g++)
        assert_int_equal(out[g], 7);
}

static void
vector_swizzles_and_literals(void **state)
{
    cl_int out[8] = {0};

    (void)state;
    test_run("kernel void k(global int *out) { int4 v = (int4)(1, 2, 3, 4); int8 w = (int8)(v.wzyx, v);\n"
             "  w.even = v; v.xy = v.yx; v.s3 += w.hi.lo.x; out[0] = v.x; out[1] = v.w; out[2] = w.s2; out[3] = w.s7;\n"
             "  int3 t = v.zyx; out[4] = t.x + t.y * 10 + t.z * 100; out[5] = (v > (int4)(2)).x;\n"
             "  out[6] = (v == v.xyzw).w; out[7] = any(v < 0) + 2 * all(v > 0); }",
             "", "k", RANGE1(1, 1), BUFFER(out));
    // w = (4,3,2,1, 1,2,3,4), even := (1,2,3,4) => 1,3,2,1,3,2,4,4; hi = 3,2,4,4
    assert_int_equal(out[0], 2);
    assert_int_equal(out[1], 4 + 3);
    assert_int_equal(out[2], 2);
    assert_int_equal(out[3], 4);
    assert_int_equal(out[4], 3 + 10 * 1 + 100 * 2);
    assert_int_equal(out[5], 0);
    assert_int_equal(out[6], -1);
    assert_int_equal(out[7], 2);
}

static void
vector_load_and_store_at_any_offset(void **state)
{
    cl_int out[3 * N], in[3 * N + 1];

    (void)state;
    for (int i = 0; i < 3 * N + 1; i++)
        in[i] = i;
    test_run("kernel void k(global int *out, global const int *in) { size_t g = get_global_id(0);\n"
             "  int3 v = vload3(g, in + 1); vstore3(v.zyx, g, out); }",
             "", "k", RANGE1(N, 16), BUFFER(out), BUFFER(in));
    for (int g = 0; g < N; g++)
        assert_true(out[3 * g] == 3 * g + 3 && out[3 * g + 1] == 3 * g + 2 && out[3 * g + 2] == 3 * g + 1);
}

static void
kernel_called_by_a_kernel(void **state)
{
    cl_int out[N];

    (void)state;
    test_run("kernel void inner(global int *out, int add) { out[get_global_id(0)] += add; }\n"
             "kernel void k(global int *out) { out[get_global_id(0)] = 1; inner(out, 2); inner(out, 30); }",
             "", "k", RANGE1(N, 16), BUFFER(out));
    for (int g = 0; g < N; g++)
        assert_int_equal(out[g], 33);
}

static void
static_and_inline_functions(void **state)
{
    cl_int out[N];

    (void)state;
    test_run("static int a(int x) { return x + 1; }\ninline int b(int x) { return a(x) * 2; }\n"
             "static inline int c(int x) { return b(x) - 3; }\nint d(int);\n"
             "kernel void k(global int *out) { int g = get_global_id(0); out[g] = c(g) + d(g); }\n"
             "int d(int x) { return 100 * x; }",
             "", "k", RANGE1(N, 16), BUFFER(out));
    for (int g = 0; g < N; g++)
        assert_int_equal(out[g], 2 * (g + 1) - 3 + 100 * g);
}

static void
function_with_large_structs(void **state)
{
    cl_int out[N];

    (void)state;
    test_run("typedef struct { int a[10]; float4 v; } S;\n"
             "S make(int x) { S s; for (int i = 0; i < 10; i++) s.a[i] = x + i; s.v = (float4)(x); return s; }\n"
             "int use(S s, int i) { s.a[i] += (int)s.v.w; return s.a[i]; }\n"
             "kernel void k(global int *out) { int g = get_global_id(0); S s = make(g); out[g] = use(s, g % 10) +"
             " 1000 * s.a[g % 10]; }",
             "", "k", RANGE1(N, 16), BUFFER(out));
    for (int g = 0; g < N; g++)
        assert_int_equal(out[g], (g + g % 10) + g + 1000 * (g + g % 10));
}

static void
pointers_into_every_address_space(void **state)
{
    cl_int out[N], in[N];

    (void)state;
    for (int i = 0; i < N; i++)
        in[i] = 10 * i;
    test_run("constant int c[2] = {1, 2};\n"
             "int from_private(int *p) { return *p; }\nint from_global(global int *p) { return *p; }\n"
             "int from_local(local int *p) { return *p; }\nint from_constant(constant int *p) { return *p; }\n"
             "kernel void k(global int *out, global int *in, local int *s) { int g = get_global_id(0);\n"
             "  int v = g; s[get_local_id(0)] = 3;\n"
             "  out[g] = from_private(&v) + from_global(&in[g]) + from_local(&s[get_local_id(0)]) + "
             "from_constant(&c[g & 1]); }",
             "", "k", RANGE1(N, 16), BUFFER(out), BUFFER(in), LOCAL(16 * sizeof(cl_int)));
    for (int g = 0; g < N; g++)
        assert_int_equal(out[g], 11 * g + 3 + 1 + (g & 1));
}

static void
half_storage(void **state)
{
    cl_float out[N];
    cl_half bits[N];

    (void)state;
    memset(bits, 0, sizeof bits);
    test_run("kernel void k(global float *out, global half *h) { size_t g = get_global_id(0);\n"
             "  vstore_half(g * 0.25f - 4.0f, g, h); out[g] = vload_half(g, h); }",
             "", "k", RANGE1(N, 16), BUFFER(out), BUFFER(bits));
    for (int g = 0; g < N; g++)
        assert_true(out[g] == (float)g * 0.25f - 4.0f);
    assert_int_equal(bits[0], 0xc400);
    assert_int_equal(bits[16], 0x0000);
    assert_int_equal(bits[20], 0x3c00);
}

static void
atomics_on_global_memory_from_all_groups(void **state)
{
    enum { ITEMS = 1 << 16 };
    cl_int counters[4] = {0, 0, 1 << 30, 0};

    (void)state;
    test_run("kernel void k(global int *c) { int g = get_global_id(0);\n"
             "  atomic_inc(&c[0]); atomic_add(&c[1], g & 7); atomic_min(&c[2], g + 5); atomic_max(&c[3], g); }",
             "", "k", RANGE1(ITEMS, 64), BUFFER(counters));
    assert_int_equal(counters[0], ITEMS);
    assert_int_equal(counters[1], ITEMS / 8 * 28);
    assert_int_equal(counters[2], 5);
    assert_int_equal(counters[3], ITEMS - 1);
}

static void
atomics_on_local_memory(void **state)
{
    cl_int out[8];

    (void)state;
    test_run("kernel void k(global int *out) { local int n, m; if (get_local_id(0) == 0) { n = 0; m = 0; }\n"
             "  barrier(CLK_LOCAL_MEM_FENCE); atomic_inc(&n); atomic_or(&m, 1 << (get_local_id(0) & 15));\n"
             "  barrier(CLK_LOCAL_MEM_FENCE); if (get_local_id(0) == 0) out[get_group_id(0)] = n * 65536 + m; }",
             "", "k", RANGE1(8 * 64, 64), BUFFER(out));
    for (int i = 0; i < 8; i++)
        assert_int_equal(out[i], 64 * 65536 + 65535);
}

static void
sixty_four_bit_atomics(void **state)
{
    cl_long counters[2] = {0, 0};

    (void)state;
    test_run(
        "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
        "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
        "kernel void k(global long *c) { atom_add(&c[0], 1L << 33); atom_max(&c[1], (long)get_global_id(0) << 40); }",
        "", "k", RANGE1(1024, 64), BUFFER(counters));
    assert_true(counters[0] == 1024ll << 33);
    assert_true(counters[1] == 1023ll << 40);
}

static void
recursion_free_deep_calls(void **state)
{
    cl_int out[N];

    (void)state;
    test_run("int f0(int x) { return x + get_local_id(0); }\n"
             "int f1(int x) { return f0(x) + f0(x + 1); }\nint f2(int x) { return f1(x) + f1(x + 1); }\n"
             "int f3(int x) { return f2(x) + f2(x + 1); }\nint f4(int x) { return f3(x) + f3(x + 1); }\n"
             "kernel void k(global int *out) { out[get_global_id(0)] = f4(get_global_id(0)); }",
             "", "k", RANGE1(N, 16), BUFFER(out));
    for (int g = 0; g < N; g++)
        assert_int_equal(out[g], 16 * g + 32 + 16 * (g % 16));
}

static void
samplers_that_read_no_image(void **state)
{
    const char *const options[] = {"", "-cl-std=CL1.1", "-cl-std=CL2.0", "-cl-opt-disable"};
    cl_int out[N];

    (void)state;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        test_run("__constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
                 "static int read(global int *p, sampler_t s, int i) { return p[i]; }\n"
                 "kernel void k(global int *out) { const sampler_t t = CLK_FILTER_LINEAR;\n"
                 "    int g = get_global_id(0); out[g] = g; out[g] += read(out, s, g) + read(out, t, g); }",
                 options[i], "k", RANGE1(N, 16), BUFFER(out));
        for (int g = 0; g < N; g++)
            assert_int_equal(out[g], 3 * g);
    }
}

static void
large_private_array(void **state)
{
    cl_int out[N];

    (void)state;
    test_run("kernel void k(global int *out) { int g = get_global_id(0); int p[20000];\n"
             "  for (int i = 0; i < 20000; i++) p[i] = i ^ g;\n"
             "  int s = 0; for (int i = 0; i < 20000; i += 7) s += p[(i * 13 + g) % 20000]; out[g] = s; }",
             "", "k", RANGE1(N, 16), BUFFER(out));
    for (int g = 0; g < N; g++) {
        int s = 0;

        for (int i = 0; i < 20000; i += 7)
            s += ((i * 13 + g) % 20000) ^ g;
        assert_int_equal(out[g], s);
    }
}

// "A divide by zero with integer types does not cause an exception but will result in an unspecified value."
static void
undefined_integer_division_does_not_trap(void **state)
{
    cl_int a[4] = {INT32_MIN, 7, 0, INT32_MIN}, b[4] = {-1, 0, 0, 0}, out[4];
    cl_long wide[2] = {INT64_MIN, -1};
    cl_char4 narrow[2] = {{{-128, 1, 0, 5}}, {{-1, 0, 0, 2}}}, quotient[1];

    (void)state;
    test_run("kernel void k(global int *a, global int *b, global int *out) { int g = get_global_id(0);\n"
             "  out[g] = a[g] / b[g] + a[g] % b[g] + (uint)a[g] / (uint)b[g] + (uint)a[g] % (uint)b[g]; }",
             "", "k", RANGE1(4, 1), BUFFER(a), BUFFER(b), BUFFER(out));
    test_run("kernel void k(global long *w) { w[0] = w[0] / w[1] + w[0] % w[1]; }", "", "k", RANGE1(1, 1),
             BUFFER(wide));
    test_run("kernel void k(global char4 *n, global char4 *q) { q[0] = n[0] / n[1]; }", "", "k", RANGE1(1, 1),
             BUFFER(narrow), BUFFER(quotient));
    assert_int_equal(quotient[0].s[3], 2);
}

static void
empty_kernel_and_many_kernels(void **state)
{
    cl_program program = test_build("kernel void a(void) {} kernel void b() {} kernel void c(global int *p) {}", "");
    size_t count = 0, one = 1;
    char names[64];
    cl_kernel kernel;

    (void)state;
    CHECK(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    assert_int_equal(count, 3);
    CHECK(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
    assert_string_equal(names, "a;b;c");
    kernel = clCreateKernel(program, "a", NULL);
    assert_non_null(kernel);
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    CHECK(clFinish(test_queue));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(struct_argument_by_value),
        cmocka_unit_test(arguments_of_every_scalar_type),
        cmocka_unit_test(vector_arguments_of_every_width),
        cmocka_unit_test(program_scope_constants),
        cmocka_unit_test(constant_buffer_argument),
        cmocka_unit_test(two_local_arguments_and_a_static_one),
        cmocka_unit_test(null_buffer_argument_is_a_null_pointer),
        cmocka_unit_test(unions_and_bit_reinterpretation),
        cmocka_unit_test(vector_swizzles_and_literals),
        cmocka_unit_test(vector_load_and_store_at_any_offset),
        cmocka_unit_test(kernel_called_by_a_kernel),
        cmocka_unit_test(static_and_inline_functions),
        cmocka_unit_test(function_with_large_structs),
        cmocka_unit_test(pointers_into_every_address_space),
        cmocka_unit_test(half_storage),
        cmocka_unit_test(atomics_on_global_memory_from_all_groups),
        cmocka_unit_test(atomics_on_local_memory),
        cmocka_unit_test(sixty_four_bit_atomics),
        cmocka_unit_test(recursion_free_deep_calls),
        cmocka_unit_test(samplers_that_read_no_image),
        cmocka_unit_test(large_private_array),
        cmocka_unit_test(undefined_integer_division_does_not_trap),
        cmocka_unit_test(empty_kernel_and_many_kernels),
    };

    return cmocka_run_group_tests_name("language", tests, test_begin, test_end);
}
