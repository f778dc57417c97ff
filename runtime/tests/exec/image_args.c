// SPDX-License-Identifier: Apache-2.0
// Images and samplers as arguments of kernels: clSetKernelArg's rules, and what a kernel gets.
#include <float.h>
#include <string.h>

#include "compiler/image_abi.h"
#include "runtime/tests/exec/objects.h"

enum { READ, WRITE, BOTH, DEPTH, ALIAS, SAMPLER, ARGS };

static struct weft_arg_info args[ARGS];
static const struct weft_kernel_info info = {
    .name = (char *)"k", .arg_count = ARGS, .arg_block_bytes = 8 * ARGS, .args = args};

static const struct {
    const char *type;
    cl_kernel_arg_access_qualifier access;
} declared[ARGS] = {
    [READ] = {"image2d_t", CL_KERNEL_ARG_ACCESS_READ_ONLY},
    [WRITE] = {"image2d_array_t", CL_KERNEL_ARG_ACCESS_WRITE_ONLY},
    [BOTH] = {"image2d_t", CL_KERNEL_ARG_ACCESS_READ_WRITE},
    [DEPTH] = {"image2d_depth_t", CL_KERNEL_ARG_ACCESS_READ_ONLY},
    [ALIAS] = {"my_image", CL_KERNEL_ARG_ACCESS_READ_ONLY},
    [SAMPLER] = {"sampler_t", CL_KERNEL_ARG_ACCESS_NONE},
};

static uint64_t seen[ARGS];

static void
note_args(const struct weft_launch *launch, const struct weft_worker_memory *memory, uint64_t first, uint64_t end)
{
    (void)memory, (void)first, (void)end;
    memcpy(seen, launch->args, sizeof(seen));
}

// One kernel for all tests: its storage is what kernels own otherwise.
static unsigned char block[8 * ARGS];
static cl_mem memory[ARGS];
static uint64_t local_sizes[ARGS];
static unsigned char is_set[ARGS];
static uint32_t memory_args[ARGS];

static cl_kernel
make_kernel(void)
{
    cl_kernel kernel = test_kernel(note_args, &info);

    memset(is_set, 0, sizeof(is_set));
    memset(memory, 0, sizeof(memory));
    kernel->args = block;
    kernel->memory = memory;
    kernel->local_sizes = local_sizes;
    kernel->is_set = is_set;
    kernel->memory_args = memory_args;
    kernel->unset_count = ARGS;
    for (uint32_t i = 0; i < ARGS; i++) {
        args[i] = (struct weft_arg_info){.kind = i == SAMPLER ? WEFT_ARG_SAMPLER : WEFT_ARG_IMAGE,
                                         .size = 8,
                                         .align = 8,
                                         .offset = 8 * i,
                                         .access_qualifier = declared[i].access,
                                         .name = (char *)"a",
                                         .type_name = (char *)(uintptr_t)declared[i].type};
        if (i != SAMPLER)
            memory_args[kernel->memory_count++] = i;
    }
    return kernel;
}

static cl_mem
make_image(cl_context context, cl_mem_object_type type, cl_mem_flags flags, cl_channel_order order,
           cl_channel_type channel)
{
    const cl_image_format format = {order, channel};
    const cl_image_desc desc = {.image_type = type,
                                .image_width = 8,
                                .image_height = 4,
                                .image_depth = type == CL_MEM_OBJECT_IMAGE3D ? 2 : 0,
                                .image_array_size = 3};
    cl_int err;
    cl_mem image = clCreateImage(context, flags, &format, &desc, NULL, &err);

    assert_success(err);
    return image;
}

static cl_mem
make_2d(cl_mem_flags flags)
{
    return make_image(test_context(), CL_MEM_OBJECT_IMAGE2D, flags, CL_RGBA, CL_UNORM_INT8);
}

static void
set_and_release(cl_kernel kernel, cl_uint index, cl_mem image, cl_int expected)
{
    assert_error(clSetKernelArg(kernel, index, sizeof(image), &image), expected);
    assert_success(clReleaseMemObject(image));
}

