// SPDX-License-Identifier: Apache-2.0
// Image formats: which there are, how their pixels lie in memory, and colours in them against plain models.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "runtime/core/pixel_format.h"

static struct weft_pixel_format
find(cl_channel_order order, cl_channel_type type)
{
    struct weft_pixel_format format;

    if (!weft_pixel_format_find(order, type, &format))
        fail_msg("no format of order 0x%x and type 0x%x", order, type);
    return format;
}

static bool
exists(cl_channel_order order, cl_channel_type type)
{
    struct weft_pixel_format format;

    return weft_pixel_format_find(order, type, &format);
}

static void
bits_of_a_pixel_are_a_power_of_two(void **state)
{
    (void)state;
    assert_true(exists(CL_RGBA, CL_FLOAT));
    assert_true(exists(CL_RGBx, CL_UNORM_INT8));
    assert_true(exists(CL_Rx, CL_HALF_FLOAT));
    assert_true(exists(CL_RGx, CL_UNORM_INT16));
    assert_false(exists(CL_RGB, CL_UNORM_INT8));
    assert_false(exists(CL_sRGB, CL_UNORM_INT8));
}

static void
types_and_orders_of_their_own_exist_only_together(void **state)
{
    (void)state;
    assert_true(exists(CL_RGB, CL_UNORM_SHORT_565));
    assert_true(exists(CL_RGBx, CL_UNORM_SHORT_555));
    assert_true(exists(CL_RGBx, CL_UNORM_INT_101010));
    assert_false(exists(CL_RGBA, CL_UNORM_INT_101010));
    assert_true(exists(CL_RGBA, CL_UNORM_INT_101010_2));
    assert_false(exists(CL_ABGR, CL_UNORM_INT_101010_2));
    assert_true(exists(CL_ABGR, CL_UNORM_INT_2_101010_EXT));
    assert_false(exists(CL_RGBA, CL_UNORM_INT_2_101010_EXT));
    assert_true(exists(CL_R, CL_UNSIGNED_INT_RAW10_EXT));
    assert_false(exists(CL_RG, CL_UNSIGNED_INT_RAW12_EXT));
    assert_true(exists(CL_RGBA, CL_UNORM_INT14X2_EXT));
    assert_false(exists(CL_BGRA, CL_UNSIGNED_INT10X6_EXT));
    assert_true(exists(CL_sBGRA, CL_UNORM_INT8));
    assert_false(exists(CL_sRGBA, CL_UNORM_INT16));
    assert_true(exists(CL_DEPTH, CL_FLOAT));
    assert_true(exists(CL_DEPTH, CL_UNORM_INT16));
    assert_false(exists(CL_DEPTH, CL_UNORM_INT8));
    assert_false(exists(0, CL_FLOAT));
    assert_false(exists(CL_R, 0));
}

static bool
is_listed(cl_channel_order order, cl_channel_type type, cl_mem_object_type image, cl_mem_flags flags)
{
    cl_image_format formats[512];
    cl_uint count = weft_pixel_format_list(image, flags, 512, formats);

    assert_in_range(count, 1, 512);
    for (cl_uint i = 0; i < count; i++) {
        assert_true(exists(formats[i].image_channel_order, formats[i].image_channel_data_type));
        if (formats[i].image_channel_order == order && formats[i].image_channel_data_type == type)
            return true;
    }
    return false;
}

static void
lists_depend_on_image_and_access(void **state)
{
    cl_image_format one[1];

    (void)state;
    assert_true(is_listed(CL_RGBA, CL_FLOAT, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_KERNEL_READ_AND_WRITE));
    assert_true(is_listed(CL_DEPTH, CL_FLOAT, CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY));
    assert_true(is_listed(CL_DEPTH, CL_FLOAT, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_WRITE_ONLY));
    assert_false(is_listed(CL_DEPTH, CL_FLOAT, CL_MEM_OBJECT_IMAGE3D, CL_MEM_READ_ONLY));
    assert_true(is_listed(CL_R, CL_UNSIGNED_INT_RAW10_EXT, CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY));
    assert_false(is_listed(CL_R, CL_UNSIGNED_INT_RAW10_EXT, CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_WRITE));
    assert_false(is_listed(CL_R, CL_UNSIGNED_INT_RAW10_EXT, CL_MEM_OBJECT_IMAGE2D, 0));
    assert_false(is_listed(CL_R, CL_UNSIGNED_INT_RAW12_EXT, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_READ_ONLY));
    assert_true(is_listed(CL_sRGBA, CL_UNORM_INT8, CL_MEM_OBJECT_IMAGE3D, CL_MEM_WRITE_ONLY));
    assert_false(is_listed(CL_sRGBA, CL_UNORM_INT8, CL_MEM_OBJECT_IMAGE2D, CL_MEM_KERNEL_READ_AND_WRITE));
    assert_true(weft_pixel_format_list(CL_MEM_OBJECT_IMAGE2D, CL_MEM_READ_ONLY, 1, one) > 1);
}

