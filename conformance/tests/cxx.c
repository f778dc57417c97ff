// SPDX-License-Identifier: Apache-2.0
// C++ for OpenCL: the language, and objects of a program that are made before its first kernel and destroyed after its
// last.
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT
#define CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT 0x4230
#endif

#define CL_USE_DEPRECATED_OPENCL_2_2_APIS

#include "conformance/tests/support.h"

static const char *const standards[] = {"-cl-std=CLC++",
                                        "-cl-std=clc++",
                                        "-cl-std=CLC++1.0",
                                        "-cl-std=clc++1.0",
                                        "-cl-std=CLC++2021",
                                        "-cl-std=clc++2021",
                                        "-cl-std=CLC++ -cl-opt-disable",
                                        "-cl-std=CLC++2021 -g"};
enum { STANDARDS = sizeof standards / sizeof *standards, ITEMS = 100 };

static void
versions(void **state)
{
    static const char source[] =
        "#if defined(__OPENCL_C_VERSION__)\n#error C\n#endif\n"
        "#if __CL_CPP_VERSION_1_0__ != 100 || __CL_CPP_VERSION_2021__ != 202100\n#error\n#endif\n"
        "kernel void k(global int *o) { *o = __OPENCL_CPP_VERSION__; }";
    char extensions[4096];
    cl_version version;

    (void)state;
    for (int i = 0; i < STANDARDS; i++) {
        cl_int found[1] = {0};

        test_run(source, standards[i], "k", RANGE1(1, 1), BUFFER(found));
        assert_int_equal(found[0], strstr(standards[i], "2021") ? 202100 : 100);
    }
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL));
    assert_non_null(strstr(extensions, "cl_ext_cxx_for_opencl"));
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT, sizeof version, &version, NULL));
    assert_int_equal(version, CL_MAKE_VERSION(1, 0, 0));
}

// Kernels that write a number for each work-item: `source` defines `int f(int i)`.
static void
check_numbers(const char *source, cl_int (*expected)(cl_int i))
{
    char text[8192];

    snprintf(text, sizeof text, "%s\nkernel void k(global int *o) { int i = get_global_id(0); o[i] = f(i); }", source);
    for (int s = 0; s < STANDARDS; s++) {
        cl_int numbers[ITEMS] = {0};

        test_run(text, standards[s], "k", RANGE1(ITEMS, 0), BUFFER(numbers));
        for (int i = 0; i < ITEMS; i++)
            assert_int_equal(numbers[i], expected(i));
    }
}

