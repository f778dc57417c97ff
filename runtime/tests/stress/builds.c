// SPDX-License-Identifier: Apache-2.0
// Programs: built and called back, linked of parts, wrong ones.
#include "runtime/tests/stress/stress.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char *const source =
    "#ifndef STEP\n"
    "#define STEP 0\n"
    "#endif\n"
    "kernel void add(global uint *words, uint value)\n"
    "{\n"
    "    words[get_global_id(0)] += value + STEP;\n"
    "}\n"
    "kernel void reverse(global uint *words, uint value, local uint *tile)\n"
    "{\n"
    "    uint l = get_local_id(0), n = get_local_size(0);\n"
    "    tile[l] = words[get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    words[get_global_id(0)] = tile[n - 1 - l] + value + STEP;\n"
    "}\n"
    "kernel void reverse_in_rounds(global uint *words, uint value, local uint *tile)\n"
    "{\n"
    "    uint l = get_local_id(0), n = get_local_size(0), word = words[get_global_id(0)];\n"
    "    for (uint round = 0; round < 1 + 2 * (value % 3); round++) {\n"
    "        tile[l] = word;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        word = tile[n - 1 - l];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    words[get_global_id(0)] = word + value + STEP;\n"
    "}\n"
    "kernel void count(global volatile uint *counters)\n"
    "{\n"
    "    atomic_inc(&counters[get_global_id(0) % 64]);\n"
    "}\n";

cl_program
create_program(cl_context context)
{
    const char *text = source;
    cl_int err;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &err);

    CREATED(err, "clCreateProgramWithSource");
    return program;
}

cl_device_id
first_device(cl_program program)
{
    cl_device_id devices[DEVICES];

    SUCCESS(clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof devices, devices, NULL));
    return devices[0];
}

static void
wait_for_build(const struct ticket *ticket)
{
    const struct timespec pause = {.tv_nsec = 200000};

    while (!is_called(ticket))
        nanosleep(&pause, NULL);
}

static void
fail_with_log(cl_program program, const char *what)
{
    static char log[8192];

    clGetProgramBuildInfo(program, first_device(program), CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    FAIL("%s failed: %s", what, log);
}

void
build(cl_program program, uint32_t step)
{
    struct ticket *ticket = one_in(2) ? take_ticket(TICKET_BUILD) : NULL;
    char options[64];
    cl_int err;

    // Those with a name of their own are in no cache.
    if (one_in(100))
        snprintf(options, sizeof options, "-DSTEP=%u -DRARE=%llu", step, (unsigned long long)now_ns());
    else
        snprintf(options, sizeof options, "-DSTEP=%u%s", step, one_in(2) ? " -cl-fast-relaxed-math" : "");
    err = clBuildProgram(program, 0, NULL, options, ticket ? program_is_built : NULL, ticket);
    if (err != CL_SUCCESS)
        fail_with_log(program, "clBuildProgram");
    if (ticket)
        wait_for_build(ticket);
}

// The thread's kernels are another program's from now on; of the old one launches may be under way.
void
op_build(void)
{
    cl_program program = create_program(world.context);
    const uint32_t step = draw(STEPS);

    build(program, step);
    release_kernels();
    SUCCESS(clReleaseProgram(me->program));
    me->program = program;
    me->step = step;
    make_kernels();
}

void
op_failing_build(void)
{
    const char *text = "kernel void wrong(global int *p) { *p = nowhere; }\n";
    struct ticket *ticket = one_in(2) ? take_ticket(TICKET_BUILD) : NULL;
    cl_build_status status;
    cl_int err;
    cl_program program = clCreateProgramWithSource(world.context, 1, &text, NULL, &err);

    CREATED(err, "clCreateProgramWithSource");
    err = clBuildProgram(program, 0, NULL, NULL, ticket ? program_is_built : NULL, ticket);
    if (ticket && err == CL_SUCCESS)
        wait_for_build(ticket);
    else
        expect(err, CL_BUILD_PROGRAM_FAILURE, "clBuildProgram", __FILE__, __LINE__);
    SUCCESS(clGetProgramBuildInfo(program, world.devices[0], CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
    if (status != CL_BUILD_ERROR)
        FAIL("a wrong program has build status %d", status);
    SUCCESS(clReleaseProgram(program));
}

void
op_link(void)
{
    const char *text = "uint once(uint x); kernel void twice(global uint *p) { *p = once(once(*p)); }\n";
    const char *part = "uint once(uint x) { return x + 1; }\n";
    struct ticket *ticket = one_in(2) ? take_ticket(TICKET_BUILD) : NULL;
    cl_program parts[2];
    cl_program linked;
    cl_kernel kernel;
    cl_int err;

    parts[0] = clCreateProgramWithSource(world.context, 1, &text, NULL, &err);
    CREATED(err, "clCreateProgramWithSource");
    parts[1] = clCreateProgramWithSource(world.context, 1, &part, NULL, &err);
    CREATED(err, "clCreateProgramWithSource");
    for (int i = 0; i < 2; i++)
        SUCCESS(clCompileProgram(parts[i], 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    linked = clLinkProgram(world.context, 0, NULL, NULL, 2, parts, ticket ? program_is_built : NULL, ticket, &err);
    CREATED(err, "clLinkProgram");
    if (ticket)
        wait_for_build(ticket);
    for (int i = 0; i < 2; i++)
        SUCCESS(clReleaseProgram(parts[i]));
    kernel = clCreateKernel(linked, "twice", &err);
    CREATED(err, "clCreateKernel");
    SUCCESS(clReleaseProgram(linked));
    SUCCESS(clReleaseKernel(kernel));
}
