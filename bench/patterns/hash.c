// SPDX-License-Identifier: Apache-2.0
// Patterns of rounds on 32-bit words in registers.
#include "bench/patterns/patterns.h"

#include <math.h>

static int n;

static void
hash_setup(struct suite_run *run)
{
    n = pattern_size(run, 512 << 10, 1, 64);
    pattern_in_words(run, n);
    pattern_out_ints(run, n);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
md5_reference(struct suite_run *run)
{
    static const int turn[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    const uint32_t *in = pattern_host(run, 0);
    uint32_t *out = pattern_host(run, 1);

    for (int id = 0; id < n; id++) {
        uint32_t s[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

        // The state is turned by indexes instead of moves.
        for (int i = 0; i < 64; i++) {
            uint32_t *a = &s[-i & 3], b = s[(1 - i) & 3], c = s[(2 - i) & 3], d = s[(3 - i) & 3];
            const uint32_t f[4] = {(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)};

            *a = b + rotated(*a + f[i / 16] + in[id] + (uint32_t)i * 0x9e3779b9, turn[i / 16][i % 4]);
        }
        out[id] = s[0] ^ s[1] ^ s[2] ^ s[3];
    }
}

static void
sha_reference(struct suite_run *run)
{
    static const uint32_t constant[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    const uint32_t *in = pattern_host(run, 0);
    uint32_t *out = pattern_host(run, 1);

    for (int id = 0; id < n; id++) {
        uint32_t w[80], s[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

        for (uint32_t i = 0; i < 80; i++)
            w[i] = i < 16 ? in[id] * (i + 1) : rotated(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        for (int i = 0; i < 80; i++) {
            uint32_t a = s[0], b = s[1], c = s[2], d = s[3], parity = b ^ c ^ d;
            const uint32_t f[4] = {(b & c) | (~b & d), parity, (b & c) | (b & d) | (c & d), parity};

            s[0] = rotated(a, 5) + f[i / 20] + s[4] + w[i] + constant[i / 20];
            s[4] = d;
            s[3] = c;
            s[2] = rotated(b, 30);
            s[1] = a;
        }
        out[id] = s[0] ^ s[1] ^ s[2] ^ s[3] ^ s[4];
    }
}

// Work-items with vectors of 16.
static void
wide_setup(struct suite_run *run)
{
    const int items = pattern_size(run, 32 << 10, 1, 64);

    n = items * 16;
    pattern_in_words(run, n);
    pattern_out_ints(run, n);
    pattern_1d(run, items, 64);
    pattern_arguments(run, "aa");
}

static void
lcg_reference(struct suite_run *run)
{
    const uint32_t *in = pattern_host(run, 0);
    uint32_t *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++) {
        uint32_t s = in[i], t = s ^ 0x9e3779b9;

        for (int k = 0; k < 64; k++) {
            s = s * 1664525 + 1013904223;
            t = t * 22695477 + s;
        }
        out[i] = s ^ t;
    }
}

static void
mix_reference(struct suite_run *run)
{
    const uint32_t *in = pattern_host(run, 0);
    uint32_t *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++) {
        uint32_t h = in[i];

        for (int k = 0; k < 32; k++) {
            h = (h ^ h >> 16) * 0x85ebca6b;
            h = (h ^ h >> 13) * 0xc2b2ae35;
            h ^= h >> 16;
        }
        out[i] = h;
    }
}

static void
search_setup(struct suite_run *run)
{
    n = pattern_size(run, 128 << 10, 1, 64);
    pattern_in_words(run, n);
    pattern_out_ints(run, n);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaii", 2, 5);
}

// The constants of a round by its number.
static void
search_reference(struct suite_run *run)
{
    static const uint32_t of_sixteen[] = {0xd76aa478, 0xe8c7b756, 0x242070db}, of_four[] = {0, 0xa301, 0x7aa1, 0x3f17};
    static const uint32_t of_one[] = {0, 5, 11, 3};
    static const int turn[] = {7, 12, 17, 22};
    const uint32_t *in = pattern_host(run, 0);
    uint32_t *out = pattern_host(run, 1);

    for (int id = 0; id < n; id++) {
        out[id] = 0;
        for (uint32_t i = 0; i < 10; i++) {
            const uint32_t w = (in[id] + i) | 0x800000;
            uint32_t s[4] = {0x67452301 + w, 0xefcdab89, 0x98badcfe, 0x10325476};

            for (int r = 0; r < 48; r++) {
                uint32_t *a = &s[-r & 3], b = s[(1 - r) & 3], c = s[(2 - r) & 3], d = s[(3 - r) & 3];
                const uint32_t k = of_sixteen[r / 16] + (r < 16 ? w : 0) + of_four[r / 4 % 4] + of_one[r % 4];

                *a = b + rotated(*a + ((b & c) | (~b & d)) + k, turn[r % 4]);
            }
            if ((s[0] & 7) == 5)
                out[id] ^= s[0] + i;
        }
    }
}

static void
xorshift_setup(struct suite_run *run)
{
    n = pattern_size(run, 128 << 10, 1, 64);
    pattern_updated(pattern_in_words(run, n));
    pattern_out_ints(run, n);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aa");
}

static void
xorshift_reference(struct suite_run *run)
{
    uint32_t *state = pattern_host(run, 0);
    int *inside = pattern_host(run, 1);

    for (int i = 0; i < n; i++)
        for (int k = 0; k < 256; k++) {
            uint64_t x, y;

            state[i] ^= state[i] << 13;
            state[i] ^= state[i] >> 17;
            state[i] ^= state[i] << 5;
            x = state[i] % 32768;
            y = state[i] / 65536 % 32768;
            inside[i] += x * x + y * y < 32768 * 32768;
        }
}

enum { DRAWS = 300, WORDS = 64 };

static void
refill_setup(struct suite_run *run)
{
    n = pattern_size(run, 16 << 10, 1, 64);
    pattern_in_words(run, (size_t)n * (WORDS + 1)); // the states
    pattern_out_floats(run, n, 1, 1e-4);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aai", DRAWS);
}

static void
refill_reference(struct suite_run *run)
{
    float *out = pattern_host(run, 1);

    for (int i = 0; i < n; i++) {
        uint32_t words[WORDS], last = (uint32_t)i + 1;
        double sum = 0;

        for (uint32_t k = 0; k < WORDS; k++)
            words[k] = last = UINT32_C(1812433253) * (last ^ last >> 30) + k;
        for (int draw = 0; draw < DRAWS; draw++) {
            uint32_t *word = &words[draw % WORDS], drawn;

            if (draw % WORDS == 0)
                for (int k = 0; k < WORDS; k++) {
                    const uint32_t two = (words[k] & 0x80000000) | (words[(k + 1) % WORDS] & 0x7fffffff);
                    words[k] = words[(k + 25) % WORDS] ^ two >> 1 ^ (two % 2 ? 0x9908b0df : 0);
                }
            drawn = *word ^ *word >> 11;
            drawn ^= drawn << 7 & 0x9d2c5680;
            drawn ^= drawn << 15 & 0xefc60000;
            drawn ^= drawn >> 18;
            sum -= log(1.0 + (drawn >> 8));
        }
        out[i] = (float)sum;
    }
}

const struct suite_program patterns_hash[] = {PATTERN(md5_rounds, hash_setup, md5_reference),
                                              PATTERN(sha_schedule, hash_setup, sha_reference),
                                              PATTERN(hash_search, search_setup, search_reference),
                                              PATTERN(xorshift, xorshift_setup, xorshift_reference),
                                              PATTERN(md5_uint16, wide_setup, md5_reference),
                                              PATTERN(lcg_uint16, wide_setup, lcg_reference),
                                              PATTERN(mix_uint16, wide_setup, mix_reference),
                                              PATTERN(random_refill, refill_setup, refill_reference),
                                              {0}};
