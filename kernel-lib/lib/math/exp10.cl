// SPDX-License-Identifier: Apache-2.0
// exp10(x): 10^x.
//
// x = n log10(2) + r with log10(2) in two floats, |r| <= 0.1506, polynomial of degree 6, relative error 2^-28.3.
// Constants: sollya gen/float_exp.sollya. Allowed 3 ULP, measured 0.85.
#include "weft_math.h"

float WEFT_FN
exp10(float x)
{
    float c = __weft_at_least(__weft_at_most(x, 40.0f), -48.0f);
    int n;
    float nf = __weft_round_bits(c, 0x1.a934fp1f, &n);
    float r = __weft_fma(nf, 0x1.ec10cp-27f, __weft_fma(nf, -0x1.344136p-2f, c));
    float p =
        __weft_poly(r, 1.0f, 0x1.26bb1cp1f, 0x1.535248p1f, 0x1.046f9ap1f, 0x1.2bdbdap0f, 0x1.156bbcp-1f, 0x1.a4985p-3f);

    return __weft_scale(p, n, __weft_has_sign(x));
}

// double: the same with degree 11, relative error 2^-57. Constants: sollya gen/double_exp_log.sollya. Measured
// 0.96.
double WEFT_FN
exp10(double x)
{
    double c = __weft_at_least(__weft_at_most(x, 330.0), -350.0);
    int n;
    double nd = __weft_round_bits(c, 0x1.a934f0979a371p1, &n);
    double r = __weft_fma(nd, 0x1.9dc1da994fd21p-59, __weft_fma(nd, -0x1.34413509f79ffp-2, c));
    double p = __weft_poly(r, 0x1.1429ffd22173dp-1, 0x1.a7ed70a0fd5a1p-3, 0x1.16e4dee448345p-4, 0x1.41165fc048a56p-6,
                           0x1.4899f6c8f5b94p-8, 0x1.2f72f045431b1p-10, 0x1.f738814c12e0fp-13);

    p = __weft_more(r, p, 1.0, 0x1.26bb1bbb55516p1, 0x1.53524c73cea76p1, 0x1.0470591de2b43p1, 0x1.2bd7609fd532bp0);
    return __weft_scale(p, n, __weft_has_sign(x));
}

WEFT_UNARY(float, exp10, float)
WEFT_UNARY(double, exp10, double)
WEFT_HALF_UNARY(half, exp10)
