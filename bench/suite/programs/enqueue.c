// SPDX-License-Identifier: Apache-2.0
// Kernels that enqueue kernels: nothing, levels of a search, a tree, a sort, and squares of an image.
#include "bench/suite/native/native.h"
#include "bench/suite/suite.h"

#include <string.h>

static struct suite_array *arrays[6];
static int count;

enum { CHILDREN = 500, DEGREE = 8, LIMIT = 512 };

static void
empty_setup(struct suite_run *run)
{
    count = (int)suite_size(run, 200, 1, 1);
    arrays[0] = suite_array(run, SUITE_INT, SUITE_INOUT, 1);
    run->work = (double)count * CHILDREN;
}

static void
empty_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "empty"), "aii", arrays[0], count, CHILDREN);
}

static void
launch_one(struct suite_run *run)
{
    suite_enqueue(run, run->kernels[0], 1, 1);
}

static void
empty_native(struct suite_run *run)
{
    (void)run;
    *(int *)arrays[0]->host = count * CHILDREN;
}

static void
bfs_setup(struct suite_run *run)
{
    int *rows, *columns, *level;

    count = (int)suite_size(run, (size_t)1 << 18, 1, 1);
    arrays[0] = suite_array(run, SUITE_INT, SUITE_IN, (size_t)count + 1);
    arrays[1] = suite_array(run, SUITE_INT, SUITE_IN, (size_t)count * DEGREE);
    arrays[2] = suite_array(run, SUITE_INT, SUITE_INOUT, (size_t)count);
    arrays[3] = suite_array(run, SUITE_INT, SUITE_SCRATCH, (size_t)count);
    arrays[4] = suite_array(run, SUITE_INT, SUITE_SCRATCH, (size_t)count);
    arrays[5] = suite_array(run, SUITE_INT, SUITE_SCRATCH, 2);
    rows = arrays[0]->host;
    columns = arrays[1]->host;
    level = arrays[2]->host;
    for (int i = 0; i < count; i++) {
        rows[i] = i * DEGREE;
        level[i] = i ? -1 : 0;
        for (int k = 0; k < DEGREE; k++)
            columns[i * DEGREE + k] = (int)suite_random(run, 0, (float)count - 1);
    }
    rows[count] = count * DEGREE;
    run->work = (double)count * DEGREE;
}

static void
bfs_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "bfs"), "aaaaaai", arrays[0], arrays[1], arrays[2], arrays[3], arrays[4],
                    arrays[5], 0);
}

static void
bfs_native(struct suite_run *run)
{
    (void)run;
    native_bfs(count, arrays[0]->host, arrays[1]->host, arrays[2]->host, arrays[4]->host);
}

static void
quadtree_setup(struct suite_run *run)
{
    float *points;

    count = (int)suite_size(run, (size_t)1 << 18, 1, 1);
    arrays[0] = suite_array(run, SUITE_FLOAT, SUITE_INOUT, (size_t)count * 2);
    arrays[1] = suite_array(run, SUITE_FLOAT, SUITE_SCRATCH, (size_t)count * 2);
    arrays[2] = suite_array(run, SUITE_INT, SUITE_INOUT, 1);
    points = arrays[0]->host;
    for (int i = 0; i < count; i++) { // denser towards a corner
        float u = suite_random(run, 0, 1), v = suite_random(run, 0, 1);

        points[2 * i] = u * u;
        points[2 * i + 1] = v * v;
    }
    run->work = count;
}

static void
quadtree_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "quadtree"), "aaaiifffi", arrays[0], arrays[1], arrays[2], 0, count, 0.5, 0.5,
                    0.5, 0);
}

static void
quadtree_native(struct suite_run *run)
{
    (void)run;
    *(int *)arrays[2]->host = native_quadtree(arrays[0]->host, arrays[1]->host, 0, count, 0.5f, 0.5f, 0.5f, 0);
}

static void
sort_setup(struct suite_run *run)
{
    int *values;

    count = (int)suite_size(run, (size_t)1 << 18, 1, 1);
    arrays[0] = suite_array(run, SUITE_INT, SUITE_INOUT, (size_t)count);
    arrays[1] = suite_array(run, SUITE_INT, SUITE_SCRATCH, (size_t)count);
    values = arrays[0]->host;
    for (int i = 0; i < count; i++)
        values[i] = (int)suite_random(run, -1e9f, 1e9f);
    run->work = count;
}

static void
sort_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "merge_sort"), "aaiii", arrays[0], arrays[1], 0, count, 0);
}

static void
sort_native(struct suite_run *run)
{
    (void)run;
    native_sort(count, arrays[0]->host);
}

static void
subdivide_setup(struct suite_run *run)
{
    for (count = 128; (double)count * count * 4 <= run->scale * 1024 * 1024; count *= 2)
        ;
    arrays[0] = suite_array(run, SUITE_INT, SUITE_OUT, (size_t)count * (size_t)count);
    suite_tolerance(arrays[0], 0, 0, 5e-3); // a square that is filled may have others inside
    run->work = (double)count * count;
}

static void
subdivide_bind(struct suite_run *run)
{
    suite_arguments(suite_kernel(run, "subdivide"), "aiiiii", arrays[0], count, LIMIT, 0, 0, count);
}

static void
subdivide_launch(struct suite_run *run)
{
    suite_enqueue(run, run->kernels[0], 64, 64);
}

static void
subdivide_native(struct suite_run *run)
{
    (void)run;
    native_subdivided(arrays[0]->host, count, LIMIT);
}

#define PROGRAM(NAME, UNIT, PREFIX, LAUNCH)                                                                            \
    {.name = NAME,                                                                                                     \
     .group = "enqueue",                                                                                               \
     .unit = UNIT,                                                                                                     \
     .source = "enqueue.cl",                                                                                           \
     .options = "-cl-std=CL2.0",                                                                                       \
     .extension = SUITE_DEVICE_QUEUE,                                                                                  \
     .setup = PREFIX##_setup,                                                                                          \
     .bind = PREFIX##_bind,                                                                                            \
     .launch = LAUNCH,                                                                                                 \
     .native = PREFIX##_native}

const struct suite_program suite_enqueues[] = {
    PROGRAM("enqueue_empty", "Gchild", empty, launch_one),
    PROGRAM("enqueue_bfs", "Gedge", bfs, launch_one),
    PROGRAM("enqueue_quadtree", "Gpoint", quadtree, launch_one),
    PROGRAM("enqueue_sort", "Gitem", sort, launch_one),
    PROGRAM("enqueue_mandelbrot", "Gpixel", subdivide, subdivide_launch),
    {0},
};
