// SPDX-License-Identifier: Apache-2.0
// Kernels that enqueue kernels: when children begin, what they are given, events, errors, and that parents wait.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "conformance/tests/support.h"

static cl_command_queue device_queue; // the default one

static cl_command_queue
make_device_queue(cl_command_queue_properties flags, cl_uint size)
{
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                              CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | flags,
                                              CL_QUEUE_SIZE, size, 0};
    cl_int err;
    cl_command_queue queue = clCreateCommandQueueWithProperties(test_context, test_device, properties, &err);

    CHECK(err);
    return queue;
}

static int
begin(void **state)
{
    int result = test_begin(state);

    if (result == 0)
        device_queue = make_device_queue(CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_PROFILING_ENABLE, 1 << 24);
    return result;
}

static int
end(void **state)
{
    CHECK(clReleaseCommandQueue(device_queue));
    return test_end(state);
}

// Children of all work-items of the first 17, at each width: those see all of their parent, whose groups are many.
static void
children_see_what_their_parent_wrote(void **state)
{
    static const char source[] =
        "kernel void k(global int *a, global int *b) {\n"
        "  int i = get_global_id(0); a[i] = i * 3 + 1;\n"
        "  if (i % 4 == 1 && i < 17)\n"
        "    if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1000),\n"
        "                       ^{ int j = get_global_id(0); b[i * 1000 + j] = a[j] + i; })) b[0] = -1; }";
    enum { ITEMS = 1000, SLOTS = 17 };
    static cl_int a[ITEMS], b[SLOTS * ITEMS];

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        memset(a, 0, sizeof(a));
        memset(b, 0, sizeof(b));
        test_run(source, "-cl-std=CL3.0", "k", RANGE1(ITEMS, 10), BUFFER(a), BUFFER(b));
        for (int i = 0; i < SLOTS; i++)
            for (int j = 0; j < ITEMS; j++)
                assert_int_equal(b[i * ITEMS + j], i % 4 == 1 ? j * 3 + 1 + i : 0);
    }
}

static void
children_of_a_group_see_their_group(void **state)
{
    static const char source[] =
        "kernel void k(global int *a, global int *b) {\n"
        "  int i = get_global_id(0), g = get_group_id(0), n = get_local_size(0); a[i] = i + 5;\n"
        "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
        "  if (get_local_id(0) == 0)\n"
        "    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(1), ^{\n"
        "      int s = 0; for (int j = 0; j < n; j++) s += a[g * n + j]; b[g] = s; });\n"
        "  barrier(CLK_GLOBAL_MEM_FENCE); a[i] *= 2; }";
    static cl_int a[640], b[40];

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        test_run(source, "-cl-std=CL3.0", "k", RANGE1(640, 16), BUFFER(a), BUFFER(b));
        for (int g = 0; g < 40; g++)
            assert_int_equal(b[g], 2 * (16 * 5 + 16 * 16 * g + 120));
    }
}

// Values of all sizes, structures and pointers are the child's own copies, of the time of enqueuing.
static void
blocks_capture_values(void **state)
{
    static const char source[] =
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
        "typedef struct { char c; double d; int3 v; long l[3]; } pack;\n"
        "kernel void k(global long *out, global float4 *data, float16 wide) {\n"
        "  pack p = {'x', 2.5, (int3)(1, 2, 3), {7, 8, 9}}; uchar b = 200; half h = 1.5h; short s = -3;\n"
        "  for (int n = 0; n < 3; n++) {\n"
        "    p.l[0] = n; float4 f = data[n];\n"
        "    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{\n"
        "      out[n] = p.c + (long)(p.d * 2) + p.v.z + p.l[0] * 100 + p.l[2] + b + (long)(h * 2) + s +\n"
        "               (long)f.w + (long)wide.sf; });\n"
        "    p.l[0] = -1; f = 0; } }";
    cl_long out[3];
    cl_float data[12] = {0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0, 30};
    cl_float wide[16] = {[15] = 4000};

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        test_run(source, "-cl-std=CL3.0", "k", RANGE1(1, 1), BUFFER(out), BUFFER(data), VALUE(wide));
        for (int n = 0; n < 3; n++)
            assert_int_equal(out[n], 'x' + 5 + 3 + n * 100 + 9 + 200 + 3 - 3 + (n + 1) * 10 + 4000);
    }
}

