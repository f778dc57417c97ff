// SPDX-License-Identifier: Apache-2.0
// convert_float<n>[_mode] from all types. From double in a direction: rounded to nearest, then put right by one unit in
// the last place where that went past the source. On the bits that also leads from infinity back to FLT_MAX.
#include "weft_convert.h"

WEFT_CONVERT_FLOAT_FROM_INTEGERS(float)
WEFT_CONVERT_FLOAT_EXACT(float, half)
WEFT_CONVERT_FLOAT_EXACT(float, float)
WEFT_CONVERT_CAST(float, double)
WEFT_CONVERT_ALIAS(_rte, , float, double)

float WEFT_INLINE
convert_float_rtz(double x)
{
    float nearest = (float)x;
    int beyond = __builtin_fabs((double)nearest) > __builtin_fabs(x) ? 1 : 0;

    return __builtin_astype(__builtin_astype(nearest, int) - beyond, float);
}

// Towards infinity the bits of positive numbers grow and those of negative ones shrink.
float WEFT_INLINE
convert_float_rtp(double x)
{
    float nearest = (float)x;
    int bits = __builtin_astype(nearest, int);
    int up = bits < 0 ? -1 : 1;

    return __builtin_astype(bits + ((double)nearest < x ? up : 0), float);
}

float WEFT_INLINE
convert_float_rtn(double x)
{
    return -convert_float_rtp(-x);
}

WEFT_CONVERT_LANES(float, double, _rtz)
WEFT_CONVERT_LANES(float, double, _rtp)
WEFT_CONVERT_LANES(float, double, _rtn)
