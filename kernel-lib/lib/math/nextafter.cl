// SPDX-License-Identifier: Apache-2.0
// nextafter(x, y): the float next to x towards y. Exact.
#include "weft_math.h"

float WEFT_FN
nextafter(float x, float y)
{
    // Ordered like the numbers: negative ones count down from 0.
    int i = as_int(x) < 0 ? INT_MIN - as_int(x) : as_int(x);
    int j = as_int(y) < 0 ? INT_MIN - as_int(y) : as_int(y);
    int next = i < j ? i + 1 : i - 1;
    float r = as_float(next < 0 ? INT_MIN - next : next);

    // From the least negative number upwards is -0.
    r = next == 0 ? __weft_copysign(0.0f, x) : r;
    r = x == y ? y : r;
    return x != x || y != y ? x + y : r;
}

double WEFT_FN
nextafter(double x, double y)
{
    // Ordered like the numbers: negative ones count down from 0.
    long i = as_long(x) < 0 ? LONG_MIN - as_long(x) : as_long(x);
    long j = as_long(y) < 0 ? LONG_MIN - as_long(y) : as_long(y);
    long next = i < j ? i + 1 : i - 1;
    double r = as_double(next < 0 ? LONG_MIN - next : next);

    // From the least negative number upwards is -0.
    r = next == 0 ? __weft_copysign(0.0, x) : r;
    r = x == y ? y : r;
    return x != x || y != y ? x + y : r;
}

half WEFT_FN
nextafter(half x, half y)
{
    // Ordered like the numbers: negative ones count down from 0.
    int i = as_short(x) < 0 ? SHRT_MIN - as_short(x) : as_short(x);
    int j = as_short(y) < 0 ? SHRT_MIN - as_short(y) : as_short(y);
    int next = i < j ? i + 1 : i - 1;
    half r = as_half((short)(next < 0 ? SHRT_MIN - next : next));

    // From the least negative number upwards is -0.
    r = next == 0 ? __builtin_elementwise_copysign(0.0h, x) : r;
    r = x == y ? y : r;
    return x != x || y != y ? x + y : r;
}

WEFT_BINARY(float, nextafter, float, float)
WEFT_BINARY(double, nextafter, double, double)
WEFT_BINARY(half, nextafter, half, half)