#define NUMBERS(CASE)                                                                                                  \
    CASE(templates, 3 * i + 2 * i * i + 7,                                                                             \
         "template <typename T> T twice(T x) { return x + x; }\n"                                                      \
         "template <> float twice<float>(float x) { return 3 * x; }\n"                                                 \
         "template <int N, typename... Ts> constexpr int count(Ts...) { return N + sizeof...(Ts); }\n"                 \
         "int f(int i) { return int(twice(float(i))) + twice(i * i) + count<4>(1, 2u, 3.0f); }")                       \
    CASE(classes, 2 * (i + 1) + i + 4,                                                                                 \
         "struct Base { int b; Base(int x) : b(x) {} int get() const { return b; } };\n"                               \
         "class Derived : public Base { int d = 4;\n"                                                                  \
         "public: Derived(int x) : Base(x + 1) {} int sum() const { return get() + d; }\n"                             \
         "  static int plus(int a, int b) { return a + b; } };\n"                                                      \
         "int f(int i) { Derived d(i); Base &b = d; return Derived::plus(d.sum(), b.b) + i; }")                        \
    CASE(references, 5 * i + 3,                                                                                        \
         "void add(int &to, const int &what) { to += what; }\n"                                                        \
         "int f(int i) { int sum = i; int &alias = sum; add(alias, 4 * i); auto &&three = 3; add(sum, three);\n"       \
         "  return sum; }")                                                                                            \
    CASE(lambdas, i *i + 10 * i,                                                                                       \
         "template <typename F> int apply(F g, int x) { return g(x); }\n"                                              \
         "int f(int i) { int sum = 0; auto times = [=](int x) { return x * i; };\n"                                    \
         "  auto add = [&](auto x) { sum += x; }; add(apply(times, i)); add(times(10)); return sum; }")                \
    CASE(operators, (i + 1) * 2 - 3,                                                                                   \
         "struct Number { int n; Number operator+(const Number &o) const { return {n + o.n}; }\n"                      \
         "  Number &operator++() { ++n; return *this; } explicit operator int() const { return n; }\n"                 \
         "  int operator[](int i) const { return n * i; } int operator()(int a, int b) const { return a - b; } };\n"   \
         "int f(int i) { Number a{i}; ++a; return int(a + a) + a[0] + a(0, 3); }")                                     \
    CASE(destructors_of_local_objects, 123 + i,                                                                        \
         "struct Trace { int &t; int n; Trace(int &to, int k) : t(to), n(k) {} ~Trace() { t = t * 10 + n; } };\n"      \
         "int f(int i) { int trace = 0; { Trace c(trace, 3); Trace b(trace, 2); Trace a(trace, 1); }\n"                \
         "  return trace + i; }")                                                                                      \
    CASE(placement_new, i + 7,                                                                                         \
         "inline void *operator new(size_t, void *p) noexcept { return p; }\n"                                         \
         "struct Value { int v; Value(int x) : v(x + 7) {} };\n"                                                       \
         "int f(int i) { alignas(Value) char room[sizeof(Value)]; Value *v = new (room) Value(i); return v->v; }")     \
    CASE(vectors, 4 * i + 6 + (i > 50),                                                                                \
         "template <typename V> auto sum(V v) { return v.x + v.y + v.z + v.w; }\n"                                     \
         "int f(int i) { int4 v = (int4)(i, i + 1, i + 2, i + 3); v.zw = v.wz; int4 w = {0, 1, 2, 3};\n"               \
         "  float4 x = convert_float4(v); uint4 bits = as_uint4(x); int2 lo = v.lo;\n"                                 \
         "  auto more = v > (int4)(50); return sum(convert_int4(as_float4(bits))) + (lo.x > 50 ? 1 : 0) +\n"           \
         "  (w.s3 - 3) + 0 * more.x; }")                                                                               \
    CASE(                                                                                                              \
        builtins, 2 * i + 5,                                                                                           \
        "int f(int i) { float r; float whole = modf(i + 0.5f, &r) * 2; int4 m = max((int4)(i), (int4)(1, 2, 3, 4));\n" \
        "  return int(r) + int(whole) + (i > 4 ? m.w : i) + popcount(15) + (int)sqrt(convert_float(0)) +\n"            \
        "  abs_diff(3, 3) + clamp(7, 0, 0); }")                                                                        \
    CASE(atomics, 12 + i,                                                                                              \
         "int f(int i) { private int p = i; atomic_int own; atomic_init(&own, p);\n"                                   \
         "  atomic_fetch_add(&own, 4); int was = 0; while (!atomic_compare_exchange_weak(&own, &was, was + 4)) ;\n"    \
         "  atomic_store_explicit(&own, atomic_load(&own) + 4, memory_order_relaxed, memory_scope_work_item);\n"       \
         "  return atomic_exchange(&own, 0); }")                                                                       \
    CASE(                                                                                                              \
        address_space_methods, 6 * i + 11 + 1,                                                                         \
        "struct Place { int v; int get() const __global { return v + 1; } int get() const __local { return v + 2; }\n" \
        "  int get() const __constant { return v + 3; } int get() const { return v; } };\n"                            \
        "__constant Place c = {4}; __global Place g = {4};\n"                                                          \
        "int f(int i) { Place p{6 * i}; __private Place &r = p; return r.get() + c.get() + g.get(); }")                \
    CASE(casts, i + 2,                                                                                                 \
         "int f(int i) { __private int x = i; int *any = &x; __private int *p = addrspace_cast<__private int "         \
         "*>(any);\n"                                                                                                  \
         "  const int *c = p; int &y = *const_cast<int *>(c); y = static_cast<int>(2.5f) + i;\n"                       \
         "  return *reinterpret_cast<int *>(&x); }")                                                                   \
    CASE(namespaces_and_enums, i + 5,                                                                                  \
         "namespace a::b { enum class E : int { two = 2, three }; int f(E e) { return int(e); }\n"                     \
         "  template <typename T> constexpr T zero = T(0); }\n"                                                        \
         "using namespace a; int f(int i) { return i + b::f(b::E::two) + b::f(b::E::three) + b::zero<int>; }")         \
    CASE(constant_expressions, 120 + i,                                                                                \
         "constexpr int factorial(int n) { int r = 1; for (int k = 2; k <= n; k++) r *= k; return r; }\n"              \
         "struct Table { int v[4]; constexpr Table(int s) __constant : v{s, s, s, s} {} };\n"                          \
         "__constant Table t(factorial(5)); static_assert(factorial(4) == 24);\n"                                      \
         "int f(int i) { if constexpr (sizeof(int) == 4) return t.v[i & 3] + i; else return 0; }")                     \
    CASE(constants_made_before, 36 + i,                                                                                \
         "struct S { int x; S(int a, int b) __constant : x(a + b) {} int get() const __constant { return x; } };\n"    \
         "int three(int a) { return 3 * a; }\n"                                                                        \
         "__constant S s(3, three(4)); __constant int after = s.get() + 6;\n"                                          \
         "int f(int i) { return s.get() + after + i; }")                                                               \
    CASE(overloads_in_local_memory, 4 * i,                                                                             \
         "struct S { int v; S &operator=(const S &) = default;\n"                                                      \
         "  __local S &operator=(const S &o) __local { v = 2 * o.v; return *this; } int get() const __local { return " \
         "v; } };\n"                                                                                                   \
         "int f(int i) { S s{i}; S t = s; int r = s.v + t.v; return 2 * r; }")

