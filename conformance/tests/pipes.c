// SPDX-License-Identifier: Apache-2.0
// Packets of pipes: every one arrives once and in order, of all types, and limits hold.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/pipe_support.h"

static const char simple[] =
    "kernel void put(write_only pipe int p, global int *failed) {\n"
    "  int v = get_global_id(0); if (write_pipe(p, &v)) atomic_inc(failed); }\n"
    "kernel void take(read_only pipe int p, global int *seen) {\n"
    "  int v; if (read_pipe(p, &v) == 0) atomic_inc(&seen[v]); else atomic_inc(&seen[1000]); }\n"
    "kernel void count(read_only pipe int p, global int *out) {\n"
    "  out[0] = get_pipe_num_packets(p); out[1] = get_pipe_max_packets(p); }";

// The ring goes round several times; 1000 do not fit where there is room for 600.
static void
packets_arrive_once(void **state)
{
    enum { ITEMS = 1000, ROOM = 600 };
    cl_program program = test_build(simple, "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(sizeof(cl_int), ROOM);
    cl_int zeros[ITEMS + 1] = {0}, seen[ITEMS + 1], out[2];
    cl_mem failed = make_buffer(sizeof zeros[0], zeros), taken = make_buffer(sizeof zeros, zeros);
    cl_mem counts = make_buffer(sizeof out, NULL);
    cl_kernel put = make_kernel(program, "put", pipe, failed), take = make_kernel(program, "take", pipe, taken);
    cl_kernel count = make_kernel(program, "count", pipe, counts);

    (void)state;
    for (int round = 1; round <= 5; round++) {
        cl_int total = 0, refused;

        launch(put, ITEMS, 50);
        launch(count, 1, 1);
        fetch(counts, out, sizeof out);
        assert_int_equal(out[0], ROOM);
        assert_int_equal(out[1], ROOM);
        launch(take, ITEMS, 25);
        fetch(failed, &refused, sizeof refused);
        assert_int_equal(refused, round * (ITEMS - ROOM));
        fetch(taken, seen, sizeof seen);
        for (int i = 0; i < ITEMS; i++) {
            assert_in_range(seen[i], 0, round);
            total += seen[i];
        }
        assert_int_equal(total, round * ROOM);
        assert_int_equal(seen[ITEMS], round * (ITEMS - ROOM)); // who found the pipe empty
    }
    for (cl_kernel *k = (cl_kernel[]){put, take, count, NULL}; *k; k++)
        CHECK(clReleaseKernel(*k));
    for (cl_mem *m = (cl_mem[]){pipe, failed, taken, counts, NULL}; *m; m++)
        CHECK(clReleaseMemObject(*m));
    CHECK(clReleaseProgram(program));
}

// 8 groups write while 8 groups read, from two queues: once, and in each writer's order.
static void
producers_and_consumers_run_at_once(void **state)
{
    enum { GROUPS = 8, EACH = 20000, ROOM = 1024 };
    static const char source[] = "kernel void put(write_only pipe uint2 p, global uint *next) {\n"
                                 "  uint g = get_group_id(0), i = next[g];\n"
                                 "  for (uint tries = 0; i < 20000 && tries < 100000; tries++) {\n"
                                 "    uint2 v = (uint2)(g, i); if (write_pipe(p, &v) == 0) i++; }\n"
                                 "  next[g] = i; }\n"
                                 "kernel void take(read_only pipe uint2 p, global uint *last, global ulong *sums) {\n"
                                 "  uint g = get_group_id(0); global uint *mine = last + g * 8;\n"
                                 "  for (uint tries = 0; tries < 20000; tries++) {\n"
                                 "    uint2 v; if (read_pipe(p, &v)) continue;\n"
                                 "    if (v.y + 1 <= mine[v.x]) sums[g + 8]++;\n" // not in its writer's order
                                 "    mine[v.x] = v.y + 1; sums[g] += v.x * 20000UL + v.y; sums[g + 16]++; } }";
    cl_program program = test_build(source, "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(8, ROOM);
    cl_uint zeros[64] = {0}, next[GROUPS];
    cl_ulong sums[24] = {0}, sum = 0, count = 0;
    cl_mem progress = make_buffer(GROUPS * sizeof *zeros, zeros), last = make_buffer(sizeof zeros, zeros);
    cl_mem totals = make_buffer(sizeof sums, sums);
    cl_kernel put = make_kernel(program, "put", pipe, progress), take = make_kernel(program, "take", pipe, last);
    const size_t items = GROUPS, one = 1;
    cl_int err;
    cl_command_queue other = clCreateCommandQueueWithProperties(test_context, test_device, NULL, &err);

    (void)state;
    CHECK(err);
    CHECK(clSetKernelArg(take, 2, sizeof totals, &totals));
    for (int round = 0; round < 10000 && count < GROUPS * EACH; round++) {
        CHECK(clEnqueueNDRangeKernel(test_queue, put, 1, NULL, &items, &one, 0, NULL, NULL));
        CHECK(clEnqueueNDRangeKernel(other, take, 1, NULL, &items, &one, 0, NULL, NULL));
        CHECK(clFlush(test_queue));
        CHECK(clFinish(other));
        CHECK(clFinish(test_queue));
        fetch(totals, sums, sizeof sums);
        count = 0;
        for (int g = 0; g < GROUPS; g++)
            count += sums[g + 16];
    }
    fetch(progress, next, sizeof next);
    for (int g = 0; g < GROUPS; g++) {
        assert_int_equal(next[g], EACH);
        assert_int_equal(sums[g + 8], 0);
        sum += sums[g];
    }
    assert_int_equal(count, GROUPS * EACH);
    assert_int_equal(sum, (cl_ulong)GROUPS * EACH * (GROUPS * EACH - 1) / 2);
    CHECK(clReleaseCommandQueue(other));
    CHECK(clReleaseKernel(put));
    CHECK(clReleaseKernel(take));
    for (cl_mem *m = (cl_mem[]){pipe, progress, last, totals, NULL}; *m; m++)
        CHECK(clReleaseMemObject(*m));
    CHECK(clReleaseProgram(program));
}

// From one byte to the largest packet; types with padding; the last byte counts.
static void
packets_of_all_sizes(void **state)
{
    static const struct {
        const char *type;
        cl_uint bytes;
    } packets[] = {{"char", 1},      {"short", 2},          {"float3", 16},          {"double16", 128},
                   {"struct s3", 3}, {"struct padded", 24}, {"struct largest", 1024}};

    (void)state;
    for (size_t i = 0; i < sizeof packets / sizeof *packets; i++) {
        enum { ITEMS = 37 };
        char options[100];
        cl_uchar *in = malloc(ITEMS * packets[i].bytes), *out = calloc(ITEMS, packets[i].bytes);
        cl_program program;
        cl_mem pipe = make_pipe(packets[i].bytes, ITEMS), from, to;
        cl_kernel put, take;

        assert_true(in && out);
        snprintf(options, sizeof options, "-cl-std=CL3.0 \"-DT=%s\"", packets[i].type);
        program =
            test_build("struct s3 { char c[3]; };\n"
                       "struct padded { char c; double d; short s; };\n"
                       "struct largest { int i[256]; };\n"
                       "kernel void put(write_only pipe T p, global T *in) { write_pipe(p, in + get_global_id(0)); }\n"
                       "kernel void take(read_only pipe T p, global T *out) {\n"
                       "  T v; if (read_pipe(p, &v) == 0) out[get_global_id(0)] = v; }",
                       options);
        for (size_t b = 0; b < (size_t)ITEMS * packets[i].bytes; b++)
            in[b] = (cl_uchar)(b * 7 + b / 256);
        from = make_buffer(ITEMS * packets[i].bytes, in);
        to = make_buffer(ITEMS * packets[i].bytes, out);
        put = make_kernel(program, "put", pipe, from);
        take = make_kernel(program, "take", pipe, to);
        launch(put, ITEMS, ITEMS);
        launch(take, ITEMS, ITEMS);
        fetch(to, out, ITEMS * packets[i].bytes);
        // One group writes and reads in order; what lies between members need not arrive.
        for (cl_uint n = 0; n < ITEMS; n++)
            for (cl_uint b = 0; b < packets[i].bytes; b++) {
                bool padding = strcmp(packets[i].type, "struct padded") == 0 && ((b > 0 && b < 8) || b >= 18);

                if (!padding && !(strcmp(packets[i].type, "float3") == 0 && b >= 12))
                    assert_int_equal(out[n * packets[i].bytes + b], in[n * packets[i].bytes + b]);
            }
        CHECK(clReleaseKernel(put));
        CHECK(clReleaseKernel(take));
        for (cl_mem *m = (cl_mem[]){pipe, from, to, NULL}; *m; m++)
            CHECK(clReleaseMemObject(*m));
        CHECK(clReleaseProgram(program));
        free(in);
        free(out);
    }
}

// A pipe of other packets than the kernel's stays as it is; so does one that a reservation does not fit.
static void
what_does_not_fit_is_not_done(void **state)
{
    cl_program program = test_build(
        "kernel void k(write_only pipe int p, global int *out) {\n"
        "  int v = 5; out[0] = write_pipe(p, &v); out[1] = is_valid_reserve_id(reserve_write_pipe(p, 9));\n"
        "  out[2] = is_valid_reserve_id(reserve_write_pipe(p, 0)); out[3] = is_valid_reserve_id(CLK_NULL_RESERVE_ID);\n"
        "  out[4] = get_pipe_num_packets(p); }",
        "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(8, 8), buffer = make_buffer(20, NULL);
    cl_kernel kernel = make_kernel(program, "k", pipe, buffer);
    cl_int out[5];

    (void)state;
    launch(kernel, 1, 1);
    fetch(buffer, out, sizeof out);
    assert_memory_equal(out, ((cl_int[5]){-1, 0, 0, 0, 0}), sizeof out);
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseProgram(program));
}

static void
as_many_pipe_arguments_as_the_device_says(void **state)
{
    cl_uint most = 0;
    char text[4000];
    size_t used = 0;
    cl_mem pipes[64], out = make_buffer(4, NULL);
    cl_int sum = 0, err;
    cl_program program;
    cl_kernel put, take;

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_MAX_PIPE_ARGS, sizeof most, &most, NULL));
    assert_in_range(most, 16, 64);
    for (int kernel = 0; kernel < 2; kernel++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "kernel void %s(", kernel ? "take" : "put");
        for (cl_uint i = 0; i < most; i++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s pipe int p%u, ",
                                     kernel ? "read_only" : "write_only", i);
        used += (size_t)snprintf(text + used, sizeof text - used, "global int *out) { int v, sum = 0;\n");
        for (cl_uint i = 0; i < most; i++)
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     kernel ? "if (read_pipe(p%u, &v) == 0) sum += v * %u;\n"
                                            : "v = 100 + %u + %u; sum += write_pipe(p%u, &v);\n",
                                     i, i, i);
        used += (size_t)snprintf(text + used, sizeof text - used, "out[0] = sum; }\n");
    }
    program = test_build(text, "-cl-std=CL3.0");
    put = clCreateKernel(program, "put", &err);
    CHECK(err);
    take = clCreateKernel(program, "take", &err);
    CHECK(err);
    for (cl_uint i = 0; i < most; i++) {
        pipes[i] = make_pipe(4, 1);
        CHECK(clSetKernelArg(put, i, sizeof pipes[i], &pipes[i]));
        CHECK(clSetKernelArg(take, i, sizeof pipes[i], &pipes[i]));
        sum += (cl_int)((100 + 2 * i) * i);
    }
    CHECK(clSetKernelArg(put, most, sizeof out, &out));
    CHECK(clSetKernelArg(take, most, sizeof out, &out));
    launch(put, 1, 1);
    launch(take, 1, 1);
    fetch(out, &err, sizeof err);
    assert_int_equal(err, sum);
    for (cl_uint i = 0; i < most; i++)
        CHECK(clReleaseMemObject(pipes[i]));
    CHECK(clReleaseMemObject(out));
    CHECK(clReleaseKernel(put));
    CHECK(clReleaseKernel(take));
    CHECK(clReleaseProgram(program));
}