// Also in a version of the kernel, for which other kernels' blocks are not needed: with WEFT_SPECIALIZE=always.
static void
children_are_their_parent_s_among_those_of_others(void **state)
{
    static const char source[] =
        "kernel void a(global int *out) {\n"
        "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ out[0] = -1; }); }\n"
        "kernel void b(global int *out, global const int *in) {\n"
        "  int sum = 0, n = get_local_size(0);\n"
        "  for (int i = 0; i < n; i++) sum += in[i];\n"
        "  if (get_global_id(0) == 0)\n"
        "    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ out[1] = sum; }); }";
    static cl_int in[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    cl_int out[2] = {0, 0};

    (void)state;
    test_run(source, "-cl-std=CL3.0", "b", RANGE1(8, 8), BUFFER(out), BUFFER(in));
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 36);
}

static void
children_have_local_memory(void **state)
{
    static const char source[] =
        "kernel void k(global int *out) {\n"
        "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(256, 64),\n"
        "    ^(local void *a, local void *b) {\n"
        "      local int *x = a; local long *y = b; int l = get_local_id(0), g = get_global_id(0);\n"
        "      x[l] = g; y[63 - l] = g * 2; barrier(CLK_LOCAL_MEM_FENCE);\n"
        "      out[g] = x[63 - l] + (int)y[l]; }, 64 * 4, 64 * 8); }";
    cl_int out[256];

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        test_run(source, "-cl-std=CL3.0", "k", RANGE1(1, 1), BUFFER(out));
        for (int i = 0; i < 256; i++)
            assert_int_equal(out[i], 3 * (i / 64 * 64 + 63 - i % 64));
    }
}

// cl_khr_device_enqueue_local_arg_types: also by events, in blocks that are variables, and in questions about them.
static void
children_have_local_memory_of_any_type(void **state)
{
    static const char source[] =
        "#pragma OPENCL EXTENSION cl_khr_device_enqueue_local_arg_types : enable\n"
        "#ifndef cl_khr_device_enqueue_local_arg_types\n"
        "#error missing\n"
        "#endif\n"
        "struct pair { int n; double d; };\n"
        "kernel void k(global int *out) {\n"
        "  queue_t q = get_default_queue(); ndrange_t r = ndrange_1D(128, 64); clk_event_t e;\n"
        "  void (^first)(local int *, local const float4 *, local void *) =\n"
        "    ^(local int *a, local const float4 *b, local void *c) {\n"
        "      local float *f = (local float *)b; local long *y = c; int l = get_local_id(0), g = get_global_id(0);\n"
        "      a[l] = g; f[63 - l] = g * 2; y[l] = 1000 * l; barrier(CLK_LOCAL_MEM_FENCE);\n"
        "      out[g] = a[63 - l] + (int)b[l / 4][l % 4] + (int)y[63 - l]; };\n"
        "  int failed = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, r, 0, NULL, &e, first, 64 * 4, 64 * 4, 64 * 8);\n"
        "  failed |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, r, 1, &e, NULL, ^(local struct pair *p) {\n"
        "      int l = get_local_id(0), g = get_global_id(0); p[l].n = out[g]; p[63 - l].d = l;\n"
        "      barrier(CLK_LOCAL_MEM_FENCE); out[g] = p[l].n + (int)p[l].d; }, (uint)(64 * sizeof(struct pair)));\n"
        "  release_event(e);\n"
        "  out[128] = failed; out[129] = get_kernel_work_group_size(first) >= 64;\n"
        "  out[130] = get_kernel_sub_group_count_for_ndrange(r, first) >= 1;\n"
        "  out[131] = get_kernel_preferred_work_group_size_multiple(^(local ulong *p) { p[0] = 0; }) >= 1; }";
    cl_int out[132];

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        test_run(source, "-cl-std=CL3.0", "k", RANGE1(1, 1), BUFFER(out));
        for (int i = 0; i < 128; i++) {
            const int l = i % 64, mirrored = i / 64 * 64 + 63 - l;

            assert_int_equal(out[i], 3 * mirrored + 1000 * (63 - l) + 63 - l);
        }
        assert_int_equal(out[128], 0);
        for (int i = 129; i < 132; i++)
            assert_int_equal(out[i], 1);
    }
}

