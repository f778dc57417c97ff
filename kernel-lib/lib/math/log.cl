// SPDX-License-Identifier: Apache-2.0
// log(x): natural logarithm.
//
// x = 2^k (1 + f), k log 2 + log(1 + f), log 2 in two floats, polynomial of degree 10 (weft_math_logf.h).
// Allowed 3 ULP, measured 0.84.
#include "weft_math_log.h"
#include "weft_math_logf.h"

float WEFT_FN
log(float x)
{
    return WEFT_LOGF(x, __weft_logf_combine);
}

// double: log(1 + f) by s = f/(2 + f), relative error 2^-57 (weft_math_log.h). Measured 0.82.
double WEFT_FN
log(double x)
{
    double k;
    double f = __weft_log_reduce(x, &k);

    return __weft_log_special(x, __weft_log_combine(k, f));
}

WEFT_UNARY(float, log, float)
WEFT_UNARY(double, log, double)
WEFT_HALF_UNARY(half, log)