#define NUMBER_TEST(name, expression, source)                                                                          \
    static cl_int name##_expected(cl_int i)                                                                            \
    {                                                                                                                  \
        return (expression) + 0 * i;                                                                                   \
    }                                                                                                                  \
    static void name(void **state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        check_numbers(source, name##_expected);                                                                        \
    }

// clang-format off
NUMBERS(NUMBER_TEST)
// clang-format on

// atomic_add and its kin take generic pointers, as in no version of C.
static void
atomics_of_version_1(void **state)
{
    cl_int out[ITEMS] = {0};

    (void)state;
    for (int s = 0; s < STANDARDS; s++) {
        test_run("int step(int *p) { return atomic_add(p, 2) + atomic_xchg(p, 5) + atomic_cmpxchg(p, 5, 7) + "
                 "atomic_inc(p); }\n"
                 "kernel void k(global int *o, local int *l) { int i = get_global_id(0), j = get_local_id(0); o[i] = "
                 "l[j] = i;\n"
                 "  int r = step(o + i); r += step(l + j); o[i] = r + o[i]; }",
                 standards[s], "k", RANGE1(ITEMS, 10), BUFFER(out), LOCAL(10 * sizeof(cl_int)));
        for (int i = 0; i < ITEMS; i++)
            assert_int_equal(out[i], 2 * (i + (i + 2) + 5 + 7) + 8);
    }
}

static void
kernels_have_the_names_of_C(void **state)
{
    static const char source[] = "namespace n { kernel void first(global int *o) { *o = 1; } }\n"
                                 "struct P { int a; float b; };\n"
                                 "kernel void second(global int *o, P p, local float4 *l, constant int *c) {}\n"
                                 "int one(); int made = one(); int one() { return 1; }";
    cl_program program = test_build(source, "-cl-std=CLC++ -cl-kernel-arg-info");
    char text[64];
    size_t count;
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, "second", &err), kernels[4];
    cl_uint number;

    (void)state;
    CHECK(err);
    CHECK(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, NULL));
    assert_string_equal(text, "first;second");
    CHECK(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    assert_int_equal(count, 2);
    CHECK(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof number, &number, NULL));
    assert_int_equal(number, 4);
    CHECK(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof text, text, NULL));
    assert_string_equal(text, "second");
    CHECK(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, NULL));
    assert_string_equal(text, "P");
    CHECK(clGetKernelArgInfo(kernel, 2, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, NULL));
    assert_string_equal(text, "float4*");
    CHECK(clCreateKernelsInProgram(program, 4, kernels, &number));
    assert_int_equal(number, 2);
    assert_null(clCreateKernel(program, "weft.begin", NULL));
    for (cl_uint i = 0; i < number; i++)
        CHECK(clReleaseKernel(kernels[i]));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