static void
ranges_are_what_was_built(void **state)
{
    static const char source[] =
        "kernel void k(global int *out) {\n"
        "  queue_t q = get_default_queue(); int f = CLK_ENQUEUE_FLAGS_NO_WAIT;\n"
        "  size_t g2[2] = {6, 4}, l2[2] = {3, 2}, o2[2] = {10, 20}, g3[3] = {4, 3, 2}, l3[3] = {2, 3, 1}, o3[3] = {1, "
        "2, 3};\n"
        "#define ONE(n) ^{ if (get_global_linear_id() == 0) { global int *o = out + n * 8;\\\n"
        "  o[0] = get_work_dim(); o[1] = get_global_size(0); o[2] = get_global_size(1); o[3] = get_global_size(2);\\\n"
        "  o[4] = get_global_offset(0); o[5] = get_global_offset(1); o[6] = get_global_offset(2); }\\\n"
        "  atomic_add(out + n * 8 + 7, n == 4 ? get_local_size(0) * 100 + get_local_size(1) : 1); }\n"
        "  int r = enqueue_kernel(q, f, ndrange_1D(50), ONE(0)) | enqueue_kernel(q, f, ndrange_1D(5, 48, 16), ONE(1)) "
        "|\n"
        "    enqueue_kernel(q, f, ndrange_2D(g2), ONE(2)) | enqueue_kernel(q, f, ndrange_2D(o2, g2, l2), ONE(3)) |\n"
        "    enqueue_kernel(q, f, ndrange_2D(g2, l2), ONE(4)) | enqueue_kernel(q, f, ndrange_3D(g3), ONE(5)) |\n"
        "    enqueue_kernel(q, f, ndrange_3D(g3, l3), ONE(6)) | enqueue_kernel(q, f, ndrange_3D(o3, g3, l3), ONE(7));\n"
        "  out[64] = r; }";
    static const cl_int expected[8][8] = {{1, 50, 1, 1, 0, 0, 0, 50},      {1, 48, 1, 1, 5, 0, 0, 48},
                                          {2, 6, 4, 1, 0, 0, 0, 24},       {2, 6, 4, 1, 10, 20, 0, 24},
                                          {2, 6, 4, 1, 0, 0, 0, 24 * 302}, {3, 4, 3, 2, 0, 0, 0, 24},
                                          {3, 4, 3, 2, 0, 0, 0, 24},       {3, 4, 3, 2, 1, 2, 3, 24}};
    cl_int out[65];

    (void)state;
    for (size_t w = 0; test_set_width(w); w++) {
        memset(out, 0, sizeof(out));
        test_run(source, "-cl-std=CL3.0", "k", RANGE1(1, 1), BUFFER(out));
        assert_int_equal(out[64], 0);
        for (int n = 0; n < 64; n++)
            assert_int_equal(out[n], expected[n / 8][n % 8]);
    }
}

