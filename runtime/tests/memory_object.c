// SPDX-License-Identifier: Apache-2.0
// clRetainMemObject, clReleaseMemObject, clGetMemObjectInfo, clSetMemObjectDestructorCallback.
#include "runtime/tests/support.h"

static cl_uint
references(cl_mem buffer)
{
    cl_uint count = 0;

    assert_success(clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof(count), &count, NULL));
    return count;
}

static void
retain_and_release_count(void **state)
{
    cl_mem buffer = make_buffer(*state, 16);

    assert_int_equal(references(buffer), 1);
    assert_success(clRetainMemObject(buffer));
    assert_int_equal(references(buffer), 2);
    assert_success(clReleaseMemObject(buffer));
    assert_int_equal(references(buffer), 1);
    assert_success(clReleaseMemObject(buffer));
}

static void
foreign_handle_returns_CL_INVALID_MEM_OBJECT(void **state)
{
    struct fixture *f = *state;
    cl_uint value;

    assert_error(clRetainMemObject(foreign_handle()), CL_INVALID_MEM_OBJECT);
    assert_error(clReleaseMemObject(foreign_handle()), CL_INVALID_MEM_OBJECT);
    assert_error(clRetainMemObject((cl_mem)f->queue), CL_INVALID_MEM_OBJECT);
    assert_error(clGetMemObjectInfo(foreign_handle(), CL_MEM_TYPE, sizeof(value), &value, NULL), CL_INVALID_MEM_OBJECT);
}

static void
tells_about_itself(void **state)
{
    struct fixture *f = *state;
    cl_int err;
    cl_mem buffer = clCreateBuffer(f->context, CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR, 100, NULL, &err);
    cl_mem_object_type type = 0;
    cl_mem_flags flags = 0;
    cl_context context = NULL;
    cl_mem associated = buffer;
    void *pointer = buffer;
    size_t size = 0, offset = 1;
    cl_bool svm = CL_TRUE;
    cl_uint maps = 1;

    assert_success(err);
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_TYPE, sizeof(type), &type, NULL));
    assert_int_equal(type, CL_MEM_OBJECT_BUFFER);
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof(flags), &flags, NULL));
    assert_int_equal(flags, CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR);
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof(size), &size, NULL));
    assert_int_equal(size, 100);
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof(context), &context, NULL));
    assert_ptr_equal(context, f->context);
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_HOST_PTR, sizeof(pointer), &pointer, NULL));
    assert_null(pointer);
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(associated), &associated, NULL));
    assert_null(associated);
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_OFFSET, sizeof(offset), &offset, NULL));
    assert_int_equal(offset, 0);
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_USES_SVM_POINTER, sizeof(svm), &svm, NULL));
    assert_int_equal(svm, CL_FALSE);
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof(maps), &maps, NULL));
    assert_int_equal(maps, 0);
    assert_success(clReleaseMemObject(buffer));
}

static void
queries_follow_the_size_protocol(void **state)
{
    cl_mem buffer = make_buffer(*state, 16);
    size_t size = 0;
    char small[1];

    assert_success(clGetMemObjectInfo(buffer, CL_MEM_SIZE, 0, NULL, &size));
    assert_int_equal(size, sizeof(size_t));
    assert_error(clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof(small), small, NULL), CL_INVALID_VALUE);
    assert_error(clGetMemObjectInfo(buffer, CL_CONTEXT_DEVICES, sizeof(size), &size, NULL), CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(buffer));
}

static int order[3], calls;

static void CL_CALLBACK
note_call(cl_mem memory, void *data)
{
    (void)memory;
    *(int *)data = ++calls;
}

static void
destructor_callbacks_run_newest_first(void **state)
{
    cl_mem buffer = make_buffer(*state, 16);

    calls = 0;
    for (int i = 0; i < 3; i++)
        assert_success(clSetMemObjectDestructorCallback(buffer, note_call, &order[i]));
    assert_success(clRetainMemObject(buffer));
    assert_success(clReleaseMemObject(buffer));
    assert_int_equal(calls, 0);
    assert_success(clReleaseMemObject(buffer));
    assert_int_equal(order[0], 3);
    assert_int_equal(order[1], 2);
    assert_int_equal(order[2], 1);
}

static void
destructor_callback_waits_for_commands(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 16);
    cl_int err, one = 1;
    cl_event gate = clCreateUserEvent(f->context, &err);

    assert_success(err);
    calls = 0;
    assert_success(clSetMemObjectDestructorCallback(buffer, note_call, &order[0]));
    assert_success(clEnqueueFillBuffer(f->queue, buffer, &one, 4, 0, 16, 1, &gate, NULL));
    assert_success(clReleaseMemObject(buffer));
    assert_int_equal(calls, 0);
    assert_success(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_success(clFinish(f->queue));
    assert_int_equal(calls, 1);
    assert_success(clReleaseEvent(gate));
}

static void
null_destructor_callback_returns_CL_INVALID_VALUE(void **state)
{
    cl_mem buffer = make_buffer(*state, 16);

    assert_error(clSetMemObjectDestructorCallback(buffer, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clSetMemObjectDestructorCallback(foreign_handle(), note_call, NULL), CL_INVALID_MEM_OBJECT);
    assert_success(clReleaseMemObject(buffer));
}

static void
context_lives_as_long_as_its_buffers(void **state)
{
    struct fixture *f = *state;
    cl_context context = other_context(f), got = NULL;
    cl_int err;
    cl_mem buffer = clCreateBuffer(context, 0, 16, NULL, &err);

    assert_success(err);
    assert_success(clReleaseContext(context));
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof(got), &got, NULL));
    assert_ptr_equal(got, context);
    assert_success(clReleaseMemObject(buffer));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(retain_and_release_count),
        cmocka_unit_test(foreign_handle_returns_CL_INVALID_MEM_OBJECT),
        cmocka_unit_test(tells_about_itself),
        cmocka_unit_test(queries_follow_the_size_protocol),
        cmocka_unit_test(destructor_callbacks_run_newest_first),
        cmocka_unit_test(destructor_callback_waits_for_commands),
        cmocka_unit_test(null_destructor_callback_returns_CL_INVALID_VALUE),
        cmocka_unit_test(context_lives_as_long_as_its_buffers),
    };

    return RUN_TESTS("memory_object");
}