static void
what_C_has_and_Cxx_not_is_refused(void **state)
{
    static const char *const sources[] = {
        "struct S { virtual int f() { return 1; } };\nkernel void k() {}",
        "kernel void k() { int *p = new int; }",
        "kernel void k() { try { } catch (...) { } }",
        "template <typename T> kernel void k(global T *o) {}",
        "kernel void k(global int *o) { int (^b)(int) = ^(int x) { return x; }; *o = b(1); }",
        "kernel void k(global int *o) { const int *c; int *p = c; }",
    };

    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        assert_int_equal(test_try_build(sources[i], "-cl-std=CLC++", NULL, 0), CL_BUILD_PROGRAM_FAILURE);
}

// ---- Objects of the program ----

// What a program prints from its build to its release, its kernel launched in between.
static char output[1 << 16];

struct capture {
    char path[32];
    int saved;
};

static void
begin_capture(struct capture *c)
{
    int file;

    strcpy(c->path, "/tmp/weft-cxx-XXXXXX");
    file = mkstemp(c->path);
    assert_true(file >= 0);
    fflush(stdout);
    c->saved = dup(STDOUT_FILENO);
    dup2(file, STDOUT_FILENO);
    close(file);
}

static void
end_capture(struct capture *c)
{
    FILE *in;
    size_t size;

    fflush(stdout);
    dup2(c->saved, STDOUT_FILENO);
    close(c->saved);
    in = fopen(c->path, "r");
    assert_non_null(in);
    size = fread(output, 1, sizeof output - 1, in);
    output[size] = '\0';
    fclose(in);
    unlink(c->path);
}

static void
launch(cl_program program, const char *name, size_t items)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, name, &err);

    CHECK(err);
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    CHECK(clFinish(test_queue));
    CHECK(clReleaseKernel(kernel));
}

#define LOUD                                                                                                           \
    "struct Loud { int n; Loud(int x) : n(x) { printf(\"+%d \", n); } ~Loud() { printf(\"-%d \", n); }\n"              \
    "  int get() const { return n; } };\n"

static void
objects_are_made_in_order_and_destroyed_in_reverse(void **state)
{
    static const char source[] = LOUD "extern Loud three; Loud one(1);\n"
                                      "template <typename T> struct Holder { static Loud held; };\n"
                                      "namespace n { static Loud two(one.get() + 1); }\n"
                                      "Loud three(3); Loud array[2] = {4, 5};\n"
                                      "struct Pair { Loud a, b; } pair = {6, 7};\n"
                                      "kernel void k() { printf(\"k%d \", n::two.n + array[1].n + pair.b.n); }";
    cl_bool present = CL_FALSE;

    (void)state;
    for (int s = 0; s < STANDARDS; s++) {
        struct capture c;
        cl_program program;

        begin_capture(&c);
        program = test_build(source, standards[s]);
        launch(program, "k", 1);
        launch(program, "k", 1);
        CHECK(clGetProgramInfo(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, sizeof present, &present, NULL));
        assert_int_equal(present, CL_TRUE);
        CHECK(clGetProgramInfo(program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, sizeof present, &present, NULL));
        assert_int_equal(present, CL_TRUE);
        CHECK(clReleaseProgram(program));
        end_capture(&c);
        assert_string_equal(output, "+1 +2 +3 +4 +5 +6 +7 k14 k14 -7 -6 -5 -4 -3 -2 -1 ");
    }
}

