// SPDX-License-Identifier: Apache-2.0
// Images from the host's call to the kernel's and back: kinds, versions of OpenCL C, widths. What each format and
// sampler gives is tested in ../../kernel-lib/tests.
#include <stdio.h>
#include <string.h>

#include "conformance/tests/support.h"

enum { W = 37, H = 11, L = 5 }; // columns, rows, slices or layers

static cl_mem
make_image(cl_mem_object_type type, cl_mem_flags flags, cl_image_format format, void *data)
{
    const bool is_3d = type == CL_MEM_OBJECT_IMAGE3D;
    const cl_image_desc desc = {
        .image_type = type,
        .image_width = W,
        .image_height = H,
        .image_depth = is_3d ? L : 0,
        .image_array_size = is_3d ? 0 : L,
    };
    cl_int err;
    cl_mem image = clCreateImage(test_context, flags | (data ? CL_MEM_COPY_HOST_PTR : 0), &format, &desc, data, &err);

    CHECK(err);
    return image;
}

static void
read_back(cl_mem image, size_t slices, void *data)
{
    const size_t origin[3] = {0}, region[3] = {W, H, slices};

    CHECK(clEnqueueReadImage(test_queue, image, CL_TRUE, origin, region, 0, 0, data, 0, NULL, NULL));
}

// Runs `k`, whose arguments are memory objects, for each pixel.
static void
run(const char *source, const char *options, cl_uint dimensions, const cl_mem *arguments, cl_uint count)
{
    const size_t global[3] = {W, H, L};
    cl_program program = test_build(source, options);
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, "k", &err);

    CHECK(err);
    for (cl_uint i = 0; i < count; i++)
        CHECK(clSetKernelArg(kernel, i, sizeof arguments[i], &arguments[i]));
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, dimensions, NULL, global, NULL, 0, NULL, NULL));
    CHECK(clFinish(test_queue));
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
}

static int
clamped(int i, int size)
{
    return i < 0 ? 0 : i >= size ? size - 1 : i;
}

// The image and the sampler go through functions, and the loop's length differs between work-items.
static void
neighbours_are_read_at_all_widths(void **state)
{
    static const char source[] =
        "constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
        "uint at(read_only image2d_t i, sampler_t s, int x, int y) { return read_imageui(i, s, (int2)(x, y)).x; }\n"
        "kernel void k(read_only image2d_t in, write_only image2d_t out) {\n"
        "    int x = get_global_id(0), y = get_global_id(1);\n"
        "    uint sum = 0;\n"
        "    for (int d = -(x & 3); d <= (x & 3); d++)\n"
        "        sum += at(in, edge, x + d, y) + at(in, edge, x, y - d);\n"
        "    write_imageui(out, (int2)(x, y), (uint4)(sum, 0, 0, 0)); }";
    static const char *const options[] = {"-cl-std=CL1.0", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0",
                                          "-cl-opt-disable"};
    cl_uchar in[H][W];
    cl_ushort out[H][W];

    (void)state;
    for (int i = 0; i < W * H; i++)
        in[i / W][i % W] = (cl_uchar)(i * 31);
    for (size_t w = 0; test_set_width(w); w++)
        for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
            const cl_mem images[2] = {
                make_image(CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY, (cl_image_format){CL_R, CL_UNSIGNED_INT8}, in),
                make_image(CL_MEM_OBJECT_IMAGE2D, CL_MEM_WRITE_ONLY, (cl_image_format){CL_R, CL_UNSIGNED_INT16}, NULL),
            };

            run(source, options[o], 2, images, 2);
            read_back(images[1], 1, out);
            for (int y = 0; y < H; y++)
                for (int x = 0; x < W; x++) {
                    int sum = 0;

                    for (int d = -(x & 3); d <= (x & 3); d++)
                        sum += in[y][clamped(x + d, W)] + in[clamped(y - d, H)][x];
                    if (out[y][x] != sum)
                        fail_msg("%s, width %s, (%d, %d): %d, expected %d", options[o], test_widths[w], x, y, out[y][x],
                                 sum);
                }
            CHECK(clReleaseMemObject(images[0]));
            CHECK(clReleaseMemObject(images[1]));
        }
}

