// SPDX-License-Identifier: Apache-2.0
// A complex transform of one line, radix 4.
#include "bench/suite/native/native.h"
#include "bench/suite/suite.h"

#include <math.h>

static struct suite_array *in, *out, *scratch, *root;
static size_t count;
static int passes;

static void
fft_setup(struct suite_run *run)
{
    float *roots;

    passes = suite_exponent(run, 20, 2) / 2;
    count = (size_t)1 << 2 * passes;
    in = suite_random_array(run, SUITE_IN, 2 * count, -1, 1);
    out = suite_array(run, SUITE_FLOAT, SUITE_OUT, 2 * count);
    scratch = suite_array(run, SUITE_FLOAT, SUITE_SCRATCH, 2 * count);
    root = suite_array(run, SUITE_FLOAT, SUITE_IN, 2 * count);
    roots = root->host;
    for (size_t i = 0; i < count; i++) {
        double angle = -6.283185307179586 * (double)i / (double)count;

        roots[2 * i] = (float)cos(angle);
        roots[2 * i + 1] = (float)sin(angle);
    }
    suite_tolerance(out, 1e-2, 1e-4, 0); // values are of the order of 1000
    run->work = 5.0 * (double)count * 2 * passes;
}

static void
fft_bind(struct suite_run *run)
{
    struct suite_array *from = in;

    // The kernels of odd and even passes have their own buffers; the first reads the input.
    for (int pass = 0; pass < passes && pass < 3; pass++) {
        struct suite_array *to = (passes - pass) & 1 ? out : scratch;

        suite_arguments(suite_kernel(run, "fft4"), "aaai", from, to, root, 1);
        from = to;
    }
}

static void
fft_launch(struct suite_run *run)
{
    for (int pass = 0; pass < passes; pass++) {
        cl_kernel kernel = run->kernels[pass == 0 ? 0 : 2 - (pass & 1)];

        suite_argument_int(kernel, 3, 1 << 2 * pass);
        suite_enqueue(run, kernel, count / 4, count / 4 < 64 ? count / 4 : 64);
    }
}

static void
fft_native(struct suite_run *run)
{
    (void)run;
    native_fft((int)count, in->host, out->host, scratch->host, root->host);
}

const struct suite_program suite_fft[] = {{.name = "fft",
                                           .group = "suite",
                                           .unit = "GFLOP/s",
                                           .source = "fft.cl",
                                           .setup = fft_setup,
                                           .bind = fft_bind,
                                           .launch = fft_launch,
                                           .native = fft_native},
                                          {0}};