// What one work-item writes comes out in the same order; an empty pipe and a full one say so and stay as they are.
static void
first_in_first_out(void **state)
{
    static const int rooms[] = {1, 2, 37, 50};
    cl_program program =
        test_build("kernel void put(write_only pipe int p, global int *out) {\n"
                   "  for (int i = 0; i < 50; i++) { int v = out[50] + i; out[i] = write_pipe(p, &v); } }\n"
                   "kernel void take(read_only pipe int p, global int *out) {\n"
                   "  for (int i = 0; i < 50; i++) { int v = -5; int r = read_pipe(p, &v); out[i] = r < 0 ? (v == -5 ? "
                   "-1 : -2) : r ? -3 : v; } }",
                   "-cl-std=CL3.0");
    cl_int out[51];

    (void)state;
    for (size_t r = 0; r < sizeof rooms / sizeof *rooms; r++) {
        cl_mem pipe = make_pipe(4, (cl_uint)rooms[r]);

        run_once(program, "take", pipe, 1, 1, out, sizeof out);
        for (int i = 0; i < 50; i++)
            assert_int_equal(out[i], -1);
        for (int round = 0; round < 3; round++) {
            out[50] = round * 100;
            run_once(program, "put", pipe, 1, 1, out, sizeof out);
            for (int i = 0; i < 50; i++)
                assert_true(i < rooms[r] ? out[i] == 0 : out[i] < 0);
            run_once(program, "take", pipe, 1, 1, out, sizeof out);
            for (int i = 0; i < 50; i++)
                assert_int_equal(out[i], i < rooms[r] ? round * 100 + i : -1);
        }
        CHECK(clReleaseMemObject(pipe));
    }
    CHECK(clReleaseProgram(program));
}

