// SPDX-License-Identifier: Apache-2.0
// Dense matrices: products and LU.
#include "bench/suite/native/native.h"
#include "bench/suite/suite.h"

static struct suite_array *a, *b, *c;
static size_t n;

static void
matmul_setup(struct suite_run *run)
{
    n = suite_size(run, 512, 3, 16);
    a = suite_random_array(run, SUITE_IN, n * n, -1, 1);
    b = suite_random_array(run, SUITE_IN, n * n, -1, 1);
    c = suite_array(run, SUITE_FLOAT, SUITE_OUT, n * n);
    suite_tolerance(c, 1e-4, 1e-4, 0);
    run->work = 2.0 * (double)n * (double)n * (double)n;
}

static void
matmul_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "matmul"), "aaai", a, b, c, (int)n);
}

static void
matmul_launch(struct suite_run *run)
{
    suite_enqueue_2d(run, run->kernels[0], n, n, 16, 16);
}

static void
matmul_native(struct suite_run *run)
{
    (void)run;
    native_matmul((int)n, a->host, b->host, c->host);
}

static void
matmul_tiled_native(struct suite_run *run)
{
    (void)run;
    native_matmul_tiled((int)n, a->host, b->host, c->host);
}

static void
lu_setup(struct suite_run *run)
{
    float *matrix;

    n = suite_size(run, 512, 3, 1);
    a = suite_random_array(run, SUITE_INOUT, n * n, -1, 1);
    matrix = a->host;
    for (size_t i = 0; i < n; i++)
        matrix[i * n + i] += (float)n; // so that no pivoting is needed
    suite_tolerance(a, 1e-4, 1e-4, 0);
    run->work = 2.0 / 3 * (double)n * (double)n * (double)n;
}

static void
lu_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "lu_scale"), "aii", a, (int)n, 0);
    suite_arguments(suite_kernel(run, "lu_update"), "aii", a, (int)n, 0);
}

static void
lu_launch(struct suite_run *run)
{
    for (size_t k = 0; k + 1 < n; k++) {
        size_t rest = suite_round_up(n - 1 - k, 16);

        suite_argument_int(run->kernels[0], 2, (int)k);
        suite_argument_int(run->kernels[1], 2, (int)k);
        suite_enqueue(run, run->kernels[0], suite_round_up(n - 1 - k, 64), 64);
        suite_enqueue_2d(run, run->kernels[1], rest, rest, 16, 16);
    }
}

static void
lu_native(struct suite_run *run)
{
    (void)run;
    native_lu((int)n, a->host);
}

const struct suite_program suite_matrix[] = {{.name = "matmul_naive",
                                              .group = "suite",
                                              .unit = "GFLOP/s",
                                              .source = "matmul_naive.cl",
                                              .setup = matmul_setup,
                                              .bind = matmul_bind,
                                              .launch = matmul_launch,
                                              .native = matmul_native},
                                             {.name = "matmul_tiled",
                                              .group = "suite",
                                              .unit = "GFLOP/s",
                                              .source = "matmul_tiled.cl",
                                              .setup = matmul_setup,
                                              .bind = matmul_bind,
                                              .launch = matmul_launch,
                                              .native = matmul_tiled_native},
                                             {.name = "lu",
                                              .group = "suite",
                                              .unit = "GFLOP/s",
                                              .source = "lu.cl",
                                              .setup = lu_setup,
                                              .bind = lu_bind,
                                              .launch = lu_launch,
                                              .native = lu_native},
                                             {0}};
