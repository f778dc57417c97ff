// SPDX-License-Identifier: Apache-2.0
// Images, read with samplers and without; and the same of some on buffers.
#include "bench/suite/native/native.h"
#include "bench/suite/suite.h"

#include <math.h>

enum { IMAGES, BUFFERS }; // a program's variant
enum { LEVELS = 12, LAYERS = 8, STEPS = 64 };

static const double cosine = 0.8660254, sine = 0.5, exposure = 4;
static const double shown = 1.3, origin = -0.15; // resize: the part of the image, with margins that mirror it

static struct suite_array *in, *out, *levels[LEVELS];
static float linear_values[256];
static size_t width, height, in_width, in_height, size;
static int level_count;

static void
set_size(struct suite_run *run, size_t base_width, size_t base_height)
{
    width = suite_size(run, base_width, 2, 16);
    height = suite_size(run, base_height, 2, 16);
    run->work = (double)(width * height);
}

// Of `in` and `out`, unless the program is for buffers.
static void
make_images(struct suite_run *run, cl_channel_order order, cl_channel_type type)
{
    if (run->program->variant == BUFFERS)
        return;
    suite_make_image(in, order, type, width, height);
    suite_make_image(out, order, type, width, height);
}

static void
in_out_bind(struct suite_run *run)
{
    cl_kernel kernel = suite_kernel(run, run->program->name);

    if (run->program->variant == BUFFERS)
        suite_arguments(kernel, "aaii", in, out, (int)width, (int)height);
    else
        suite_arguments(kernel, "aa", in, out);
}

static void
any_launch(struct suite_run *run)
{
    suite_enqueue_2d(run, run->kernels[0], width, height, 0, 0);
}

static void
groups_launch(struct suite_run *run)
{
    suite_enqueue_2d(run, run->kernels[0], width, height, 16, 16);
}

static void
copy_setup(struct suite_run *run)
{
    set_size(run, 2048, 2048);
    run->repeats = 2;
    in = suite_random_bytes(run, 4 * width * height);
    out = suite_array(run, SUITE_UCHAR, SUITE_OUT, 4 * width * height);
    make_images(run, CL_RGBA, CL_UNORM_INT8); // exact: a code's float is nearer to its code than to any other
}

static void
copy_native(struct suite_run *run)
{
    (void)run;
    native_copy(in->host, out->host, 4 * width, (int)height);
}

static void
rotate_setup(struct suite_run *run)
{
    set_size(run, 1920, 1088);
    in = suite_random_bytes(run, 4 * width * height);
    out = suite_array(run, SUITE_UCHAR, SUITE_OUT, 4 * width * height);
    // The conformance tests allow a linear filter 0.005, which are 1.3 of 255, and a write 0.6 instead of 0.5.
    suite_tolerance(out, 2, 0, 0);
    make_images(run, CL_RGBA, CL_UNORM_INT8);
}

static void
rotate_bind(struct suite_run *run)
{
    cl_sampler linear = suite_sampler(run, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR);

    suite_arguments(suite_kernel(run, "rotate_image"), "aasff", in, out, linear, cosine, sine);
}

static void
rotate_native(struct suite_run *run)
{
    (void)run;
    native_rotate(in->host, out->host, (int)width, (int)height, (float)cosine, (float)sine);
}

static void
gauss5_setup(struct suite_run *run)
{
    set_size(run, 1024, 768);
    in = suite_random_array(run, SUITE_IN, 4 * width * height, 0, 1);
    out = suite_array(run, SUITE_FLOAT, SUITE_OUT, 4 * width * height);
    suite_tolerance(out, 25 * 0x1p-24, 0, 0); // an error of half an ULP of 1 in each of 25 terms
    make_images(run, CL_RGBA, CL_FLOAT);
}

static void
gauss5_native(struct suite_run *run)
{
    (void)run;
    native_gauss5(in->host, out->host, (int)width, (int)height);
}

static void
sobel_setup(struct suite_run *run)
{
    set_size(run, 4096, 2160);
    in = suite_random_bytes(run, width * height);
    out = suite_array(run, SUITE_UCHAR, SUITE_OUT, width * height);
    suite_tolerance(out, 1, 0, 0); // single sqrt may be 3 ULP off
    make_images(run, CL_R, CL_UNSIGNED_INT8);
}

static void
sobel_native(struct suite_run *run)
{
    (void)run;
    native_sobel_edges(in->host, out->host, (int)width, (int)height);
}

