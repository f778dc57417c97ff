// SPDX-License-Identifier: Apache-2.0
// Lanes of the interpreter: integers extended to 64 bits by their kind, floats as their bits.
#ifndef WEFT_FUZZ_VALUE_H
#define WEFT_FUZZ_VALUE_H

#include <string.h>

#include "conformance/fuzz/ast.h"

// Truncates to the kind and extends again.
static inline uint64_t
canonical(enum kind kind, uint64_t value)
{
    int shift = 64 - 8 * kind_bytes(kind);

    value <<= shift;
    return is_signed(kind) ? (uint64_t)((int64_t)value >> shift) : value >> shift;
}

static inline float
as_f32(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float value;

    memcpy(&value, &low, sizeof value);
    return value;
}

static inline double
as_f64(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline double
as_f16(uint64_t bits)
{
    uint16_t low = (uint16_t)bits;
    _Float16 value;

    memcpy(&value, &low, sizeof value);
    return (double)value;
}

static inline uint64_t
of_f16(double value)
{
    _Float16 half = (_Float16)value;
    uint16_t bits;

    memcpy(&bits, &half, sizeof bits);
    return bits;
}

static inline uint64_t
of_f32(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint64_t
of_f64(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// A floating-point lane's value, and the lane nearest to a value.
static inline double
as_real(enum kind kind, uint64_t bits)
{
    return kind == F16 ? as_f16(bits) : kind == F32 ? (double)as_f32(bits) : as_f64(bits);
}

static inline uint64_t
of_real(enum kind kind, double value)
{
    return kind == F16 ? of_f16(value) : kind == F32 ? of_f32((float)value) : of_f64(value);
}

// Bits of floating-point kinds.
static inline uint64_t
sign_of(enum kind kind)
{
    return (uint64_t)1 << (8 * kind_bytes(kind) - 1);
}

static inline uint64_t
infinity_of(enum kind kind)
{
    return kind == F16 ? 0x7c00 : kind == F32 ? 0x7f800000 : 0x7ff0000000000000;
}

static inline uint64_t
nan_of(enum kind kind)
{
    return kind == F16 ? 0x7e00 : kind == F32 ? 0x7fc00000 : 0x7ff8000000000000;
}

static inline bool
is_nan_bits(enum kind kind, uint64_t bits)
{
    return is_float(kind) && (bits & (sign_of(kind) - 1)) > infinity_of(kind);
}

// NaNs become the one positive quiet NaN; the rest stays.
static inline uint64_t
canonical_nan(enum kind kind, uint64_t bits)
{
    return is_nan_bits(kind, bits) ? nan_of(kind) : bits;
}

static inline uint64_t
load_lane(enum kind kind, const uint8_t *at)
{
    switch (kind_bytes(kind)) {
    case 1:
        return is_signed(kind) ? (uint64_t)(int64_t)*(const int8_t *)at : *at;
    case 2: {
        uint16_t value;

        memcpy(&value, at, sizeof value);
        return is_signed(kind) ? (uint64_t)(int64_t)(int16_t)value : value;
    }
    case 4: {
        uint32_t value;

        memcpy(&value, at, sizeof value);
        return is_signed(kind) ? (uint64_t)(int64_t)(int32_t)value : value;
    }
    default: {
        uint64_t value;

        memcpy(&value, at, sizeof value);
        return value;
    }
    }
}

// Little endian, as every host of this test.
static inline void
store_lane(enum kind kind, uint8_t *at, uint64_t value)
{
    switch (kind_bytes(kind)) {
    case 1:
        *at = (uint8_t)value;
        break;
    case 2:
        memcpy(at, &value, 2);
        break;
    case 4:
        memcpy(at, &value, 4);
        break;
    default:
        memcpy(at, &value, 8);
    }
}

// One lane converted as convert_<to>_sat; *exact says whether the plain conversion is defined to give the same.
uint64_t fuzz_convert(enum kind from, enum kind to, bool saturate, uint64_t value, bool *exact);

#endif
