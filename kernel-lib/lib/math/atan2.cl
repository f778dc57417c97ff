// SPDX-License-Identifier: Apache-2.0
// atan2(y, x): the angle of the point (x, y).
//
// atan of the lesser over the greater magnitude (weft_math_trigf.h), then moved to its octant.
// Allowed 6 ULP, measured 1.47.
#include "weft_math_trig.h"
#include "weft_math_trigf.h"

float WEFT_FN
atan2(float y, float x)
{
    float ax = __weft_abs(x);
    float ay = __weft_abs(y);
    bool steep = ay > ax;
    bool left = as_int(x) < 0;
    float lesser = steep ? ax : ay;
    float greater = steep ? ay : ax;
    float q = lesser / greater;
    float p;

    q = greater == 0.0f ? 0.0f : q;
    q = lesser == WEFT_INFF ? 1.0f : q;
    p = __weft_atanf_poly(q);
    p = steep ? WEFT_PI_2F_HI - ((left ? -p : p) - WEFT_PI_2F_LO) : (left ? WEFT_PIF_HI - (p - WEFT_PIF_LO) : p);
    return x != x || y != y ? x + y : __weft_copysign(p, y);
}

// double: measured 2.28.
double WEFT_FN
atan2(double y, double x)
{
    double ax = __weft_abs(x);
    double ay = __weft_abs(y);
    bool steep = ay > ax;
    bool left = as_long(x) < 0;
    double lesser = steep ? ax : ay;
    double greater = steep ? ay : ax;
    // The quotient's correction needs room at both ends of the range.
    double scale = greater > 0x1p1000 ? 0x1p-100 : greater < 0x1p-900 ? 0x1p200 : 1.0;
    double p;

    lesser *= scale;
    greater *= scale;
    // Two infinities are as good as two ones; 0/0 is 0 here, as 0/1.
    greater = lesser == WEFT_INF ? 1.0 : greater;
    lesser = lesser == WEFT_INF ? 1.0 : lesser;
    greater = greater == 0.0 ? 1.0 : greater;
    p = __weft_atan_quotient(lesser, greater);
    p = steep ? WEFT_PI_2_HI - ((left ? -p : p) - WEFT_PI_2_LO) : (left ? WEFT_PI_HI - (p - WEFT_PI_LO) : p);
    return x != x || y != y ? x + y : __weft_copysign(p, y);
}

WEFT_BINARY(float, atan2, float, float)
WEFT_BINARY(double, atan2, double, double)
WEFT_HALF_BINARY(atan2, half)
