// SPDX-License-Identifier: Apache-2.0
// Work-items that walk along rows of their own, in memory behind which there is none, or store along them; and kernels
// that keep a sum in memory. Whose buffers overlap or do not. At all widths.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/tests/support.h"

enum { ROWS = 45, STRIDE = 70, ITEMS = 64 };

// T is unsigned, so that each value depends on the order of all before it.
static const char walks[] =
    "#define NEXT(s, x) ((T)((s) * (T)31 + (x)))\n"
    "kernel void index(global const T *a, global T *out, int length, int stride, int rows) {\n"
    "  int i = get_global_id(0); T s = i;\n"
    "  if (i < rows) { for (int k = 0; k < length; k++) s = NEXT(s, a[i * stride + k]); out[i] = s; } }\n"
    "kernel void wide(global const T *a, global T *out, int length, int stride, int rows) {\n"
    "  size_t i = get_global_id(0); T s = i;\n"
    "  if (i < rows) { for (size_t k = 0; k < length; k++) s = NEXT(s, a[i * stride + k]); out[i] = s; } }\n"
    "kernel void stepped(global const T *a, global T *out, int length, int stride, int rows) {\n"
    "  int i = get_global_id(0); T s = i;\n"
    "  if (i >= rows) return;\n"
    "  global const T *p = a + i * stride, *end = p + length;\n"
    "  while (p < end) s = NEXT(s, *p++);\n"
    "  out[i] = s; }\n"
    "kernel void some(global const T *a, global T *out, int length, int stride, int rows) {\n"
    "  int i = get_global_id(0); T s = i;\n"
    "  if (i < rows && i % 3 != 1) { for (int k = 0; k < length; k++) s = NEXT(s, a[i * stride + k]); }\n"
    "  if (i < rows) out[i] = s; }\n"
    "kernel void two(global const T *a, global T *out, int length, int stride, int rows) {\n"
    "  int i = get_global_id(0); T s = i;\n"
    "  global const uchar *bytes = (global const uchar *)a;\n"
    "  if (i < rows) {\n"
    "    for (int k = 0; k < length; k++) s = NEXT(s, a[i * stride + k] + bytes[i * stride * sizeof(T) + k]);\n"
    "    out[i] = s; } }\n"
    "kernel void until(global const T *a, global T *out, int length, int stride, int rows) {\n"
    "  int i = get_global_id(0); T s = i;\n"
    "  if (i < rows) {\n"
    "    for (int k = 0; k < length; k++) { s = NEXT(s, a[i * stride + k]); if ((s & 63) == 7) break; }\n"
    "    out[i] = s; } }\n"
    "kernel void uneven(global const T *a, global T *out, int length, int stride, int rows) {\n"
    "  int i = get_global_id(0); T s = i;\n"
    "  if (i < rows) { for (int k = 0; k < length - i % 5; k++) s = NEXT(s, a[i * stride + k]); out[i] = s; } }\n"
    "kernel void changed(global T *a, global T *out, int length, int stride, int rows) {\n"
    "  int i = get_global_id(0); T s = i;\n"
    "  if (i < rows) {\n"
    "    for (int k = 0; k + 1 < length; k++) { s = NEXT(s, a[i * stride + k]); a[i * stride + k + 1] += s; }\n"
    "    out[i] = s; } }\n";

enum { INDEX, WIDE, STEPPED, SOME, TWO, UNTIL, UNEVEN, CHANGED, WALKS };
static const char *const names[WALKS] = {"index", "wide", "stepped", "some", "two", "until", "uneven", "changed"};
static const cl_int lengths[] = {0, 1, 3, 15, 16, 17, 31, 33, 64, 67, 70};

static const struct type {
    const char *name;
    size_t size; // bytes
} types[] = {{"uchar", 1}, {"ushort", 2}, {"uint", 4}, {"ulong", 8}};

// Memory of a whole number of pages, behind which there is none; `size` bytes end there.
struct guarded {
    unsigned char *reserved, *data;
    size_t reserved_bytes;
};