static void CL_CALLBACK
say_released(cl_program program, void *data)
{
    (void)program;
    (void)data;
    printf("released ");
    fflush(stdout);
}

static void
kernels_keep_the_objects(void **state)
{
    static const char source[] = LOUD "Loud one(1); kernel void k() { printf(\"k \"); }";
    struct capture c;
    cl_program program;
    cl_kernel kernel;
    cl_int err;
    size_t items = 1;

    (void)state;
    begin_capture(&c);
    program = test_build(source, "-cl-std=CLC++");
    kernel = clCreateKernel(program, "k", &err);
    CHECK(clSetProgramReleaseCallback(program, say_released, NULL));
    CHECK(clReleaseProgram(program));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    CHECK(clReleaseKernel(kernel)); // the launch is not even submitted
    CHECK(clFinish(test_queue));
    end_capture(&c);
    assert_string_equal(output, "+1 k -1 released ");
}

// Building again ends what was built before.
static void
builds_follow_each_other(void **state)
{
    const char *source = LOUD "Loud one(N); kernel void k() { printf(\"k \"); }";
    struct capture c;
    cl_int err;
    cl_program program = clCreateProgramWithSource(test_context, 1, &source, NULL, &err);

    (void)state;
    CHECK(err);
    begin_capture(&c);
    CHECK(clBuildProgram(program, 1, &test_device, "-cl-std=CLC++ -DN=1", NULL, NULL));
    launch(program, "k", 1);
    CHECK(clBuildProgram(program, 1, &test_device, "-cl-std=CLC++ -DN=2", NULL, NULL));
    launch(program, "k", 1);
    CHECK(clReleaseProgram(program));
    end_capture(&c);
    assert_string_equal(output, "+1 k -1 +2 k -2 ");
}

static void
constant_objects_have_destructors_only(void **state)
{
    static const char source[] = "struct D { int n; ~D() { printf(\"-%d \", n); } };\n"
                                 "D one = {1}; D two = {2}; kernel void k() { one.n = 3; }";
    struct capture c;
    cl_program program;

    (void)state;
    begin_capture(&c);
    program = test_build(source, "-cl-std=CLC++2021");
    launch(program, "k", 1);
    CHECK(clReleaseProgram(program));
    end_capture(&c);
    assert_string_equal(output, "-2 -3 ");
}

static void
each_program_has_objects_of_its_own(void **state)
{
    static const char source[] = LOUD "Loud one(1); kernel void k(global int *o) { *o = one.n++; }";
    struct capture c;
    cl_program programs[3];

    (void)state;
    begin_capture(&c);
    for (int i = 0; i < 3; i++)
        programs[i] = test_build(source, "-cl-std=CLC++");
    for (int i = 0; i < 3; i++) {
        cl_int out = 0;
        cl_kernel kernel = clCreateKernel(programs[i], "k", NULL);
        cl_mem buffer = clCreateBuffer(test_context, 0, sizeof out, NULL, NULL);
        size_t items = 1;

        CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
        for (int n = 0; n <= i; n++)
            CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
        CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, sizeof out, &out, 0, NULL, NULL));
        assert_int_equal(out, i + 1);
        CHECK(clReleaseKernel(kernel));
        CHECK(clReleaseMemObject(buffer));
    }
    for (int i = 0; i < 3; i++)
        CHECK(clReleaseProgram(programs[i]));
    end_capture(&c);
    assert_string_equal(output, "+1 +1 +1 -2 -3 -4 ");
}

