// SPDX-License-Identifier: Apache-2.0
// What kernels do with images and samplers, by hand on arrays.
#include "bench/suite/native/native.h"

#include <math.h>
#include <string.h>

void
native_copy(const uint8_t *restrict in, uint8_t *restrict out, size_t row_bytes, int height)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++)
        memcpy(&out[(size_t)y * row_bytes], &in[(size_t)y * row_bytes], row_bytes);
}

void
native_rotate(const uint8_t *restrict in, uint8_t *restrict out, int width, int height, float cosine, float sine)
{
    float middle_x = 0.5f * (float)width, middle_y = 0.5f * (float)height;

#pragma omp parallel for
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float dx = (float)x + 0.5f - middle_x, dy = (float)y + 0.5f - middle_y;
            float u = cosine * dx - sine * dy + middle_x - 0.5f, v = sine * dx + cosine * dy + middle_y - 0.5f;
            int i = (int)floorf(u), j = (int)floorf(v);
            float a = u - floorf(u), b = v - floorf(v);
            float weights[4] = {(1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b}, sum[4] = {0};

            for (int k = 0; k < 4; k++) {
                int sx = i + (k & 1), sy = j + (k >> 1);

                // What is not in the image is 0.
                if (sx >= 0 && sy >= 0 && sx < width && sy < height)
                    for (int c = 0; c < 4; c++)
                        sum[c] += weights[k] * (float)in[4 * (sy * width + sx) + c];
            }
            for (int c = 0; c < 4; c++)
                out[4 * (y * width + x) + c] = (uint8_t)rintf(sum[c]);
        }
}

static const float binomials[5][5] = {{1 / 256.0f, 4 / 256.0f, 6 / 256.0f, 4 / 256.0f, 1 / 256.0f},
                                      {4 / 256.0f, 16 / 256.0f, 24 / 256.0f, 16 / 256.0f, 4 / 256.0f},
                                      {6 / 256.0f, 24 / 256.0f, 36 / 256.0f, 24 / 256.0f, 6 / 256.0f},
                                      {4 / 256.0f, 16 / 256.0f, 24 / 256.0f, 16 / 256.0f, 4 / 256.0f},
                                      {1 / 256.0f, 4 / 256.0f, 6 / 256.0f, 4 / 256.0f, 1 / 256.0f}};

static void
gauss5_edge(const float *const rows[5], float *restrict to, int x, int width)
{
    for (int c = 0; c < 4; c++) {
        float sum = 0;

        for (int dy = 0; dy < 5; dy++)
            for (int dx = 0; dx < 5; dx++)
                sum += rows[dy][4 * native_clamp(x + dx - 2, 0, width - 1) + c] * binomials[dy][dx];
        to[4 * x + c] = sum;
    }
}

void
native_gauss5(const float *restrict in, float *restrict out, int width, int height)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++) {
        const float *rows[5];
        float *to = &out[4 * y * width];

        for (int dy = 0; dy < 5; dy++)
            rows[dy] = &in[4 * native_clamp(y + dy - 2, 0, height - 1) * width];
        for (int x = 0; x < 2; x++) {
            gauss5_edge(rows, to, x, width);
            gauss5_edge(rows, to, width - 1 - x, width);
        }
#pragma omp simd
        for (int i = 8; i < 4 * width - 8; i++) {
            float sum = 0;

            for (int dy = 0; dy < 5; dy++)
                for (int dx = 0; dx < 5; dx++)
                    sum += rows[dy][i + 4 * dx - 8] * binomials[dy][dx];
            to[i] = sum;
        }
    }
}

// Of the pixels in columns w, x and e.
static inline uint8_t
edge(const uint8_t *up, const uint8_t *row, const uint8_t *down, int w, int x, int e)
{
    int gx = up[e] + 2 * row[e] + down[e] - up[w] - 2 * row[w] - down[w];
    int gy = down[w] + 2 * down[x] + down[e] - up[w] - 2 * up[x] - up[e];
    float length = sqrtf((float)(gx * gx + gy * gy));

    return (uint8_t)(length < 255 ? length : 255);
}

void
native_sobel_edges(const uint8_t *restrict in, uint8_t *restrict out, int width, int height)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++) {
        const uint8_t *up = &in[native_clamp(y - 1, 0, height - 1) * width], *row = &in[y * width];
        const uint8_t *down = &in[native_clamp(y + 1, 0, height - 1) * width];
        uint8_t *to = &out[y * width];

        to[0] = edge(up, row, down, 0, 0, 1);
#pragma omp simd
        for (int x = 1; x < width - 1; x++)
            to[x] = edge(up, row, down, x - 1, x, x + 1);
        to[width - 1] = edge(up, row, down, width - 2, width - 1, width - 1);
    }
}

static inline float
from_half(uint16_t bits)
{
    _Float16 value;

    memcpy(&value, &bits, sizeof value);
    return (float)value;
}

