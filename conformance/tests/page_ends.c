// SPDX-License-Identifier: Apache-2.0
// Work-items that a condition leaves out, beside others whose elements are a page's first or last: behind its end, or
// before its start, there may be no memory. At all widths.
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/tests/support.h"

enum { BEHIND = 37, STEPS = 3 };

// A page of memory between two that nobody may touch.
struct page {
    unsigned char *reserved, *data;
    size_t size; // bytes of it
};

static int
reserve(void **state)
{
    static struct page page;

    page.size = (size_t)sysconf(_SC_PAGESIZE);
    page.reserved = mmap(NULL, 3 * page.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(page.reserved, MAP_FAILED);
    page.data = page.reserved + page.size;
    assert_int_equal(mprotect(page.data, page.size, PROT_READ | PROT_WRITE), 0);
    *state = &page;
    return 0;
}

static int
release(void **state)
{
    struct page *page = *state;

    return munmap(page->reserved, 3 * page->size);
}

static const char source[] =
    // Each work-item's own element; those of a few are in no page.
    "kernel void conditional(global T *in, global T *out, int count, int behind) {\n"
    "  int i = (int)get_global_id(0) - behind;\n"
    "  if (i >= 0 && i < count && i % 3 != 1) out[i] = in[i] + (T)1; }\n"
    // Work-items leave the loop at elements of their own; the memory ends with the last one's.
    "kernel void loop(global T *in, global T *out, int count, int behind) {\n"
    "  int i = (int)get_global_id(0) - behind, k = 0;\n"
    "  if (i < 0 || i >= count) return;\n"
    "  T sum = 0;\n"
    "  while (k < STEPS && i + k < count) { sum += in[i + k]; k++; }\n"
    "  out[i] = sum; }\n"
    // Bytes of a table that ends with the memory, or not, and may be shorter than indexes could say.
    "kernel void lookup(global const uchar *in, global uchar *out, global const uchar *page, int start) {\n"
    "  int i = (int)get_global_id(0);\n"
    "  global const uchar *table = page + start;\n"
    "  out[i] = table[in[i] & LARGEST];\n"
    "  if (in[i] % 3 == 1) out[i] ^= table[(in[i] >> 1) & LARGEST]; }\n";

static void
compare(const char *type, size_t width, size_t i, uint64_t got, uint64_t wanted)
{
    if (got != wanted)
        fail_msg("%s, width '%s', element %zu: %llu, expected %llu", type, test_widths[width], i,
                 (unsigned long long)got, (unsigned long long)wanted);
}

// An integer of `size` bytes.
static uint64_t
element(const unsigned char *data, size_t size, size_t i)
{
    uint64_t value = 0;

    memcpy(&value, data + i * size, size); // little-endian
    return value;
}

static void
run_all(const struct page *page, const char *type, size_t size, bool is_loop)
{
    static unsigned char out[1 << 16];
    const cl_int count = (cl_int)(page->size / size), behind = BEHIND;
    const uint64_t most = size == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * size) - 1;
    char options[64];

    assert_true(page->size <= sizeof out);
    snprintf(options, sizeof options, "-D T=%s -D STEPS=%d -D LARGEST=15", type, STEPS);
    for (size_t i = 0; i < page->size; i++)
        page->data[i] = (unsigned char)(i * 37 + i / 251);
    for (size_t w = 0; test_set_width(w); w++) {
        cl_program program = test_build(source, options);
        cl_int err;
        cl_kernel kernel = clCreateKernel(program, is_loop ? "loop" : "conditional", &err);
        CHECK(err);
        cl_mem in = clCreateBuffer(test_context, CL_MEM_USE_HOST_PTR, page->size, page->data, &err);
        CHECK(err);
        memset(out, 0, sizeof out);
        cl_mem to = clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, page->size, out, &err);
        CHECK(err);
        CHECK(clSetKernelArg(kernel, 0, sizeof in, &in));
        CHECK(clSetKernelArg(kernel, 1, sizeof to, &to));
        CHECK(clSetKernelArg(kernel, 2, sizeof count, &count));
        CHECK(clSetKernelArg(kernel, 3, sizeof behind, &behind));
        CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &(size_t){(size_t)count + 2 * BEHIND}, NULL, 0, NULL,
                                     NULL));
        CHECK(clEnqueueReadBuffer(test_queue, to, CL_TRUE, 0, page->size, out, 0, NULL, NULL));
        CHECK(clReleaseMemObject(in));
        CHECK(clReleaseMemObject(to));
        CHECK(clReleaseKernel(kernel));
        CHECK(clReleaseProgram(program));
        for (size_t i = 0; i < (size_t)count; i++) {
            uint64_t wanted = i % 3 == 1 ? 0 : element(page->data, size, i) + 1;

            if (is_loop) {
                wanted = 0;
                for (size_t k = i; k < i + STEPS && k < (size_t)count; k++)
                    wanted += element(page->data, size, k);
            }
            compare(type, w, i, element(out, size, i), wanted & most);
        }
    }
}