static void
resize_setup(struct suite_run *run)
{
    uint16_t *halves;

    set_size(run, 1400, 1056);
    in_width = suite_size(run, 1024, 2, 1);
    in_height = suite_size(run, 768, 2, 1);
    in = suite_array(run, SUITE_HALF, SUITE_IN, 4 * in_width * in_height);
    halves = in->host;
    for (size_t i = 0; i < 4 * in_width * in_height; i++)
        halves[i] = (uint16_t)(0x3800 | (int)suite_random(run, 0, 1024)); // from 1/2 to 1
    out = suite_array(run, SUITE_HALF, SUITE_OUT, 4 * width * height);
    // An ULP of half, as a write may round to nearest or to zero, and as much for coordinates: a pixel's place is off
    // by some 2^-13, and the next one's value by 1/2 at most.
    suite_tolerance(out, 0x1p-10, 0, 0);
    suite_make_image(in, CL_RGBA, CL_HALF_FLOAT, in_width, in_height);
    suite_make_image(out, CL_RGBA, CL_HALF_FLOAT, width, height);
}

static void
resize_bind(struct suite_run *run)
{
    cl_sampler linear = suite_sampler(run, CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR);

    suite_arguments(suite_kernel(run, "resize"), "aasfff", in, out, linear, shown / (double)width,
                    shown / (double)height, origin);
}

static void
resize_native(struct suite_run *run)
{
    (void)run;
    native_resize(in->host, (int)in_width, (int)in_height, out->host, (int)width, (int)height,
                  (float)(shown / (double)width), (float)(shown / (double)height), (float)origin);
}

static void
raymarch_setup(struct suite_run *run)
{
    float *density;

    set_size(run, 384, 384);
    run->work *= STEPS;
    size = suite_size(run, 128, 3, 8);
    in = suite_array(run, SUITE_FLOAT, SUITE_IN, size * size * size);
    density = in->host;
    for (size_t i = 0; i < size * size * size; i++) {
        double x = (double)(i % size), y = (double)(i / size % size), z = (double)(i / size / size);

        density[i] = (float)(0.5 + 0.5 * sin(0.2 * x) * sin(0.15 * y) * cos(0.1 * z));
    }
    out = suite_array(run, SUITE_FLOAT, SUITE_OUT, width * height);
    // Places are off by some 2^-12 of a voxel after 64 additions, and neighbours differ by 0.1 at most.
    suite_tolerance(out, 1e-4, 0, 0);
    suite_make_deep_image(in, CL_R, CL_FLOAT, CL_MEM_OBJECT_IMAGE3D, size, size, size);
}

static void
raymarch_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "raymarch"), "aai", in, out, STEPS);
}

static void
raymarch_native(struct suite_run *run)
{
    (void)run;
    native_raymarch(in->host, (int)size, out->host, (int)width, (int)height, STEPS);
}

static void
array_mean_setup(struct suite_run *run)
{
    uint16_t *values;

    set_size(run, 1024, 1024);
    run->repeats = 2;
    run->work *= LAYERS;
    in = suite_array(run, SUITE_USHORT, SUITE_IN, LAYERS * width * height);
    values = in->host;
    for (size_t i = 0; i < LAYERS * width * height; i++)
        values[i] = (uint16_t)suite_random(run, 0, 65535.9f);
    out = suite_array(run, SUITE_USHORT, SUITE_OUT, width * height);
    suite_make_deep_image(in, CL_R, CL_UNSIGNED_INT16, CL_MEM_OBJECT_IMAGE2D_ARRAY, width, height, LAYERS);
    suite_make_image(out, CL_R, CL_UNSIGNED_INT16, width, height);
}

static void
array_mean_native(struct suite_run *run)
{
    (void)run;
    native_array_mean(in->host, out->host, width * height, LAYERS);
}

static void
convert_setup(struct suite_run *run)
{
    set_size(run, 1024, 1024);
    in = suite_random_bytes(run, 4 * width * height);
    out = suite_array(run, SUITE_FLOAT, SUITE_OUT, 4 * width * height);
    for (int i = 0; i < 256; i++)
        linear_values[i] = (float)(i / 255.0 <= 0.04045 ? i / 255.0 / 12.92 : pow((i / 255.0 + 0.055) / 1.055, 2.4));
    suite_tolerance(out, 0.5 / 255 * 2.3, 0, 0); // half a code by the specification; 2.3 is the steepest slope
    suite_make_image(in, CL_sRGBA, CL_UNORM_INT8, width, height);
    suite_make_image(out, CL_RGBA, CL_FLOAT, width, height);
}