static inline uint16_t
to_half(float number)
{
    _Float16 value = (_Float16)number;
    uint16_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// The coordinate in pixels less a half, mirrored at 0 and 1 and beyond.
static inline float
mirrored(float s, int size)
{
    return fabsf(s - 2 * rintf(0.5f * s)) * (float)size - 0.5f;
}

void
native_resize(const uint16_t *restrict in, int in_width, int in_height, uint16_t *restrict out, int width, int height,
              float step_x, float step_y, float origin)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++) {
        float v = mirrored(((float)y + 0.5f) * step_y + origin, in_height), b = v - floorf(v);
        int j = (int)floorf(v);
        const uint16_t *up = &in[4 * in_width * native_clamp(j, 0, in_height - 1)];
        const uint16_t *down = &in[4 * in_width * native_clamp(j + 1, 0, in_height - 1)];

        for (int x = 0; x < width; x++) {
            float u = mirrored(((float)x + 0.5f) * step_x + origin, in_width), a = u - floorf(u);
            int i = (int)floorf(u);
            int west = 4 * native_clamp(i, 0, in_width - 1), east = 4 * native_clamp(i + 1, 0, in_width - 1);

            for (int c = 0; c < 4; c++)
                out[4 * (y * width + x) + c] =
                    to_half((1 - b) * ((1 - a) * from_half(up[west + c]) + a * from_half(up[east + c])) +
                            b * ((1 - a) * from_half(down[west + c]) + a * from_half(down[east + c])));
        }
    }
}

static inline float
mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

// From 0 to 1 in each direction.
static inline float
trilinear(const float *volume, int size, float x, float y, float z)
{
    float u = x * (float)size - 0.5f, v = y * (float)size - 0.5f, w = z * (float)size - 0.5f;
    int i = (int)floorf(u), j = (int)floorf(v), k = (int)floorf(w), last = size - 1;
    float a = u - floorf(u), b = v - floorf(v), c = w - floorf(w);
    int x0 = native_clamp(i, 0, last), x1 = native_clamp(i + 1, 0, last);
    int y0 = native_clamp(j, 0, last) * size, y1 = native_clamp(j + 1, 0, last) * size;
    int z0 = native_clamp(k, 0, last) * size * size, z1 = native_clamp(k + 1, 0, last) * size * size;
    float front =
        mix(mix(volume[z0 + y0 + x0], volume[z0 + y0 + x1], a), mix(volume[z0 + y1 + x0], volume[z0 + y1 + x1], a), b);
    float back =
        mix(mix(volume[z1 + y0 + x0], volume[z1 + y0 + x1], a), mix(volume[z1 + y1 + x0], volume[z1 + y1 + x1], a), b);

    return mix(front, back, c);
}

void
native_raymarch(const float *restrict volume, int size, float *restrict out, int width, int height, int steps)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++)
#pragma omp simd
        for (int x = 0; x < width; x++) {
            float u = ((float)x + 0.5f) / (float)width, v = ((float)y + 0.5f) / (float)height, w = 0;
            float du = (u - 0.5f) * 0.5f / (float)steps, dv = (v - 0.5f) * 0.5f / (float)steps, dw = 1 / (float)steps;
            float light = 0, through = 1;

            for (int i = 0; i < steps; i++) {
                float density = trilinear(volume, size, u, v, w), alpha = 0.1f * density;

                light += through * alpha * density;
                through *= 1 - alpha;
                u += du;
                v += dv;
                w += dw;
            }
            out[y * width + x] = light;
        }
}

void
native_array_mean(const uint16_t *restrict in, uint16_t *restrict out, size_t pixels, int layers)
{
#pragma omp parallel for simd
    for (size_t i = 0; i < pixels; i++) {
        uint32_t sum = (uint32_t)layers / 2;

        for (int layer = 0; layer < layers; layer++)
            sum += in[(size_t)layer * pixels + i];
        out[i] = (uint16_t)(sum / (uint32_t)layers);
    }
}

void
native_convert(const uint8_t *restrict in, float *restrict out, size_t pixels, const float *restrict linear)
{
#pragma omp parallel for
    for (size_t i = 0; i < pixels; i++) {
        for (size_t c = 0; c < 3; c++)
            out[4 * i + c] = linear[in[4 * i + c]];
        out[4 * i + 3] = (float)in[4 * i + 3] / 255;
    }
}

void
native_mipmap(const uint8_t *restrict above, uint8_t *restrict level, int width, int height)
{
#pragma omp parallel for
    for (int y = 0; y < height; y++) {
        const uint8_t *up = &above[16 * y * width], *down = up + 8 * width;

        for (int x = 0; x < width; x++)
            for (int c = 0; c < 4; c++) {
                int sum = up[8 * x + c] + up[8 * x + 4 + c] + down[8 * x + c] + down[8 * x + 4 + c];

                level[4 * (y * width + x) + c] = (uint8_t)((sum + 1 + (sum >> 2 & 1)) >> 2); // a half to the even one
            }
    }
}

void
native_tones(float *image, size_t count, float exposure)
{
#pragma omp parallel for simd
    for (size_t i = 0; i < count; i++) {
        float value = exposure * image[i];

        image[i] = value / (1 + value);
    }
}