static void
events_order_children(void **state)
{
    static const char source[] =
        "kernel void k(global int *v, queue_t other) {\n"
        "  queue_t q = get_default_queue(); clk_event_t u = create_user_event(), e[4], m; int r = 0;\n"
        "  ndrange_t one = ndrange_1D(1);\n"
        "  for (int i = 0; i < 4; i++)\n"
        "    r |= enqueue_kernel(i % 2 ? q : other, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, i ? &e[i - 1] : &u, &e[i],\n"
        "                        ^{ v[i] = (i ? v[i - 1] : 1) * 3; });\n"
        "  r |= enqueue_marker(q, 4, e, &m);\n"
        "  r |= enqueue_kernel(other, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &m, 0, ^{ v[4] = v[0] + v[1] + v[2] + v[3]; "
        "});\n"
        "  v[5] = is_valid_event(u) + is_valid_event(e[3]) * 2 + is_valid_event(CLK_NULL_EVENT) * 4;\n"
        "  v[6] = r; retain_event(m); release_event(m); set_user_event_status(u, CL_COMPLETE);\n"
        "  release_event(u); release_event(m); for (int i = 0; i < 4; i++) release_event(e[i]); }";
    cl_command_queue other = make_device_queue(0, 65536);
    cl_int v[7];

    (void)state;
    for (int round = 0; round < 50; round++) {
        memset(v, 0, sizeof(v));
        test_run(source, "-cl-std=CL3.0", "k", RANGE1(1, 1), BUFFER(v), VALUE(other));
        for (int i = 0, power = 3; i < 4; i++, power *= 3)
            assert_int_equal(v[i], power);
        assert_int_equal(v[4], 3 + 9 + 27 + 81);
        assert_int_equal(v[5], 3);
        assert_int_equal(v[6], 0);
    }
    CHECK(clReleaseCommandQueue(other));
}

static cl_kernel
make_kernel(cl_program program, const char *name, cl_mem buffer)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, name, &err);

    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
    return kernel;
}

static cl_mem
make_buffer(size_t size)
{
    cl_int err, zero = 0;
    cl_mem buffer = clCreateBuffer(test_context, CL_MEM_READ_WRITE, size, NULL, &err);

    CHECK(err);
    CHECK(clEnqueueFillBuffer(test_queue, buffer, &zero, sizeof(zero), 0, size, 0, NULL, NULL));
    CHECK(clFinish(test_queue));
    return buffer;
}

// Launches the kernel of one buffer argument, and takes what is in the buffer. The status of the launch.
static cl_int
run_once(const char *source, const char *options, cl_int *values, size_t size)
{
    const size_t one = 1;
    cl_program program = test_build(source, options);
    cl_mem buffer = make_buffer(size);
    cl_kernel kernel = make_kernel(program, "k", buffer);
    cl_event event;
    cl_int status = CL_QUEUED;

    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &one, NULL, 0, NULL, &event));
    CHECK(clFinish(test_queue));
    CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, buffer, CL_TRUE, 0, size, values, 0, NULL, NULL));
    CHECK(clReleaseEvent(event));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseProgram(program));
    return status;
}

// "The execution status of the kernel will be an error code [...] if it or any of its child kernels encounter an
// error".
static void
errors_reach_the_host(void **state)
{
    static const char failing[] =
        "kernel void k(global int *v) { clk_event_t u = create_user_event(), e;\n"
        "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &u, &e, ^{ v[0] = 1; });\n"
        "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &e, 0, ^{ v[1] = 1; });\n"
        "  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ v[2] = 1; });\n"
        "  set_user_event_status(u, -7); release_event(u); release_event(e); }";
    cl_int v[3];

    (void)state;
    assert_true(run_once(failing, "-cl-std=CL3.0", v, sizeof(v)) < 0);
    assert_int_equal(v[0], 0);
    assert_int_equal(v[1], 0);
    assert_int_equal(v[2], 1);
}