static const struct {
    const char *name;
    size_t size;
} types[] = {{"uchar", 1}, {"ushort", 2}, {"uint", 4}, {"ulong", 8}};

static void
conditional_loads(void **state)
{
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        run_all(*state, types[t].name, types[t].size, false);
}

static void
loads_in_loops(void **state)
{
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        run_all(*state, types[t].name, types[t].size, true);
}

enum { LOOKUPS = 1003 };

// In a table that begins there, of whose bytes only what is in the page is looked up.
static void
look_up(const struct page *page, size_t start, unsigned largest)
{
    static unsigned char in[LOOKUPS], out[LOOKUPS], wanted[LOOKUPS];
    const unsigned char *table = page->data + start;
    const size_t bytes = page->size - start <= largest ? page->size - start : largest + 1;
    char options[64];

    snprintf(options, sizeof options, "-D T=uchar -D STEPS=1 -D LARGEST=%u", largest);
    for (size_t i = 0; i < LOOKUPS; i++) {
        in[i] = (unsigned char)(bytes == 256 ? i * 37 : i * 37 % bytes);
        wanted[i] = table[in[i] & largest];
        if (in[i] % 3 == 1)
            wanted[i] ^= table[(in[i] >> 1) & largest];
    }
    for (size_t w = 0; test_set_width(w); w++) {
        const cl_int first = (cl_int)start;
        cl_program program = test_build(source, options);
        cl_int err;
        cl_kernel kernel = clCreateKernel(program, "lookup", &err);
        cl_mem buffers[3];

        CHECK(err);
        buffers[0] = clCreateBuffer(test_context, CL_MEM_COPY_HOST_PTR, sizeof in, in, &err);
        CHECK(err);
        buffers[1] = clCreateBuffer(test_context, CL_MEM_WRITE_ONLY, sizeof out, NULL, &err);
        CHECK(err);
        buffers[2] = clCreateBuffer(test_context, CL_MEM_USE_HOST_PTR, page->size, page->data, &err);
        CHECK(err);
        for (cl_uint i = 0; i < 3; i++)
            CHECK(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]));
        CHECK(clSetKernelArg(kernel, 3, sizeof first, &first));
        CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, &(size_t){LOOKUPS}, NULL, 0, NULL, NULL));
        CHECK(clEnqueueReadBuffer(test_queue, buffers[1], CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
        for (int i = 0; i < 3; i++)
            CHECK(clReleaseMemObject(buffers[i]));
        CHECK(clReleaseKernel(kernel));
        CHECK(clReleaseProgram(program));
        for (size_t i = 0; i < LOOKUPS; i++)
            compare("table", w, i, out[i], wanted[i]);
    }
}

static void
tables(void **state)
{
    static const size_t before_end[] = {1, 16, 63, 64, 65, 127, 128, 255, 256, 257, 1000};
    const struct page *page = *state;

    for (size_t i = 0; i < page->size; i++)
        page->data[i] = (unsigned char)(i * 37 + i / 251);
    for (size_t i = 0; i < sizeof before_end / sizeof *before_end; i++)
        for (unsigned largest = 15; largest < 256; largest = 2 * largest + 1)
            look_up(page, page->size - before_end[i], largest);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(conditional_loads, reserve, release),
        cmocka_unit_test_setup_teardown(loads_in_loops, reserve, release),
        cmocka_unit_test_setup_teardown(tables, reserve, release),
    };

    return cmocka_run_group_tests(tests, test_begin, test_end);
}