// A program of units compiled apart, and one made from its binary.
static void
objects_of_linked_units_are_in_the_order_of_the_units(void **state)
{
    const char *sources[] = {LOUD "extern Loud b; Loud a(1); kernel void k() { printf(\"k%d \", a.n + b.n); }",
                             LOUD "extern Loud a; Loud b(a.n + 1); static Loud c(3);"};
    cl_program units[2], program, again;
    unsigned char *binary;
    size_t size;
    struct capture c;
    cl_int err;

    (void)state;
    begin_capture(&c);
    for (int i = 0; i < 2; i++) {
        units[i] = clCreateProgramWithSource(test_context, 1, &sources[i], NULL, &err);
        CHECK(err);
        CHECK(clCompileProgram(units[i], 1, &test_device, "-cl-std=CLC++", 0, NULL, NULL, NULL, NULL));
    }
    program = clLinkProgram(test_context, 1, &test_device, "", 2, units, NULL, NULL, &err);
    CHECK(err);
    launch(program, "k", 1);
    CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    binary = malloc(size);
    CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
    CHECK(clReleaseProgram(program));
    printf("| ");
    again =
        clCreateProgramWithBinary(test_context, 1, &test_device, &size, (const unsigned char **)&binary, NULL, &err);
    CHECK(err);
    CHECK(clBuildProgram(again, 1, &test_device, "", NULL, NULL));
    launch(again, "k", 1);
    CHECK(clReleaseProgram(again));
    end_capture(&c);
    free(binary);
    for (int i = 0; i < 2; i++)
        CHECK(clReleaseProgram(units[i]));
    assert_string_equal(output, "+1 +2 +3 k3 -3 -2 -1 | +1 +2 +3 k3 -3 -2 -1 ");
}

// However many work-items come by.
static void
static_variables_of_functions_are_made_once(void **state)
{
    static const char source[] =
        "struct Counted { global int *made; int n; Counted(global int *m) : made(m), n(7) { atomic_inc(m); }\n"
        "  ~Counted() { printf(\"-%d \", n); } };\n"
        "int use(global int *m, int i) { static Counted once(m); if (i & 1) { static Counted odd(m + 1); odd.n = 8;\n"
        "  return once.n + 1; } return once.n; }\n"
        "kernel void k(global int *made, global int *o) { int i = get_global_id(0); o[i] = use(made, i); }";

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        struct capture c;
        cl_int made[2] = {0}, out[1000] = {0};

        begin_capture(&c);
        test_run(source, "-cl-std=CLC++", "k", RANGE1(1000, 10), BUFFER(made), BUFFER(out));
        end_capture(&c);
        assert_int_equal(made[0], 1);
        assert_int_equal(made[1], 1);
        for (int i = 0; i < 1000; i++)
            assert_int_equal(out[i], 7 + (i & 1));
        assert_true(strcmp(output, "-8 -7 ") == 0 || strcmp(output, "-7 -8 ") == 0);
    }
}

static void
objects_may_be_large_and_take_long(void **state)
{
    static const char source[] =
        "struct Table { int v[100000]; Table() { int big[5000]; for (int i = 0; i < 5000; i++)\n"
        "  big[i * 7919 % 5000] = i; for (int i = 0; i < 100000; i++) v[i] = i + big[i % 5000] * 0; }\n"
        "  int get(int i) const { return v[i]; } };\nTable t;\n"
        "kernel void k(global int *o) { int i = get_global_id(0); o[i] = t.get(i * 1000); }";
    cl_int out[100] = {0};

    (void)state;
    test_run(source, "-cl-std=CLC++", "k", RANGE1(100, 0), BUFFER(out));
    for (int i = 0; i < 100; i++)
        assert_int_equal(out[i], i * 1000);
}

static void *
build_and_release(void *data)
{
    const char *source =
        "struct Large { int n; Large() { volatile int a[20000]; for (int i = 0; i < 20000; i++) a[i] = i;\n"
        "  n = a[19999]; } ~Large() { volatile int a[20000]; for (int i = 0; i < 20000; i++) a[i] = i;\n"
        "  n = a[1]; printf(\"%s\", \"\"); } };\nLarge l; kernel void k() {}";
    cl_int err;
    cl_program program = clCreateProgramWithSource(test_context, 1, &source, NULL, &err);

    err = clBuildProgram(program, 1, &test_device, "-cl-std=CLC++", NULL, NULL);
    clReleaseProgram(program);
    *(cl_int *)data = err;
    return NULL;
}

