// SPDX-License-Identifier: Apache-2.0
// What pipes are declared as: packets of every type, access qualifiers, and the uses that do not compile.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/pipe_support.h"

static const struct {
    const char *name;
    cl_uint bytes;
} scalars[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4},
               {"uint", 4}, {"long", 8},  {"ulong", 8}, {"float", 4},  {"double", 8}};
static const cl_uint widths[] = {1, 2, 3, 4, 8, 16};
enum { SCALARS = sizeof scalars / sizeof *scalars, WIDTHS = sizeof widths / sizeof *widths };

// Writes ITEMS packets by kernel put_<n> and reads them by take_<n>, in one group each; their bytes below `used`
// arrive.
static void
check_packets(cl_program program, cl_uint n, cl_uint bytes, cl_uint used)
{
    enum { ITEMS = 21 };
    char put[20], take[20];
    cl_uchar in[ITEMS * 1024], out[ITEMS * 1024];
    cl_mem pipe = make_pipe(bytes, ITEMS);

    snprintf(put, sizeof put, "put_%u", n);
    snprintf(take, sizeof take, "take_%u", n);
    for (cl_uint i = 0; i < ITEMS * bytes; i++)
        in[i] = (cl_uchar)((i * 7 + i / 256) & 0x3f); // as floats no NaNs, which a copy might change
    memset(out, 0xff, sizeof out);
    run_once(program, put, pipe, ITEMS, ITEMS, in, ITEMS * bytes);
    run_once(program, take, pipe, ITEMS, ITEMS, out, ITEMS * bytes);
    for (cl_uint i = 0; i < ITEMS * bytes; i++)
        if (i % bytes < used && out[i] != in[i])
            fail_msg("%s: byte %u is %u, expected %u", put, i, out[i], in[i]);
    CHECK(clReleaseMemObject(pipe));
}

// Of type T: single packets through helper functions that take the pipe, and reservations of work-items and groups.
#define SINGLE_PACKETS                                                                                                 \
    "#define SINGLE(T, N) \\\n"                                                                                        \
    "int send_##N(write_only pipe T p, const T *v) { return write_pipe(p, v); }\\\n"                                   \
    "int receive_##N(read_only pipe T p, T *v) { return read_pipe(p, v); }\\\n"                                        \
    "kernel void put_##N(write_only pipe T p, global T *in) { T v = in[get_global_id(0)]; send_##N(p, &v); }\\\n"      \
    "kernel void take_##N(read_only pipe T p, global T *out) { T v; if (receive_##N(p, &v) == 0) "                     \
    "out[get_global_id(0)] = v; }\n"
#define RESERVED_PACKETS                                                                                               \
    "#define RESERVED(T, N) \\\n"                                                                                      \
    "kernel void put_##N(write_only pipe T p, global T *in) { reserve_id_t id = reserve_write_pipe(p, 1);\\\n"         \
    "  write_pipe(p, id, 0, in + get_global_id(0)); commit_write_pipe(p, id); }\\\n"                                   \
    "kernel void take_##N(read_only pipe T p, global T *out) {\\\n"                                                    \
    "  reserve_id_t id = work_group_reserve_read_pipe(p, get_local_size(0));\\\n"                                      \
    "  read_pipe(p, id, get_local_id(0), out + get_global_id(0)); work_group_commit_read_pipe(p, id); }\n"

static void
packets_of_every_built_in_type(void **state)
{
    (void)state;
    for (size_t t = 0; t < SCALARS; t++) {
        char source[3000];
        int used = snprintf(source, sizeof source, "%s%s", SINGLE_PACKETS, RESERVED_PACKETS);
        cl_program program;

        for (size_t w = 0; w < WIDTHS; w++) {
            char width[12] = "";

            if (widths[w] > 1)
                snprintf(width, sizeof width, "%u", widths[w]);
            used += snprintf(source + used, sizeof source - used, "%s(%s%s, %u)\n", (t + w) % 2 ? "SINGLE" : "RESERVED",
                             scalars[t].name, width, widths[w]);
        }
        // Unsigned types and doubles are as large as others, and unoptimized for the sake of time.
        program = test_build(source, t % 2 ? "-cl-std=CL3.0 -cl-opt-disable" : "-cl-std=CL3.0");
        for (size_t w = 0; w < WIDTHS; w++)
            check_packets(program, widths[w], scalars[t].bytes * (widths[w] == 3 ? 4 : widths[w]),
                          scalars[t].bytes * widths[w]);
        CHECK(clReleaseProgram(program));
    }
}