static struct guarded
reserve(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = (size + page - 1) / page * page;
    struct guarded g = {.reserved_bytes = bytes + page};

    g.reserved = mmap(NULL, g.reserved_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(g.reserved, MAP_FAILED);
    assert_int_equal(mprotect(g.reserved, bytes, PROT_READ | PROT_WRITE), 0);
    g.data = g.reserved + bytes - size;
    return g;
}

static uint64_t
element(const unsigned char *data, size_t size, size_t i)
{
    uint64_t value = 0;

    memcpy(&value, data + i * size, size); // little-endian
    return value;
}

// What the kernels do, for one work-item. What is beyond T's bits is cut off at the end.
static uint64_t
walk(int which, unsigned char *a, size_t size, uint64_t i, int length)
{
    const uint64_t most = size == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * size) - 1;
    uint64_t s = i;

    if (which == SOME && i % 3 == 1)
        return s;
    if (which == UNEVEN)
        length -= (int)(i % 5);
    if (which == CHANGED)
        length--;
    for (int k = 0; k < length; k++) {
        const size_t at = i * STRIDE + (size_t)k;

        s = (s * 31 + element(a, size, at) + (which == TWO ? a[i * STRIDE * size + (size_t)k] : 0)) & most;
        if (which == UNTIL && (s & 63) == 7)
            break;
        if (which == CHANGED) {
            const uint64_t next = element(a, size, at + 1) + s;

            memcpy(a + (at + 1) * size, &next, size);
        }
    }
    return s;
}

static void
fill(unsigned char *data, size_t size)
{
    uint32_t state = 12345;

    for (size_t i = 0; i < size; i++) {
        state = state * 1664525 + 1013904223;
        data[i] = (unsigned char)(state >> 24);
    }
}

static void
run_walk(cl_program program, int which, const struct type *type, int length, const char *width)
{
    // The last row ends with the memory.
    const size_t elements = (size_t)(ROWS - 1) * STRIDE + (size_t)length, size = (elements + 1) * type->size;
    struct guarded g = reserve(size - type->size ? size - type->size : 1);
    unsigned char *before = malloc(size), out[ITEMS * 8] = {0};
    const cl_int stride = STRIDE, rows = ROWS;
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, names[which], &err);
    cl_mem a, result;

    CHECK(err);
    assert_non_null(before);
    fill(g.data, elements * type->size);
    memcpy(before, g.data, elements * type->size);
    a = clCreateBuffer(test_context, CL_MEM_USE_HOST_PTR, elements * type->size, g.data, &err);
    CHECK(err);
    result = clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, sizeof(out), out, &err);
    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof(a), &a));
    CHECK(clSetKernelArg(kernel, 1, sizeof(result), &result));
    CHECK(clSetKernelArg(kernel, 2, sizeof(length), &length));
    CHECK(clSetKernelArg(kernel, 3, sizeof(stride), &stride));
    CHECK(clSetKernelArg(kernel, 4, sizeof(rows), &rows));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &(size_t){ITEMS}, &(size_t){ITEMS}, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, result, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
    for (uint64_t i = 0; i < ROWS; i++) {
        const uint64_t wanted = walk(which, before, type->size, i, length);

        if (element(out, type->size, i) != wanted)
            fail_msg("%s of %s, length %d, width '%s', row %llu: %llu, expected %llu", names[which], type->name, length,
                     width, (unsigned long long)i, (unsigned long long)element(out, type->size, i),
                     (unsigned long long)wanted);
    }
    CHECK(clEnqueueUnmapMemObject(
        test_queue, a,
        clEnqueueMapBuffer(test_queue, a, CL_TRUE, CL_MAP_READ, 0, elements * type->size, 0, NULL, NULL, &err), 0, NULL,
        NULL));
    CHECK(clFinish(test_queue));
    assert_memory_equal(g.data, before,
                        elements * type->size); // `changed` alone has changed it, and the reference, too
    CHECK(clReleaseMemObject(a));
    CHECK(clReleaseMemObject(result));
    CHECK(clReleaseKernel(kernel));
    munmap(g.reserved, g.reserved_bytes);
    free(before);
}

