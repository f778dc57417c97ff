// SPDX-License-Identifier: Apache-2.0
// A filter on four-channel pixels, and edges.
#include "bench/suite/native/native.h"
#include "bench/suite/suite.h"

static struct suite_array *in, *out, *weights;
static size_t width, height;

static void
convolution_setup(struct suite_run *run)
{
    static const int row[] = {1, 4, 6, 4, 1};
    float *weight;

    width = suite_size(run, 1920, 2, 16);
    height = suite_size(run, 1080, 2, 1);
    in = suite_random_bytes(run, 4 * width * height);
    out = suite_array(run, SUITE_UCHAR, SUITE_OUT, 4 * width * height);
    weights = suite_array(run, SUITE_FLOAT, SUITE_IN, 25);
    weight = weights->host;
    for (int i = 0; i < 25; i++)
        weight[i] = (float)(row[i / 5] * row[i % 5]) / 256; // every sum is exact, and so is the result
    run->work = (double)(width * height);
}

static void
convolution_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "convolution"), "aaaii", in, out, weights, (int)width, (int)height);
}

static void
image_launch(struct suite_run *run)
{
    suite_enqueue_2d(run, run->kernels[0], width, suite_round_up(height, 16), 16, 16);
}

static void
convolution_native(struct suite_run *run)
{
    (void)run;
    native_convolution(in->host, out->host, weights->host, (int)width, (int)height);
}

static void
sobel_setup(struct suite_run *run)
{
    width = suite_size(run, 4096, 2, 16);
    height = suite_size(run, 2160, 2, 1);
    run->repeats = 4;
    in = suite_random_bytes(run, width * height);
    out = suite_array(run, SUITE_UCHAR, SUITE_INOUT, width * height); // the border keeps its zeros
    suite_tolerance(out, 1, 0, 0);                                    // single sqrt may be 3 ULP off
    run->work = (double)(width * height);
}

static void
sobel_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "sobel"), "aaii", in, out, (int)width, (int)height);
}

static void
sobel_native(struct suite_run *run)
{
    (void)run;
    native_sobel(in->host, out->host, (int)width, (int)height);
}

const struct suite_program suite_image[] = {{.name = "convolution",
                                             .group = "suite",
                                             .unit = "Gpixel/s",
                                             .source = "convolution.cl",
                                             .setup = convolution_setup,
                                             .bind = convolution_bind,
                                             .launch = image_launch,
                                             .native = convolution_native},
                                            {.name = "sobel",
                                             .group = "suite",
                                             .unit = "Gpixel/s",
                                             .source = "sobel.cl",
                                             .setup = sobel_setup,
                                             .bind = sobel_bind,
                                             .launch = image_launch,
                                             .native = sobel_native},
                                            {0}};
