// SPDX-License-Identifier: Apache-2.0
// Making images: what can be made, and every error.
#include "runtime/tests/support.h"

static const cl_image_format rgba8 = {CL_RGBA, CL_UNORM_INT8};
static unsigned char host[1 << 16];

// What clCreateImage is called with.
struct args {
    cl_mem_flags flags;
    cl_image_format format;
    cl_image_desc desc;
    void *host_ptr;
};

static struct args
make_args(cl_mem_object_type type, size_t width, size_t height, size_t depth, size_t layers)
{
    return (struct args){
        .flags = CL_MEM_READ_WRITE,
        .format = rgba8,
        .desc = {.image_type = type,
                 .image_width = width,
                 .image_height = height,
                 .image_depth = depth,
                 .image_array_size = layers},
    };
}

static struct args
args_2d(void)
{
    return make_args(CL_MEM_OBJECT_IMAGE2D, 16, 8, 0, 0);
}

static cl_mem
create(const struct fixture *f, const struct args *a, cl_int expected)
{
    cl_int err = 1;
    cl_mem image = clCreateImage(f->context, a->flags, &a->format, &a->desc, a->host_ptr, &err);

    if (err != expected)
        fail_msg("type 0x%x, %zu x %zu: %d, not %d", a->desc.image_type, a->desc.image_width, a->desc.image_height, err,
                 expected);
    assert_true((image != NULL) == (expected == CL_SUCCESS));
    return image;
}

static void
expect(const struct fixture *f, const struct args *a, cl_int expected)
{
    cl_mem image = create(f, a, expected);

    if (image)
        assert_success(clReleaseMemObject(image));
}

static size_t
memory_size(cl_mem memory)
{
    size_t size = 0;

    assert_success(clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof(size), &size, NULL));
    return size;
}

static cl_mem_flags
memory_flags(cl_mem memory)
{
    cl_mem_flags flags = 0;

    assert_success(clGetMemObjectInfo(memory, CL_MEM_FLAGS, sizeof(flags), &flags, NULL));
    return flags;
}

static void
all_types_can_be_made(void **state)
{
    struct fixture *f = *state;
    const struct args cases[] = {
        make_args(CL_MEM_OBJECT_IMAGE1D, 7, 0, 0, 0), make_args(CL_MEM_OBJECT_IMAGE1D_ARRAY, 7, 0, 0, 5),
        make_args(CL_MEM_OBJECT_IMAGE2D, 7, 3, 0, 0), make_args(CL_MEM_OBJECT_IMAGE2D_ARRAY, 7, 3, 0, 5),
        make_args(CL_MEM_OBJECT_IMAGE3D, 7, 3, 5, 0),
    };
    const size_t sizes[] = {28, 140, 84, 420, 420};

    for (size_t i = 0; i < 5; i++) {
        cl_mem image = create(f, &cases[i], CL_SUCCESS);
        cl_mem_object_type type = 0;

        assert_int_equal(memory_size(image), sizes[i]);
        assert_success(clGetMemObjectInfo(image, CL_MEM_TYPE, sizeof(type), &type, NULL));
        assert_int_equal(type, cases[i].desc.image_type);
        assert_int_equal(memory_flags(image), CL_MEM_READ_WRITE);
        assert_success(clReleaseMemObject(image));
    }
}

static void
every_listed_format_can_be_made(void **state)
{
    static const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                               CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                               CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE1D_BUFFER};
    static const cl_mem_flags flags[] = {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE};
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 1024);
    cl_image_format formats[512];

    for (int t = 0; t < 6; t++)
        for (int i = 0; i < 3; i++) {
            cl_uint count = 0;

            assert_success(clGetSupportedImageFormats(f->context, flags[i], types[t], 512, formats, &count));
            assert_in_range(count, 100, 512);
            for (cl_uint j = 0; j < count; j++) {
                struct args a = make_args(types[t], 4, 3, 2, 2);

                a.flags = flags[i];
                a.format = formats[j];
                a.desc.buffer = types[t] == CL_MEM_OBJECT_IMAGE1D_BUFFER ? buffer : NULL;
                expect(f, &a, CL_SUCCESS);
            }
        }
    assert_success(clReleaseMemObject(buffer));
}