// With -g each failure has its own code, without it CLK_ENQUEUE_FAILURE.
static void
failures_say_why(void **state)
{
    static const char source[] =
        "kernel void k(global int *v) {\n"
        "  queue_t q = get_default_queue(), none = 0; int f = CLK_ENQUEUE_FLAGS_NO_WAIT; clk_event_t bad = "
        "CLK_NULL_EVENT, e;\n"
        "  ndrange_t one = ndrange_1D(1), broken = one; broken.workDimension = 4; void (^b)(void) = ^{ v[20] = 1; };\n"
        "  v[0] = enqueue_kernel(none, f, one, b);\n"
        "  v[1] = enqueue_kernel(q, f, broken, b);\n"
        "  v[2] = enqueue_kernel(q, f, ndrange_1D(8192, 8192), b);\n"
        "  v[3] = enqueue_kernel(q, f, one, 1, &bad, &e, b);\n"
        "  v[4] = enqueue_kernel(q, f, one, 0, &bad, &e, b);\n"
        "  v[5] = enqueue_kernel(q, f, one, 1, 0, &e, b);\n"
        "  v[6] = enqueue_kernel(q, f, one, ^(local void *p) { v[20] = 1; }, 0);\n"
        "  v[7] = enqueue_kernel(q, f, one, ^(local void *p) { v[20] = 1; }, 1u << 30);\n"
        "  v[8] = enqueue_marker(q, 0, 0, &e); v[9] = enqueue_marker(none, 1, &bad, &e);\n"
        "  retain_event(bad); release_event(bad); set_user_event_status(bad, CL_COMPLETE); v[10] = "
        "is_valid_event(bad);\n"
        "  v[11] = enqueue_kernel(q, f, ndrange_1D(0), b); }";
    static const cl_int expected[] = {-102, -160, -160, -57, -57, -57, -51, -5, -57, -102, 0, 0};
    enum { COUNT = sizeof(expected) / sizeof(*expected) };

    (void)state;
    for (int says_why = 0; says_why < 2; says_why++) {
        cl_int v[21];

        assert_int_equal(run_once(source, says_why ? "-cl-std=CL3.0 -g" : "-cl-std=CL3.0", v, sizeof(v)), CL_COMPLETE);
        for (int i = 0; i < COUNT; i++)
            assert_int_equal(v[i], says_why || !expected[i] || i == 8 || i == 9 ? expected[i] : -101);
        assert_int_equal(v[20], 0);
    }
}

// How many commands a queue takes; it says that it is full then, and they run.
static cl_int
capacity(cl_command_queue queue)
{
    static const char source[] =
        "kernel void k(global int *v, queue_t q) {\n"
        "  int n = 0, r = 0; clk_event_t u = create_user_event();\n"
        "  while (n < 100000 && !r) { r = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &u, 0, ^{\n"
        "    atomic_inc((volatile global int *)v); }); n += !r; }\n"
        "  v[1] = n; v[2] = r; set_user_event_status(u, CL_COMPLETE); release_event(u); }";
    cl_int v[3] = {0};

    test_run(source, "-cl-std=CL3.0 -g", "k", RANGE1(1, 1), BUFFER(v), VALUE(queue));
    assert_int_equal(v[2], -161);
    assert_int_equal(v[0], v[1]);
    return v[1];
}

// There is room again when commands have ended.
static void
full_queues_refuse(void **state)
{
    cl_command_queue small = make_device_queue(0, 16384);
    cl_int first = capacity(small);

    (void)state;
    assert_in_range(first, 4, 1000);
    for (int round = 0; round < 3; round++)
        assert_int_equal(capacity(small), first);
    CHECK(clReleaseCommandQueue(small));
}

// A kernel that tries until there is room gets it, though nothing waits for it, where there is a thread beside its own.
// What threads keep of a queue for a while is given back.
static void
full_queues_empty(void **state)
{
    static const char source[] = "kernel void k(global int *v, queue_t q) {\n"
                                 "  for (int n = 0; n < 2000; n++)\n"
                                 "    while (enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{\n"
                                 "             atomic_inc((volatile global int *)v); })) v[1] = 1; }";
    cl_command_queue small = make_device_queue(0, 16384);
    cl_int v[2] = {0}, first = capacity(small);
    cl_uint units;

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units, NULL));
    if (units > 1) {
        test_run(source, "-cl-std=CL3.0", "k", RANGE1(1, 1), BUFFER(v), VALUE(small));
        assert_int_equal(v[0], 2000);
        assert_int_equal(v[1], 1);
        assert_int_equal(capacity(small), first);
    }
    CHECK(clReleaseCommandQueue(small));
}

