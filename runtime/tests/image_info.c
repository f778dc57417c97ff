// SPDX-License-Identifier: Apache-2.0
// clGetImageInfo, clGetMemObjectInfo of images, clGetImageRequirementsInfoEXT.
#include "runtime/tests/support.h"

static unsigned char host[1 << 14];

struct expected {
    cl_image_desc desc;
    void *host_ptr;
    // What queries give:
    size_t width, height, depth, layers, row_pitch, slice_pitch;
};

static size_t
size_info(cl_mem image, cl_image_info name)
{
    size_t value = 99, size = 0;

    assert_success(clGetImageInfo(image, name, sizeof(value), &value, &size));
    assert_int_equal(size, sizeof(value));
    return value;
}

static cl_uint
uint_info(cl_mem image, cl_image_info name)
{
    cl_uint value = 99;

    assert_success(clGetImageInfo(image, name, sizeof(value), &value, NULL));
    return value;
}

static void
dimensions_and_pitches_are_reported(void **state)
{
    static const struct expected cases[] = {
        {{.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 7, .image_height = 5}, NULL, 7, 0, 0, 0, 28, 0},
        {{.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY, .image_width = 7, .image_array_size = 3},
         NULL,
         7,
         0,
         0,
         3,
         28,
         28},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 7, .image_height = 5, .image_depth = 9},
         NULL,
         7,
         5,
         0,
         0,
         28,
         0},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY, .image_width = 7, .image_height = 5, .image_array_size = 3},
         NULL,
         7,
         5,
         0,
         3,
         28,
         140},
        {{.image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 7, .image_height = 5, .image_depth = 3},
         NULL,
         7,
         5,
         3,
         0,
         28,
         140},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 7, .image_height = 5, .image_row_pitch = 36},
         host,
         7,
         5,
         0,
         0,
         36,
         0},
        {{.image_type = CL_MEM_OBJECT_IMAGE3D,
          .image_width = 7,
          .image_height = 5,
          .image_depth = 3,
          .image_row_pitch = 32,
          .image_slice_pitch = 192},
         host,
         7,
         5,
         3,
         0,
         32,
         192},
        {{.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY, .image_width = 7, .image_array_size = 3, .image_slice_pitch = 56},
         host,
         7,
         0,
         0,
         3,
         28,
         56},
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct expected *e = &cases[i];
        cl_mem image = make_image(f, e->host_ptr ? CL_MEM_COPY_HOST_PTR : 0, &e->desc, e->host_ptr);
        cl_image_format format = {0, 0};

        assert_success(clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof(format), &format, NULL));
        assert_int_equal(format.image_channel_order, CL_RGBA);
        assert_int_equal(format.image_channel_data_type, CL_UNSIGNED_INT8);
        assert_int_equal(size_info(image, CL_IMAGE_ELEMENT_SIZE), 4);
        assert_int_equal(size_info(image, CL_IMAGE_WIDTH), e->width);
        assert_int_equal(size_info(image, CL_IMAGE_HEIGHT), e->height);
        assert_int_equal(size_info(image, CL_IMAGE_DEPTH), e->depth);
        assert_int_equal(size_info(image, CL_IMAGE_ARRAY_SIZE), e->layers);
        assert_int_equal(size_info(image, CL_IMAGE_ROW_PITCH), e->row_pitch);
        assert_int_equal(size_info(image, CL_IMAGE_SLICE_PITCH), e->slice_pitch);
        assert_int_equal(uint_info(image, CL_IMAGE_NUM_MIP_LEVELS), 0);
        assert_int_equal(uint_info(image, CL_IMAGE_NUM_SAMPLES), 0);
        assert_success(clReleaseMemObject(image));
    }
}

static void
buffers_and_levels_are_reported(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 256), got = NULL, image;
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 64, .buffer = buffer};

    image = make_image(f, 0, &desc, NULL);
    assert_success(clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof(got), (void *)&got, NULL));
    assert_ptr_equal(got, buffer);
    assert_success(clReleaseMemObject(image));
    assert_success(clReleaseMemObject(buffer));
    desc =
        (cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8, .num_mip_levels = 4};
    image = make_image(f, 0, &desc, NULL);
    assert_success(clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof(got), (void *)&got, NULL));
    assert_null(got);
    assert_int_equal(uint_info(image, CL_IMAGE_NUM_MIP_LEVELS), 4);
    assert_success(clReleaseMemObject(image));
}

