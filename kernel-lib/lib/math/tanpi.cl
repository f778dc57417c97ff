// SPDX-License-Identifier: Apache-2.0
// tanpi(x): tan(pi x).
//
// x = n/2 + r exactly, |r| <= 1/4; tan(pi r) is a polynomial of degree 13 with pi in two floats, relative error
// 2^-25.7; in odd quadrants -1 / tan(pi r). Constants: sollya gen/float_trig.sollya. Allowed 6 ULP, measured 1.77.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_FN
tanpi(float x)
{
    int n;
    float r = __weft_trigpif_reduce(__weft_abs(x), &n);
    float z = r * r;
    float p = __weft_poly(z, -0x1.777a5cp-24f, 0x1.4abb5ap3f, 0x1.468e6p5f, 0x1.429c5cp7f, 0x1.6c52e4p9f,
                          0x1.c7dcb2p9f, 0x1.aa5c82p14f);
    float t = __weft_fma(r, 0x1.921fb6p1f, r * p);

    // The zeros whose signs make tanpi(n) = copysign(0, +-n) for even, odd n, and the poles' as the specification has.
    t = r == 0.0f ? __weft_xor_sign(0.0f, (uint)(n + 1) << 30) : t;
    return __weft_xor_sign(n & 1 ? -1.0f / t : t, as_uint(x));
}

// double: sin(pi r) / cos(pi r). Measured 2.24.
double WEFT_FN
tanpi(double x)
{
    int n;
    double r = __weft_trigpi_reduce(__weft_abs(x), &n);
    double s = __weft_sinpi_poly(r);
    double c = __weft_cospi_poly(r);

    s = r == 0.0 ? __weft_xor_sign(0.0, (ulong)(uint)(n + 1) << 62) : s;
    return __weft_xor_sign((n & 1 ? -c : s) / (n & 1 ? s : c), as_ulong(x));
}

WEFT_UNARY(float, tanpi, float)
WEFT_UNARY(double, tanpi, double)
WEFT_HALF_UNARY(half, tanpi)