static void
kernels_get_descriptions_and_values(void **state)
{
    const size_t one = 1;
    cl_kernel kernel = make_kernel();
    cl_command_queue queue = test_queue(0);
    const cl_sampler_properties properties[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_ADDRESSING_MODE,
                                                CL_ADDRESS_MIRRORED_REPEAT, 0};
    cl_sampler sampler = clCreateSamplerWithProperties(test_context(), properties, NULL);
    cl_mem images[SAMPLER] = {
        make_2d(CL_MEM_READ_ONLY),
        make_image(test_context(), CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_WRITE_ONLY, CL_R, CL_FLOAT),
        make_2d(CL_MEM_READ_WRITE),
        make_image(test_context(), CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY, CL_DEPTH, CL_UNORM_INT16),
        make_image(test_context(), CL_MEM_OBJECT_IMAGE3D, 0, CL_BGRA, CL_UNORM_INT8),
    };
    const struct weft_image *image;

    (void)state;
    for (cl_uint i = 0; i < SAMPLER; i++)
        assert_success(clSetKernelArg(kernel, i, sizeof(cl_mem), &images[i]));
    assert_success(clSetKernelArg(kernel, SAMPLER, sizeof(sampler), &sampler));
    assert_success(clReleaseSampler(sampler)); // its value stays
    assert_success(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_success(clFinish(queue));
    image = (const struct weft_image *)(uintptr_t)seen[WRITE];
    assert_int_equal(image->width, 8);
    assert_int_equal(image->height, 4);
    assert_int_equal(image->depth, 1);
    assert_int_equal(image->layers, 3);
    assert_int_equal(image->levels, 1);
    assert_int_equal(image->row_pitch[0], 32);
    assert_int_equal(image->slice_pitch[0], 128);
    assert_int_equal(image->format.type, CL_FLOAT);
    assert_int_equal((uintptr_t)image->data % 4096, 0);
    image = (const struct weft_image *)(uintptr_t)seen[ALIAS];
    assert_int_equal(image->depth, 2);
    assert_int_equal(image->layers, 1);
    assert_int_equal(seen[SAMPLER], WEFT_SAMPLER_ANY_LOD | 0x20 | 8 | 1); // as CLK_FILTER_LINEAR and so on
    for (cl_uint i = 0; i < SAMPLER; i++)
        assert_success(clReleaseMemObject(images[i]));
    // "if the kernel argument values have not been specified": images that are gone are none
    assert_error(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    assert_success(clReleaseCommandQueue(queue));
    assert_success(clReleaseKernel(kernel));
}

static uint64_t
sampler_value(const cl_sampler_properties *properties)
{
    cl_kernel kernel = make_kernel();
    cl_int err;
    cl_sampler sampler = clCreateSamplerWithProperties(test_context(), properties, &err);
    uint64_t value;

    assert_success(err);
    assert_success(clSetKernelArg(kernel, SAMPLER, sizeof(sampler), &sampler));
    memcpy(&value, block + args[SAMPLER].offset, sizeof(value));
    assert_success(clReleaseSampler(sampler));
    assert_success(clReleaseKernel(kernel));
    return value;
}

static cl_sampler_properties
bits_of(float value)
{
    cl_uint bits;

    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static void
samplers_have_the_values_of_literals(void **state)
{
    const cl_sampler_properties lods[] = {CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                          CL_FILTER_LINEAR,
                                          CL_SAMPLER_LOD_MIN_KHR,
                                          bits_of(1.5f),
                                          CL_SAMPLER_LOD_MAX_KHR,
                                          bits_of(3),
                                          0};
    const cl_sampler_properties extreme[] = {CL_SAMPLER_LOD_MIN_KHR, bits_of(-4), CL_SAMPLER_LOD_MAX_KHR,
                                             bits_of(FLT_MAX), 0};
    uint64_t base = 0x10 | 4 | 1; // CLK_FILTER_NEAREST, CLK_ADDRESS_CLAMP, CLK_NORMALIZED_COORDS_TRUE

    (void)state;
    assert_int_equal(sampler_value(NULL), WEFT_SAMPLER_ANY_LOD | base);
    assert_int_equal(sampler_value(extreme), WEFT_SAMPLER_ANY_LOD | base);
    assert_int_equal(sampler_value(lods), base | WEFT_SAMPLER_MIP_LINEAR | (uint64_t)384 << WEFT_SAMPLER_LOD_MIN_SHIFT |
                                              (uint64_t)768 << WEFT_SAMPLER_LOD_MAX_SHIFT);
    for (cl_addressing_mode mode = CL_ADDRESS_NONE; mode <= CL_ADDRESS_MIRRORED_REPEAT; mode++) {
        const cl_sampler_properties p[] = {CL_SAMPLER_ADDRESSING_MODE, mode, CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, 0};
        // CLK_ADDRESS_NONE, _CLAMP_TO_EDGE, _CLAMP, _REPEAT, _MIRRORED_REPEAT
        const uint64_t values[] = {0, 2, 4, 6, 8};

        assert_int_equal(sampler_value(p), WEFT_SAMPLER_ANY_LOD | 0x10 | values[mode - CL_ADDRESS_NONE]);
    }
}

static void
types_must_be_those_declared(void **state)
{
    cl_kernel kernel = make_kernel();
    cl_context c = test_context();

    (void)state;
    set_and_release(kernel, READ, make_image(c, CL_MEM_OBJECT_IMAGE3D, 0, CL_R, CL_FLOAT), CL_INVALID_MEM_OBJECT);
    set_and_release(kernel, READ, make_image(c, CL_MEM_OBJECT_IMAGE1D, 0, CL_R, CL_FLOAT), CL_INVALID_MEM_OBJECT);
    set_and_release(kernel, WRITE, make_2d(0), CL_INVALID_MEM_OBJECT);
    set_and_release(kernel, DEPTH, make_2d(0), CL_INVALID_MEM_OBJECT);
    set_and_release(kernel, ALIAS, make_image(c, CL_MEM_OBJECT_IMAGE1D, 0, CL_R, CL_FLOAT), CL_SUCCESS);
    set_and_release(kernel, READ, test_buffer(64), CL_INVALID_MEM_OBJECT);
    assert_success(clReleaseKernel(kernel));
}

static void
access_must_be_allowed_by_flags(void **state)
{
    cl_kernel kernel = make_kernel();

    (void)state;
    set_and_release(kernel, READ, make_2d(CL_MEM_WRITE_ONLY), CL_INVALID_ARG_VALUE);
    set_and_release(kernel, READ, make_2d(CL_MEM_READ_ONLY), CL_SUCCESS);
    set_and_release(kernel, WRITE,
                    make_image(test_context(), CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_READ_ONLY, CL_R, CL_FLOAT),
                    CL_INVALID_ARG_VALUE);
    set_and_release(kernel, BOTH, make_2d(CL_MEM_READ_ONLY), CL_INVALID_ARG_VALUE);
    set_and_release(kernel, BOTH, make_2d(CL_MEM_WRITE_ONLY), CL_INVALID_ARG_VALUE);
    set_and_release(kernel, BOTH, make_2d(CL_MEM_READ_WRITE), CL_SUCCESS);
    assert_success(clReleaseKernel(kernel));
}

static void
bad_values_are_refused(void **state)
{
    cl_kernel kernel = make_kernel();
    cl_mem none = NULL, image = make_2d(0);
    cl_mem other = make_image(test_other_context(), CL_MEM_OBJECT_IMAGE2D, 0, CL_R, CL_FLOAT);
    cl_sampler sampler = clCreateSamplerWithProperties(test_other_context(), NULL, NULL);

    (void)state;
    assert_error(clSetKernelArg(kernel, READ, sizeof(none), NULL), CL_INVALID_MEM_OBJECT);
    assert_error(clSetKernelArg(kernel, READ, sizeof(none), &none), CL_INVALID_MEM_OBJECT);
    assert_error(clSetKernelArg(kernel, READ, sizeof(sampler), &sampler), CL_INVALID_MEM_OBJECT);
    assert_error(clSetKernelArg(kernel, READ, 4, &image), CL_INVALID_ARG_SIZE);
    assert_error(clSetKernelArg(kernel, READ, sizeof(other), &other), CL_INVALID_CONTEXT);
    assert_error(clSetKernelArg(kernel, SAMPLER, sizeof(sampler), NULL), CL_INVALID_SAMPLER);
    assert_error(clSetKernelArg(kernel, SAMPLER, sizeof(none), &none), CL_INVALID_SAMPLER);
    assert_error(clSetKernelArg(kernel, SAMPLER, sizeof(image), &image), CL_INVALID_SAMPLER);
    assert_error(clSetKernelArg(kernel, SAMPLER, 4, &sampler), CL_INVALID_ARG_SIZE);
    assert_error(clSetKernelArg(kernel, SAMPLER, sizeof(sampler), &sampler), CL_INVALID_CONTEXT);
    assert_success(clReleaseSampler(sampler));
    assert_success(clReleaseMemObject(image));
    assert_success(clReleaseMemObject(other));
    assert_success(clReleaseKernel(kernel));
}

static void
sRGB_is_not_read_and_written_at_once(void **state)
{
    const size_t one = 1;
    cl_kernel kernel = make_kernel();
    cl_command_queue queue = test_queue(0);
    cl_mem image = make_image(test_context(), CL_MEM_OBJECT_IMAGE2D, 0, CL_sRGBA, CL_UNORM_INT8);

    (void)state;
    assert_success(clSetKernelArg(kernel, BOTH, sizeof(image), &image));
    kernel->unset_count = 0; // as if the others were set
    assert_error(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL),
                 CL_IMAGE_FORMAT_NOT_SUPPORTED);
    assert_success(clReleaseMemObject(image));
    assert_success(clReleaseCommandQueue(queue));
    assert_success(clReleaseKernel(kernel));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_get_descriptions_and_values),
        cmocka_unit_test(samplers_have_the_values_of_literals),
        cmocka_unit_test(types_must_be_those_declared),
        cmocka_unit_test(access_must_be_allowed_by_flags),
        cmocka_unit_test(bad_values_are_refused),
        cmocka_unit_test(sRGB_is_not_read_and_written_at_once),
    };

    return cmocka_run_group_tests_name("image_args", tests, NULL, NULL);
}
