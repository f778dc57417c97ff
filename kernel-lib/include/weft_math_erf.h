// SPDX-License-Identifier: Apache-2.0
// erfc of non-negative doubles, for erf and erfc.
//
// (1 + 2a) exp(a^2) erfc(a) is a polynomial of degree 22 of t = (a - 3)/(a + 3), relative error 2^-54; exp(-a^2) is
// corrected for the rounding of a^2. Constants: sollya gen/double_special.sollya.
#ifndef WEFT_MATH_ERF_H
#define WEFT_MATH_ERF_H

#include "weft_math_exp.h"

// For 0 <= a <= 27.25.
WEFT_HELPER double
__weft_erfc_positive(double a)
{
    double t = (a - 3.0) / (a + 3.0);
    double p =
        __weft_poly(t, 0x1.d0ba31cac2477p-19, 0x1.7708d14320bb7p-22, -0x1.43c7360074a6cp-21, -0x1.193a8bd7221aap-23,
                    0x1.84a94093037fep-24, 0x1.174975accaa61p-25, -0x1.15abb8cd205cap-27, -0x1.1420ed5be1423p-28);
    double square = a * a;
    double rest = __weft_fma(a, a, -square);

    p = __weft_more(t, p, -0x1.b912369f81ce4p-14, 0x1.0659704f041eep-13, 0x1.4c144c4fe9816p-18, -0x1.51273da0b019p-16,
                    -0x1.86d4e6a84dd72p-21);
    p = __weft_more(t, p, 0x1.17ca2878186fbp-4, -0x1.8574c40ad4778p-6, 0x1.4b884df982619p-9, 0x1.ef1bdcac1b264p-10,
                    -0x1.98db474d90b7ep-11);
    p = __weft_more(t, p, 0x1.40c522d7e4987p0, -0x1.15c084bb9e8ddp-3, -0x1.85a15c58aa2a6p-5, 0x1.098366a5b3d2fp-3,
                    -0x1.e88b803a4cd22p-4);
    p = p / __weft_fma(2.0, a, 1.0);
    p = __weft_fma(-rest, p, p);
    return __weft_exp(-square, 0) * p;
}

#endif