static void
bad_queries_are_refused(void **state)
{
    struct fixture *f = *state;
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4};
    cl_mem image = make_image(f, 0, &desc, NULL), buffer = make_buffer(f, 64);
    size_t value;

    assert_error(clGetImageInfo(image, CL_MEM_SIZE, sizeof(value), &value, NULL), CL_INVALID_VALUE);
    assert_error(clGetImageInfo(image, CL_IMAGE_WIDTH, 4, &value, NULL), CL_INVALID_VALUE);
    assert_error(clGetImageInfo(buffer, CL_IMAGE_WIDTH, sizeof(value), &value, NULL), CL_INVALID_MEM_OBJECT);
    assert_success(clReleaseMemObject(image));
    assert_success(clReleaseMemObject(buffer));
}

static clGetImageRequirementsInfoEXT_fn
requirements_call(const struct fixture *f)
{
    clGetImageRequirementsInfoEXT_fn call = (clGetImageRequirementsInfoEXT_fn)clGetExtensionFunctionAddressForPlatform(
        f->platform, "clGetImageRequirementsInfoEXT");

    assert_non_null(call);
    return call;
}

static void
required_sizes_are_those_of_images(void **state)
{
    static const struct expected cases[] = {
        {{.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 7}, NULL, 0, 0, 0, 0, 0, 0},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 7, .image_height = 5}, NULL, 0, 0, 0, 0, 0, 0},
        {{.image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 7, .image_height = 5, .image_depth = 3},
         NULL,
         0,
         0,
         0,
         0,
         0,
         0},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY,
          .image_width = 7,
          .image_height = 5,
          .image_array_size = 3,
          .image_row_pitch = 32,
          .image_slice_pitch = 320},
         NULL,
         0,
         0,
         0,
         0,
         0,
         0},
    };
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    struct fixture *f = *state;
    clGetImageRequirementsInfoEXT_fn call = requirements_call(f);

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        cl_image_desc desc = cases[i].desc;
        size_t bytes = 0, image_bytes = 0;
        cl_mem image;

        assert_success(call(f->context, NULL, CL_MEM_READ_WRITE, &format, &desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT,
                            sizeof(bytes), &bytes, NULL));
        desc.buffer = make_buffer(f, bytes);
        image = make_image(f, 0, &desc, NULL);
        assert_success(clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof(image_bytes), &image_bytes, NULL));
        assert_int_equal(image_bytes, bytes);
        assert_success(clReleaseMemObject(image));
        assert_success(clReleaseMemObject(desc.buffer));
    }
}

static void
required_alignments_are_those_of_pixels(void **state)
{
    const cl_image_format format = {CL_RG, CL_UNORM_INT16}, raw = {CL_R, CL_UNSIGNED_INT_RAW10_EXT};
    const cl_image_info names[] = {CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT,
                                   CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT,
                                   CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT};
    const cl_image_desc empty = {.image_type = CL_MEM_OBJECT_IMAGE1D};
    struct fixture *f = *state;
    clGetImageRequirementsInfoEXT_fn call = requirements_call(f);
    size_t value = 0;

    for (int i = 0; i < 3; i++) {
        assert_error(call(f->context, NULL, 0, &format, &empty, names[i], sizeof(value), &value, NULL),
                     CL_INVALID_IMAGE_DESCRIPTOR);
        assert_success(call(f->context, NULL, 0, &format, NULL, names[i], sizeof(value), &value, NULL));
        assert_int_equal(value, 4);
        assert_success(call(f->context, NULL, 0, &raw, NULL, names[i], sizeof(value), &value, NULL));
        assert_int_equal(value, 1);
        assert_success(call(f->context, NULL, 0, NULL, NULL, names[i], sizeof(value), &value, NULL));
        assert_int_equal(value, 16);
    }
}

