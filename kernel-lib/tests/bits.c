// SPDX-License-Identifier: Apache-2.0
// Bit fields and reversed bits against loops over bits, integer dot products against sums of 64 bits.
#include "harness.h"

enum { COUNT = 48, WIDTHS = 6 };

static bool
bit(uint64_t value, int i)
{
    return value >> i & 1;
}

static uint64_t
inserted(uint64_t base, uint64_t insert, int offset, int bits, int width)
{
    uint64_t result = 0;

    for (int i = 0; i < width; i++)
        result |= (uint64_t)(i >= offset && i < offset + bits ? bit(insert, i - offset) : bit(base, i)) << i;
    return result;
}

static uint64_t
extracted(uint64_t base, int offset, int bits, bool has_sign)
{
    uint64_t result = 0;

    for (int i = 0; i < 64; i++)
        result |= (uint64_t)(i < bits ? bit(base, offset + i) : bits && has_sign && bit(base, offset + bits - 1)) << i;
    return result;
}

static uint64_t
reversed(uint64_t base, int width)
{
    uint64_t result = 0;

    for (int i = 0; i < width; i++)
        result |= (uint64_t)bit(base, width - 1 - i) << i;
    return result;
}

#define NAMES(f, T) {f##_1_##T, f##_2_##T, f##_3_##T, f##_4_##T, f##_8_##T, f##_16_##T}
#define DECLARE(f, T, R)                                                                                               \
    void f##_1_##T(const T *, const T *, uint, uint, R *, ulong),                                                      \
        f##_2_##T(const T *, const T *, uint, uint, R *, ulong),                                                       \
        f##_3_##T(const T *, const T *, uint, uint, R *, ulong),                                                       \
        f##_4_##T(const T *, const T *, uint, uint, R *, ulong),                                                       \
        f##_8_##T(const T *, const T *, uint, uint, R *, ulong),                                                       \
        f##_16_##T(const T *, const T *, uint, uint, R *, ulong);

