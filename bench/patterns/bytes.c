// SPDX-License-Identifier: Apache-2.0
// Patterns of bytes and bits.
#include "bench/patterns/patterns.h"

#include <string.h>

static int n;

static void
crc_setup(struct suite_run *run)
{
    uint32_t *table;

    n = pattern_size(run, 64 << 10, 1, 64);
    pattern_in_bytes(run, (size_t)n * 64);
    table = pattern_in_words(run, 256)->host;
    pattern_out_ints(run, n);
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320 : 0);
    }
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaa");
}

// Bit by bit.
static void
crc_reference(struct suite_run *run)
{
    const uint8_t *in = pattern_host(run, 0);
    uint32_t *out = pattern_host(run, 2);

    for (int i = 0; i < n; i++) {
        uint32_t crc = 0xffffffff;

        for (int bit = 0; bit < 512; bit++) {
            uint32_t odd = (crc ^ in[i * 64 + bit / 8] >> bit % 8) & 1;

            crc = crc >> 1 ^ (odd ? 0xedb88320 : 0);
        }
        out[i] = ~crc;
    }
}

static void
base64_setup(struct suite_run *run)
{
    n = pattern_size(run, 1 << 20, 1, 64);
    pattern_in_bytes(run, (size_t)n * 3);
    pattern_out_bytes(run, (size_t)n * 4);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
base64_reference(struct suite_run *run)
{
    const uint8_t *in = pattern_host(run, 0);
    uint8_t *out = pattern_host(run, 1);

    for (int i = 0; i < n * 4; i++) {
        int value = 0;

        for (int bit = i * 6; bit < i * 6 + 6; bit++)
            value = value * 2 + (in[bit / 8] >> (7 - bit % 8) & 1);
        out[i] = (uint8_t)(value < 26   ? 'A' + value
                           : value < 52 ? 'a' + value - 26
                           : value < 62 ? '0' + value - 52
                           : value < 63 ? '+'
                                        : '/');
    }
}

// Each word has some of the letters of the one wanted, then others.
static void
compare_setup(struct suite_run *run)
{
    uint8_t *words, *wanted;

    n = pattern_size(run, 1 << 20, 1, 64);
    words = pattern_in_bytes(run, (size_t)n * 16)->host;
    wanted = pattern_in_bytes(run, 16)->host;
    pattern_out_ints(run, n);
    memcpy(wanted, "measured pattern", 16);
    for (int i = 0; i < n; i++) {
        memcpy(words + i * 16, wanted, 16);
        for (int k = (int)suite_random(run, 0, 20); k < 16; k++)
            words[i * 16 + k] = (uint8_t)suite_random(run, 'a', 'z');
    }
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaa");
}

static void
compare_reference(struct suite_run *run)
{
    const char *words = pattern_host(run, 0), *wanted = pattern_host(run, 1);
    int *out = pattern_host(run, 2);

    for (int i = 0; i < n; i++)
        for (int k = 16; k-- > 0;)
            if (memcmp(words + i * 16, wanted, (size_t)k + 1))
                out[i] = memcmp(words + i * 16, wanted, (size_t)k + 1) < 0 ? -k - 1 : k + 1;
}

// variant: bytes of a pixel.
static void
grey_setup(struct suite_run *run)
{
    n = pattern_size(run, 8 << 20, 1, 64);
    pattern_in_bytes(run, (size_t)n * run->program->variant);
    pattern_out_bytes(run, n);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
grey_reference(struct suite_run *run)
{
    const uint8_t *in = pattern_host(run, 0);
    uint8_t *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++, in += run->program->variant)
        out[i] = (uint8_t)((in[0] * 77 + in[1] * 150 + in[2] * 29) / 256);
}

static void
swap_setup(struct suite_run *run)
{
    n = pattern_size(run, 4 << 20, 1, 64);
    pattern_in_words(run, n);
    pattern_out_ints(run, n);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aai", 0x12345679);
}

static uint32_t
turned(uint32_t word)
{
    uint8_t bytes[4];
    uint32_t result = 0;

    memcpy(bytes, &word, 4);
    for (int k = 0; k < 4; k++)
        result |= (uint32_t)bytes[3 - k] << 8 * k;
    return result;
}

static void
swap_reference(struct suite_run *run)
{
    const uint32_t *in = pattern_host(run, 0);
    uint32_t *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++) {
        uint32_t word = turned(in[i]) ^ 0x12345679u * (uint32_t)i;

        out[i] = turned(word) + word;
    }
}

static void
nibbles_setup(struct suite_run *run)
{
    n = pattern_size(run, 2 << 20, 1, 64);
    pattern_in_bytes(run, n);
    pattern_out_bytes(run, (size_t)n * 2);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
nibbles_reference(struct suite_run *run)
{
    const uint8_t *in = pattern_host(run, 0);
    int8_t *out = pattern_host(run, 1);

    for (int i = 0; i < n * 2; i++)
        out[i] = (int8_t)((i % 2 ? in[i / 2] / 16 : in[i / 2] % 16) - 8);
}

static void
planes_setup(struct suite_run *run)
{
    n = pattern_size(run, 1 << 20, 1, 256);
    pattern_in_bytes(run, (size_t)n * 3);
    for (int k = 0; k < 3; k++)
        pattern_out_ints(run, n);
    pattern_1d(run, n, 256);
    pattern_arguments(run, "aaaa");
}

static void
planes_reference(struct suite_run *run)
{
    const uint8_t *pixels = pattern_host(run, 0);

    for (int i = 0; i < n * 3; i++)
        ((int *)pattern_host(run, 1 + i % 3))[i / 3] = pixels[i] - 128;
}

static void
count_setup(struct suite_run *run)
{
    uint64_t *words;

    n = pattern_size(run, 2 << 20, 1, 64);
    words = pattern_in_words(run, (size_t)n * 2)->host;
    pattern_out_ints(run, n);
    for (int i = 0; i < n; i++)
        words[i] = i ? words[i] >> i % 64 : 0;
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
count_reference(struct suite_run *run)
{
    const uint64_t *in = pattern_host(run, 0);
    int *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++) {
        int zeros = 64;

        for (int bit = 0; bit < 64; bit++)
            if (in[i] >> bit & 1) {
                out[i] += 1 + (bit < 8) * 10000;
                zeros = 63 - bit;
            }
        out[i] += 100 * zeros;
    }
}

const struct suite_program patterns_bytes[] = {PATTERN(crc32, crc_setup, crc_reference),
                                               PATTERN(base64, base64_setup, base64_reference),
                                               PATTERN(string_compare, compare_setup, compare_reference),
                                               PATTERN(grey_uchar3, grey_setup, grey_reference, .variant = 3),
                                               PATTERN(grey_uchar4, grey_setup, grey_reference, .variant = 4),
                                               PATTERN(swap_xor, swap_setup, swap_reference),
                                               PATTERN(nibbles, nibbles_setup, nibbles_reference),
                                               PATTERN(rgb_planes, planes_setup, planes_reference),
                                               PATTERN(bit_count, count_setup, count_reference),
                                               {0}};
