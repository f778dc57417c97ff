// SPDX-License-Identifier: Apache-2.0
// Bodies, options, the Mandelbrot set and particles.
#include "bench/suite/native/native.h"
#include "bench/suite/suite.h"

static struct suite_array *arrays[8];
static size_t count, width, height;

enum { LIMIT = 256 };

static void
nbody_setup(struct suite_run *run)
{
    count = suite_size(run, 8192, 2, 256);
    for (int i = 0; i < 2; i++)
        arrays[i] = suite_random_array(run, SUITE_IN, 4 * count, i ? -1 : 0, 1);
    for (int i = 2; i < 4; i++) {
        arrays[i] = suite_array(run, SUITE_FLOAT, SUITE_OUT, 4 * count);
        suite_tolerance(arrays[i], 1e-3, 1e-3, 0);
    }
    run->work = 20.0 * (double)count * (double)count; // the usual count of flops for a pair
}

static void
nbody_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "nbody"), "aaaaiff", arrays[0], arrays[1], arrays[2], arrays[3], (int)count,
                    0.001, 0.01);
}

static void
nbody_launch(struct suite_run *run)
{
    suite_enqueue(run, run->kernels[0], count, 256);
}

static void
nbody_native(struct suite_run *run)
{
    (void)run;
    native_nbody((int)count, arrays[0]->host, arrays[1]->host, arrays[2]->host, arrays[3]->host, 0.001f, 0.01f);
}

static void
blackscholes_setup(struct suite_run *run)
{
    count = suite_size(run, 256 << 10, 1, 256);
    run->repeats = 8;
    for (int i = 0; i < 2; i++) {
        arrays[i] = suite_array(run, SUITE_FLOAT, SUITE_OUT, count);
        suite_tolerance(arrays[i], 1e-4, 1e-4, 0);
    }
    arrays[2] = suite_random_array(run, SUITE_IN, count, 5, 30);
    arrays[3] = suite_random_array(run, SUITE_IN, count, 1, 100);
    arrays[4] = suite_random_array(run, SUITE_IN, count, 0.25f, 10);
    run->work = (double)count;
}

static void
blackscholes_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "blackscholes"), "aaaaaff", arrays[0], arrays[1], arrays[2], arrays[3], arrays[4],
                    0.02, 0.3);
}

static void
items_launch(struct suite_run *run)
{
    suite_enqueue(run, run->kernels[0], count, 256);
}

static void
blackscholes_native(struct suite_run *run)
{
    (void)run;
    native_blackscholes(count, arrays[0]->host, arrays[1]->host, arrays[2]->host, arrays[3]->host, arrays[4]->host,
                        0.02f, 0.3f);
}

static void
mandelbrot_setup(struct suite_run *run)
{
    width = suite_size(run, 1024, 2, 16);
    height = suite_size(run, 768, 2, 16);
    arrays[0] = suite_array(run, SUITE_INT, SUITE_OUT, width * height);
    suite_tolerance(arrays[0], 1, 0, 0.02); // orbits are chaotic: roundings show
    run->work = (double)(width * height);
}

static void
mandelbrot_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "mandelbrot"), "aifffi", arrays[0], (int)width, -2.2, -1.2,
                    (double)(3.2f / (float)width), LIMIT);
}

static void
mandelbrot_launch(struct suite_run *run)
{
    suite_enqueue_2d(run, run->kernels[0], width, height, 16, 16);
}

static void
mandelbrot_native(struct suite_run *run)
{
    (void)run;
    native_mandelbrot(arrays[0]->host, (int)width, (int)height, -2.2f, -1.2f, 3.2f / (float)width, LIMIT);
}

// Of member `m` of struct particle.
static float
particle_member(struct suite_run *run, int m)
{
    return m < 3 ? suite_random(run, 0, 10) : m < 6 ? suite_random(run, -3, 3) : suite_random(run, m == 6 ? 1 : 0, 10);
}

static void
aos_setup(struct suite_run *run)
{
    float *values;

    count = suite_size(run, 128 << 10, 1, 256);
    run->repeats = 16;
    arrays[0] = suite_array(run, SUITE_FLOAT, SUITE_INOUT, 8 * count);
    values = arrays[0]->host;
    for (size_t i = 0; i < 8 * count; i++)
        values[i] = particle_member(run, i % 8);
    suite_tolerance(arrays[0], 1e-4, 1e-4, 1e-4); // a bounce may fall on the other side
    run->work = (double)count;
}

static void
aos_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "particles_aos"), "aff", arrays[0], 0.05, 0.1);
}

static void
aos_native(struct suite_run *run)
{
    (void)run;
    native_particles_aos(count, arrays[0]->host, 0.05f, 0.1f);
}

static void
soa_setup(struct suite_run *run)
{
    count = suite_size(run, 128 << 10, 1, 256);
    run->repeats = 16;
    for (int m = 0; m < 8; m++) {
        float *values;

        arrays[m] = suite_array(run, SUITE_FLOAT, m == 6 ? SUITE_IN : SUITE_INOUT, count);
        values = arrays[m]->host;
        for (size_t i = 0; i < count; i++)
            values[i] = particle_member(run, m);
        suite_tolerance(arrays[m], 1e-4, 1e-4, 1e-4);
    }
    run->work = (double)count;
}

static void
soa_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "particles_soa"), "aaaaaaaaff", arrays[0], arrays[1], arrays[2], arrays[3],
                    arrays[4], arrays[5], arrays[6], arrays[7], 0.05, 0.1);
}

static void
soa_native(struct suite_run *run)
{
    float *members[8];

    (void)run;
    for (int m = 0; m < 8; m++)
        members[m] = arrays[m]->host;
    native_particles_soa(count, members, 0.05f, 0.1f);
}

const struct suite_program suite_simulation[] = {{.name = "nbody",
                                                  .group = "suite",
                                                  .unit = "GFLOP/s",
                                                  .source = "nbody.cl",
                                                  .setup = nbody_setup,
                                                  .bind = nbody_bind,
                                                  .launch = nbody_launch,
                                                  .native = nbody_native},
                                                 {.name = "blackscholes",
                                                  .group = "suite",
                                                  .unit = "Goption/s",
                                                  .source = "blackscholes.cl",
                                                  .setup = blackscholes_setup,
                                                  .bind = blackscholes_bind,
                                                  .launch = items_launch,
                                                  .native = blackscholes_native},
                                                 {.name = "mandelbrot",
                                                  .group = "suite",
                                                  .unit = "Gpixel/s",
                                                  .source = "mandelbrot.cl",
                                                  .setup = mandelbrot_setup,
                                                  .bind = mandelbrot_bind,
                                                  .launch = mandelbrot_launch,
                                                  .native = mandelbrot_native},
                                                 {.name = "particles_aos",
                                                  .group = "suite",
                                                  .unit = "Gitem/s",
                                                  .source = "particles.cl",
                                                  .setup = aos_setup,
                                                  .bind = aos_bind,
                                                  .launch = items_launch,
                                                  .native = aos_native},
                                                 {.name = "particles_soa",
                                                  .group = "suite",
                                                  .unit = "Gitem/s",
                                                  .source = "particles.cl",
                                                  .setup = soa_setup,
                                                  .bind = soa_bind,
                                                  .launch = items_launch,
                                                  .native = soa_native},
                                                 {0}};