static void
threads_with_hardly_any_stack_make_and_destroy_objects(void **state)
{
    pthread_attr_t attributes;
    pthread_t thread;
    cl_int err = CL_BUILD_PROGRAM_FAILURE;

    (void)state;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)sysconf(_SC_THREAD_STACK_MIN));
    assert_int_equal(pthread_create(&thread, &attributes, build_and_release, &err), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    CHECK(err);
}

// ---- Opaque types ----

static void
images_and_samplers(void **state)
{
    static const char source[] =
        "constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
        "template <typename F> void each(read_only image2d_t in, F f) { f(read_imageui(in, nearest, (int2)(1, 1))); }\n"
        "kernel void k(read_only image2d_t in, write_only image2d_t to, sampler_t s, global uint *o) {\n"
        "  int2 at = {(int)get_global_id(0), (int)get_global_id(1)};\n"
        "  uint4 v = read_imageui(in, s, at) + read_imageui(in, at); write_imageui(to, at, v);\n"
        "  if (at.x == 0 && at.y == 0) { each(in, [=](uint4 w) { o[0] = w.y; }); o[1] = get_image_width(in); } }";
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT32};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    const size_t size[2] = {4, 4}, origin[3] = {0}, region[3] = {4, 4, 1};
    cl_uint pixels[64], result[64], numbers[2];
    cl_int err;
    cl_program program = test_build(source, "-cl-std=CLC++");
    cl_kernel kernel = clCreateKernel(program, "k", &err);
    cl_mem images[2], buffer = clCreateBuffer(test_context, 0, sizeof numbers, NULL, NULL);
    cl_sampler sampler =
        clCreateSamplerWithProperties(test_context,
                                      (const cl_sampler_properties[]){CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE,
                                                                      CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST, 0},
                                      &err);

    (void)state;
    for (cl_uint i = 0; i < 64; i++)
        pixels[i] = i;
    images[0] = clCreateImage(test_context, CL_MEM_COPY_HOST_PTR, &format, &desc, pixels, &err);
    CHECK(err);
    images[1] = clCreateImage(test_context, 0, &format, &desc, NULL, &err);
    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &images[0]));
    CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &images[1]));
    CHECK(clSetKernelArg(kernel, 2, sizeof sampler, &sampler));
    CHECK(clSetKernelArg(kernel, 3, sizeof buffer, &buffer));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 2, NULL, size, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadImage(test_queue, images[1], CL_TRUE, origin, region, 0, 0, result, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, sizeof numbers, numbers, 0, NULL, NULL));
    for (cl_uint i = 0; i < 64; i++)
        assert_int_equal(result[i], 2 * i);
    assert_int_equal(numbers[0], 21);
    assert_int_equal(numbers[1], 4);
    CHECK(clReleaseSampler(sampler));
    CHECK(clReleaseMemObject(buffer));
    for (int i = 0; i < 2; i++)
        CHECK(clReleaseMemObject(images[i]));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

#define NAME(name, ...) cmocka_unit_test(name),

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions),
        NUMBERS(NAME) cmocka_unit_test(atomics_of_version_1),
        cmocka_unit_test(kernels_have_the_names_of_C),
        cmocka_unit_test(what_C_has_and_Cxx_not_is_refused),
        cmocka_unit_test(objects_are_made_in_order_and_destroyed_in_reverse),
        cmocka_unit_test(kernels_keep_the_objects),
        cmocka_unit_test(builds_follow_each_other),
        cmocka_unit_test(constant_objects_have_destructors_only),
        cmocka_unit_test(each_program_has_objects_of_its_own),
        cmocka_unit_test(objects_of_linked_units_are_in_the_order_of_the_units),
        cmocka_unit_test(static_variables_of_functions_are_made_once),
        cmocka_unit_test(objects_may_be_large_and_take_long),
        cmocka_unit_test(threads_with_hardly_any_stack_make_and_destroy_objects),
        cmocka_unit_test(images_and_samplers),
    };

    return cmocka_run_group_tests(tests, test_begin, test_end);
}