// Through pointers to all address spaces that a packet may lie in.
static void
packets_lie_in_any_address_space(void **state)
{
    enum { ITEMS = 60, GROUP = 20 };
    cl_program program =
        test_build("global uint kept[60];\n"
                   "kernel void put(write_only pipe uint p, global uint *out) {\n"
                   "  uint g = get_global_id(0), l = get_local_id(0); local uint shared[20]; uint own = g;\n"
                   "  shared[l] = kept[g] = out[g] = g;\n"
                   "  const uint *v = g % 4 == 0 ? &own : g % 4 == 1 ? (uint *)&shared[l] : g % 4 == 2 ? (uint "
                   "*)&kept[g] : (uint *)&out[g];\n"
                   "  int r = g < 20 ? write_pipe(p, v) : g < 40 ? write_pipe(p, &shared[l]) : write_pipe(p, "
                   "&kept[g]); if (r) out[g] = 99; }\n"
                   "kernel void take(read_only pipe uint p, global uint *out) {\n"
                   "  uint g = get_global_id(0), l = get_local_id(0); local uint shared[20]; uint own = 0;\n"
                   "  uint *v = g % 4 == 0 ? &own : g % 4 == 1 ? (uint *)&shared[l] : g % 4 == 2 ? (uint *)&kept[g] : "
                   "(uint *)&out[g];\n"
                   "  int r = read_pipe(p, v); uint got = *v; out[g] = r ? 99 : got; }",
                   "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, ITEMS);
    cl_uint out[ITEMS];
    cl_uchar seen[ITEMS] = {0};

    (void)state;
    run_once(program, "put", pipe, ITEMS, GROUP, out, sizeof out);
    for (cl_uint i = 0; i < ITEMS; i++)
        assert_int_equal(out[i], i);
    run_once(program, "take", pipe, ITEMS, GROUP, out, sizeof out);
    for (int i = 0; i < ITEMS; i++) {
        assert_in_range(out[i], 0, ITEMS - 1);
        assert_false(seen[out[i]]++);
    }
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseProgram(program));
}