static void
packets_of_user_defined_types(void **state)
{
    cl_program program = test_build(SINGLE_PACKETS RESERVED_PACKETS
                                    "typedef float4 point; struct inner { short a[3]; };\n"
                                    "struct outer { struct inner i[2]; int2 v; };\n"
                                    "union either { int i[3]; uchar c[12]; }; enum colour { RED, BLUE };\n"
                                    "typedef struct { ulong last[128]; } largest;\n"
                                    "struct __attribute__((packed)) tight { char c; int i; };\n"
                                    "RESERVED(point, 1) SINGLE(struct inner, 2) SINGLE(struct outer, 3)\n"
                                    "SINGLE(union either, 4) RESERVED(enum colour, 5) RESERVED(largest, 6)\n"
                                    "RESERVED(struct tight, 7) SINGLE(size_t, 8)",
                                    "-cl-std=CL3.0");
    static const struct {
        cl_uint bytes, used;
    } sizes[] = {{16, 16}, {6, 6}, {24, 12}, {12, 12}, {4, 4}, {1024, 1024}, {5, 5}, {8, 8}};

    (void)state;
    for (cl_uint n = 1; n <= sizeof sizes / sizeof *sizes; n++)
        check_packets(program, n, sizes[n - 1].bytes, sizes[n - 1].used);
    CHECK(clReleaseProgram(program));
}

// Statements of a kernel that has pipes p and q of int to read and w to write, and global int *o.
#define AROUND                                                                                                         \
    "kernel void k%zu(read_only pipe int p, read_only pipe int q, write_only pipe int w, global int *o) { %s }\n"
// Declarations of a program, in which %zu makes names different.
#define ALONE "typedef int alone_%zu; %s\n"

// Each text is a line of a program, and has an error; a few lines at a time, since Clang ends after 20 errors.
static void
expect_errors(const char *const *texts, size_t count, const char *format)
{
    enum { TOGETHER = 6 };

    for (size_t first = 0; first < count; first += TOGETHER) {
        char source[TOGETHER * 300], log[20000];
        int used = 0;

        for (size_t i = first; i < first + TOGETHER && i < count; i++)
            used += snprintf(source + used, sizeof source - used, format, i, texts[i]);
        assert_in_range(used, 1, sizeof source - 1);
        assert_int_equal(test_try_build(source, "-cl-std=CL3.0", log, sizeof log), CL_BUILD_PROGRAM_FAILURE);
        for (size_t i = first; i < first + TOGETHER && i < count; i++) {
            char line[40];
            bool found = false;

            // program.cl:LINE:COLUMN: error: ...
            snprintf(line, sizeof line, "program.cl:%zu:", i - first + 1);
            for (const char *at = log; !found && (at = strstr(at, line)); at++) {
                const char *column_end = strchr(at + strlen(line), ':');

                found = column_end && strncmp(column_end, ": error:", 8) == 0;
            }
            if (!found)
                fail_msg("compiled: %s\n%s", texts[i], log);
        }
    }
}
#define REFUSED(texts, format) expect_errors(texts, sizeof(texts) / sizeof *(texts), format)

static void
operators_do_not_take_pipes(void **state)
{
    static const char *const uses[] = {
        "int v = p + 1;",
        "int v = 1 - p;",
        "int v = p * q;",
        "int v = p / 2;",
        "int v = p % 2;",
        "int v = p << 1;",
        "int v = p & q;",
        "int v = p | q;",
        "int v = p ^ q;",
        "int v = p == q;",
        "int v = p != q;",
        "int v = p < q;",
        "int v = p >= q;",
        "int v = p && q;",
        "int v = p || 1;",
        "p = q;",
        "p += 1;",
        "int v = !p;",
        "int v = -p;",
        "int v = ~p;",
        "p++;",
        "--p;",
        "int v = p ? 1 : 2;",
        "get_pipe_num_packets(o[0] ? p : q);",
        "read_pipe((o, p), o);",
        "int v = p[0];",
        "int v = *p;",
        "read_pipe(&p, o);",
        "int v = (int)p;",
        "int v = p.x;",
        "int v = p->x;",
        "if (p) o[0] = 1;",
        "while (p) o[0] = 1;",
        "switch (p) {}",
    };

    (void)state;
    REFUSED(uses, AROUND);
}

