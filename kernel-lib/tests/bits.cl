// SPDX-License-Identifier: Apache-2.0
// Bit fields, reversed bits and integer dot products over arrays, by vectors of each width.
#include "types.h"
#include "widths.h"

#define FIELD(name, n, T, R, call)                                                                                     \
    void name##_##n##_##T(global const T *x, global const T *y, uint offset, uint bits, global R *out, ulong count)    \
    {                                                                                                                  \
        for (ulong i = 0; i < count / n; i++)                                                                          \
            PUT_##n(call, i, out);                                                                                     \
    }
#define FIELDS_N(n, T, I, U)                                                                                           \
    FIELD(bitfield_insert, n, T, T, bitfield_insert(X(n), Y(n), offset, bits))                                         \
    FIELD(bitfield_extract_signed, n, T, I, bitfield_extract_signed(X(n), offset, bits))                               \
    FIELD(bitfield_extract_unsigned, n, T, U, bitfield_extract_unsigned(X(n), offset, bits))                           \
    FIELD(bit_reverse, n, T, T, bit_reverse(X(n)))
#define FIELDS(T, I, U)                                                                                                \
    FIELDS_N(1, T, I, U)                                                                                               \
    FIELDS_N(2, T, I, U)                                                                                               \
    FIELDS_N(3, T, I, U)                                                                                               \
    FIELDS_N(4, T, I, U)                                                                                               \
    FIELDS_N(8, T, I, U)                                                                                               \
    FIELDS_N(16, T, I, U)
FIELDS(char, char, uchar)
FIELDS(uchar, char, uchar)
FIELDS(short, short, ushort)
FIELDS(ushort, short, ushort)
FIELDS(int, int, uint)
FIELDS(uint, int, uint)
FIELDS(long, long, ulong)
FIELDS(ulong, long, ulong)

// Four results for each pair: of vectors and of packed bytes.
#define DOT(name, R, A, B)                                                                                             \
    void dot_##name(global const uint *x, global const uint *y, global const R *acc, global R *out, ulong count)       \
    {                                                                                                                  \
        for (ulong i = 0; i < count; i++) {                                                                            \
            out[i * 4] = dot(as_##A(x[i]), as_##B(y[i]));                                                              \
            out[i * 4 + 1] = dot_acc_sat(as_##A(x[i]), as_##B(y[i]), acc[i]);                                          \
            out[i * 4 + 2] = dot_4x8packed_##name(x[i], y[i]);                                                         \
            out[i * 4 + 3] = dot_acc_sat_4x8packed_##name(x[i], y[i], acc[i]);                                         \
        }                                                                                                              \
    }
DOT(uu_uint, uint, uchar4, uchar4)
DOT(ss_int, int, char4, char4)
DOT(us_int, int, uchar4, char4)
DOT(su_int, int, char4, uchar4)