static void
rows_are_walked(void **state)
{
    (void)state;
    for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++) {
        char options[32];

        snprintf(options, sizeof(options), "-D T=%s", types[t].name);
        for (size_t w = 0; test_set_width(w); w++) {
            cl_program program = test_build(walks, options);

            for (int which = 0; which < WALKS; which++)
                for (size_t l = 0; l < sizeof(lengths) / sizeof(lengths[0]); l++)
                    run_walk(program, which, &types[t], lengths[l], test_widths[w]);
            CHECK(clReleaseProgram(program));
        }
    }
}

// Indexes of 32 bits that go on at 0 behind the largest one, and the other way round.
static const char wraps[] =
    "#define NEXT(s, x) ((T)((s) * (T)31 + (x)))\n"
    "kernel void up(global const T *a, global T *out, uint length, uint stride, uint first) {\n"
    "  uint i = get_global_id(0); T s = i;\n"
    "  for (uint k = 0; k < length; k++) s = NEXT(s, a[first + i * stride + k]);\n"
    "  out[i] = s; }\n"
    "kernel void down(global const T *a, global T *out, uint length, uint stride, uint first) {\n"
    "  uint i = get_global_id(0); T s = i;\n"
    "  for (uint k = 0; k < length; k++) s = NEXT(s, a[first + i * stride - k]);\n"
    "  out[i] = s; }\n";

// An array of 2^32 elements, of which only those near both ends are there.
static void
run_wrap(cl_program program, bool down, const struct type *type, cl_uint length, const char *width)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), all = type->size << 32;
    const size_t part = (2 * ITEMS * STRIDE * type->size + page - 1) / page * page;
    const cl_uint stride = STRIDE, first = (cl_uint) - (ITEMS / 2 * STRIDE + 5);
    unsigned char *a = mmap(NULL, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    unsigned char out[ITEMS * 8] = {0};
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, down ? "down" : "up", &err);
    cl_mem result;

    CHECK(err);
    assert_ptr_not_equal(a, MAP_FAILED);
    assert_int_equal(mprotect(a, part, PROT_READ | PROT_WRITE), 0);
    assert_int_equal(mprotect(a + all - part, part, PROT_READ | PROT_WRITE), 0);
    fill(a, part);
    fill(a + all - part, part);
    result = clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, sizeof(out), out, &err);
    CHECK(err);
    CHECK(clSetKernelArgSVMPointer(kernel, 0, a));
    CHECK(clSetKernelArg(kernel, 1, sizeof(result), &result));
    CHECK(clSetKernelArg(kernel, 2, sizeof(length), &length));
    CHECK(clSetKernelArg(kernel, 3, sizeof(stride), &stride));
    CHECK(clSetKernelArg(kernel, 4, sizeof(first), &first));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &(size_t){ITEMS}, &(size_t){ITEMS}, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, result, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
    for (cl_uint i = 0; i < ITEMS; i++) {
        const uint64_t most = ((uint64_t)1 << 8 * type->size) - 1;
        uint64_t wanted = i;

        for (cl_uint k = 0; k < length; k++)
            wanted = (wanted * 31 + element(a, type->size, (cl_uint)(first + i * stride + (down ? -k : k)))) & most;
        if (element(out, type->size, i) != wanted)
            fail_msg("rows %s of %s, length %u, width '%s', row %u: %llu, expected %llu", down ? "down" : "up",
                     type->name, length, width, i, (unsigned long long)element(out, type->size, i),
                     (unsigned long long)wanted);
    }
    CHECK(clReleaseMemObject(result));
    CHECK(clReleaseKernel(kernel));
    munmap(a, all);
}

static void
rows_may_wrap(void **state)
{
    cl_device_svm_capabilities svm;

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_SVM_CAPABILITIES, sizeof(svm), &svm, NULL));
    if (!(svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM))
        skip();
    for (size_t t = 0; t < sizeof(types) / sizeof(types[0]) - 1; t++) {
        char options[32];

        snprintf(options, sizeof(options), "-D T=%s", types[t].name);
        for (size_t w = 0; test_set_width(w); w++) {
            cl_program program = test_build(wraps, options);

            for (int down = 0; down < 2; down++)
                for (cl_uint length = 15; length <= 67; length += 13)
                    run_wrap(program, down, &types[t], length, test_widths[w]);
            CHECK(clReleaseProgram(program));
        }
    }
}