// Both queries answer for pipes to be read and to be written, while nobody else uses the pipe.
static void
queries_answer_for_both_ways(void **state)
{
    enum { ROOM = 23 };
    cl_program program = test_build(
        "uint most(read_only pipe int4 p) { return get_pipe_max_packets(p); }\n"
        "kernel void put(write_only pipe int4 p, global uint *out) {\n"
        "  out[0] = get_pipe_num_packets(p); for (uint i = 0; i < out[3]; i++) { int4 v = i; write_pipe(p, &v); }\n"
        "  out[1] = get_pipe_num_packets(p); out[2] = get_pipe_max_packets(p); }\n"
        "kernel void take(read_only pipe int4 p, global uint *out) {\n"
        "  out[0] = get_pipe_num_packets(p); for (uint i = 0; i < out[3]; i++) { int4 v; read_pipe(p, &v); }\n"
        "  out[1] = get_pipe_num_packets(p); out[2] = most(p); }",
        "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(16, ROOM);
    static const struct {
        const char *kernel;
        cl_uint count, before, after;
    } steps[] = {{"put", 5, 0, 5},    {"take", 2, 5, 3},   {"put", 40, 3, 23}, {"put", 0, 23, 23},
                 {"take", 7, 23, 16}, {"take", 40, 16, 0}, {"take", 0, 0, 0}};

    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        cl_uint out[4] = {9, 9, 9, steps[i].count};

        run_once(program, steps[i].kernel, pipe, 1, 1, out, sizeof out);
        assert_int_equal(out[0], steps[i].before);
        assert_int_equal(out[1], steps[i].after);
        assert_int_equal(out[2], ROOM);
    }
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseProgram(program));
}