// Halfway between two pixels, which are multiples of 1/255: their mean.
static void
pixels_are_mixed(void **state)
{
    static const char source[] =
        "kernel void k(read_only image2d_t in, write_only image2d_t out) {\n"
        "    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;\n"
        "    int2 c = (int2)(get_global_id(0), get_global_id(1));\n"
        "    write_imagef(out, c, read_imagef(in, s, convert_float2(c) + (float2)(1, 0.5f))); }";
    cl_uchar in[H][W][4];
    cl_float out[H][W][4];
    cl_mem images[2];

    (void)state;
    for (int i = 0; i < W * H * 4; i++)
        in[i / 4 / W][i / 4 % W][i % 4] = (cl_uchar)(i * 29);
    images[0] = make_image(CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY, (cl_image_format){CL_BGRA, CL_UNORM_INT8}, in);
    images[1] = make_image(CL_MEM_OBJECT_IMAGE2D, CL_MEM_WRITE_ONLY, (cl_image_format){CL_RGBA, CL_FLOAT}, NULL);
    run(source, "", 2, images, 2);
    read_back(images[1], 1, out);
    for (int i = 0; i < W * H * 4; i++) {
        const int y = i / 4 / W, x = i / 4 % W, c = i % 4, from = c < 3 ? 2 - c : 3;
        // The border's colour is 0 in all components.
        const float mean = (float)(in[y][x][from] + (x + 1 < W ? in[y][x + 1][from] : 0)) / 510;

        if (out[y][x][c] > mean + 1e-6f || out[y][x][c] < mean - 1e-6f)
            fail_msg("(%d, %d), component %d: %g, expected %g", x, y, c, out[y][x][c], mean);
    }
    CHECK(clReleaseMemObject(images[0]));
    CHECK(clReleaseMemObject(images[1]));
}

// Slices of a 3D image become layers of an array in the opposite order.
static void
slices_become_layers(void **state)
{
    static const char source[] =
        "kernel void k(read_only image3d_t in, write_only image2d_array_t out) {\n"
        "    const sampler_t s = CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;\n"
        "    int4 c = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);\n"
        "    int4 v = read_imagei(in, s, c);\n"
        "    c.z = get_image_array_size(out) - 1 - c.z;\n"
        "    write_imagei(out, c, v + (int4)(get_image_width(in), get_image_height(in), get_image_depth(in), 0)); }";
    cl_short in[L][H][W][4], out[L][H][W][4];
    const int size[4] = {W, H, L, 0};
    cl_mem images[2];

    (void)state;
    for (int i = 0; i < L * H * W * 4; i++)
        in[i / 4 / W / H][i / 4 / W % H][i / 4 % W][i % 4] = (cl_short)(i % 2000 * 13 - 9000);
    images[0] = make_image(CL_MEM_OBJECT_IMAGE3D, CL_MEM_READ_ONLY, (cl_image_format){CL_RGBA, CL_SIGNED_INT16}, in);
    images[1] =
        make_image(CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_WRITE_ONLY, (cl_image_format){CL_RGBA, CL_SIGNED_INT16}, NULL);
    run(source, "-cl-std=CL1.2", 3, images, 2);
    read_back(images[1], L, out);
    for (int z = 0; z < L; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                for (int c = 0; c < 4; c++)
                    assert_int_equal(out[L - 1 - z][y][x][c], in[z][y][x][c] + size[c]);
    CHECK(clReleaseMemObject(images[0]));
    CHECK(clReleaseMemObject(images[1]));
}

// Each work-item reads what it wrote, after the fence; what is outside stays inside and is not written.
static void
images_are_read_and_written_in_place(void **state)
{
    static const char source[] =
        "kernel void k(read_write image2d_t image) {\n"
        "    int2 c = (int2)(get_global_id(0), get_global_id(1));\n"
        "    write_imageui(image, c, read_imageui(image, c) * 3);\n"
        "    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);\n"
        "    write_imageui(image, c, read_imageui(image, c) + 1);\n"
        "    write_imageui(image, c + (int2)(get_image_width(image), 0), (uint4)(7));\n"
        "    write_imageui(image, (int2)(c.x, -1 - c.y), (uint4)(7)); }";
    cl_uint in[H][W], out[H][W];
    cl_mem image;

    (void)state;
    for (int i = 0; i < W * H; i++)
        in[i / W][i % W] = (cl_uint)i * 0x01234567u;
    image = make_image(CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_WRITE, (cl_image_format){CL_R, CL_UNSIGNED_INT32}, in);
    run(source, "-cl-std=CL3.0", 2, &image, 1);
    read_back(image, 1, out);
    for (int i = 0; i < W * H; i++)
        assert_int_equal(out[i / W][i % W], in[i / W][i % W] * 3 + 1);
    CHECK(clReleaseMemObject(image));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_are_read_at_all_widths),
        cmocka_unit_test(pixels_are_mixed),
        cmocka_unit_test(slices_become_layers),
        cmocka_unit_test(images_are_read_and_written_in_place),
    };

    return cmocka_run_group_tests(tests, test_begin, test_end);
}