// Work-items that store along rows of their own, from what they have loaded or stored there before.
static const char stores[] =
    "#define NEXT(s, x) ((T)((s) * (T)31 + (x)))\n"
    "#define ROW int i = get_global_id(0); if (i >= rows) return; int r = i * stride; T s = i; (void)s\n"
    "#define ARGS global T *R a, global T *R b, int length, int stride, int rows\n"
    "kernel void running(ARGS) { ROW;\n"
    "  for (int k = 0; k < length; k++) { s = NEXT(s, a[r + k]); b[r + k] = s; } }\n"
    "kernel void chained(ARGS) { ROW;\n"
    "  for (int k = 2; k < length; k++) a[r + k] = NEXT(a[r + k - 1], a[r + k - 2] + b[r + k]); }\n"
    "kernel void backward(ARGS) { ROW;\n"
    "  for (int k = length - 3; k >= 0; k--) a[r + k] = NEXT(a[r + k + 1], b[r + k] + a[r + k + 2]); }\n"
    "kernel void turned(ARGS) { ROW;\n"
    "  for (int k = 0; k < length; k++) b[r + (length - 1 - k)] = s = NEXT(s, a[r + k]); }\n"
    "kernel void ahead(ARGS) { ROW;\n"
    "  for (int k = 0; k + 2 < length; k++) a[r + k] = NEXT(a[r + k], a[r + k + 2]); }\n"
    "kernel void stencil(ARGS) { ROW;\n"
    "  for (size_t k = 1; k + 1 < length; k++)\n"
    "    b[r + k] = NEXT(NEXT(a[r + k - 1], a[r + k]), a[r + k + 1]); }\n"
    "kernel void both(ARGS) { ROW;\n"
    "  for (int k = 1; k < length; k++) {\n"
    "    a[r + k] = NEXT(a[r + k - 1], b[r + k - 1]);\n"
    "    b[r + k] = NEXT(b[r + k - 1], a[r + k]); } }\n"
    "kernel void far(ARGS) { ROW;\n"
    "  for (int k = 6; k < length; k++) a[r + k] = NEXT(a[r + k], a[r + k - 6]); }\n"
    "kernel void written_first(ARGS) { ROW;\n"
    "  for (int k = 0; k + 1 < length; k++) { a[r + k + 1] = NEXT(s, b[r + k]); s = NEXT(s, a[r + k]); } }\n"
    "kernel void filled(ARGS) { ROW;\n"
    "  for (int k = 0; k < length; k++) a[r + k] = s;\n"
    "  for (int k = length - 1; k >= 0; k--) b[r + k] = 7; }\n"
    "kernel void some(ARGS) { ROW;\n"
    "  if (i % 3 != 1) for (int k = 1; k < length; k++) a[r + k] = NEXT(a[r + k - 1], b[r + k]); }\n"
    "kernel void chosen(ARGS) { ROW;\n"
    "  for (int k = 1; k < length; k++) { s = NEXT(s, b[r + k]); if (s & 4) a[r + k] = s; } }\n"
    "kernel void bytes(ARGS) { ROW; global uchar *at = (global uchar *)b;\n"
    "  for (int k = 0; k < length; k++) {\n"
    "    s = NEXT(s, a[r + k]);\n"
    "    at[r * sizeof(T) + k] = NEXT(s, at[r * sizeof(T) + k]); } }\n"
    "kernel void uneven(ARGS) { ROW;\n"
    "  for (int k = 1; k < length - i % 5; k++) a[r + k] = NEXT(a[r + k - 1], b[r + k]); }\n"
    "kernel void stepped(ARGS) { ROW; global T *p = a + r, *q = b + r + length;\n"
    "  for (int k = 0; k < length; k++) { s = NEXT(s, *p); *p++ = s; q--; *q = NEXT(s, *q); } }\n"
    "T called_once(global T *restrict p, global T *restrict q, T s) { return *p = NEXT(s, *q); }\n"
    "kernel void called(ARGS) { ROW;\n"
    "  for (int k = 7; k < length; k++) s = called_once(a + r + k, b + r + k - 7, s); }\n"
    "kernel void counted(ARGS) { ROW; uint count = length; int k = 0;\n"
    "  do { s = NEXT(s, a[r + k]); count = (count ^ count >> 3) * 1664525u + k; } while (++k < length);\n"
    "  int most = min((int)(count & 63), length);\n"
    "  for (k = 0; k < most; k++) b[r + k] = s = NEXT(s, a[r + k]); }\n";

