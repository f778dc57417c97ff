// SPDX-License-Identifier: Apache-2.0
// clCreateBuffer and clCreateBufferWithProperties.
#include "runtime/tests/emulator.h"
#include "runtime/tests/sanitizers.h"
#include "runtime/tests/support.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static void
expect(const struct fixture *f, cl_mem_flags flags, size_t size, void *host_ptr, cl_int expected)
{
    cl_int err = 1;
    cl_mem buffer = clCreateBuffer(f->context, flags, size, host_ptr, &err);

    assert_int_equal(err, expected);
    if (expected == CL_SUCCESS) {
        assert_non_null(buffer);
        assert_success(clReleaseMemObject(buffer));
    } else {
        assert_null(buffer);
    }
}

static void
foreign_context_returns_CL_INVALID_CONTEXT(void **state)
{
    cl_int err;

    (void)state;
    assert_null(clCreateBuffer(foreign_handle(), 0, 16, NULL, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
}

static void
errcode_ret_may_be_null(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = clCreateBuffer(f->context, 0, 16, NULL, NULL);

    assert_non_null(buffer);
    assert_success(clReleaseMemObject(buffer));
    assert_null(clCreateBuffer(f->context, 0, 0, NULL, NULL));
}

static void
zero_size_returns_CL_INVALID_BUFFER_SIZE(void **state)
{
    expect(*state, CL_MEM_READ_WRITE, 0, NULL, CL_INVALID_BUFFER_SIZE);
}

static void
more_than_max_alloc_size_returns_CL_INVALID_BUFFER_SIZE(void **state)
{
    struct fixture *f = *state;
    cl_ulong max = 0;

    assert_success(clGetDeviceInfo(f->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(max), &max, NULL));
    expect(f, CL_MEM_READ_WRITE, (size_t)max + 1, NULL, CL_INVALID_BUFFER_SIZE);
    expect(f, CL_MEM_READ_WRITE, SIZE_MAX, NULL, CL_INVALID_BUFFER_SIZE);
}

static void
unknown_flags_return_CL_INVALID_VALUE(void **state)
{
    expect(*state, (cl_mem_flags)1 << 40, 16, NULL, CL_INVALID_VALUE);
}

static void
exclusive_device_access_flags_return_CL_INVALID_VALUE(void **state)
{
    expect(*state, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 16, NULL, CL_INVALID_VALUE);
    expect(*state, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY, 16, NULL, CL_INVALID_VALUE);
    expect(*state, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, NULL, CL_INVALID_VALUE);
}

static void
exclusive_host_access_flags_return_CL_INVALID_VALUE(void **state)
{
    expect(*state, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, 16, NULL, CL_INVALID_VALUE);
    expect(*state, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 16, NULL, CL_INVALID_VALUE);
    expect(*state, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS, 16, NULL, CL_INVALID_VALUE);
}

static void
exclusive_host_pointer_flags_return_CL_INVALID_VALUE(void **state)
{
    char host[16] = {0};

    expect(*state, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 16, host, CL_INVALID_VALUE);
    expect(*state, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 16, host, CL_INVALID_VALUE);
    expect(*state, CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, 16, host, CL_SUCCESS);
}

static void
missing_host_pointer_returns_CL_INVALID_HOST_PTR(void **state)
{
    expect(*state, CL_MEM_USE_HOST_PTR, 16, NULL, CL_INVALID_HOST_PTR);
    expect(*state, CL_MEM_COPY_HOST_PTR, 16, NULL, CL_INVALID_HOST_PTR);
}

static void
unasked_host_pointer_returns_CL_INVALID_HOST_PTR(void **state)
{
    char host[16] = {0};

    expect(*state, CL_MEM_READ_WRITE, 16, host, CL_INVALID_HOST_PTR);
    expect(*state, CL_MEM_ALLOC_HOST_PTR, 16, host, CL_INVALID_HOST_PTR);
}

static void
exhausted_memory_returns_CL_MEM_OBJECT_ALLOCATION_FAILURE(void **state)
{
#ifdef WEFT_SANITIZED
    (void)state;
    skip(); // the sanitizers' shadow needs all of the address space
#else
    struct rlimit old, none;

    skip_where_the_emulator(EMULATOR_HAS_NO_LIMITS);
    assert_int_equal(getrlimit(RLIMIT_AS, &old), 0);
    none = old;
    none.rlim_cur = 1 << 20; // less than is in use: nothing more can be mapped
    assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
    expect(*state, CL_MEM_READ_WRITE, 64 << 20, NULL, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    expect(*state, CL_MEM_READ_WRITE, 1 << 20, NULL, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    assert_int_equal(setrlimit(RLIMIT_AS, &old), 0);
    expect(*state, CL_MEM_READ_WRITE, 64 << 20, NULL, CL_SUCCESS);
#endif
}

static void
copies_the_host_pointer(void **state)
{
    struct fixture *f = *state;
    int host[4] = {1, 2, 3, 4}, back[4] = {0};
    cl_int err;
    cl_mem buffer = clCreateBuffer(f->context, CL_MEM_COPY_HOST_PTR, sizeof(host), host, &err);

    assert_success(err);
    host[0] = 99;
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, sizeof(back), back, 0, NULL, NULL));
    assert_int_equal(back[0], 1);
    assert_int_equal(back[3], 4);
    assert_success(clReleaseMemObject(buffer));
}

// Several threads copy it.
static void
copies_large_host_pointers_whole(void **state)
{
    const size_t words = ((size_t)33 << 20) / 4 + 3;
    struct fixture *f = *state;
    uint32_t *host = malloc(words * 4), *back = calloc(words, 4);
    cl_mem buffer;
    cl_int err;

    assert_non_null(host);
    assert_non_null(back);
    for (size_t i = 0; i < words; i++)
        host[i] = (uint32_t)(i * 2654435761u);
    buffer = clCreateBuffer(f->context, CL_MEM_COPY_HOST_PTR, words * 4, host, &err);
    assert_success(err);
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, words * 4, back, 0, NULL, NULL));
    assert_memory_equal(host, back, words * 4);
    assert_success(clReleaseMemObject(buffer));
    free(host);
    free(back);
}

