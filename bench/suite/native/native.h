// SPDX-License-Identifier: Apache-2.0
// The suite's programs in plain C with OpenMP: the references, and what --native times.
#ifndef WEFT_SUITE_NATIVE_H
#define WEFT_SUITE_NATIVE_H

#include <stddef.h>
#include <stdint.h>

static inline int
native_clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

struct particle {
    float x, y, z;
    float vx, vy, vz;
    float mass, life;
};

void native_triad(size_t n, float *restrict a, const float *restrict b, const float *restrict c, float s);
void native_saxpy(size_t n, float a, const float *restrict x, float *restrict y);
// Each of groups * group items sums NATIVE_READS vectors of `width` floats, group vectors apart; group * width <= 4096.
enum { NATIVE_READS = 16 };
void native_read(size_t groups, size_t group, size_t width, const float *restrict x, float *restrict out);
void native_spmv(int rows, const int *restrict row_start, const int *restrict column, const float *restrict value,
                 const float *restrict x, float *restrict y);
void native_matmul(int n, const float *restrict a, const float *restrict b, float *restrict c);
void native_matmul_tiled(int n, const float *restrict a, const float *restrict b, float *restrict c);
void native_lu(int n, float *a);
// Positions and velocities are four floats a body; the fourth of a position is the mass.
void native_nbody(int n, const float *restrict position, const float *restrict velocity, float *restrict new_position,
                  float *restrict new_velocity, float dt, float softening);
void native_blackscholes(size_t n, float *restrict call, float *restrict put, const float *restrict price,
                         const float *restrict strike, const float *restrict years, float rate, float volatility);
void native_mandelbrot(int *out, int width, int height, float x0, float y0, float step, int limit);
void native_particles_aos(size_t n, struct particle *p, float dt, float drag);
// The arrays are x, y, z, vx, vy, vz, mass, life.
void native_particles_soa(size_t n, float *const arrays[8], float dt, float drag);
void native_stencil2d(const float *restrict in, float *restrict out, int width, int height);
void native_stencil3d(const float *restrict in, float *restrict out, int nx, int ny, int nz, float c0, float c1);
void native_convolution(const uint8_t *restrict in, uint8_t *restrict out, const float *restrict weights, int width,
                        int height);
void native_sobel(const uint8_t *restrict in, uint8_t *restrict out, int width, int height);
void native_copy(const uint8_t *restrict in, uint8_t *restrict out, size_t row_bytes, int height);
void native_rotate(const uint8_t *restrict in, uint8_t *restrict out, int width, int height, float cosine, float sine);
// The weights are the binomials (1 4 6 4 1) both ways.
void native_gauss5(const float *restrict in, float *restrict out, int width, int height);
void native_sobel_edges(const uint8_t *restrict in, uint8_t *restrict out, int width, int height);
// Halves of four channels. A pixel's middle is read at its place * step + origin, where the image goes from 0 to 1 and
// repeats mirrored.
void native_resize(const uint16_t *restrict in, int in_width, int in_height, uint16_t *restrict out, int width,
                   int height, float step_x, float step_y, float origin);
// The volume is a cube.
void native_raymarch(const float *restrict volume, int size, float *restrict out, int width, int height, int steps);
void native_array_mean(const uint16_t *restrict in, uint16_t *restrict out, size_t pixels, int layers);
// `linear` has the 256 values; alpha is linear already.
void native_convert(const uint8_t *restrict in, float *restrict out, size_t pixels, const float *restrict linear);
// Width and height are the level's, half of those above.
void native_mipmap(const uint8_t *restrict above, uint8_t *restrict level, int width, int height);
void native_tones(float *image, size_t count, float exposure);
// Levels of all nodes from node 0 on, -1 where none leads; `scratch` has room for all. The number of those reached.
int native_bfs(int nodes, const int *rows, const int *columns, int *level, int *scratch);
// Pairs of floats, moved to where their nodes are; `points` has them at even depths. The number of nodes.
int native_quadtree(float *points, float *other, int first, int end, float x, float y, float half_size, int depth);
void native_sort(int n, int *values);
void native_subdivided(int *image, int size, int limit);
float native_reduction(size_t n, const float *in);
void native_scan(size_t n, const int *restrict in, int *restrict out);
void native_histogram(size_t n, const uint8_t *in, int *bins);
void native_bitonic(int n, int *data);
void native_strsearch(size_t n, const char *restrict text, const char *restrict pattern, int length,
                      uint8_t *restrict found);
void native_kmeans(int points, int clusters, int features, const float *restrict feature, const float *restrict centre,
                   int *restrict membership);
// Pairs of floats; `out` and `scratch` take turns, the result is in `out`.
void native_fft(int n, const float *in, float *out, float *scratch, const float *restrict root);

enum native_function {
    NATIVE_EXP,
    NATIVE_LOG,
    NATIVE_SIN,
    NATIVE_COS,
    NATIVE_POW,
    NATIVE_TANH,
    NATIVE_ERF,
    NATIVE_RSQRT,
    NATIVE_FUNCTIONS
};

// SLEEF's vector functions where the build found them, else libm's; n is a multiple of 64.
void native_math(enum native_function function, size_t n, const float *restrict x, const float *restrict y,
                 float *restrict out);
// libm's in double precision.
void native_math_reference(enum native_function function, size_t n, const float *restrict x, const float *restrict y,
                           float *restrict out);

enum native_peak { NATIVE_PEAK_FLOAT, NATIVE_PEAK_DOUBLE, NATIVE_PEAK_HALF, NATIVE_PEAK_INT };

// Independent multiply-adds in registers, `operations` of them in all; 0 where the CPU has no vectors of the type,
// else 1. `sink` keeps the result alive.
int native_peak(enum native_peak type, double operations, float *sink);

#endif
