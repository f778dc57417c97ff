// SPDX-License-Identifier: Apache-2.0
// What conversions and built-in functions give, from their definitions in the OpenCL C specification.
#include <assert.h>
#include <math.h>

#include "conformance/fuzz/value.h"

static int64_t
kind_min(enum kind kind)
{
    return is_signed(kind) ? (int64_t)((uint64_t)-1 << (8 * kind_bytes(kind) - 1)) : 0;
}

static uint64_t
kind_max(enum kind kind)
{
    uint64_t all = ~(uint64_t)0 >> (64 - 8 * kind_bytes(kind));

    return is_signed(kind) ? all >> 1 : all;
}

static __int128
wide(enum kind kind, uint64_t value)
{
    return is_signed(kind) ? (__int128)(int64_t)value : (__int128)value;
}

static uint64_t
saturated(enum kind kind, __int128 value)
{
    if (value < kind_min(kind))
        return (uint64_t)kind_min(kind);
    if (value > (__int128)kind_max(kind))
        return kind_max(kind);
    return (uint64_t)value;
}

static uint64_t
of_double(enum kind to, double value, bool *exact)
{
    double low = (double)kind_min(to), high = ldexp(1.0, 8 * kind_bytes(to) - is_signed(to));

    value = trunc(value);
    *exact = value >= low && value < high;
    if (isnan(value))
        return 0;
    if (value < low)
        return (uint64_t)kind_min(to);
    if (value >= high)
        return kind_max(to);
    return is_signed(to) ? (uint64_t)(int64_t)value : (uint64_t)value;
}

uint64_t
fuzz_convert(enum kind from, enum kind to, bool saturate, uint64_t value, bool *exact)
{
    *exact = true;
    if (from == to)
        return value;
    if (is_float(from)) {
        double d = as_real(from, value);

        return is_float(to) ? of_real(to, d) : of_double(to, d, exact);
    }
    if (to == F32)
        return of_f32(is_signed(from) ? (float)(int64_t)value : (float)value);
    if (is_float(to)) // beyond 2^53 all halves are infinite
        return of_real(to, is_signed(from) ? (double)(int64_t)value : (double)value);
    return saturate ? saturated(to, wide(from, value)) : canonical(to, value);
}

static uint64_t
integer_builtin(int function, enum kind kind, uint64_t x, uint64_t y, uint64_t z)
{
    __int128 a = wide(kind, x), b = wide(kind, y), c = wide(kind, z);
    int bits = 8 * kind_bytes(kind);
    uint64_t all = ~(uint64_t)0 >> (64 - bits);
    // Unsigned 64-bit products do not fit a signed 128-bit integer.
    __int128 high = kind == U64 ? (__int128)(((unsigned __int128)x * y) >> 64) : (a * b) >> bits;
    __int128 low;

    switch (function) {
    case F_ABS:
        return canonical(unsigned_kind(kind), (uint64_t)(a < 0 ? -a : a));
    case F_ABS_DIFF:
        return canonical(unsigned_kind(kind), (uint64_t)(a < b ? b - a : a - b));
    case F_ADD_SAT:
        return saturated(kind, a + b);
    case F_SUB_SAT:
        return saturated(kind, a - b);
    case F_HADD:
        return (uint64_t)((a + b) >> 1);
    case F_RHADD:
        return (uint64_t)((a + b + 1) >> 1);
    case F_MUL_HI:
        return canonical(kind, (uint64_t)high);
    case F_MAD_HI:
        return canonical(kind, (uint64_t)high + z);
    case F_MAD_SAT:
        if (kind == U64 && high)
            return ~(uint64_t)0;
        if (__builtin_mul_overflow(a, b, &low) || __builtin_add_overflow(low, c, &low))
            return kind_max(kind);
        return saturated(kind, low);
    case F_ROTATE: {
        int by = (int)(y & (uint64_t)(bits - 1));

        x &= all;
        return canonical(kind, by ? x << by | x >> (bits - by) : x);
    }
    case F_CLZ:
        x &= all;
        return x ? (uint64_t)(__builtin_clzll(x) - (64 - bits)) : (uint64_t)bits;
    case F_POPCOUNT:
        return (uint64_t)__builtin_popcountll(x & all);
    case F_MIN:
        return b < a ? y : x;
    case F_MAX:
        return a < b ? y : x;
    case F_BITSELECT:
        return (x & ~z) | (y & z);
    }
    assert(!"an integer function");
    return 0;
}