// Kernels write, read and ask at the same time, from three queues: the number is of packets that the pipe can hold.
static void
there_are_never_more_packets_than_the_most(void **state)
{
    cl_program program = test_build(
        "kernel void put(write_only pipe int p, global uint *out) {\n"
        "  for (int i = 0; i < 30000; i++) if (write_pipe(p, &i) == 0) out[get_global_id(0)]++; }\n"
        "kernel void take(read_only pipe int p, global uint *out) {\n"
        "  int v; for (int i = 0; i < 30000; i++) if (read_pipe(p, &v) == 0) out[2 + get_global_id(0)]++; }\n"
        "kernel void ask(read_only pipe int p, global uint *out) {\n"
        "  for (int i = 0; i < 30000; i++) { uint n = get_pipe_num_packets(p); if (n > 1) out[4] = n; } }",
        "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, 1);
    cl_uint out[5] = {0};
    cl_mem results = make_buffer(sizeof out, out);
    static const char *const names[3] = {"put", "take", "ask"};
    cl_kernel kernels[3];
    cl_command_queue queues[3];
    const size_t two = 2, one = 1;
    cl_int err;

    (void)state;
    for (int i = 0; i < 3; i++) {
        kernels[i] = make_kernel(program, names[i], pipe, results);
        queues[i] = clCreateCommandQueueWithProperties(test_context, test_device, NULL, &err);
        CHECK(err);
    }
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 3; i++) {
            CHECK(clEnqueueNDRangeKernel(queues[i], kernels[i], 1, NULL, i == 2 ? &one : &two, &one, 0, NULL, NULL));
            CHECK(clFlush(queues[i]));
        }
        for (int i = 0; i < 3; i++)
            CHECK(clFinish(queues[i]));
    }
    fetch(results, out, sizeof out);
    assert_int_equal(out[4], 0);
    assert_in_range(out[0] + out[1] - out[2] - out[3], 0, 1);
    for (int i = 0; i < 3; i++) {
        CHECK(clReleaseKernel(kernels[i]));
        CHECK(clReleaseCommandQueue(queues[i]));
    }
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseMemObject(results));
    CHECK(clReleaseProgram(program));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_arrive_once),
        cmocka_unit_test(producers_and_consumers_run_at_once),
        cmocka_unit_test(packets_of_all_sizes),
        cmocka_unit_test(what_does_not_fit_is_not_done),
        cmocka_unit_test(as_many_pipe_arguments_as_the_device_says),
        cmocka_unit_test(first_in_first_out),
        cmocka_unit_test(packets_lie_in_any_address_space),
        cmocka_unit_test(queries_answer_for_both_ways),
        cmocka_unit_test(there_are_never_more_packets_than_the_most),
    };

    return cmocka_run_group_tests_name("pipes", tests, test_begin, test_end);
}
