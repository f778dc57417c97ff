// SPDX-License-Identifier: Apache-2.0
// The suite's arrays on the device: buffers and images.
#include "bench/suite/suite.h"

static const size_t origin[3];

void
suite_make_image(struct suite_array *array, cl_channel_order order, cl_channel_type type, size_t width, size_t height)
{
    suite_make_deep_image(array, order, type, CL_MEM_OBJECT_IMAGE2D, width, height, 1);
}

void
suite_make_deep_image(struct suite_array *array, cl_channel_order order, cl_channel_type type, cl_mem_object_type kind,
                      size_t width, size_t height, size_t depth)
{
    array->format = (cl_image_format){order, type};
    array->kind = kind;
    array->size[0] = width;
    array->size[1] = height;
    array->size[2] = depth;
}

static bool
format_supported(cl_context context, const struct suite_array *array)
{
    cl_mem_flags flags = array->use == SUITE_IN      ? CL_MEM_READ_ONLY
                         : array->use == SUITE_INOUT ? CL_MEM_KERNEL_READ_AND_WRITE
                                                     : CL_MEM_READ_WRITE;
    cl_image_format formats[1024];
    cl_uint count = 0;

    // Platforms before 2.0 know no images that a kernel both reads and writes: an error there.
    if (clGetSupportedImageFormats(context, flags, array->kind, 1024, formats, &count) != CL_SUCCESS)
        return false;
    for (cl_uint i = 0; i < count && i < 1024; i++)
        if (formats[i].image_channel_order == array->format.image_channel_order &&
            formats[i].image_channel_data_type == array->format.image_channel_data_type)
            return true;
    return false;
}

const char *
suite_memory_lacks(const struct suite_run *run)
{
    static char text[100];
    cl_bool images = CL_FALSE;

    bench_check(clGetDeviceInfo(run->bench.device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL),
                "clGetDeviceInfo");
    for (int i = 0; i < run->array_count; i++) {
        const struct suite_array *array = &run->arrays[i];

        if (!array->kind)
            continue;
        if (!images)
            return "images";
        if (!format_supported(run->bench.context, array)) {
            snprintf(text, sizeof text, "%simages of order 0x%X and type 0x%X",
                     array->use == SUITE_INOUT ? "read_write " : "", array->format.image_channel_order,
                     array->format.image_channel_data_type);
            return text;
        }
    }
    return NULL;
}

void
suite_memory_create(struct suite_run *run, struct suite_array *array)
{
    cl_mem_flags flags = array->kind && array->use == SUITE_IN ? CL_MEM_READ_ONLY : CL_MEM_READ_WRITE;
    cl_image_desc desc = {.image_type = array->kind,
                          .image_width = array->size[0],
                          .image_height = array->size[1],
                          .image_depth = array->size[2],
                          .image_array_size = array->size[2]};
    cl_int err;

    if (array->kind)
        array->memory = clCreateImage(run->bench.context, flags, &array->format, &desc, NULL, &err);
    else
        array->memory = clCreateBuffer(run->bench.context, flags, array->bytes, NULL, &err);
    bench_check(err, array->kind ? "clCreateImage" : "clCreateBuffer");
    suite_memory_write(run, array, array->host);
}

void
suite_memory_write(struct suite_run *run, struct suite_array *array, const void *from)
{
    cl_command_queue queue = run->bench.queue;

    if (array->kind)
        bench_check(clEnqueueWriteImage(queue, array->memory, CL_TRUE, origin, array->size, 0, 0, from, 0, NULL, NULL),
                    "clEnqueueWriteImage");
    else
        bench_check(clEnqueueWriteBuffer(queue, array->memory, CL_TRUE, 0, array->bytes, from, 0, NULL, NULL),
                    "clEnqueueWriteBuffer");
}

void
suite_memory_read(struct suite_run *run, struct suite_array *array, void *to)
{
    cl_command_queue queue = run->bench.queue;

    if (array->kind)
        bench_check(clEnqueueReadImage(queue, array->memory, CL_TRUE, origin, array->size, 0, 0, to, 0, NULL, NULL),
                    "clEnqueueReadImage");
    else
        bench_check(clEnqueueReadBuffer(queue, array->memory, CL_TRUE, 0, array->bytes, to, 0, NULL, NULL),
                    "clEnqueueReadBuffer");
}
