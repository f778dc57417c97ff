// SPDX-License-Identifier: Apache-2.0
// Patterns of filters over signals and images.
#include "bench/patterns/patterns.h"

#include <math.h>

static int width, height;

static void
square(struct suite_run *run, int base, int multiple)
{
    width = height = pattern_size(run, base, 2, multiple);
}

static void
conv_setup(struct suite_run *run)
{
    square(run, 1536, 16);
    pattern_in_floats(run, (size_t)(width + 4) * (height + 4), 0, 1);
    pattern_in_floats(run, 25, -1, 1);
    pattern_out_floats(run, (size_t)width * height, 1e-5, 0);
    pattern_2d(run, width, height, 16, 16);
    pattern_arguments(run, "aaai", width);
}

static void
conv_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0), *filter = pattern_host(run, 1);
    float *out = pattern_host(run, 2);

    for (int i = 0; i < width * height; i++) {
        double sum = 0;

        for (int k = 0; k < 25; k++)
            sum += (double)filter[k] * in[(i / width + k / 5) * (width + 4) + i % width + k % 5];
        out[i] = (float)sum;
    }
}

static void
fir_setup(struct suite_run *run)
{
    width = pattern_size(run, 2 << 20, 1, 256);
    pattern_in_floats(run, (size_t)width + 31, -1, 1);
    pattern_in_floats(run, 32, -1, 1);
    pattern_out_floats(run, width, 1e-5, 0);
    pattern_1d(run, width, 256);
    pattern_arguments(run, "aaa");
}

static void
fir_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0), *tap = pattern_host(run, 1);
    float *out = pattern_host(run, 2);

    for (int i = 0; i < width; i++) {
        double sum = 0;

        for (int k = 0; k < 32; k++)
            sum += (double)in[i + k] * tap[k];
        out[i] = (float)sum;
    }
}

static void
box_setup(struct suite_run *run)
{
    square(run, 2048, 64);
    pattern_in_bytes(run, (size_t)(width + 16) * height);
    pattern_out_bytes(run, (size_t)width * height);
    pattern_1d(run, height, 64);
    pattern_arguments(run, "aai", width);
}

static void
box_reference(struct suite_run *run)
{
    const uint8_t *in = pattern_host(run, 0);
    uint8_t *out = pattern_host(run, 1);

    for (int i = 0; i < width * height; i++) {
        int sum = 0;

        for (int k = 0; k < 17; k++)
            sum += in[i / width * (width + 16) + i % width + k];
        out[i] = (uint8_t)(sum / 17);
    }
}

static void
median_setup(struct suite_run *run)
{
    square(run, 1536, 16);
    pattern_in_floats(run, (size_t)(width + 2) * (height + 2), 0, 1);
    pattern_out_floats(run, (size_t)width * height, 0, 0);
    pattern_2d(run, width, height, 16, 16);
    pattern_arguments(run, "aai", width);
}

// By insertion, not by exchanges.
static void
median_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int i = 0; i < width * height; i++) {
        float sorted[9];

        for (int k = 0; k < 9; k++) {
            float v = in[(i / width + k / 3) * (width + 2) + i % width + k % 3];
            int place = k;

            for (; place > 0 && sorted[place - 1] > v; place--)
                sorted[place] = sorted[place - 1];
            sorted[place] = v;
        }
        out[i] = sorted[4];
    }
}

static void
dilate_setup(struct suite_run *run)
{
    square(run, 1024, 64);
    pattern_in_bytes(run, (size_t)width * height);
    pattern_out_bytes(run, (size_t)width * height);
    pattern_2d(run, width, height, 64, 4);
    pattern_arguments(run, "aaii", width, height);
}

static void
dilate_reference(struct suite_run *run)
{
    const uint8_t *in = pattern_host(run, 0);
    uint8_t *out = pattern_host(run, 1);

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int k = 0; k < 25; k++) { // clamped pixels are among the 25, too
                int j = clamped(y + k / 5 - 2, 0, height - 1), i = clamped(x + k % 5 - 2, 0, width - 1);

                out[y * width + x] = (uint8_t)most(out[y * width + x], in[j * width + i]);
            }
}

static void
bilateral_setup(struct suite_run *run)
{
    square(run, 768, 16);
    pattern_in_floats(run, (size_t)width * height, 0, 1);
    pattern_out_floats(run, (size_t)width * height, 1e-5, 0);
    pattern_2d(run, width, height, 16, 16);
    pattern_arguments(run, "aaii", width, height);
}

static void
bilateral_reference(struct suite_run *run)
{
    const float *in = pattern_host(run, 0);
    float *out = pattern_host(run, 1);

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double sum = 0, weights = 0, centre = in[y * width + x];

            for (int k = 0; k < 25; k++) {
                int j = k / 5 - 2, i = k % 5 - 2;
                double v = in[clamped(y + j, 0, height - 1) * width + clamped(x + i, 0, width - 1)];
                double weight = exp(-0.1 * (i * i + j * j) - 8 * (v - centre) * (v - centre));

                sum += weight * v;
                weights += weight;
            }
            out[y * width + x] = (float)(sum / weights);
        }
}

static void
full_setup(struct suite_run *run)
{
    width = pattern_size(run, 48, 2, 1); // of the first; the second is half as wide again
    height = width + width * 3 / 2 - 1;  // of the result
    pattern_in_floats(run, (size_t)width * width, -1, 1);
    pattern_in_floats(run, (size_t)(width * 3 / 2) * (width * 3 / 2), -1, 1);
    pattern_out_floats(run, (size_t)height * height, 1e-4, 0);
    pattern_1d(run, (height * height + 255) / 256 * 256, 256);
    pattern_arguments(run, "aaaii", width, width * 3 / 2);
}

static void
full_reference(struct suite_run *run)
{
    const float *a = pattern_host(run, 0), *b = pattern_host(run, 1);
    const int other = width * 3 / 2;
    float *out = pattern_host(run, 2);

    for (int y = 0; y < height; y++)
        for (int x = 0; x < height; x++) {
            double sum = 0;

            for (int j = 0; j < width; j++)
                for (int i = 0; i < width; i++)
                    if (y - j >= 0 && y - j < other && x - i >= 0 && x - i < other)
                        sum += (double)a[j * width + i] * b[(y - j) * other + x - i];
            out[y * height + x] = (float)sum;
        }
}

const struct suite_program patterns_filter[] = {
    PATTERN(conv_constant, conv_setup, conv_reference),    PATTERN(fir, fir_setup, fir_reference),
    PATTERN(box_running, box_setup, box_reference),        PATTERN(median9, median_setup, median_reference),
    PATTERN(dilate, dilate_setup, dilate_reference),       PATTERN(bilateral, bilateral_setup, bilateral_reference),
    PATTERN(convolution_full, full_setup, full_reference), {0}};