static long
peak_kilobytes(void)
{
    struct rusage usage;

    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

// Each generation enqueues the next as the last thing it does: in the memory of one, not on the stack.
static void
a_million_generations_leave_nothing(void **state)
{
    static const char source[] = "kernel void k(global int *v) {\n"
                                 "  int n = ++v[0];\n"
                                 "  if (n < 1000000) enqueue_kernel(get_default_queue(), "
                                 "CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ k(v); }); }";
    cl_int v[1];
    long before;

    (void)state;
    assert_int_equal(run_once("kernel void k(global int *v) { v[0] = 1; }", "-cl-std=CL3.0", v, sizeof(v)),
                     CL_COMPLETE);
    before = peak_kilobytes();
    assert_int_equal(run_once(source, "-cl-std=CL3.0", v, sizeof(v)), CL_COMPLETE);
    assert_int_equal(v[0], 1000000);
    assert_in_range(peak_kilobytes() - before, 0, 32 << 10);
}

// A tree whose leaves are many, with an event for each inner node: it is complete when its children are.
static void
events_end_with_their_children(void **state)
{
    static const char kernel[] =
        "kernel void tree(global int *v, int depth) {\n"
        "  atomic_inc((volatile global int *)v);\n"
        "  if (depth > 0) { clk_event_t e; queue_t q = get_default_queue();\n"
        "    int before = atomic_inc((volatile global int *)v + 20);\n"
        "    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, 0, &e, ^{\n"
        "      for (int i = 0; i < 2; i++) enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, "
        "ndrange_1D(1),\n"
        "        ^{ tree(v, depth - 1); }); });\n"
        "    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &e, 0, ^{\n"
        "      int all = atomic_add((volatile global int *)v, 0);\n"
        "      if (all < (1 << (depth + 1)) - 1) atomic_inc((volatile global int *)v + 21); });\n"
        "    release_event(e); } }\n"
        "kernel void k(global int *v) { tree(v, 9); }";
    cl_int v[22];

    (void)state;
    assert_int_equal(run_once(kernel, "-cl-std=CL3.0", v, sizeof(v)), CL_COMPLETE);
    assert_int_equal(v[0], 1023);
    assert_int_equal(v[20], 511);
    assert_int_equal(v[21], 0);
}

static void
times_are_taken(void **state)
{
    static const char source[] =
        "kernel void k(global ulong *t) {\n"
        "  clk_event_t e; queue_t q = get_default_queue();\n"
        "  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 0, 0, &e, ^{\n"
        "    ulong x = 1; for (int i = 0; i < 100000; i++) x = x * 3 + i; t[4] = x;\n"
        "    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{\n"
        "      ulong y = 1; for (int i = 0; i < 1000000; i++) y = y * 5 + i; t[5] = y; }); });\n"
        "  capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, t); release_event(e); }";
    cl_ulong times[6], end_ns, complete_ns;
    cl_int err;
    cl_command_queue queue;
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_program program = test_build(source, "-cl-std=CL3.0");
    cl_mem buffer = make_buffer(sizeof(times));
    cl_kernel kernel = make_kernel(program, "k", buffer);
    cl_event event;
    const size_t one = 1;

    (void)state;
    queue = clCreateCommandQueueWithProperties(test_context, test_device, properties, &err);
    CHECK(err);
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, &event));
    CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(times), times, 0, NULL, NULL));
    CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end_ns), &end_ns, NULL));
    CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COMPLETE, sizeof(complete_ns), &complete_ns, NULL));
    assert_true(times[0] > 0);
    assert_true(times[1] > times[0]);              // with the grandchild, which takes ten times as long
    assert_true(complete_ns - end_ns >= times[1]); // they begin when the parent has ended
    CHECK(clReleaseEvent(event));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseProgram(program));
    CHECK(clReleaseCommandQueue(queue));
}