static void
formats_say_where_channels_lie(void **state)
{
    struct weft_pixel_format f = find(CL_BGRA, CL_UNORM_INT8);

    (void)state;
    assert_int_equal(f.pixel_bytes, 4);
    assert_int_equal(f.read_from, 0x03000102);
    assert_int_equal(f.written_by, 0x03000102);
    assert_int_equal(f.border_alpha, 0);
    f = find(CL_LUMINANCE, CL_HALF_FLOAT);
    assert_int_equal(f.pixel_bytes, 2);
    assert_int_equal(f.read_from, 0x05000000);
    assert_int_equal(f.written_by, 0x04040400);
    assert_int_equal(f.bits, 16);
    f = find(CL_RA, CL_FLOAT);
    assert_int_equal(f.written_by, 0x04040300);
    f = find(CL_RGBx, CL_UNORM_SHORT_565);
    assert_int_equal(f.pixel_bytes, 2);
    assert_int_equal(f.channels, 3);
    assert_int_equal(f.bits, 0x00050605);
    assert_int_equal(f.shifts, 0x0000050B);
    f = find(CL_RGBx, CL_UNORM_INT8);
    assert_int_equal(f.channels, 4);
    assert_int_equal(f.written_by, 0x03020100);
    assert_int_equal(f.read_from, 0x05020100);
    assert_int_equal(f.border_alpha, 1);
    f = find(CL_RGBx, CL_UNSIGNED_INT8);
    assert_int_equal(f.read_from, 0x04020100);
    f = find(CL_R, CL_UNSIGNED_INT_RAW12_EXT);
    assert_int_equal(f.pixel_bytes, 3);
    assert_int_equal(f.raw_pixels, 2);
    assert_int_equal(f.bits, 12);
}

static uint32_t
pack_r(cl_channel_type type, uint32_t word)
{
    struct weft_pixel_format format = find(CL_R, type);
    uint32_t pixel = 0;

    weft_pixel_pack(&format, &word, &pixel); // only the first component is looked at
    return pixel;
}

static uint32_t
word_of(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof(word));
    return word;
}

static const float samples[] = {0.0f,     -0.0f,    1.0f,     -1.0f,      0.5f,      0.25f,      2.0f,    -2.0f,
                                1e30f,    -1e30f,   INFINITY, -INFINITY,  1e-30f,    0.1f / 255, 0.9999f, -0.9999f,
                                1.00390f, -1.0039f, 1.0079f,  -1.007874f, 0.003922f, 0.0019608f, 0.7f,    0.333333f};
#define SAMPLE_COUNT (sizeof(samples) / sizeof(samples[0]))

// All samples, then numbers all over the range and at exact halves.
static float
sample(unsigned index, float most)
{
    if (index < SAMPLE_COUNT)
        return samples[index];
    index -= SAMPLE_COUNT;
    return index % 2 ? ((float)(index / 2) + 0.5f) / most : (float)rand() / (float)RAND_MAX * 2.2f - 1.1f;
}

static void
compare_normalized(cl_channel_type type, float scale, float least, float most, unsigned shift, uint32_t mask)
{
    for (unsigned i = 0; i < 4000; i++) {
        float value = sample(i, scale), scaled = value * scale;
        uint32_t got = pack_r(type, word_of(value));
        float clamped = scaled < least ? least : scaled > most ? most : scaled;
        uint32_t expected = ((uint32_t)(int32_t)nearbyintf(clamped) & mask) << shift;

        if (got != expected)
            fail_msg("%a of type 0x%x is 0x%x, not 0x%x", value, type, got, expected);
    }
    assert_int_equal(pack_r(type, word_of(NAN)), 0);
}

