// SPDX-License-Identifier: Apache-2.0
// Throughput of pipes, each packet checked: 8 groups write while 8 groups read, from two queues. For each packet size
// and way of writing a line "bytes way packets/s bytes/s memcpy", the last one the bytes/s of a memcpy of as many bytes
// by packets. Exits with 1 when a packet is lost, doubled, changed or overtakes another of its writer.
#define CL_TARGET_OPENCL_VERSION 300
#include <string.h>

#include "bench/bench.h"

// Of IDLE rounds without a packet the last finds all of them written and the pipe empty.
enum { GROUPS = 8, ROOM = 1 << 16, BATCH = 64, TRIES = 64, IDLE = 100 };

// A packet's first word is its writer and its number in turn; of 1 byte only its lowest bits.
static const char source[] =
    "#if BYTES == 1\n"
    "typedef uchar packet;\n"
    "#define MAKE(g, i) (uchar)((g) << 5 | (i) & 31)\n"
    "#define WRITER(v) ((v) >> 5)\n"
    "#define NUMBER(v) ((v) & 31)\n"
    "#else\n"
    "typedef struct { uint word[BYTES / 4]; } packet;\n"
    "packet make(uint g, uint i) {\n"
    "  packet v; for (int w = 0; w < BYTES / 4; w++) v.word[w] = (g << 28 | i) + w; return v; }\n"
    "#define MAKE(g, i) make(g, i)\n"
    "#define WRITER(v) ((v).word[0] >> 28)\n"
    "#define NUMBER(v) ((v).word[0] & 0xfffffff)\n"
    "#endif\n"
    "void check(packet v, global uint *last, global ulong *totals) {\n"
    "#if BYTES > 1\n"
    "  if (NUMBER(v) + 1 <= last[WRITER(v)] || v.word[BYTES / 4 - 1] != v.word[0] + BYTES / 4 - 1) totals[2]++;\n"
    "  last[WRITER(v)] = NUMBER(v) + 1;\n"
    "#endif\n"
    "  totals[0]++; totals[1] += NUMBER(v); }\n"
    "kernel void put(write_only pipe packet p, global uint *next, uint end) {\n"
    "  uint g = get_group_id(0), i = next[g];\n"
    "  for (uint tries = 0; i < end && tries < TRIES;) {\n"
    "    packet v = MAKE(g, i); if (write_pipe(p, &v) == 0) i++; else tries++; }\n"
    "  next[g] = i; }\n"
    "kernel void take(read_only pipe packet p, global uint *last, global ulong *totals) {\n"
    "  uint g = get_group_id(0);\n"
    "  for (uint tries = 0; tries < TRIES;) {\n"
    "    packet v; if (read_pipe(p, &v) == 0) check(v, last + g * 8, totals + g * 3); else tries++; } }\n"
    "kernel void put_batches(write_only pipe packet p, global uint *next, uint end) {\n"
    "  uint g = get_group_id(0), l = get_local_id(0), i = next[g];\n"
    "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "  for (uint tries = 0; i < end && tries < TRIES;) {\n"
    "    reserve_id_t id = work_group_reserve_write_pipe(p, BATCH);\n"
    "    if (is_valid_reserve_id(id)) {\n"
    "      packet v = MAKE(g, i + l); write_pipe(p, id, l, &v); work_group_commit_write_pipe(p, id); i += BATCH; }\n"
    "    else tries++; }\n"
    "  if (l == 0) next[g] = i; }\n"
    "kernel void take_batches(read_only pipe packet p, global uint *last, global ulong *totals) {\n"
    "  uint g = get_group_id(0), l = get_local_id(0); local packet got[BATCH];\n"
    "  for (uint tries = 0; tries < TRIES;) {\n"
    "    reserve_id_t id = work_group_reserve_read_pipe(p, BATCH);\n"
    "    if (is_valid_reserve_id(id)) {\n"
    "      packet v; read_pipe(p, id, l, &v); got[l] = v; work_group_commit_read_pipe(p, id);\n"
    "      if (l == 0) for (uint i = 0; i < BATCH; i++) check(got[i], last + g * 8, totals + g * 3);\n"
    "      barrier(CLK_LOCAL_MEM_FENCE); }\n"
    "    else tries++; } }\n";

struct run {
    struct bench *self;
    cl_command_queue other;
    cl_kernel put, take;
    cl_mem next, last, totals;
    size_t items, local;
};

static cl_kernel
create(cl_program program, const char *name)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, name, &err);

    bench_check(err, "clCreateKernel");
    return kernel;
}

static void
enqueue(const struct run *run, cl_command_queue queue, cl_kernel kernel)
{
    bench_check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &run->items, &run->local, 0, NULL, NULL),
                "clEnqueueNDRangeKernel");
}

// Runs until all packets have arrived, or none does any more; returns seconds.
static double
transfer(struct run *run, cl_uint each, cl_ulong totals[GROUPS][3])
{
    const cl_ulong expected = (cl_ulong)each * GROUPS;
    cl_ulong arrived = 0, before = 0;
    double start = bench_seconds();

    for (int idle = 0; arrived < expected && idle < IDLE; idle = arrived == before ? idle + 1 : 0) {
        enqueue(run, run->self->queue, run->put);
        enqueue(run, run->other, run->take);
        bench_check(clFlush(run->self->queue), "clFlush");
        bench_check(clFinish(run->other), "clFinish");
        bench_check(clFinish(run->self->queue), "clFinish");
        bench_check(clEnqueueReadBuffer(run->other, run->totals, CL_TRUE, 0, GROUPS * 3 * sizeof(cl_ulong), totals, 0,
                                        NULL, NULL),
                    "clEnqueueReadBuffer");
        before = arrived;
        arrived = 0;
        for (int g = 0; g < GROUPS; g++)
            arrived += totals[g][0];
    }
    return bench_seconds() - start;
}

