// SPDX-License-Identifier: Apache-2.0
// Stencils in two and three dimensions.
#include "bench/suite/native/native.h"
#include "bench/suite/suite.h"

static struct suite_array *in, *out;
static size_t width, height, depth;

static void
stencil2d_setup(struct suite_run *run)
{
    width = suite_size(run, 1024, 2, 16);
    height = suite_size(run, 1024, 2, 16);
    run->repeats = 8;
    in = suite_random_array(run, SUITE_IN, width * height, 0, 1);
    out = suite_array(run, SUITE_FLOAT, SUITE_OUT, width * height);
    suite_tolerance(out, 1e-6, 0, 0);
    run->work = (double)(width * height);
}

static void
stencil2d_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "stencil2d"), "aaii", in, out, (int)width, (int)height);
}

static void
stencil2d_launch(struct suite_run *run)
{
    suite_enqueue_2d(run, run->kernels[0], width, height, 16, 16);
}

static void
stencil2d_native(struct suite_run *run)
{
    (void)run;
    native_stencil2d(in->host, out->host, (int)width, (int)height);
}

static void
stencil3d_setup(struct suite_run *run)
{
    width = suite_size(run, 128, 3, 16);
    height = depth = suite_size(run, 96, 3, 4);
    run->repeats = 8;
    in = suite_random_array(run, SUITE_IN, width * height * depth, 0, 1);
    out = suite_array(run, SUITE_FLOAT, SUITE_INOUT, width * height * depth); // the border keeps its zeros
    suite_tolerance(out, 1e-6, 0, 0);
    run->work = (double)(width * height * depth);
}

static void
stencil3d_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "stencil3d"), "aaiiiff", in, out, (int)width, (int)height, (int)depth, 0.4, 0.1);
}

static void
stencil3d_launch(struct suite_run *run)
{
    suite_enqueue_3d(run, run->kernels[0], width, height, depth, 0, 0, 0);
}

static void
stencil3d_native(struct suite_run *run)
{
    (void)run;
    native_stencil3d(in->host, out->host, (int)width, (int)height, (int)depth, 0.4f, 0.1f);
}

const struct suite_program suite_grid[] = {{.name = "stencil2d",
                                            .group = "suite",
                                            .unit = "Gcell/s",
                                            .source = "stencil2d.cl",
                                            .setup = stencil2d_setup,
                                            .bind = stencil2d_bind,
                                            .launch = stencil2d_launch,
                                            .native = stencil2d_native},
                                           {.name = "stencil3d",
                                            .group = "suite",
                                            .unit = "Gcell/s",
                                            .source = "stencil3d.cl",
                                            .setup = stencil3d_setup,
                                            .bind = stencil3d_bind,
                                            .launch = stencil3d_launch,
                                            .native = stencil3d_native},
                                           {0}};