enum {
    RUNNING,
    CHAINED,
    BACKWARD,
    TURNED,
    AHEAD,
    STENCIL,
    BOTH,
    FAR,
    WRITTEN_FIRST,
    FILLED,
    SOME_STORE,
    CHOSEN,
    BYTES,
    UNEVEN_STORES,
    STEPPED_STORES,
    CALLED,
    COUNTED,
    STORES
};
static const char *const store_names[STORES] = {"running", "chained", "backward",      "turned", "ahead",  "stencil",
                                                "both",    "far",     "written_first", "filled", "some",   "chosen",
                                                "bytes",   "uneven",  "stepped",       "called", "counted"};

// Elements of so many bytes.
struct elements {
    unsigned char *data;
    size_t size;
};

static uint64_t
get(struct elements e, int i)
{
    return element(e.data, e.size, (size_t)i);
}

static void
set(struct elements e, int i, uint64_t value)
{
    memcpy(e.data + (size_t)i * e.size, &value, e.size); // little-endian
}

static uint64_t
next(uint64_t s, uint64_t x)
{
    return s * 31 + x;
}

// Rows of which no two begin at the same place of a cache line, and long ones of which all do.
static const struct shape {
    int rows, stride, length;
} shapes[] = {{ROWS, STRIDE, 2},  {ROWS, STRIDE, 17}, {ROWS, STRIDE, 34},
              {ROWS, STRIDE, 70}, {19, 2112, 2111},   {19, 2112, 2097}};

// What the kernels do, for one work-item; upper bits are cut off as elements are stored.
static void
store_row(int which, struct elements a, struct elements b, int i, int stride, int length)
{
    const int r = i * stride;
    const struct elements at = {b.data + (size_t)r * b.size, 1};
    uint64_t s = (uint64_t)i;
    uint32_t count = (uint32_t)length;

    switch (which) {
    case RUNNING:
        for (int k = 0; k < length; k++)
            set(b, r + k, s = next(s, get(a, r + k)));
        break;
    case CHAINED:
        for (int k = 2; k < length; k++)
            set(a, r + k, next(get(a, r + k - 1), get(a, r + k - 2) + get(b, r + k)));
        break;
    case BACKWARD:
        for (int k = length - 3; k >= 0; k--)
            set(a, r + k, next(get(a, r + k + 1), get(b, r + k) + get(a, r + k + 2)));
        break;
    case TURNED:
        for (int k = 0; k < length; k++)
            set(b, r + length - 1 - k, s = next(s, get(a, r + k)));
        break;
    case AHEAD:
        for (int k = 0; k + 2 < length; k++)
            set(a, r + k, next(get(a, r + k), get(a, r + k + 2)));
        break;
    case STENCIL:
        for (int k = 1; k + 1 < length; k++)
            set(b, r + k, next(next(get(a, r + k - 1), get(a, r + k)), get(a, r + k + 1)));
        break;
    case BOTH:
        for (int k = 1; k < length; k++) {
            set(a, r + k, next(get(a, r + k - 1), get(b, r + k - 1)));
            set(b, r + k, next(get(b, r + k - 1), get(a, r + k)));
        }
        break;
    case FAR:
        for (int k = 6; k < length; k++)
            set(a, r + k, next(get(a, r + k), get(a, r + k - 6)));
        break;
    case WRITTEN_FIRST:
        for (int k = 0; k + 1 < length; k++) {
            set(a, r + k + 1, next(s, get(b, r + k)));
            s = next(s, get(a, r + k));
        }
        break;
    case FILLED:
        for (int k = 0; k < length; k++)
            set(a, r + k, s);
        for (int k = length - 1; k >= 0; k--)
            set(b, r + k, 7);
        break;
    case SOME_STORE:
    case UNEVEN_STORES:
        for (int k = 1; which == SOME_STORE ? i % 3 != 1 && k < length : k < length - i % 5; k++)
            set(a, r + k, next(get(a, r + k - 1), get(b, r + k)));
        break;
    case CHOSEN:
        for (int k = 1; k < length; k++)
            if ((s = next(s, get(b, r + k))) & 4)
                set(a, r + k, s);
        break;
    case BYTES:
        for (int k = 0; k < length; k++) {
            s = next(s, get(a, r + k));
            set(at, k, next(s, get(at, k)));
        }
        break;
    case STEPPED_STORES:
        for (int k = 0; k < length; k++) {
            set(a, r + k, s = next(s, get(a, r + k)));
            set(b, r + length - 1 - k, next(s, get(b, r + length - 1 - k)));
        }
        break;
    case CALLED:
        for (int k = 7; k < length; k++)
            set(a, r + k, s = next(s, get(b, r + k - 7)));
        break;
    case COUNTED:
        for (int k = 0; k < length; k++) {
            s = next(s, get(a, r + k));
            count = (count ^ count >> 3) * 1664525u + (uint32_t)k;
        }
        for (int k = 0; k < length && k < (int)(count & 63); k++)
            set(b, r + k, s = next(s, get(a, r + k)));
        break;
    }
}