static void
only_parameters_are_pipes(void **state)
{
    static const char *const variables[] = {
        "pipe int x;",
        "read_only pipe int x;",
        "pipe int x = p;",
        "pipe int x[2];",
        "pipe int *x;",
        "local pipe int x;",
        "global pipe int *x;",
        "typedef pipe int t; t x;",
        "struct { pipe int p; } x;",
        "union { int i; pipe int p; } x;",
        "struct { pipe int p[2]; } x;",
    };
    static const char *const others[] = {
        "global pipe int x;",
        "pipe int x;",
        "constant pipe int x;",
        "extern pipe int x;",
        "static global pipe int x;",
        "pipe int f(pipe int a);",
        "pipe int g(pipe int a) { return a; }",
        "struct s { pipe int p; };",
        "struct s { int i; read_only pipe int p; };",
        "union u { int i; pipe int p; };",
        "kernel void k(pipe int *p) {}",
        "void f(pipe int *p) {}",
        "kernel void k(global pipe int *p) {}",
        "kernel void k(pipe p) {}",
        "kernel void k(pipe int p[2]) {}",
        "kernel void k(pipe int p[]) {}",
        "void f(pipe int p[2]) {}",
    };

    (void)state;
    REFUSED(variables, AROUND);
    REFUSED(others, ALONE);
}

static void
access_qualifiers_say_what_may_be_done(void **state)
{
    static const char *const wrong[] = {
        "read_pipe(w, o);",
        "write_pipe(p, o);",
        "reserve_read_pipe(w, 1);",
        "reserve_write_pipe(p, 1);",
        "work_group_reserve_read_pipe(w, 1);",
        "work_group_reserve_write_pipe(p, 1);",
        "reserve_id_t r; commit_read_pipe(w, r);",
        "reserve_id_t r; commit_write_pipe(p, r);",
        "reserve_id_t r; work_group_commit_read_pipe(w, r);",
        "reserve_id_t r; work_group_commit_write_pipe(p, r);",
        "reserve_id_t r; read_pipe(w, r, 0, o);",
        "reserve_id_t r; write_pipe(p, r, 0, o);",
    };
    static const char *const wrong_parameters[] = {
        "kernel void k(read_write pipe int p) {}",
        "kernel void k(__read_write pipe int p) {}",
        "void f(read_write pipe int p) {}",
        "kernel void k(read_only write_only pipe int p) {}",
        "kernel void k(pipe int p, global int *o) { write_pipe(p, o); }", // read_only, if nothing is said
        "void f(pipe int p, int *o) { write_pipe(p, o); }",
        "void f(write_only pipe int p) {} kernel void k(read_only pipe int p) { f(p); }",
        "void f(read_only pipe int p) {} kernel void k(write_only pipe int p) { f(p); }",
        "void f(pipe int p) {} kernel void k(write_only pipe int p) { f(p); }",
        "void f(read_only pipe float p) {} kernel void k(read_only pipe int p) { f(p); }",
    };
    static const char right[] = "kernel void a(pipe int p, global int *o) { read_pipe(p, o); }\n"
                                "kernel void b(__read_only pipe int p, __write_only pipe int w, global int *o) { "
                                "read_pipe(p, o); write_pipe(w, o); }\n"
                                "void f(pipe int p, int *o) { read_pipe(p, o); } kernel void c(read_only pipe int p, "
                                "global int *o) { f(p, o); }\n"
                                "kernel void d(pipe int p, write_only pipe int w, global uint *o) {\n"
                                "  o[0] = get_pipe_num_packets(p) + get_pipe_num_packets(w) + get_pipe_max_packets(p) "
                                "+ get_pipe_max_packets(w); }";

    (void)state;
    REFUSED(wrong, AROUND);
    REFUSED(wrong_parameters, ALONE);
    CHECK(test_try_build(right, "-cl-std=CL3.0", NULL, 0));
}