static void
normalized_values_are_rounded_to_even_and_saturated(void **state)
{
    (void)state;
    compare_normalized(CL_UNORM_INT8, 255, 0, 255, 0, 0xFF);
    compare_normalized(CL_UNORM_INT16, 65535, 0, 65535, 0, 0xFFFF);
    compare_normalized(CL_SNORM_INT8, 127, -128, 127, 0, 0xFF);
    compare_normalized(CL_SNORM_INT16, 32767, -32768, 32767, 0, 0xFFFF);
    compare_normalized(CL_UNORM_INT10X6_EXT, 1023, 0, 1023, 6, 0x3FF);
    compare_normalized(CL_UNORM_INT12X4_EXT, 4095, 0, 4095, 4, 0xFFF);
    compare_normalized(CL_UNORM_INT14X2_EXT, 16383, 0, 16383, 2, 0x3FFF);
}

static void
integers_are_saturated(void **state)
{
    (void)state;
    assert_int_equal(pack_r(CL_SIGNED_INT8, (uint32_t)-129), 0x80);
    assert_int_equal(pack_r(CL_SIGNED_INT8, 128), 0x7F);
    assert_int_equal(pack_r(CL_SIGNED_INT8, (uint32_t)-5), 0xFB);
    assert_int_equal(pack_r(CL_SIGNED_INT16, (uint32_t)INT32_MIN), 0x8000);
    assert_int_equal(pack_r(CL_SIGNED_INT16, INT32_MAX), 0x7FFF);
    assert_int_equal(pack_r(CL_SIGNED_INT32, (uint32_t)INT32_MIN), (uint32_t)INT32_MIN);
    assert_int_equal(pack_r(CL_UNSIGNED_INT8, 256), 0xFF);
    assert_int_equal(pack_r(CL_UNSIGNED_INT16, UINT32_MAX), 0xFFFF);
    assert_int_equal(pack_r(CL_UNSIGNED_INT32, UINT32_MAX), UINT32_MAX);
    assert_int_equal(pack_r(CL_UNSIGNED_INT10X6_EXT, 1024), 0xFFC0);
    assert_int_equal(pack_r(CL_UNSIGNED_INT12X4_EXT, 0x123), 0x1230);
    assert_int_equal(pack_r(CL_UNSIGNED_INT14X2_EXT, 1), 4);
}

static double
half_value(unsigned half)
{
    unsigned exponent = half >> 10 & 31;
    double fraction = (double)(half & 1023) / 1024;

    return exponent ? ldexp(1 + fraction, (int)exponent - 15) : ldexp(fraction, -14);
}

// The nearest of all halves, 65536 as the one behind the last.
static unsigned
nearest_half(double value)
{
    unsigned low = 0, high = 0x7C00;

    while (high - low > 1) {
        unsigned middle = (low + high) / 2;

        if (half_value(middle) <= value)
            low = middle;
        else
            high = middle;
    }
    if (value - half_value(low) == half_value(high) - value)
        return low & 1 ? high : low;
    return value - half_value(low) < half_value(high) - value ? low : high;
}

static void
halves_are_rounded_to_even(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 100000; i++) {
        double value = ldexp(1 + (double)rand() / RAND_MAX, rand() % 44 - 27);

        if (i % 4 == 0) // exact halves
            value = (half_value(i % 0x7C00) + half_value(i % 0x7C00 + 1)) / 2;
        if (pack_r(CL_HALF_FLOAT, word_of((float)value)) != nearest_half((float)value))
            fail_msg("%a is 0x%x, not 0x%x", value, pack_r(CL_HALF_FLOAT, word_of((float)value)),
                     nearest_half((float)value));
    }
    assert_int_equal(pack_r(CL_HALF_FLOAT, word_of(-2)), 0xC000);
    assert_int_equal(pack_r(CL_HALF_FLOAT, word_of(INFINITY)), 0x7C00);
    assert_int_equal(pack_r(CL_HALF_FLOAT, word_of(-1e30f)), 0xFC00);
    assert_true((pack_r(CL_HALF_FLOAT, word_of(NAN)) & 0x7FFF) > 0x7C00);
    assert_int_equal(pack_r(CL_FLOAT, word_of(1e-40f)), word_of(1e-40f));
}