static void
clGetSupportedImageFormats_checks_its_arguments(void **state)
{
    struct fixture *f = *state;
    cl_image_format format = {0};
    cl_uint count = 0;

    assert_error(clGetSupportedImageFormats(f->context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_BUFFER, 0, NULL, &count),
                 CL_INVALID_VALUE);
    assert_error(clGetSupportedImageFormats(f->context, (cl_mem_flags)1 << 60, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count),
                 CL_INVALID_VALUE);
    assert_error(clGetSupportedImageFormats(f->context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, &format, NULL),
                 CL_INVALID_VALUE);
    assert_error(clGetSupportedImageFormats(foreign_handle(), CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count),
                 CL_INVALID_CONTEXT);
    assert_success(clGetSupportedImageFormats(f->context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 1, &format, NULL));
    assert_int_not_equal(format.image_channel_order, 0);
}

static void
formats_are_checked(void **state)
{
    struct fixture *f = *state;
    struct args a = args_2d();
    cl_int err = CL_SUCCESS;

    assert_null(clCreateImage(f->context, 0, NULL, &a.desc, NULL, &err));
    assert_int_equal(err, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    a.format = (cl_image_format){CL_RGB, CL_UNORM_INT8};
    expect(f, &a, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    a.format = (cl_image_format){0, CL_UNORM_INT8};
    expect(f, &a, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    a.format = (cl_image_format){CL_DEPTH_STENCIL, CL_UNORM_INT24};
    expect(f, &a, CL_IMAGE_FORMAT_NOT_SUPPORTED);
    a.format = (cl_image_format){CL_R, CL_UNSIGNED_INT_RAW10_EXT};
    expect(f, &a, CL_IMAGE_FORMAT_NOT_SUPPORTED);
    a.flags = CL_MEM_READ_ONLY;
    expect(f, &a, CL_SUCCESS);
    a.desc.image_width = 18;
    expect(f, &a, CL_INVALID_IMAGE_SIZE);
    a = make_args(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4, 0);
    a.format = (cl_image_format){CL_DEPTH, CL_FLOAT};
    expect(f, &a, CL_IMAGE_FORMAT_NOT_SUPPORTED);
}

static void
sizes_are_checked(void **state)
{
    struct fixture *f = *state;
    const struct args bad[] = {
        make_args(CL_MEM_OBJECT_IMAGE1D, 0, 0, 0, 0),       make_args(CL_MEM_OBJECT_IMAGE1D, 16385, 0, 0, 0),
        make_args(CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, 0, 0, 0), make_args(CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, 0, 0, 2049),
        make_args(CL_MEM_OBJECT_IMAGE2D, 1, 0, 0, 0),       make_args(CL_MEM_OBJECT_IMAGE2D, 1, 16385, 0, 0),
        make_args(CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, 1, 0, 0), make_args(CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, 1, 0, 2049),
        make_args(CL_MEM_OBJECT_IMAGE3D, 1, 1, 0, 0),       make_args(CL_MEM_OBJECT_IMAGE3D, 1, 1, 2049, 0),
        make_args(CL_MEM_OBJECT_IMAGE3D, 2049, 1, 1, 0),    make_args(CL_MEM_OBJECT_IMAGE2D, SIZE_MAX, 1, 0, 0),
    };
    struct args a;

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        expect(f, &bad[i], CL_INVALID_IMAGE_SIZE);
    a = make_args(CL_MEM_OBJECT_IMAGE2D, 16384, 1, 0, 0);
    expect(f, &a, CL_SUCCESS);
    a = make_args(CL_MEM_OBJECT_IMAGE3D, 1, 1, 2048, 0);
    expect(f, &a, CL_SUCCESS);
    a = make_args(CL_MEM_OBJECT_IMAGE3D, 2048, 2048, 2048, 0);
    a.format.image_channel_data_type = CL_FLOAT;
    expect(f, &a, CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

static void
descriptors_are_checked(void **state)
{
    struct fixture *f = *state;
    struct args a = args_2d();
    cl_int err = CL_SUCCESS;

    assert_null(clCreateImage(f->context, 0, &rgba8, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_IMAGE_DESCRIPTOR);
    a.desc.image_type = CL_MEM_OBJECT_BUFFER;
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
    a = args_2d();
    a.desc.num_samples = 1;
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
    a = args_2d();
    a.desc.buffer = foreign_handle();
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
    a = make_args(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4, 0, 0, 0);
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
    a = args_2d();
    a.desc.image_row_pitch = 64; // without host_ptr
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
}

static void
host_pitches_are_checked(void **state)
{
    struct fixture *f = *state;
    struct args a = args_2d();

    a.flags = CL_MEM_COPY_HOST_PTR;
    a.host_ptr = host;
    a.desc.image_row_pitch = 60; // of 64
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
    a.desc.image_row_pitch = 66; // no whole pixels
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
    a.desc.image_row_pitch = 68;
    expect(f, &a, CL_SUCCESS);
    a.desc.image_slice_pitch = 1; // there are no slices
    expect(f, &a, CL_SUCCESS);
    a = args_2d();
    a.desc.image_slice_pitch = SIZE_MAX;
    expect(f, &a, CL_SUCCESS);
    a = make_args(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4, 0);
    a.desc.image_slice_pitch = 64;
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
    a.desc.image_slice_pitch = 0;
    a.flags = CL_MEM_COPY_HOST_PTR;
    a.host_ptr = host;
    a.desc.image_row_pitch = 20;
    a.desc.image_slice_pitch = 60;
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
    a.desc.image_slice_pitch = 90;
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
    a.desc.image_slice_pitch = 100;
    expect(f, &a, CL_SUCCESS);
    a.desc.image_row_pitch = SIZE_MAX - 3;
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
}

static void
flags_and_host_pointers_are_checked(void **state)
{
    struct fixture *f = *state;
    struct args a = args_2d();
    cl_mem image;

    a.flags = (cl_mem_flags)1 << 60;
    expect(f, &a, CL_INVALID_VALUE);
    a.flags = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
    expect(f, &a, CL_INVALID_VALUE);
    a.flags = CL_MEM_USE_HOST_PTR;
    expect(f, &a, CL_INVALID_HOST_PTR);
    a.flags = CL_MEM_READ_WRITE;
    a.host_ptr = host;
    expect(f, &a, CL_INVALID_HOST_PTR);
    a = args_2d();
    a.flags = 0;
    image = create(f, &a, CL_SUCCESS);
    assert_int_equal(memory_flags(image), CL_MEM_READ_WRITE);
    assert_success(clReleaseMemObject(image));
}

static void
used_host_pointers_are_reported(void **state)
{
    struct fixture *f = *state;
    struct args a = args_2d();
    void *pointer = NULL;
    cl_mem image;

    a.flags = CL_MEM_USE_HOST_PTR;
    a.host_ptr = host;
    image = create(f, &a, CL_SUCCESS);
    assert_success(clGetMemObjectInfo(image, CL_MEM_HOST_PTR, sizeof(pointer), (void *)&pointer, NULL));
    assert_ptr_equal(pointer, host);
    assert_success(clReleaseMemObject(image));
}

static void
properties_are_none(void **state)
{
    struct fixture *f = *state;
    const cl_mem_properties none[] = {0}, unknown[] = {1, 1, 0};
    struct args a = args_2d();
    size_t size = 0;
    cl_int err;
    cl_mem image = clCreateImageWithProperties(f->context, none, 0, &rgba8, &a.desc, NULL, &err);

    assert_success(err);
    assert_success(clGetMemObjectInfo(image, CL_MEM_PROPERTIES, 0, NULL, &size));
    assert_int_equal(size, sizeof(none));
    assert_success(clReleaseMemObject(image));
    assert_null(clCreateImageWithProperties(f->context, unknown, 0, &rgba8, &a.desc, NULL, &err));
    assert_int_equal(err, CL_INVALID_PROPERTY);
    assert_null(clCreateImageWithProperties(foreign_handle(), NULL, 0, &rgba8, &a.desc, NULL, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
}

static void
clCreateImage2D_checks_as_the_older_specification(void **state)
{
    struct fixture *f = *state;
    cl_int err;
    cl_mem image = clCreateImage2D(f->context, CL_MEM_COPY_HOST_PTR, &rgba8, 4, 4, 32, host, &err);

    assert_success(err);
    assert_success(clReleaseMemObject(image));
    assert_null(clCreateImage2D(f->context, 0, &rgba8, 0, 4, 0, NULL, &err));
    assert_int_equal(err, CL_INVALID_IMAGE_SIZE);
    assert_null(clCreateImage2D(f->context, 0, &rgba8, 4, 4, 16, NULL, &err));
    assert_int_equal(err, CL_INVALID_IMAGE_SIZE);
    assert_null(clCreateImage2D(f->context, CL_MEM_COPY_HOST_PTR, &rgba8, 4, 4, 18, host, &err));
    assert_int_equal(err, CL_INVALID_IMAGE_SIZE);
    assert_null(clCreateImage2D(f->context, 0, NULL, 4, 4, 0, NULL, &err));
    assert_int_equal(err, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

static void
clCreateImage3D_checks_as_the_older_specification(void **state)
{
    struct fixture *f = *state;
    cl_int err;
    cl_mem image = clCreateImage3D(f->context, 0, &rgba8, 4, 4, 2, 0, 0, NULL, &err);

    assert_success(err);
    assert_success(clReleaseMemObject(image));
    assert_null(clCreateImage3D(f->context, 0, &rgba8, 4, 4, 1, 0, 0, NULL, &err));
    assert_int_equal(err, CL_INVALID_IMAGE_SIZE);
    assert_null(clCreateImage3D(f->context, CL_MEM_COPY_HOST_PTR, &rgba8, 4, 4, 2, 16, 70, host, &err));
    assert_int_equal(err, CL_INVALID_IMAGE_SIZE);
}

static void
mipmaps_are_checked(void **state)
{
    struct fixture *f = *state;
    struct args a = args_2d();
    cl_mem image;

    a.desc.num_mip_levels = 5;
    image = create(f, &a, CL_SUCCESS);
    assert_true(memory_size(image) >= 4 * (16 * 8 + 8 * 4 + 4 * 2 + 2 + 1));
    assert_success(clReleaseMemObject(image));
    a.desc.num_mip_levels = 16; // of one pixel each, in the end
    expect(f, &a, CL_SUCCESS);
    a.desc.num_mip_levels = 17;
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
    a.desc.num_mip_levels = 2;
    a.flags = CL_MEM_COPY_HOST_PTR;
    a.host_ptr = host;
    expect(f, &a, CL_INVALID_VALUE);
    a.flags = CL_MEM_READ_WRITE;
    expect(f, &a, CL_INVALID_HOST_PTR);
    a.host_ptr = NULL;
    a.format = (cl_image_format){CL_DEPTH, CL_FLOAT};
    expect(f, &a, CL_SUCCESS);
    a = make_args(CL_MEM_OBJECT_IMAGE3D, 16384 / 8, 1, 1, 0);
    a.desc.num_mip_levels = 12;
    expect(f, &a, CL_SUCCESS);
    a = make_args(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4, 0, 0, 0);
    a.desc.num_mip_levels = 2;
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
}

static void
images_of_buffers_inherit_from_them(void **state)
{
    struct fixture *f = *state;
    struct args a = args_2d();
    cl_mem buffer, image, associated = NULL;
    void *pointer = host;
    cl_int err;

    buffer =
        clCreateBuffer(f->context, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_USE_HOST_PTR, 4096, host, &err);
    assert_success(err);
    a.desc.buffer = buffer;
    a.flags = 0;
    image = create(f, &a, CL_SUCCESS);
    assert_int_equal(memory_flags(image), CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_USE_HOST_PTR);
    assert_success(
        clGetMemObjectInfo(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(associated), (void *)&associated, NULL));
    assert_ptr_equal(associated, buffer);
    assert_success(clGetMemObjectInfo(image, CL_MEM_HOST_PTR, sizeof(pointer), (void *)&pointer, NULL));
    assert_null(pointer);
    assert_success(clReleaseMemObject(buffer)); // the image keeps it
    assert_success(clGetMemObjectInfo(buffer, CL_MEM_SIZE, 0, NULL, NULL));
    a.flags = CL_MEM_READ_WRITE;
    expect(f, &a, CL_INVALID_VALUE);
    a.flags = CL_MEM_HOST_WRITE_ONLY;
    expect(f, &a, CL_INVALID_VALUE);
    a.flags = CL_MEM_COPY_HOST_PTR;
    expect(f, &a, CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(image));
}

static void
images_of_buffers_must_fit(void **state)
{
    struct fixture *f = *state;
    cl_mem buffer = make_buffer(f, 512);
    struct args a = args_2d(); // 512 bytes

    a.desc.buffer = buffer;
    expect(f, &a, CL_SUCCESS);
    a.desc.image_row_pitch = 64;
    expect(f, &a, CL_SUCCESS);
    a.desc.image_row_pitch = 68;
    expect(f, &a, CL_INVALID_IMAGE_SIZE);
    a.desc.image_row_pitch = 62;
    expect(f, &a, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    a.desc.image_row_pitch = 66;
    expect(f, &a, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    a.desc.image_row_pitch = SIZE_MAX - 3;
    expect(f, &a, CL_INVALID_IMAGE_SIZE);
    a = make_args(CL_MEM_OBJECT_IMAGE1D_BUFFER, 128, 0, 0, 0);
    a.desc.buffer = buffer;
    expect(f, &a, CL_SUCCESS);
    a.desc.image_width = 129;
    expect(f, &a, CL_INVALID_IMAGE_SIZE);
    a = make_args(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 4, 0, 4);
    a.desc.buffer = buffer;
    a.desc.image_row_pitch = 16;
    a.desc.image_slice_pitch = 128;
    expect(f, &a, CL_SUCCESS);
    a.desc.image_slice_pitch = 144;
    expect(f, &a, CL_INVALID_IMAGE_SIZE);
    a.desc.image_slice_pitch = 72;
    expect(f, &a, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    a = make_args(CL_MEM_OBJECT_IMAGE3D, 4, 4, 8, 0);
    a.desc.buffer = buffer;
    expect(f, &a, CL_SUCCESS);
    a.desc.num_mip_levels = 2;
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
    assert_success(clReleaseMemObject(buffer));
}

static void
addresses_of_buffers_are_aligned_to_pixels(void **state)
{
    struct fixture *f = *state;
    struct args a = make_args(CL_MEM_OBJECT_IMAGE1D, 4, 0, 0, 0);
    cl_int err;
    _Alignas(16) static unsigned char aligned[64];

    a.desc.buffer = clCreateBuffer(f->context, CL_MEM_USE_HOST_PTR, 32, aligned + 2, &err);
    assert_success(err);
    expect(f, &a, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    a.format = (cl_image_format){CL_RG, CL_UNORM_INT8};
    expect(f, &a, CL_SUCCESS);
    assert_success(clReleaseMemObject(a.desc.buffer));
}

static void
images_of_images_have_compatible_formats(void **state)
{
    static const struct {
        cl_channel_order from, to;
        cl_channel_type type;
        cl_int expected;
    } cases[] = {
        {CL_RGBA, CL_sRGBA, CL_UNORM_INT8, CL_SUCCESS},
        {CL_sRGBA, CL_RGBA, CL_UNORM_INT8, CL_SUCCESS},
        {CL_BGRA, CL_sBGRA, CL_UNORM_INT8, CL_SUCCESS},
        {CL_sBGRA, CL_BGRA, CL_UNORM_INT8, CL_SUCCESS},
        {CL_RGBx, CL_sRGBx, CL_UNORM_INT8, CL_SUCCESS},
        {CL_R, CL_DEPTH, CL_FLOAT, CL_SUCCESS},
        {CL_DEPTH, CL_R, CL_FLOAT, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {CL_RGBA, CL_BGRA, CL_UNORM_INT8, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {CL_RGBA, CL_sBGRA, CL_UNORM_INT8, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct args a = args_2d(), view = args_2d();

        a.format = (cl_image_format){cases[i].from, cases[i].type};
        view.format = (cl_image_format){cases[i].to, cases[i].type};
        view.desc.mem_object = create(f, &a, CL_SUCCESS);
        expect(f, &view, cases[i].expected);
        view.format.image_channel_data_type = CL_UNORM_INT16;
        expect(f, &view, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
        assert_success(clReleaseMemObject(view.desc.mem_object));
    }
}

static void
images_of_images_have_the_same_descriptor(void **state)
{
    struct fixture *f = *state;
    struct args a = args_2d(), view = args_2d();
    cl_mem array;

    view.format.image_channel_order = CL_sRGBA;
    view.desc.mem_object = create(f, &a, CL_SUCCESS);
    view.desc.image_row_pitch = 64;
    expect(f, &view, CL_SUCCESS);
    view.desc.image_row_pitch = 68;
    expect(f, &view, CL_INVALID_IMAGE_DESCRIPTOR);
    view.desc.image_row_pitch = 0;
    view.desc.image_height = 7;
    expect(f, &view, CL_INVALID_IMAGE_DESCRIPTOR);
    view.desc.image_height = 8;
    view.desc.num_mip_levels = 1;
    expect(f, &view, CL_INVALID_IMAGE_DESCRIPTOR);
    view.desc.num_mip_levels = 0;
    view.desc.image_type = CL_MEM_OBJECT_IMAGE1D;
    expect(f, &view, CL_INVALID_IMAGE_DESCRIPTOR);
    assert_success(clReleaseMemObject(view.desc.mem_object));
    a = make_args(CL_MEM_OBJECT_IMAGE2D_ARRAY, 16, 8, 0, 1);
    array = create(f, &a, CL_SUCCESS);
    view.desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    view.desc.mem_object = array;
    expect(f, &view, CL_INVALID_IMAGE_DESCRIPTOR);
    assert_success(clReleaseMemObject(array));
}

static void
what_an_image_is_made_of_is_of_its_context(void **state)
{
    struct fixture *f = *state;
    cl_context other = other_context(f);
    struct args a = args_2d();
    cl_int err;

    a.desc.buffer = clCreateBuffer(other, CL_MEM_READ_WRITE, 4096, NULL, &err);
    assert_success(err);
    expect(f, &a, CL_INVALID_IMAGE_DESCRIPTOR);
    assert_success(clReleaseMemObject(a.desc.buffer));
    assert_success(clReleaseContext(other));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_types_can_be_made),
        cmocka_unit_test(every_listed_format_can_be_made),
        cmocka_unit_test(clGetSupportedImageFormats_checks_its_arguments),
        cmocka_unit_test(formats_are_checked),
        cmocka_unit_test(sizes_are_checked),
        cmocka_unit_test(descriptors_are_checked),
        cmocka_unit_test(host_pitches_are_checked),
        cmocka_unit_test(flags_and_host_pointers_are_checked),
        cmocka_unit_test(used_host_pointers_are_reported),
        cmocka_unit_test(properties_are_none),
        cmocka_unit_test(clCreateImage2D_checks_as_the_older_specification),
        cmocka_unit_test(clCreateImage3D_checks_as_the_older_specification),
        cmocka_unit_test(mipmaps_are_checked),
        cmocka_unit_test(images_of_buffers_inherit_from_them),
        cmocka_unit_test(images_of_buffers_must_fit),
        cmocka_unit_test(addresses_of_buffers_are_aligned_to_pixels),
        cmocka_unit_test(images_of_images_have_compatible_formats),
        cmocka_unit_test(images_of_images_have_the_same_descriptor),
        cmocka_unit_test(what_an_image_is_made_of_is_of_its_context),
    };

    return RUN_TESTS("image");
}