static void
arguments_have_the_types_of_the_functions(void **state)
{
    static const char *const uses[] = {
        "read_pipe(p);",
        "read_pipe(p, o, o);",
        "read_pipe(p, 0, 0, o);",
        "read_pipe(o, o);",
        "read_pipe(p, 3);",
        "read_pipe(p, o[0]);",
        "long v; read_pipe(p, &v);",
        "uint v; read_pipe(p, &v);",
        "float v; read_pipe(p, &v);",
        "int2 v; read_pipe(p, &v);",
        "char v; write_pipe(w, &v);",
        "double v; write_pipe(w, &v);",
        "write_pipe(w, 1);",
        "reserve_id_t r; read_pipe(p, r, 1.5f, o);",
        "reserve_id_t r; read_pipe(p, r, o, o);",
        "reserve_id_t r; float v; read_pipe(p, r, 0, &v);",
        "reserve_id_t r; float v; write_pipe(w, r, 0, &v);",
        "reserve_read_pipe(p);",
        "reserve_read_pipe(p, o);",
        "reserve_write_pipe(o, 1);",
        "commit_read_pipe(p);",
        "commit_read_pipe(p, 1);",
        "work_group_reserve_read_pipe(o, 1);",
        "work_group_commit_write_pipe(w, 7);",
        "get_pipe_num_packets();",
        "get_pipe_num_packets(o);",
        "get_pipe_max_packets(3);",
        "is_valid_reserve_id(3);",
        "is_valid_reserve_id(p);",
        "reserve_id_t r = 3;",
        "int v = reserve_read_pipe(p, 1);",
        "reserve_id_t r = reserve_read_pipe(p, 1); int v = r + 1;",
    };

    (void)state;
    REFUSED(uses, AROUND);
}

