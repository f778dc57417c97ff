// SPDX-License-Identifier: Apache-2.0
// Pipes: every packet arrives once and in order, reservations are contiguous, limits hold, wrong use is told.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/support.h"

static cl_mem
make_pipe(cl_uint packet_bytes, cl_uint packets)
{
    cl_int err;
    cl_mem pipe = clCreatePipe(test_context, 0, packet_bytes, packets, NULL, &err);

    CHECK(err);
    return pipe;
}

static cl_mem
make_buffer(size_t bytes, void *data)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(test_context, data ? CL_MEM_COPY_HOST_PTR : 0, bytes, data, &err);

    CHECK(err);
    return buffer;
}

static cl_kernel
make_kernel(cl_program program, const char *name, cl_mem first, cl_mem second)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, name, &err);

    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof first, &first));
    if (second)
        CHECK(clSetKernelArg(kernel, 1, sizeof second, &second));
    return kernel;
}

static void
launch(cl_kernel kernel, size_t global, size_t local)
{
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

static void
fetch(cl_mem buffer, void *data, size_t bytes)
{
    CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL));
}

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

// Work-items reserve 1 to 4 packets; what one writes is found side by side.
static void
reservations_are_contiguous(void **state)
{
    enum { ITEMS = 300, PACKETS = 750 };
    static const char source[] =
        "kernel void put(write_only pipe int2 p, global int *failed) {\n"
        "  int g = get_global_id(0), n = g % 4 + 1; reserve_id_t id = reserve_write_pipe(p, n);\n"
        "  if (!is_valid_reserve_id(id)) { atomic_inc(failed); return; }\n"
        "  for (int i = n - 1; i >= 0; i--) { int2 v = (int2)(g, i); if (write_pipe(p, id, i, &v)) atomic_inc(failed); }\n"
        "  int2 v = 0; if (write_pipe(p, id, n, &v) == 0) atomic_inc(failed);\n"
        "  commit_write_pipe(p, id); }\n"
        "kernel void take(read_only pipe int2 p, global int2 *out) {\n"
        "  for (int i = 0; i < 750; i += 250) {\n"
        "    reserve_id_t id = reserve_read_pipe(p, 250);\n"
        "    if (is_valid_reserve_id(id)) {\n"
        "      for (int j = 0; j < 250; j++) read_pipe(p, id, j, &out[i + j]);\n"
        "      commit_read_pipe(p, id); } } }";
    cl_program program = test_build(source, "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(8, PACKETS + 13);
    cl_int zero = 0, failed, (*out)[2] = calloc(PACKETS, sizeof *out);
    cl_mem failures = make_buffer(sizeof zero, &zero), results = make_buffer(PACKETS * sizeof *out, NULL);
    cl_kernel put = make_kernel(program, "put", pipe, failures), take = make_kernel(program, "take", pipe, results);

    (void)state;
    assert_non_null(out);
    for (int round = 0; round < 4; round++) {
        cl_uchar seen[ITEMS] = {0};

        launch(put, ITEMS, 20);
        launch(take, 1, 1);
        fetch(failures, &failed, sizeof failed);
        assert_int_equal(failed, 0);
        fetch(results, out, PACKETS * sizeof *out);
        for (int i = 0; i < PACKETS;) {
            int item = out[i][0];

            assert_in_range(item, 0, ITEMS - 1);
            assert_false(seen[item]++);
            for (int j = 0; j <= item % 4; j++, i++) {
                assert_int_equal(out[i][0], item);
                assert_int_equal(out[i][1], j);
            }
        }
    }
    free(out);
    CHECK(clReleaseKernel(put));
    CHECK(clReleaseKernel(take));
    for (cl_mem *m = (cl_mem[]){pipe, failures, results, NULL}; *m; m++)
        CHECK(clReleaseMemObject(*m));
    CHECK(clReleaseProgram(program));
}

// Each group's packets are one set, in the order of its work-items.
static void
work_groups_reserve_together(void **state)
{
    enum { GROUP = 40, GROUPS = 25, ITEMS = GROUP * GROUPS };
    static const char source[] =
        "kernel void put(write_only pipe uint p, global int *failed) {\n"
        "  uint l = get_local_id(0), v = get_global_id(0);\n"
        "  reserve_id_t id = work_group_reserve_write_pipe(p, get_local_size(0));\n"
        "  if (is_valid_reserve_id(id)) { write_pipe(p, id, l, &v); work_group_commit_write_pipe(p, id); }\n"
        "  else atomic_inc(failed); }\n"
        "kernel void take(read_only pipe uint p, global uint *out) {\n"
        "  uint l = get_local_id(0); reserve_id_t id = work_group_reserve_read_pipe(p, 40);\n"
        "  if (is_valid_reserve_id(id)) {\n"
        "    read_pipe(p, id, 39 - l, &out[get_group_id(0) * 40 + l]); work_group_commit_read_pipe(p, id); } }";
    cl_program program = test_build(source, "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, ITEMS);
    cl_int zero = 0, failed;
    cl_uint out[ITEMS];
    cl_mem failures = make_buffer(sizeof zero, &zero), results = make_buffer(sizeof out, NULL);
    cl_kernel put = make_kernel(program, "put", pipe, failures), take = make_kernel(program, "take", pipe, results);
    cl_uchar seen[GROUPS] = {0};

    (void)state;
    launch(put, ITEMS, GROUP);
    launch(put, ITEMS, GROUP); // no room any more
    launch(take, ITEMS, GROUP);
    fetch(failures, &failed, sizeof failed);
    assert_int_equal(failed, ITEMS);
    fetch(results, out, sizeof out);
    for (int g = 0; g < GROUPS; g++) {
        cl_uint from = out[g * GROUP] / GROUP;

        assert_in_range(from, 0, GROUPS - 1);
        assert_false(seen[from]++);
        for (int l = 0; l < GROUP; l++)
            assert_int_equal(out[g * GROUP + l], from * GROUP + (GROUP - 1 - (cl_uint)l));
    }
    CHECK(clReleaseKernel(put));
    CHECK(clReleaseKernel(take));
    for (cl_mem *m = (cl_mem[]){pipe, failures, results, NULL}; *m; m++)
        CHECK(clReleaseMemObject(*m));
    CHECK(clReleaseProgram(program));
}

// 8 groups write while 8 groups read, from two queues: once, and in each writer's order.
static void
producers_and_consumers_run_at_once(void **state)
{
    enum { GROUPS = 8, EACH = 20000, ROOM = 1024 };
    static const char source[] =
        "kernel void put(write_only pipe uint2 p, global uint *next) {\n"
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
    } packets[] = {{"char", 1},     {"short", 2},    {"float3", 16},
                   {"double16", 128}, {"struct s3", 3}, {"struct padded", 24}, {"struct largest", 1024}};

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
        program = test_build("struct s3 { char c[3]; };\n"
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

static void
a_pipe_tells_about_itself(void **state)
{
    cl_mem pipe = make_pipe(12, 34);
    cl_uint value = 0;
    cl_mem_flags flags = 0;
    size_t size = 9;

    (void)state;
    CHECK(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof value, &value, NULL));
    assert_int_equal(value, 12);
    CHECK(clGetPipeInfo(pipe, CL_PIPE_MAX_PACKETS, sizeof value, &value, &size));
    assert_int_equal(value, 34);
    assert_int_equal(size, sizeof value);
    CHECK(clGetPipeInfo(pipe, CL_PIPE_PROPERTIES, 0, NULL, &size));
    assert_int_equal(size, 0);
    assert_int_equal(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, 2, &value, NULL), CL_INVALID_VALUE);
    assert_int_equal(clGetPipeInfo(pipe, CL_MEM_SIZE, sizeof value, &value, NULL), CL_INVALID_VALUE);
    CHECK(clGetMemObjectInfo(pipe, CL_MEM_TYPE, sizeof value, &value, NULL));
    assert_int_equal(value, CL_MEM_OBJECT_PIPE);
    CHECK(clGetMemObjectInfo(pipe, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    assert_int_equal(flags, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
    CHECK(clReleaseMemObject(pipe));
}

static void
wrong_pipes_are_refused(void **state)
{
    const cl_pipe_properties properties[] = {CL_MEM_FLAGS, 0, 0};
    static const struct {
        cl_mem_flags flags;
        cl_uint bytes, packets;
        cl_int expected;
    } cases[] = {
        {CL_MEM_READ_ONLY, 4, 4, CL_INVALID_VALUE},      {CL_MEM_COPY_HOST_PTR, 4, 4, CL_INVALID_VALUE},
        {CL_MEM_HOST_READ_ONLY, 4, 4, CL_INVALID_VALUE}, {0, 0, 4, CL_INVALID_PIPE_SIZE},
        {0, 1025, 4, CL_INVALID_PIPE_SIZE},              {0, 4, 0, CL_INVALID_PIPE_SIZE},
        {0, 1024, 0xffffffff, CL_MEM_OBJECT_ALLOCATION_FAILURE},
    };
    cl_int err;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(clCreatePipe(test_context, cases[i].flags, cases[i].bytes, cases[i].packets, NULL, &err));
        assert_int_equal(err, cases[i].expected);
    }
    assert_null(clCreatePipe(test_context, 0, 4, 4, properties, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
}

static void
wrong_arguments_are_refused(void **state)
{
    cl_program program = test_build(simple, "-cl-std=CL3.0");
    cl_mem pipe = make_pipe(4, 4), buffer = make_buffer(64, NULL), none = NULL;
    cl_int err, zeros[16] = {0};
    cl_kernel put = clCreateKernel(program, "put", &err);

    (void)state;
    CHECK(err);
    assert_int_equal(clSetKernelArg(put, 0, sizeof buffer, &buffer), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clSetKernelArg(put, 0, sizeof none, &none), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clSetKernelArg(put, 0, sizeof none, NULL), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clSetKernelArg(put, 0, 4, &pipe), CL_INVALID_ARG_SIZE);
    assert_int_equal(clSetKernelArg(put, 1, sizeof pipe, &pipe), CL_INVALID_MEM_OBJECT);
    CHECK(clSetKernelArg(put, 0, sizeof pipe, &pipe));
    // The host has no access.
    assert_int_equal(clEnqueueWriteBuffer(test_queue, pipe, CL_TRUE, 0, 4, zeros, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clEnqueueCopyBuffer(test_queue, pipe, buffer, 0, 0, 4, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    assert_null(clEnqueueMapBuffer(test_queue, pipe, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_MEM_OBJECT);
    CHECK(clReleaseKernel(put));
    CHECK(clReleaseMemObject(pipe));
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseProgram(program));
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

// As many as the device says it holds at a time, of work-items and of groups.
static void
as_many_reservations_as_the_device_says(void **state)
{
    cl_uint most = 0;
    char options[60];
    cl_int out[2];
    cl_mem pipe, buffer = make_buffer(sizeof out, NULL);
    cl_program program;
    cl_kernel kernel;

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, sizeof most, &most, NULL));
    assert_true(most >= 1);
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DMOST=%u", most);
    program = test_build("kernel void k(write_only pipe int p, global int *out) {\n"
                         "  reserve_id_t ids[MOST]; out[0] = out[1] = 0;\n"
                         "  for (int i = 0; i < MOST; i++) out[0] += is_valid_reserve_id(ids[i] = reserve_write_pipe(p, 1));\n"
                         "  for (int i = MOST; i-- > 0;) { out[1] += write_pipe(p, ids[i], 0, &i) == 0;\n"
                         "    commit_write_pipe(p, ids[i]); } }\n"
                         "kernel void take(read_only pipe int p, global int *out) {\n"
                         "  int v, i = 0; while (read_pipe(p, &v) == 0 && v == i) i++; out[0] = i; }",
                         options);
    pipe = make_pipe(4, most);
    kernel = make_kernel(program, "k", pipe, buffer);
    launch(kernel, 1, 1);
    fetch(buffer, out, sizeof out);
    assert_int_equal(out[0], most);
    assert_int_equal(out[1], most);
    CHECK(clReleaseKernel(kernel));
    kernel = make_kernel(program, "take", pipe, buffer);
    launch(kernel, 1, 1);
    fetch(buffer, out, sizeof out);
    assert_int_equal(out[0], most);
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

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_arrive_once),
        cmocka_unit_test(reservations_are_contiguous),
        cmocka_unit_test(work_groups_reserve_together),
        cmocka_unit_test(producers_and_consumers_run_at_once),
        cmocka_unit_test(packets_of_all_sizes),
        cmocka_unit_test(a_pipe_tells_about_itself),
        cmocka_unit_test(wrong_pipes_are_refused),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(what_does_not_fit_is_not_done),
        cmocka_unit_test(as_many_reservations_as_the_device_says),
        cmocka_unit_test(as_many_pipe_arguments_as_the_device_says),
    };

    return cmocka_run_group_tests_name("pipes", tests, test_begin, test_end);
}
