// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set as text: a two-dimensional range, a divergent loop, and a mapped result.
#include <stdio.h>

#include "examples/example.h"

#define WIDTH 76
#define HEIGHT 28

static const char source[] = "kernel void mandelbrot(global uchar *steps, uint limit)\n"
                             "{\n"
                             "    size_t x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);\n"
                             "    float cr = 3.0f * x / width - 2.2f, ci = 2.4f * y / get_global_size(1) - 1.2f;\n"
                             "    float zr = 0.0f, zi = 0.0f;\n"
                             "    uint n = 0;\n"
                             "    while (n < limit && zr * zr + zi * zi < 4.0f) {\n"
                             "        float t = zr * zr - zi * zi + cr;\n"
                             "        zi = 2.0f * zr * zi + ci;\n"
                             "        zr = t;\n"
                             "        n++;\n"
                             "    }\n"
                             "    steps[y * width + x] = (uchar)n;\n"
                             "}\n";

int
main(void)
{
    static const char shades[] = " .,:;i1tfLCG08@";
    const size_t size[2] = {WIDTH, HEIGHT}, bytes = WIDTH * HEIGHT;
    const cl_uint limit = 14;
    struct example run = example_begin(source, "mandelbrot");
    const cl_uchar *steps;
    int inside;
    cl_mem image;
    cl_int err;

    image = clCreateBuffer(run.context, CL_MEM_WRITE_ONLY | CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &err);
    example_check(err, "clCreateBuffer");
    example_check(clSetKernelArg(run.kernel, 0, sizeof image, &image), "clSetKernelArg");
    example_check(clSetKernelArg(run.kernel, 1, sizeof limit, &limit), "clSetKernelArg");
    example_check(clEnqueueNDRangeKernel(run.queue, run.kernel, 2, NULL, size, NULL, 0, NULL, NULL),
                  "clEnqueueNDRangeKernel");
    steps = clEnqueueMapBuffer(run.queue, image, CL_TRUE, CL_MAP_READ, 0, bytes, 0, NULL, NULL, &err);
    example_check(err, "clEnqueueMapBuffer");

    for (size_t y = 0; y < HEIGHT; y++) {
        for (size_t x = 0; x < WIDTH; x++)
            putchar(shades[steps[y * WIDTH + x]]);
        putchar('\n');
    }
    // The origin belongs to the set, the upper left corner leaves it at once.
    inside = steps[(HEIGHT / 2) * WIDTH + (size_t)(2.2 / 3.0 * WIDTH)] == limit && steps[0] < 2;

    example_check(clEnqueueUnmapMemObject(run.queue, image, (void *)steps, 0, NULL, NULL), "clEnqueueUnmapMemObject");
    example_check(clFinish(run.queue), "clFinish");
    clReleaseMemObject(image);
    example_end(&run);
    return !inside;
}