static void
convert_native(struct suite_run *run)
{
    (void)run;
    native_convert(in->host, out->host, width * height, linear_values);
}

static void
mipmap_chain_setup(struct suite_run *run)
{
    size = (size_t)1 << suite_exponent(run, 22, 2) / 2;
    level_count = 0;
    for (size_t side = size; side; side /= 2) {
        struct suite_array *level = side == size ? suite_random_bytes(run, 4 * side * side)
                                                 : suite_array(run, SUITE_UCHAR, SUITE_OUT, 4 * side * side);

        suite_make_image(level, CL_RGBA, CL_UNORM_INT8, side, side);
        // A half is rounded either way, so that each level is off by 1 more than the one above, at most.
        suite_tolerance(level, level_count, 0, 0);
        levels[level_count++] = level;
        run->work += side == size ? 0 : (double)(side * side);
    }
}

static void
mipmap_chain_bind(struct suite_run *run)
{
    for (int i = 1; i < level_count; i++)
        suite_arguments(suite_kernel(run, "mipmap_chain"), "aa", levels[i - 1], levels[i]);
}

static void
mipmap_chain_launch(struct suite_run *run)
{
    for (int i = 1; i < level_count; i++)
        suite_enqueue_2d(run, run->kernels[i - 1], size >> i, size >> i, 0, 0);
}

static void
mipmap_chain_native(struct suite_run *run)
{
    (void)run;
    for (int i = 1; i < level_count; i++)
        native_mipmap(levels[i - 1]->host, levels[i]->host, (int)(size >> i), (int)(size >> i));
}

static void
inplace_setup(struct suite_run *run)
{
    set_size(run, 1024, 1024);
    run->repeats = 2;
    out = suite_random_array(run, SUITE_INOUT, 4 * width * height, 0, 1);
    suite_tolerance(out, 0, 1e-6, 0); // a division may be 2.5 ULP off
    suite_make_image(out, CL_RGBA, CL_FLOAT, width, height);
}

static void
inplace_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "image_inplace"), "af", out, exposure);
}

static void
inplace_native(struct suite_run *run)
{
    (void)run;
    native_tones(out->host, 4 * width * height, (float)exposure);
}

#define PROGRAM(its_name, its_group, its_variant, its_unit, its_options, prefix, binds, launches)                      \
    {.name = #its_name,                                                                                                \
     .group = its_group,                                                                                               \
     .unit = its_unit,                                                                                                 \
     .source = #its_name ".cl",                                                                                        \
     .options = its_options,                                                                                           \
     .variant = its_variant,                                                                                           \
     .setup = prefix##_setup,                                                                                          \
     .bind = binds,                                                                                                    \
     .launch = launches,                                                                                               \
     .native = prefix##_native}
#define IMAGE(name, unit, options, prefix, binds, launches)                                                            \
    PROGRAM(name, "images", IMAGES, unit, options, prefix, binds, launches)
#define BUFFER(name, prefix, launches)                                                                                 \
    PROGRAM(name, "image_buffers", BUFFERS, "Gpixel/s", NULL, prefix, in_out_bind, launches)

const struct suite_program suite_images[] = {
    IMAGE(image_copy, "Gpixel/s", NULL, copy, in_out_bind, any_launch),
    IMAGE(rotate, "Gpixel/s", NULL, rotate, rotate_bind, any_launch),
    IMAGE(gauss5, "Gpixel/s", NULL, gauss5, in_out_bind, groups_launch),
    IMAGE(image_sobel, "Gpixel/s", NULL, sobel, in_out_bind, any_launch),
    IMAGE(resize, "Gpixel/s", NULL, resize, resize_bind, any_launch),
    IMAGE(raymarch, "Gsample/s", NULL, raymarch, raymarch_bind, groups_launch),
    IMAGE(array_mean, "Gpixel/s", NULL, array_mean, in_out_bind, any_launch),
    IMAGE(convert, "Gpixel/s", NULL, convert, in_out_bind, any_launch),
    IMAGE(mipmap_chain, "Gpixel/s", NULL, mipmap_chain, mipmap_chain_bind, mipmap_chain_launch),
    IMAGE(image_inplace, "Gpixel/s", "-cl-std=CL3.0", inplace, inplace_bind, any_launch),
    BUFFER(gauss5_buffer, gauss5, groups_launch),
    BUFFER(sobel_buffer, sobel, any_launch),
    BUFFER(copy_buffer, copy, any_launch),
    {0}};