static double
float_builtin(int function, double x, double y)
{
    switch (function) {
    case F_FABS:
        return fabs(x);
    case F_FMIN:
        return isnan(x) ? y + 0.0 : isnan(y) || x + 0.0 < y + 0.0 ? x + 0.0 : y + 0.0;
    case F_FMAX:
        return isnan(x) ? y + 0.0 : isnan(y) || x + 0.0 > y + 0.0 ? x + 0.0 : y + 0.0;
    case F_FLOOR:
        return floor(x);
    case F_CEIL:
        return ceil(x);
    case F_TRUNC:
        return trunc(x);
    case F_RINT:
        return rint(x);
    case F_ROUND:
        return round(x);
    }
    assert(!"a floating-point function");
    return 0;
}

static uint64_t
float_lane(int function, enum kind kind, uint64_t x, uint64_t y, uint64_t z)
{
    uint64_t sign = sign_of(kind);
    double dx = as_real(kind, x), dy = as_real(kind, y);

    switch (function) {
    case F_FMA:
        // A double is close enough to what halves give, not to what floats do.
        return kind == F32 ? of_f32(fmaf(as_f32(x), as_f32(y), as_f32(z)))
                           : of_real(kind, fma(dx, dy, as_real(kind, z)));
    case F_SQRT:
        return of_real(kind, sqrt(dx)); // rounded once more, which changes nothing
    case F_COPYSIGN:
        return (x & ~sign) | (canonical_nan(kind, y) & sign);
    case F_ISNAN:
        return isnan(dx);
    case F_ISINF:
        return isinf(dx) != 0;
    case F_ISEQUAL:
        return dx == dy;
    case F_ISLESS:
        return dx < dy;
    }
    return of_real(kind, float_builtin(function, dx, dy)); // exact in the wider type
}

static uint64_t
sign_bit(enum kind kind, uint64_t value)
{
    return value >> (8 * kind_bytes(kind) - 1) & 1;
}

void
fuzz_evaluate_builtin(const struct kernel *kernel, struct expr *expr, uint64_t (*in)[MAX_LANES], uint64_t *out)
{
    const struct expr *first = &kernel->expr[expr->kid[0]];
    enum kind kind = fuzz_kind(first->type);
    int n = fuzz_lanes(expr->type), m = fuzz_lanes(first->type);

    switch (expr->a) {
    case F_SELECT:
        for (int i = 0; i < n; i++) {
            enum kind of = fuzz_kind(kernel->expr[expr->kid[2]].type);

            out[i] = (n == 1 ? in[2][i] != 0 : sign_bit(of, in[2][i])) ? in[1][i] : in[0][i];
        }
        return;
    case F_SHUFFLE:
        for (int i = 0; i < n; i++)
            out[i] = in[0][in[1][i] % (uint64_t)m];
        return;
    case F_SHUFFLE2:
        for (int i = 0; i < n; i++) {
            uint64_t at = in[2][i] % (uint64_t)(2 * m);

            out[i] = at < (uint64_t)m ? in[0][at] : in[1][at - (uint64_t)m];
        }
        return;
    case F_ANY:
    case F_ALL:
        out[0] = expr->a == F_ALL;
        for (int i = 0; i < m; i++)
            if (sign_bit(kind, in[0][i]) != (expr->a == F_ALL))
                out[0] = expr->a != F_ALL;
        return;
    case F_UPSAMPLE:
        for (int i = 0; i < n; i++)
            out[i] = canonical(fuzz_kind(expr->type), in[0][i] << (8 * kind_bytes(kind)) | in[1][i]);
        return;
    case F_CLAMP:
        for (int i = 0; i < n; i++) {
            uint64_t low = integer_builtin(F_MIN, kind, in[1][i], in[2][i], 0);
            uint64_t high = integer_builtin(F_MAX, kind, in[1][i], in[2][i], 0);

            out[i] = integer_builtin(F_MIN, kind, integer_builtin(F_MAX, kind, in[0][i], low, 0), high, 0);
        }
        return;
    }
    for (int i = 0; i < n; i++) {
        out[i] = is_float(kind) ? float_lane(expr->a, kind, in[0][i], in[1][i], in[2][i])
                                : integer_builtin(expr->a, kind, in[0][i], in[1][i], in[2][i]);
        if (expr->a >= F_ISNAN && n > 1)
            out[i] = -out[i];
    }
}