// Bytes a second.
static double
copy(size_t bytes, size_t packets)
{
    unsigned char *from = calloc(ROOM, bytes), *to = calloc(ROOM, bytes);
    double start, seconds;

    if (!from || !to)
        exit(1);
    start = bench_seconds();
    for (size_t i = 0; i < packets; i++) {
        memcpy(to + i % ROOM * bytes, from + i % ROOM * bytes, bytes);
        __asm__ volatile("" : : "r"(to) : "memory");
    }
    seconds = bench_seconds() - start;
    free(from);
    free(to);
    return (double)bytes * (double)packets / seconds;
}

static void
measure(struct bench *self, cl_uint bytes, int batches, cl_uint each)
{
    static const cl_uint zeros[GROUPS * 8];
    cl_ulong totals[GROUPS][3] = {{0}}, arrived = 0, sum = 0, wrong = 0, expected;
    char options[100];
    struct run run = {.self = self, .items = batches ? GROUPS * BATCH : GROUPS, .local = batches ? BATCH : 1};
    const char *text = source;
    const cl_mem_flags copied = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    cl_int err;
    cl_program program = clCreateProgramWithSource(self->context, 1, &text, NULL, &err);
    cl_mem pipe = clCreatePipe(self->context, 0, bytes, ROOM, NULL, &err);
    double seconds;

    bench_check(err, "clCreatePipe");
    snprintf(options, sizeof options, "-cl-std=CL3.0 -DBYTES=%u -DBATCH=%d -DTRIES=%d", bytes, BATCH, TRIES);
    bench_check(clBuildProgram(program, 1, &self->device, options, NULL, NULL), "clBuildProgram");
    run.put = create(program, batches ? "put_batches" : "put");
    run.take = create(program, batches ? "take_batches" : "take");
    run.next = clCreateBuffer(self->context, copied, GROUPS * sizeof *zeros, (void *)(size_t)zeros, NULL);
    run.last = clCreateBuffer(self->context, copied, sizeof zeros, (void *)(size_t)zeros, NULL);
    run.totals = clCreateBuffer(self->context, copied, sizeof totals, totals, NULL);
    run.other = clCreateCommandQueue(self->context, self->device, 0, &err);
    bench_check(err, "clCreateCommandQueue");
    bench_check(clSetKernelArg(run.put, 0, sizeof pipe, &pipe), "clSetKernelArg");
    bench_check(clSetKernelArg(run.put, 1, sizeof run.next, &run.next), "clSetKernelArg");
    bench_check(clSetKernelArg(run.put, 2, sizeof each, &each), "clSetKernelArg");
    bench_check(clSetKernelArg(run.take, 0, sizeof pipe, &pipe), "clSetKernelArg");
    bench_check(clSetKernelArg(run.take, 1, sizeof run.last, &run.last), "clSetKernelArg");
    bench_check(clSetKernelArg(run.take, 2, sizeof run.totals, &run.totals), "clSetKernelArg");
    seconds = transfer(&run, each, totals);
    expected = bytes == 1 ? (cl_ulong)each / 32 * (31 * 32 / 2) : (cl_ulong)each * (each - 1) / 2;
    for (int g = 0; g < GROUPS; g++) {
        arrived += totals[g][0];
        sum += totals[g][1];
        wrong += totals[g][2];
    }
    if (arrived != (cl_ulong)each * GROUPS || wrong || sum != expected * GROUPS) {
        fprintf(stderr, "%u bytes: %llu of %llu packets, %llu out of order or changed, sum %llu, expected %llu\n",
                bytes, (unsigned long long)arrived, (unsigned long long)each * GROUPS, (unsigned long long)wrong,
                (unsigned long long)sum, (unsigned long long)(expected * GROUPS));
        exit(1);
    }
    printf("%4u %s %.3e %.3e %.3e\n", bytes, batches ? "batches" : "single ", (double)each * GROUPS / seconds,
           (double)each * GROUPS * bytes / seconds, copy(bytes, (size_t)each * GROUPS));
    fflush(stdout);
    clReleaseMemObject(pipe);
    clReleaseMemObject(run.next);
    clReleaseMemObject(run.last);
    clReleaseMemObject(run.totals);
    clReleaseKernel(run.put);
    clReleaseKernel(run.take);
    clReleaseCommandQueue(run.other);
    clReleaseProgram(program);
}

// An argument: packets of each writer, size and way, a multiple of 64 below 2^28.
int
main(int argc, char **argv)
{
    static const cl_uint sizes[] = {1, 4, 16, 64, 256, 1024};
    struct bench self = bench_begin();
    cl_uint each = argc > 1 ? (cl_uint)strtoul(argv[1], NULL, 10) : 64 * 1000;

    if (!each || each % BATCH || each >> 28) {
        fprintf(stderr, "usage: %s [packets: a multiple of %d below 2^28]\n", argv[0], BATCH);
        return 2;
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int batches = 0; batches < 2; batches++)
            measure(&self, sizes[i], batches, each);
    bench_end(&self);
    return 0;
}