static void
blocks_are_asked_about(void **state)
{
    static const char source[] =
        "kernel void k(global int *v) {\n"
        "  void (^b)(void) = ^{ v[9] = 1; }; void (^l)(local void *) = ^(local void *p) { v[9] = 2; };\n"
        "  v[0] = get_kernel_work_group_size(b); v[1] = get_kernel_preferred_work_group_size_multiple(b);\n"
        "  v[2] = get_kernel_work_group_size(l); v[3] = get_kernel_sub_group_count_for_ndrange(ndrange_1D(200, 100), "
        "b);\n"
        "  v[4] = get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(200, 100), b);\n"
        "  v[5] = get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(8, 8), l);\n"
        "  v[6] = (get_default_queue() == 0) + (get_default_queue() != CLK_NULL_QUEUE) * 2;\n"
        "  clk_event_t e = create_user_event(); v[7] = (e == CLK_NULL_EVENT) + (e == e) * 2; release_event(e); }";
    size_t most;
    cl_int v[10];

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(most), &most, NULL));
    assert_int_equal(run_once(source, "-cl-std=CL3.0", v, sizeof(v)), CL_COMPLETE);
    assert_int_equal(v[0], most);
    assert_true(v[1] > 0);
    assert_int_equal(v[2], most);
    assert_int_equal(v[3], 4);
    assert_int_equal(v[4], 32);
    assert_int_equal(v[5], 8);
    assert_int_equal(v[6], 2);
    assert_int_equal(v[7], 2);
    assert_int_equal(v[9], 0);
}

// What the application sees are kernels, not what they enqueue.
static void
blocks_are_no_kernels_of_the_program(void **state)
{
    static const char source[] =
        "kernel void k(global int *v) { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ v[0] = 1; }); }";
    cl_program program = test_build(source, "-cl-std=CL2.0");
    size_t count = 0;
    char names[32];
    cl_uint number = 0;

    (void)state;
    CHECK(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(count), &count, NULL));
    assert_int_equal(count, 1);
    CHECK(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL));
    assert_string_equal(names, "k");
    CHECK(clCreateKernelsInProgram(program, 0, NULL, &number));
    assert_int_equal(number, 1);
    CHECK(clReleaseProgram(program));
}

// What makes a program's objects belongs to no launch: there is no queue, and nothing is enqueued.
static void
constructors_enqueue_nothing(void **state)
{
    static const char source[] =
        "global int r[3] = {7, 7, 7};\n"
        "__attribute__((constructor)) void make(void) {\n"
        "  r[0] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ r[0] = 1; });\n"
        "  clk_event_t u = create_user_event(), e; r[1] = enqueue_marker(get_default_queue(), 1, &u, &e);\n"
        "  set_user_event_status(u, CL_COMPLETE); release_event(u); r[2] = get_default_queue() == CLK_NULL_QUEUE; }\n"
        "kernel void k(global int *v) { for (int i = 0; i < 3; i++) v[i] = r[i]; }";
    cl_int v[3];

    (void)state;
    assert_int_equal(run_once(source, "-cl-std=CL3.0", v, sizeof(v)), CL_COMPLETE);
    assert_int_equal(v[0], -101);
    assert_int_equal(v[1], -102);
    assert_int_equal(v[2], 1);
}