// Of one buffer where AreOne, which is a and b.
static void
run_stores(cl_program program, int which, const struct type *type, const struct shape *shape, bool are_one,
           const char *width)
{
    enum { MOST = 19 * 2112 };
    static unsigned char memory[2][MOST * 8], wanted[2][MOST * 8];
    const size_t count = (size_t)shape->rows * (size_t)shape->stride, bytes = count * type->size;
    const struct elements a = {wanted[0], type->size}, b = {wanted[!are_one], type->size};
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, store_names[which], &err);
    cl_mem buffers[2];

    CHECK(err);
    for (int i = 0; i < 2; i++) {
        fill(memory[i], bytes);
        memcpy(wanted[i], memory[i], bytes);
        buffers[i] = clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, bytes, memory[i], &err);
        CHECK(err);
    }
    for (int i = 0; i < shape->rows; i++)
        store_row(which, a, b, i, shape->stride, shape->length);
    CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[0]));
    CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &buffers[!are_one]));
    CHECK(clSetKernelArg(kernel, 2, sizeof(cl_int), &shape->length));
    CHECK(clSetKernelArg(kernel, 3, sizeof(cl_int), &shape->stride));
    CHECK(clSetKernelArg(kernel, 4, sizeof(cl_int), &shape->rows));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &(size_t){ITEMS}, &(size_t){ITEMS}, 0, NULL, NULL));
    for (int i = 0; i < 2; i++) {
        CHECK(clEnqueueReadBuffer(test_queue, buffers[i], CL_TRUE, 0, bytes, memory[i], 0, NULL, NULL));
        for (size_t e = 0; e < count; e++)
            if (element(memory[i], type->size, e) != element(wanted[i], type->size, e))
                fail_msg("%s of %s, length %d, width '%s', buffer %d of %d, row %d, element %d: %llu, expected %llu",
                         store_names[which], type->name, shape->length, width, i, 2 - are_one, (int)e / shape->stride,
                         (int)e % shape->stride, (unsigned long long)element(memory[i], type->size, e),
                         (unsigned long long)element(wanted[i], type->size, e));
        CHECK(clReleaseMemObject(buffers[i]));
    }
    CHECK(clReleaseKernel(kernel));
}

static void
rows_are_stored(void **state)
{
    (void)state;
    for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++) {
        for (size_t w = types[t].size == 2 ? 4 : 0; test_set_width(w); w++) { // builds take all the time
            for (int is_restrict = 0; is_restrict < 1 + (types[t].size == 4); is_restrict++) {
                char options[48];
                cl_program program;

                snprintf(options, sizeof(options), "-D T=%s -D R=%s", types[t].name, is_restrict ? "restrict" : "");
                program = test_build(stores, options);
                for (int which = 0; which < STORES; which++)
                    for (size_t l = 0; l < sizeof(shapes) / sizeof(shapes[0]); l++)
                        for (int are_one = 0; are_one < 2 - is_restrict; are_one++)
                            run_stores(program, which, &types[t], &shapes[l], are_one, test_widths[w]);
                CHECK(clReleaseProgram(program));
            }
        }
    }
}

