// SPDX-License-Identifier: Apache-2.0
// Calls of optional features the device does not have, on valid objects: the code of "OpenCL 3.0 Backwards
// Compatibility".
#include "runtime/tests/support.h"

static unsigned char data[64];

static void
clCreateProgramWithIL_returns_CL_INVALID_OPERATION(void **state)
{
    struct fixture *f = *state;
    cl_int err = CL_SUCCESS;

    assert_null(clCreateProgramWithIL(f->context, data, sizeof(data), &err));
    assert_int_equal(err, CL_INVALID_OPERATION);
}

static void
clSetProgramSpecializationConstant_returns_CL_INVALID_OPERATION(void **state)
{
    struct fixture *f = *state;
    const char *source = "kernel void k() {}";
    cl_int err;
    cl_program program = clCreateProgramWithSource(f->context, 1, &source, NULL, &err);
    cl_uint value = 1;

    assert_success(err);
    assert_error(clSetProgramSpecializationConstant(program, 0, sizeof(value), &value), CL_INVALID_OPERATION);
    assert_success(clReleaseProgram(program));
}

static void
GL_objects_return_CL_INVALID_CONTEXT(void **state)
{
    struct fixture *f = *state;
    cl_int err = CL_SUCCESS;

    assert_null(clCreateFromGLBuffer(f->context, CL_MEM_READ_WRITE, 1, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
    assert_null(clCreateFromGLTexture(f->context, CL_MEM_READ_WRITE, 0, 0, 1, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
    assert_null(clCreateFromGLRenderbuffer(f->context, CL_MEM_READ_WRITE, 1, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
}

static void
GL_queries_of_a_buffer_return_CL_INVALID_GL_OBJECT(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 64);
    cl_gl_object_type type;

    assert_error(clGetGLObjectInfo(buffer, &type, NULL), CL_INVALID_GL_OBJECT);
    assert_error(clGetGLTextureInfo(buffer, CL_GL_TEXTURE_TARGET, 0, NULL, NULL), CL_INVALID_GL_OBJECT);
    assert_success(clReleaseMemObject(buffer));
}

static void
GL_commands_return_CL_INVALID_CONTEXT(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 64);

    assert_error(clEnqueueAcquireGLObjects(f->queue, 1, &buffer, 0, NULL, NULL), CL_INVALID_CONTEXT);
    assert_error(clEnqueueReleaseGLObjects(f->queue, 1, &buffer, 0, NULL, NULL), CL_INVALID_CONTEXT);
    assert_success(clReleaseMemObject(buffer));
}

static void
GL_context_info_returns_CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR(void **state)
{
    struct fixture *f = *state;
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)f->platform, 0};
    clGetGLContextInfoKHR_fn query =
        (clGetGLContextInfoKHR_fn)clGetExtensionFunctionAddressForPlatform(f->platform, "clGetGLContextInfoKHR");

    assert_non_null(query);
    assert_error(query(properties, CL_DEVICES_FOR_GL_CONTEXT_KHR, 0, NULL, NULL),
                 CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clCreateProgramWithIL_returns_CL_INVALID_OPERATION),
        cmocka_unit_test(clSetProgramSpecializationConstant_returns_CL_INVALID_OPERATION),
        cmocka_unit_test(GL_objects_return_CL_INVALID_CONTEXT),
        cmocka_unit_test(GL_queries_of_a_buffer_return_CL_INVALID_GL_OBJECT),
        cmocka_unit_test(GL_commands_return_CL_INVALID_CONTEXT),
        cmocka_unit_test(GL_context_info_returns_CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR),
    };

    return RUN_TESTS("unsupported");
}