static void
arguments_that_are_queues(void **state)
{
    cl_program program = test_build("kernel void k(queue_t q, global int *v) { v[0] = 1; }", "-cl-std=CL2.0");
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, "k", &err);
    cl_command_queue none = NULL;

    (void)state;
    CHECK(err);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof(none), NULL), CL_INVALID_DEVICE_QUEUE);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof(none), &none), CL_INVALID_DEVICE_QUEUE);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof(none), &test_queue), CL_INVALID_DEVICE_QUEUE);
    assert_int_equal(clSetKernelArg(kernel, 0, 4, &device_queue), CL_INVALID_ARG_SIZE);
    CHECK(clSetKernelArg(kernel, 0, sizeof(device_queue), &device_queue));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

struct storm {
    cl_program program;
    int failures;
};

// Launches whose kernels enqueue trees, each with a queue of its own, on the same workers.
static void *
run_storm(void *data)
{
    struct storm *storm = data;
    cl_int err;
    cl_command_queue queue = clCreateCommandQueueWithProperties(test_context, test_device, NULL, &err);
    cl_mem buffer = clCreateBuffer(test_context, CL_MEM_READ_WRITE, 8, NULL, &err);
    cl_kernel kernel = clCreateKernel(storm->program, "k", &err);
    const size_t items = 32;

    storm->failures = clSetKernelArg(kernel, 0, sizeof(buffer), &buffer) != CL_SUCCESS;
    for (int round = 0; round < 40; round++) {
        cl_int value[2], zero = 0;

        clEnqueueFillBuffer(queue, buffer, &zero, sizeof(zero), 0, 8, 0, NULL, NULL);
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        err = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 8, value, 0, NULL, NULL);
        storm->failures += err != CL_SUCCESS || value[0] != 32 * 15 || value[1] != 0;
    }
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    return NULL;
}

static void
storms_of_eight_threads_count_right(void **state)
{
    static const char source[] =
        "kernel void leaf(global int *v, int depth) {\n"
        "  atomic_inc((volatile global int *)v);\n"
        "  if (depth) for (int i = 0; i < 2; i++)\n"
        "    if (enqueue_kernel(get_default_queue(), i ? CLK_ENQUEUE_FLAGS_WAIT_KERNEL : CLK_ENQUEUE_FLAGS_NO_WAIT,\n"
        "                       ndrange_1D(1), ^{ leaf(v, depth - 1); })) atomic_inc((volatile global int *)v + 1); }\n"
        "kernel void k(global int *v) { leaf(v, 3); }";
    enum { THREADS = 8 };
    struct storm storms[THREADS];
    pthread_t threads[THREADS];
    cl_program program = test_build(source, "-cl-std=CL3.0");

    (void)state;
    for (int i = 0; i < THREADS; i++) {
        storms[i] = (struct storm){.program = program};
        assert_int_equal(pthread_create(&threads[i], NULL, run_storm, &storms[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) // all, before one that has failed ends the test
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(storms[i].failures, 0);
    CHECK(clReleaseProgram(program));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_see_what_their_parent_wrote),
        cmocka_unit_test(children_of_a_group_see_their_group),
        cmocka_unit_test(blocks_capture_values),
        cmocka_unit_test(children_are_their_parent_s_among_those_of_others),
        cmocka_unit_test(children_have_local_memory),
        cmocka_unit_test(children_have_local_memory_of_any_type),
        cmocka_unit_test(ranges_are_what_was_built),
        cmocka_unit_test(events_order_children),
        cmocka_unit_test(errors_reach_the_host),
        cmocka_unit_test(failures_say_why),
        cmocka_unit_test(full_queues_refuse),
        cmocka_unit_test(full_queues_empty),
        cmocka_unit_test(a_million_generations_leave_nothing),
        cmocka_unit_test(events_end_with_their_children),
        cmocka_unit_test(times_are_taken),
        cmocka_unit_test(blocks_are_asked_about),
        cmocka_unit_test(blocks_are_no_kernels_of_the_program),
        cmocka_unit_test(constructors_enqueue_nothing),
        cmocka_unit_test(arguments_that_are_queues),
        cmocka_unit_test(storms_of_eight_threads_count_right),
    };

    return cmocka_run_group_tests_name("device_enqueue", tests, begin, end);
}