// So that no kernel waits for the system at each page of what it writes: where one NUMA node is all there is.
static void
has_its_pages_when_it_is_made(void **state)
{
    enum { PAGES = 1024 };
    struct fixture *f = *state;
    unsigned char present[PAGES] = {0};
    FILE *nodes = fopen("/sys/devices/system/node/possible", "re");
    bool has_several = nodes && fgetc(nodes) == '0' && fgetc(nodes) != '\n';
    void *probe = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *mapped;
    cl_mem buffer;
    cl_int err;

    if (nodes)
        fclose(nodes);
    assert_ptr_not_equal(probe, MAP_FAILED);
    err = madvise(probe, 4096, MADV_POPULATE_WRITE);
    assert_int_equal(munmap(probe, 4096), 0);
    if (err || has_several || getenv("WEFT_TEST_EMULATOR"))
        skip(); // an older Linux, or it matters who touches them first
    buffer = clCreateBuffer(f->context, CL_MEM_READ_WRITE, PAGES * 4096, NULL, &err);
    assert_success(err);
    mapped = clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_READ, 0, PAGES * 4096, 0, NULL, NULL, &err);
    assert_success(err);
    assert_int_equal(mincore(mapped, PAGES * 4096, present), 0);
    for (int i = 0; i < PAGES; i++)
        assert_true(present[i] & 1);
    assert_success(clEnqueueUnmapMemObject(f->queue, buffer, mapped, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_success(clReleaseMemObject(buffer));
}

static void *
page_of(const unsigned char *byte)
{
    return (void *)((uintptr_t)byte & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1));
}

// What lies beside buffers that fill their pages is there, and no other buffer's.
static void
large_buffers_have_room_on_both_sides(void **state)
{
    enum { BUFFERS = 4, BESIDE = 64 };
    static const size_t sizes[] = {256 << 10, 225 * 4096, 2 << 20, 4 << 20};
    struct fixture *f = *state;

    for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
        cl_mem buffers[BUFFERS];
        unsigned char *data[BUFFERS], present;
        cl_int err;

        for (int i = 0; i < BUFFERS; i++) {
            buffers[i] = clCreateBuffer(f->context, CL_MEM_READ_WRITE, sizes[s], NULL, &err);
            assert_success(err);
            data[i] = clEnqueueMapBuffer(f->queue, buffers[i], CL_TRUE, CL_MAP_WRITE, 0, sizes[s], 0, NULL, NULL, &err);
            assert_success(err);
            memset(data[i], 0xa5, sizes[s]);
        }
        for (int i = 0; i < BUFFERS; i++) {
            assert_int_equal(mincore(page_of(data[i] - 1), 1, &present), 0);
            assert_int_equal(mincore(page_of(data[i] + sizes[s]), 1, &present), 0);
            for (int j = 0; j < BESIDE; j++) {
                assert_int_not_equal(data[i][-1 - j], 0xa5);
                assert_int_not_equal(data[i][sizes[s] + (size_t)j], 0xa5);
            }
        }
        for (int i = 0; i < BUFFERS; i++) {
            assert_success(clEnqueueUnmapMemObject(f->queue, buffers[i], data[i], 0, NULL, NULL));
            assert_success(clFinish(f->queue));
            assert_success(clReleaseMemObject(buffers[i]));
        }
    }
}

