// SPDX-License-Identifier: Apache-2.0
// What a program of the suite says of itself, and what the driver (main.c) offers to it.
#ifndef WEFT_SUITE_H
#define WEFT_SUITE_H

#define CL_TARGET_OPENCL_VERSION 200 // sRGB, and images that kernels both read and write
#include "bench/bench.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum suite_type { SUITE_FLOAT, SUITE_DOUBLE, SUITE_HALF, SUITE_INT, SUITE_USHORT, SUITE_UCHAR };

enum suite_use {
    SUITE_IN,
    SUITE_OUT,    // compared with the reference
    SUITE_INOUT,  // compared, and written anew before each run
    SUITE_SCRATCH // on the device only
};

// A buffer or image on the device and its twin on the host, where an image has no gaps between rows.
struct suite_array {
    enum suite_type type;
    enum suite_use use;
    size_t bytes;
    void *host;     // owned; inputs, and the reference's results
    void *initial;  // owned; SUITE_INOUT: the first contents
    void *result;   // owned; what the device made
    cl_mem memory;  // owned
    size_t compare; // elements compared; all by default
    // |device - reference| <= absolute + relative * |reference| for all elements but a part of `misses`.
    double absolute, relative, misses;
    cl_image_format format;
    cl_mem_object_type kind; // of an image; 0 for a buffer
    size_t size[3];          // of an image: width, height, slices or layers
};

enum { SUITE_ARRAYS = 16, SUITE_KERNELS = 16, SUITE_SAMPLERS = 2 };

struct suite_run {
    const struct suite_program *program;
    double scale;
    double work; // flops, bytes or items of one launch(), set by setup()
    int repeats; // launches in a run, so that small data in caches still makes a long run; 1 if setup() does not say
    struct suite_array arrays[SUITE_ARRAYS];
    int array_count;
    cl_kernel kernels[SUITE_KERNELS]; // owned
    int kernel_count;
    cl_sampler samplers[SUITE_SAMPLERS]; // owned
    int sampler_count;
    cl_program built;              // owned
    cl_command_queue device_queue; // owned; the default one, of a program that needs it
    struct bench bench;
    uint64_t random;
};

// Of suite_program.extension: a queue on the device, which is made.
#define SUITE_DEVICE_QUEUE "queues on the device"

struct suite_program {
    const char *name;
    const char *group;     // "suite", "images", "math" ...: means are taken within one
    const char *unit;      // of work / second / 1e9
    const char *source;    // a path from kernels/ on
    const char *options;   // for clBuildProgram
    const char *extension; // needed on the device, or NULL, or SUITE_DEVICE_QUEUE
    int variant;
    void (*setup)(struct suite_run *run);     // sizes, arrays, work and repeats
    void (*bind)(struct suite_run *run);      // kernels and their arguments
    void (*launch)(struct suite_run *run);    // enqueues all kernels once
    void (*native)(struct suite_run *run);    // the same on the host arrays; NULL where there is none
    void (*reference)(struct suite_run *run); // the results to compare with, where native() does not make them
    bool (*native_lacks)(const struct suite_program *program); // whether this CPU has no native form; NULL: never
};

// Each ends with a program without a name.
extern const struct suite_program suite_linear[], suite_matrix[], suite_simulation[], suite_grid[], suite_image[],
    suite_images[], suite_group[], suite_data[], suite_fft[], suite_math[], suite_peak[], suite_enqueues[];

// `base` items scaled: the scale's `dimensions`-th root times base, a multiple of `multiple`, at least that.
size_t suite_size(const struct suite_run *run, size_t base, int dimensions, size_t multiple);
// The largest e, in steps of `step` below `base`, whose 2^e is no more than the scaled 2^base; at least 2 * step.
int suite_exponent(const struct suite_run *run, int base, int step);
size_t suite_round_up(size_t value, size_t multiple);

// A new array of `count` elements, zeroed.
struct suite_array *suite_array(struct suite_run *run, enum suite_type type, enum suite_use use, size_t count);
void suite_tolerance(struct suite_array *array, double absolute, double relative, double misses);
float suite_random(struct suite_run *run, float low, float high);
// A new array of random floats.
struct suite_array *suite_random_array(struct suite_run *run, enum suite_use use, size_t count, float low, float high);
// A new input of random bytes.
struct suite_array *suite_random_bytes(struct suite_run *run, size_t count);
// Makes an image of an array: two-dimensional, or with `depth` slices (CL_MEM_OBJECT_IMAGE3D) or layers
// (CL_MEM_OBJECT_IMAGE2D_ARRAY). SUITE_IN are for reading only; a kernel may both read and write SUITE_INOUT.
void suite_make_image(struct suite_array *array, cl_channel_order order, cl_channel_type type, size_t width,
                      size_t height);
void suite_make_deep_image(struct suite_array *array, cl_channel_order order, cl_channel_type type,
                           cl_mem_object_type kind, size_t width, size_t height, size_t depth);
cl_sampler suite_sampler(struct suite_run *run, cl_bool normalized, cl_addressing_mode address, cl_filter_mode filter);

// What main.c asks of memory.c, first what the device lacks for the images that setup() made: static, or NULL.
const char *suite_memory_lacks(const struct suite_run *run);
void suite_memory_create(struct suite_run *run, struct suite_array *array); // with the host's contents
void suite_memory_write(struct suite_run *run, struct suite_array *array, const void *from);
void suite_memory_read(struct suite_run *run, struct suite_array *array, void *to);

cl_kernel suite_kernel(struct suite_run *run, const char *name);
// Arguments from the first on, by letters: a struct suite_array *, s cl_sampler, i int, f double (passed as float),
// l bytes of local memory (size_t).
void suite_arguments(cl_kernel kernel, const char *letters, ...);
void suite_argument_int(cl_kernel kernel, cl_uint index, int value);
// Local sizes of 0 leave the choice to the platform.
void suite_enqueue(struct suite_run *run, cl_kernel kernel, size_t global, size_t local);
void suite_enqueue_2d(struct suite_run *run, cl_kernel kernel, size_t gx, size_t gy, size_t lx, size_t ly);
void suite_enqueue_3d(struct suite_run *run, cl_kernel kernel, size_t gx, size_t gy, size_t gz, size_t lx, size_t ly,
                      size_t lz);

#endif