// Not all of these are wrong; the compiler must say what it wants.
static void
a_pipe_is_given_by_its_name(void **state)
{
    static const struct {
        const char *source, *sentence;
    } cases[] = {
        {"kernel void k(pipe int p, pipe int q, global int *o) {\n  read_pipe(o[0] ? p : q, o); }",
         "program.cl:2:3: error: read_pipe takes the name of a pipe"},
        {"kernel void k(write_only pipe int p, write_only pipe int q, global int *o) {\n\n  write_pipe(*o ? p : q, o); "
         "}",
         "program.cl:3:3: error: write_pipe takes the name of a pipe"},
        {"kernel void k(pipe int p, pipe int q) {\n\n  reserve_id_t id = reserve_read_pipe(1 ? p : q, 1); }",
         "program.cl:3:21: error: reserve_read_pipe takes the name of a pipe"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char log[2000] = "";

        assert_int_equal(test_try_build(cases[i].source, "-cl-std=CL3.0", log, sizeof log), CL_BUILD_PROGRAM_FAILURE);
        if (!strstr(log, cases[i].sentence))
            fail_msg("%s: %s", cases[i].source, log);
    }
}

// Packets go from one pipe to the other.
static void
check_copy(const char *source)
{
    cl_program program = test_build(source, "-cl-std=CL3.0");
    cl_int err, value = 7, out[2] = {0};
    const size_t items = 1;
    cl_kernel put = clCreateKernel(program, "put", &err), get = clCreateKernel(program, "get", NULL);
    cl_mem pipe = clCreatePipe(test_context, 0, sizeof(cl_int), 4, NULL, &err);
    cl_mem buffer = clCreateBuffer(test_context, 0, sizeof out, NULL, NULL);

    CHECK(err);
    CHECK(clSetKernelArg(put, 0, sizeof pipe, &pipe));
    CHECK(clSetKernelArg(put, 1, sizeof value, &value));
    CHECK(clSetKernelArg(get, 0, sizeof pipe, &pipe));
    CHECK(clSetKernelArg(get, 1, sizeof buffer, &buffer));
    CHECK(clEnqueueNDRangeKernel(test_queue, put, 1, NULL, &items, NULL, 0, NULL, NULL));
    CHECK(clEnqueueNDRangeKernel(test_queue, get, 1, NULL, &items, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    assert_int_equal(out[0], 7);
    assert_int_equal(out[1], 4);
    CHECK(clReleaseKernel(put));
    CHECK(clReleaseKernel(get));
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseProgram(program));
}

static void
types_may_have_names(void **state)
{
    (void)state;
    check_copy("typedef int packet_t;\ntypedef pipe packet_t numbers;\n"
               "void put_one(write_only numbers p, int v) { write_pipe(p, &v); }\n"
               "kernel void put(write_only numbers p, int v) { put_one(p, v); }\n"
               "kernel void get(numbers p, global int *o) { read_pipe(p, o); o[1] = get_pipe_max_packets(p); }");
}

static void
names_may_stand_in_parentheses(void **state)
{
    (void)state;
    check_copy(
        "#define PUT(p, v) write_pipe((p), (v))\n"
        "kernel void put(write_only pipe int p, int v) { PUT(p, &v); }\n"
        "kernel void get(pipe int p, global int *o) {\n"
        "  reserve_id_t id = reserve_read_pipe ( ( (p) ) , 1);\n"
        "  read_pipe(/* the */ (p), (id), 0, o); commit_read_pipe((p), id); o[1] = get_pipe_max_packets((p)); }");
}

static void
packets_are_of_types_with_a_size(void **state)
{
    static const char *const others[] = {
        "kernel void k(pipe void p) {}",
        "kernel void k(pipe pipe int p) {}",
        "kernel void k(pipe event_t p) {}",
        "kernel void k(pipe reserve_id_t p) {}",
        "struct s; kernel void k(pipe struct s p) {}",
    };

    (void)state;
    REFUSED(others, ALONE);
}

static void
packets_are_not_read_into_constants(void **state)
{
    static const char *const others[] = {
        "kernel void k(pipe int p, constant int *c) { read_pipe(p, c); }",
        "kernel void k(pipe int p, global const int *c) { read_pipe(p, c); }",
        "kernel void k(write_only pipe int p, constant int *c) { write_pipe(p, c); }",
        "kernel void k(pipe int p, constant int *c) { read_pipe(p, reserve_read_pipe(p, 1), 0, c); }",
    };

    (void)state;
    REFUSED(others, ALONE);
    CHECK(test_try_build("kernel void k(write_only pipe int p, global const int *c) { write_pipe(p, c); }",
                         "-cl-std=CL3.0", NULL, 0));
}

// Where the device has pipes, OpenCL C 3.0 has them; earlier versions do not.
static void
the_feature_macro_is_that_of_the_device(void **state)
{
    cl_bool support = CL_FALSE;

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_PIPE_SUPPORT, sizeof support, &support, NULL));
    assert_int_equal(support, CL_TRUE);
    CHECK(test_try_build("#if !defined(__opencl_c_pipes) || !defined(__opencl_c_generic_address_space)\n"
                         "#error\n#endif\nkernel void k(pipe int p) {}",
                         "-cl-std=CL3.0", NULL, 0));
    assert_int_equal(test_try_build("kernel void k(read_only pipe int p) {}", "-cl-std=CL1.2", NULL, 0),
                     CL_BUILD_PROGRAM_FAILURE);
    assert_int_equal(test_try_build("kernel void k(void) { reserve_id_t r; }", "-cl-std=CL1.2", NULL, 0),
                     CL_BUILD_PROGRAM_FAILURE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_of_every_built_in_type),
        cmocka_unit_test(packets_of_user_defined_types),
        cmocka_unit_test(operators_do_not_take_pipes),
        cmocka_unit_test(only_parameters_are_pipes),
        cmocka_unit_test(access_qualifiers_say_what_may_be_done),
        cmocka_unit_test(arguments_have_the_types_of_the_functions),
        cmocka_unit_test(a_pipe_is_given_by_its_name),
        cmocka_unit_test(types_may_have_names),
        cmocka_unit_test(names_may_stand_in_parentheses),
        cmocka_unit_test(packets_are_of_types_with_a_size),
        cmocka_unit_test(packets_are_not_read_into_constants),
        cmocka_unit_test(the_feature_macro_is_that_of_the_device),
    };

    return cmocka_run_group_tests_name("pipe_types", tests, test_begin, test_end);
}