static void
uses_the_host_pointer_in_place(void **state)
{
    struct fixture *f = *state;
    int host[4] = {1, 2, 3, 4}, value = 7;
    cl_int err;
    cl_mem buffer = clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR, sizeof(host), host, &err);

    assert_success(err);
    assert_success(clEnqueueWriteBuffer(f->queue, buffer, CL_TRUE, 4, sizeof(value), &value, 0, NULL, NULL));
    assert_int_equal(host[1], 7);
    assert_success(clReleaseMemObject(buffer));
}

static void
memory_is_aligned_for_every_type(void **state)
{
    struct fixture *f = *state;
    const size_t sizes[] = {1, 100, 4096, 300000, 5 << 20};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        cl_mem buffer = make_buffer(f, sizes[i]);
        cl_int err;
        char *mapped = clEnqueueMapBuffer(f->queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, sizes[i], 0, NULL, NULL, &err);

        assert_success(err);
        assert_int_equal((uintptr_t)mapped % 128, 0);
        mapped[0] = mapped[sizes[i] - 1] = 1;
        assert_success(clEnqueueUnmapMemObject(f->queue, buffer, mapped, 0, NULL, NULL));
        assert_success(clFinish(f->queue));
        assert_success(clReleaseMemObject(buffer));
    }
}

static void
empty_properties_are_kept(void **state)
{
    struct fixture *f = *state;
    const cl_mem_properties none[] = {0};
    cl_mem_properties got[4] = {1, 1, 1, 1};
    size_t size = 0;
    cl_int err;
    cl_mem buffer = clCreateBufferWithProperties(f->context, none, CL_MEM_READ_ONLY, 64, NULL, &err);

    assert_success(err);
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_PROPERTIES, sizeof(got), got, &size));
    assert_int_equal(size, sizeof(none));
    assert_int_equal(got[0], 0);
    assert_success(clReleaseMemObject(buffer));
    buffer = clCreateBufferWithProperties(f->context, NULL, CL_MEM_READ_ONLY, 64, NULL, &err);
    assert_success(err);
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_PROPERTIES, 0, NULL, &size));
    assert_int_equal(size, 0);
    assert_success(clReleaseMemObject(buffer));
}

static void
unknown_property_returns_CL_INVALID_PROPERTY(void **state)
{
    struct fixture *f = *state;
    const cl_mem_properties unknown[] = {0x1234, 1, 0};
    cl_int err;

    assert_null(clCreateBufferWithProperties(f->context, unknown, 0, 64, NULL, &err));
    assert_int_equal(err, CL_INVALID_PROPERTY);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(foreign_context_returns_CL_INVALID_CONTEXT),
        cmocka_unit_test(errcode_ret_may_be_null),
        cmocka_unit_test(zero_size_returns_CL_INVALID_BUFFER_SIZE),
        cmocka_unit_test(more_than_max_alloc_size_returns_CL_INVALID_BUFFER_SIZE),
        cmocka_unit_test(unknown_flags_return_CL_INVALID_VALUE),
        cmocka_unit_test(exclusive_device_access_flags_return_CL_INVALID_VALUE),
        cmocka_unit_test(exclusive_host_access_flags_return_CL_INVALID_VALUE),
        cmocka_unit_test(exclusive_host_pointer_flags_return_CL_INVALID_VALUE),
        cmocka_unit_test(missing_host_pointer_returns_CL_INVALID_HOST_PTR),
        cmocka_unit_test(unasked_host_pointer_returns_CL_INVALID_HOST_PTR),
        cmocka_unit_test(exhausted_memory_returns_CL_MEM_OBJECT_ALLOCATION_FAILURE),
        cmocka_unit_test(copies_the_host_pointer),
        cmocka_unit_test(copies_large_host_pointers_whole),
        cmocka_unit_test(has_its_pages_when_it_is_made),
        cmocka_unit_test(large_buffers_have_room_on_both_sides),
        cmocka_unit_test(uses_the_host_pointer_in_place),
        cmocka_unit_test(memory_is_aligned_for_every_type),
        cmocka_unit_test(empty_properties_are_kept),
        cmocka_unit_test(unknown_property_returns_CL_INVALID_PROPERTY),
    };

    return RUN_TESTS("buffer");
}