static void
largest_sides_depend_on_the_type(void **state)
{
    static const struct {
        cl_mem_object_type type;
        cl_uint width, height, depth, layers; // 0: there is no such side
    } cases[] = {
        {0, 2048, 2048, 2048, 2048},
        {CL_MEM_OBJECT_IMAGE1D, 16384, 0, 0, 0},
        {CL_MEM_OBJECT_IMAGE1D_BUFFER, 1 << 30, 0, 0, 0},
        {CL_MEM_OBJECT_IMAGE1D_ARRAY, 16384, 0, 0, 2048},
        {CL_MEM_OBJECT_IMAGE2D, 16384, 16384, 0, 0},
        {CL_MEM_OBJECT_IMAGE2D_ARRAY, 16384, 16384, 0, 2048},
        {CL_MEM_OBJECT_IMAGE3D, 2048, 2048, 2048, 0},
    };
    const cl_image_info names[] = {CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT,
                                   CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT};
    struct fixture *f = *state;
    clGetImageRequirementsInfoEXT_fn call = requirements_call(f);

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const cl_uint sides[4] = {cases[i].width, cases[i].height, cases[i].depth, cases[i].layers};
        const cl_image_desc desc = {.image_type = cases[i].type};

        for (int side = 0; side < 4; side++) {
            cl_uint value = 0;

            assert_error(call(f->context, NULL, 0, NULL, &desc, names[side], sizeof(value), &value, NULL),
                         sides[side] ? CL_SUCCESS : CL_INVALID_IMAGE_DESCRIPTOR);
            assert_int_equal(value, sides[side]);
        }
    }
}

static void
bad_requirements_are_refused(void **state)
{
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8}, bad_format = {CL_RGB, CL_FLOAT};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    const cl_image_desc empty = {.image_type = CL_MEM_OBJECT_IMAGE2D}, bad = {.image_type = CL_MEM_OBJECT_BUFFER};
    const cl_mem_properties properties[] = {1, 1, 0};
    const cl_image_info size_name = CL_IMAGE_REQUIREMENTS_SIZE_EXT;
    struct fixture *f = *state;
    clGetImageRequirementsInfoEXT_fn call = requirements_call(f);
    cl_context c = f->context;
    size_t v;

    assert_error(call(foreign_handle(), NULL, 0, &format, &desc, size_name, sizeof(v), &v, NULL), CL_INVALID_CONTEXT);
    assert_error(call(c, properties, 0, &format, &desc, size_name, sizeof(v), &v, NULL), CL_INVALID_PROPERTY);
    assert_error(call(c, NULL, (cl_mem_flags)1 << 60, &format, &desc, size_name, sizeof(v), &v, NULL),
                 CL_INVALID_VALUE);
    assert_error(call(c, NULL, 0, &bad_format, &desc, size_name, sizeof(v), &v, NULL),
                 CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    assert_error(call(c, NULL, 0, &format, &bad, size_name, sizeof(v), &v, NULL), CL_INVALID_IMAGE_DESCRIPTOR);
    assert_error(call(c, NULL, 0, &format, &empty, size_name, sizeof(v), &v, NULL), CL_INVALID_IMAGE_DESCRIPTOR);
    assert_error(call(c, NULL, 0, NULL, &desc, size_name, sizeof(v), &v, NULL), CL_INVALID_VALUE);
    assert_error(call(c, NULL, 0, &format, NULL, size_name, sizeof(v), &v, NULL), CL_INVALID_VALUE);
    assert_error(call(c, NULL, 0, &format, &desc, CL_IMAGE_WIDTH, sizeof(v), &v, NULL), CL_INVALID_VALUE);
    assert_error(call(c, NULL, 0, &format, &desc, size_name, 4, &v, NULL), CL_INVALID_VALUE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dimensions_and_pitches_are_reported),
        cmocka_unit_test(buffers_and_levels_are_reported),
        cmocka_unit_test(bad_queries_are_refused),
        cmocka_unit_test(required_sizes_are_those_of_images),
        cmocka_unit_test(required_alignments_are_those_of_pixels),
        cmocka_unit_test(largest_sides_depend_on_the_type),
        cmocka_unit_test(bad_requirements_are_refused),
    };

    return RUN_TESTS("image_info");
}