static void
sRGB_is_coded_as_the_specification_has_it(void **state)
{
    struct weft_pixel_format format = find(CL_sBGRA, CL_UNORM_INT8);

    (void)state;
    for (unsigned i = 0; i < 100000; i++) {
        float color[4] = {(float)i / 100000, (float)rand() / (float)RAND_MAX * 0.01f, sample(i % 1000, 255), 0.5f};
        unsigned char pixel[4];

        weft_pixel_pack(&format, color, pixel);
        for (int c = 0; c < 3; c++) {
            double linear = color[c] > 1 ? 1 : color[c] > 0 ? color[c] : 0;
            double coded = linear < 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;

            if (fabs(pixel[2 - c] - coded * 255) > 0.5 + 1e-9)
                fail_msg("%a is coded as %u, which should be near to %f", color[c], pixel[2 - c], coded * 255);
        }
        assert_int_equal(pixel[3], 128); // linear
    }
}

static void
packed_and_raw_pixels_lie_as_specified(void **state)
{
    const float color[4] = {1, 0.5f, 0, 1};
    const uint32_t raw = 0x2A7;
    struct weft_pixel_format format = find(CL_RGB, CL_UNORM_SHORT_565);
    uint16_t two = 0;
    uint32_t four = 0;
    unsigned char group[5];

    (void)state;
    weft_pixel_pack(&format, color, &two);
    assert_int_equal(two, 31 << 11 | 32 << 5);
    format = find(CL_RGBx, CL_UNORM_SHORT_555);
    weft_pixel_pack(&format, color, &two);
    assert_int_equal(two, 31 << 10 | 16 << 5);
    format = find(CL_RGB, CL_UNORM_INT_101010);
    weft_pixel_pack(&format, color, &four);
    assert_int_equal(four, 1023u << 20 | 512 << 10);
    format = find(CL_RGBA, CL_UNORM_INT_101010_2);
    weft_pixel_pack(&format, color, &four);
    assert_int_equal(four, 1023u << 22 | 512 << 12 | 3);
    format = find(CL_ABGR, CL_UNORM_INT_2_101010_EXT);
    weft_pixel_pack(&format, color, &four);
    assert_int_equal(four, 3u << 30 | 512 << 10 | 1023);
    format = find(CL_R, CL_UNSIGNED_INT_RAW10_EXT);
    weft_pixel_pack(&format, &raw, group);
    assert_memory_equal(group, "\xA9\xA9\xA9\xA9\xFF", 5);
    format = find(CL_R, CL_UNSIGNED_INT_RAW12_EXT);
    weft_pixel_pack(&format, &raw, group);
    assert_memory_equal(group, "\x2A\x2A\x77", 3);
}

static void
components_go_to_their_channels(void **state)
{
    static const struct {
        cl_channel_order order;
        unsigned char pixel[4];
        unsigned bytes;
    } cases[] = {
        {CL_R, {1}, 1},
        {CL_A, {4}, 1},
        {CL_RG, {1, 2}, 2},
        {CL_RA, {1, 4}, 2},
        {CL_Rx, {1}, 1},
        {CL_RGx, {1, 2}, 2},
        {CL_RGBA, {1, 2, 3, 4}, 4},
        {CL_BGRA, {3, 2, 1, 4}, 4},
        {CL_ARGB, {4, 1, 2, 3}, 4},
        {CL_ABGR, {4, 3, 2, 1}, 4},
        {CL_RGBx, {1, 2, 3, 4}, 4},
        {CL_INTENSITY, {1}, 1},
        {CL_LUMINANCE, {1}, 1},
    };
    const uint32_t color[4] = {1, 2, 3, 4};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct weft_pixel_format format = find(cases[i].order, CL_UNSIGNED_INT8);
        unsigned char pixel[4];

        weft_pixel_pack(&format, color, pixel);
        assert_int_equal(format.pixel_bytes, cases[i].bytes);
        assert_memory_equal(pixel, cases[i].pixel, cases[i].bytes);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_of_a_pixel_are_a_power_of_two),
        cmocka_unit_test(types_and_orders_of_their_own_exist_only_together),
        cmocka_unit_test(lists_depend_on_image_and_access),
        cmocka_unit_test(formats_say_where_channels_lie),
        cmocka_unit_test(normalized_values_are_rounded_to_even_and_saturated),
        cmocka_unit_test(integers_are_saturated),
        cmocka_unit_test(halves_are_rounded_to_even),
        cmocka_unit_test(sRGB_is_coded_as_the_specification_has_it),
        cmocka_unit_test(packed_and_raw_pixels_lie_as_specified),
        cmocka_unit_test(components_go_to_their_channels),
    };

    return cmocka_run_group_tests_name("pixel_format", tests, NULL, NULL);
}