// One function for each width and place that a field may have.
#define CHECK(f, T, R, expected)                                                                                       \
    DECLARE(f, T, R)                                                                                                   \
    static void check_##f##_##T(void)                                                                                  \
    {                                                                                                                  \
        static void (*const functions[WIDTHS])(const T *, const T *, uint, uint, R *, ulong) = NAMES(f, T);            \
        const int width = (int)sizeof(T) * 8;                                                                          \
        T xs[COUNT], ys[COUNT];                                                                                        \
        R out[COUNT];                                                                                                  \
                                                                                                                       \
        for (int w = 0; w < WIDTHS; w++) {                                                                             \
            for (int offset = 0; offset <= width; offset++) {                                                          \
                for (int bits = 0; offset + bits <= width; bits++) {                                                   \
                    for (int i = 0; i < COUNT; i++) {                                                                  \
                        xs[i] = (T)(i == 0 ? 0 : i == 1 ? ~0 : (int64_t)random_bits());                                \
                        ys[i] = (T)(i == 0 ? ~0 : i == 1 ? 0 : (int64_t)random_bits());                                \
                    }                                                                                                  \
                    functions[w](xs, ys, (uint)offset, (uint)bits, out, COUNT);                                        \
                    for (int i = 0; i < COUNT; i++) {                                                                  \
                        const uint64_t x = (uint64_t)xs[i], y = (uint64_t)ys[i];                                       \
                        (void)y;                                                                                       \
                        checks++;                                                                                      \
                        if (out[i] != (R)(expected))                                                                   \
                            FAIL(#f " of " #T ", width %d: %#llx, %#llx, %d, %d gives %#llx, not %#llx", w,            \
                                 (long long)xs[i], (long long)ys[i], offset, bits, (long long)out[i],                  \
                                 (long long)(R)(expected));                                                            \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }
#define CHECKS(T, I, U)                                                                                                \
    CHECK(bitfield_insert, T, T, inserted(x, y, offset, bits, width))                                                  \
    CHECK(bitfield_extract_signed, T, I, extracted(x, offset, bits, true))                                             \
    CHECK(bitfield_extract_unsigned, T, U, extracted(x, offset, bits, false))                                          \
    CHECK(bit_reverse, T, T, reversed(x, width))
CHECKS(char, char, uchar)
CHECKS(uchar, char, uchar)
CHECKS(short, short, ushort)
CHECKS(ushort, short, ushort)
CHECKS(int, int, uint)
CHECKS(uint, int, uint)
CHECKS(long, long, ulong)
CHECKS(ulong, long, ulong)

// Bytes of a word as numbers.
static int64_t
byte(uint word, int i, bool has_sign)
{
    const int64_t value = word >> 8 * i & 0xff;

    return has_sign && value > 127 ? value - 256 : value;
}

#define DOT_CHECK(name, R, low, high, first_sign, second_sign)                                                         \
    void dot_##name(const uint *x, const uint *y, const R *acc, R *out, ulong count);                                  \
    static void check_dot_##name(void)                                                                                 \
    {                                                                                                                  \
        enum { PAIRS = 20000 };                                                                                        \
        static uint xs[PAIRS], ys[PAIRS];                                                                              \
        static R accs[PAIRS], out[PAIRS][4];                                                                           \
        static const uint edges[] = {0, 0xffffffff, 0x80808080, 0x7f7f7f7f, 0x80ff7f00, 0x01010101};                   \
                                                                                                                       \
        for (int i = 0; i < PAIRS; i++) {                                                                              \
            xs[i] = i < 36 ? edges[i % 6] : (uint)random_bits();                                                       \
            ys[i] = i < 36 ? edges[i / 6] : (uint)random_bits();                                                       \
            accs[i] = (R)(i % 3 == 0   ? (high) - (int64_t)(random_bits() % 200000)                                    \
                          : i % 3 == 1 ? (low) + (int64_t)(random_bits() % 200000)                                     \
                                       : (int64_t)random_bits());                                                      \
        }                                                                                                              \
        dot_##name(xs, ys, accs, *out, PAIRS);                                                                         \
        for (int i = 0; i < PAIRS; i++) {                                                                              \
            int64_t sum = 0;                                                                                           \
            for (int b = 0; b < 4; b++)                                                                                \
                sum += byte(xs[i], b, first_sign) * byte(ys[i], b, second_sign);                                       \
            int64_t with = sum + accs[i];                                                                              \
            with = with<(low) ? (low) : with>(high) ? (high) : with;                                                   \
            checks += 4;                                                                                               \
            for (int f = 0; f < 4; f++)                                                                                \
                if (out[i][f] != (R)(f % 2 ? with : sum))                                                              \
                    FAIL("dot " #name ", function %d: %#x, %#x, %lld gives %lld, not %lld", f, xs[i], ys[i],           \
                         (long long)accs[i], (long long)out[i][f], (long long)(f % 2 ? with : sum));                   \
        }                                                                                                              \
    }
DOT_CHECK(uu_uint, uint, (int64_t)0, (int64_t)UINT32_MAX, false, false)
DOT_CHECK(ss_int, int, (int64_t)INT32_MIN, (int64_t)INT32_MAX, true, true)
DOT_CHECK(us_int, int, (int64_t)INT32_MIN, (int64_t)INT32_MAX, false, true)
DOT_CHECK(su_int, int, (int64_t)INT32_MIN, (int64_t)INT32_MAX, true, false)

#define RUN(T)                                                                                                         \
    check_bitfield_insert_##T();                                                                                       \
    check_bitfield_extract_signed_##T();                                                                               \
    check_bitfield_extract_unsigned_##T();                                                                             \
    check_bit_reverse_##T();

int
main(void)
{
    RUN(char)
    RUN(uchar)
    RUN(short)
    RUN(ushort)
    RUN(int)
    RUN(uint)
    RUN(long)
    RUN(ulong)
    check_dot_uu_uint();
    check_dot_ss_int();
    check_dot_us_int();
    check_dot_su_int();
    return report("bits");
}