// A sum of each work-item in memory, of what other buffers have: these may be the same memory.
static const char sums[] =
    "kernel void sums(global int *c, global const int *a, global const int *b, int length, int stride) {\n"
    "  int i = get_global_id(0);\n"
    "  for (int k = 0; k < length; k++) c[i] += a[i * stride + k] * b[k] + k; }\n";

enum { SUMS = 40, LENGTH = 37, BIG = 4096 };

static void
reference_sums(int *c, const int *a, const int *b)
{
    for (int i = 0; i < SUMS; i++)
        for (int k = 0; k < LENGTH; k++)
            c[i] = (int)((unsigned)c[i] + (unsigned)a[i * LENGTH + k] * (unsigned)b[k] + (unsigned)k);
}

// Buffers that begin at these elements of one memory. One work-item runs after another only where nothing is shared; so
// with what overlaps there is one work-item that writes what it reads: the others are the same in any order.
static void
run_sums(const int starts[3], size_t items, const char *width)
{
    static int memory[BIG], wanted[BIG];
    const cl_int length = LENGTH, stride = LENGTH;
    cl_program program = test_build(sums, "");
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, "sums", &err);
    cl_mem whole, parts[3];

    CHECK(err);
    for (int i = 0; i < BIG; i++)
        memory[i] = wanted[i] = i % 13 - 5;
    if (items == SUMS)
        reference_sums(wanted + starts[0], wanted + starts[1], wanted + starts[2]);
    else
        for (int k = 0; k < LENGTH; k++) // in memory, step by step
            wanted[starts[0]] = (int)((unsigned)wanted[starts[0]] +
                                      (unsigned)wanted[starts[1] + k] * (unsigned)wanted[starts[2] + k] + (unsigned)k);
    whole = clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, sizeof(memory), memory, &err);
    CHECK(err);
    for (int i = 0; i < 3; i++) {
        const size_t elements = i == 1 ? SUMS * LENGTH : i == 2 ? LENGTH : SUMS;
        const cl_buffer_region region = {(size_t)starts[i] * sizeof(int), elements * sizeof(int)};

        parts[i] = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &err);
        CHECK(err);
        CHECK(clSetKernelArg(kernel, (cl_uint)i, sizeof(cl_mem), &parts[i]));
    }
    CHECK(clSetKernelArg(kernel, 3, sizeof(length), &length));
    CHECK(clSetKernelArg(kernel, 4, sizeof(stride), &stride));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(test_queue, whole, CL_TRUE, 0, sizeof(memory), memory, 0, NULL, NULL));
    for (int i = 0; i < BIG; i++)
        if (memory[i] != wanted[i])
            fail_msg("width '%s', parts at %d, %d, %d: element %d is %d, expected %d", width, starts[0], starts[1],
                     starts[2], i, memory[i], wanted[i]);
    for (int i = 0; i < 3; i++)
        CHECK(clReleaseMemObject(parts[i]));
    CHECK(clReleaseMemObject(whole));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

static void
sums_in_memory_that_overlaps_what_is_summed(void **state)
{
    cl_uint bits;
    int align;

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(bits), &bits, NULL));
    align = (int)(bits / 8 / sizeof(int));
    assert_true(align <= 32);
    for (size_t w = 0; test_set_width(w); w++) {
        run_sums((const int[]){2048, 0, 3072}, SUMS, test_widths[w]);
        run_sums((const int[]){2048, 0, 3072}, 1, test_widths[w]);
        // c[0] is a's first element, one that comes later, and b's.
        run_sums((const int[]){0, 0, 3072}, 1, test_widths[w]);
        run_sums((const int[]){align, 0, 3072}, 1, test_widths[w]);
        run_sums((const int[]){3072, 0, 3072}, 1, test_widths[w]);
        run_sums((const int[]){3072 + align, 0, 3072}, 1, test_widths[w]);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_walked),
        cmocka_unit_test(rows_may_wrap),
        cmocka_unit_test(rows_are_stored),
        cmocka_unit_test(sums_in_memory_that_overlaps_what_is_summed),
    };

    return cmocka_run_group_tests_name("row_walks", tests, test_begin, test_end);
}
