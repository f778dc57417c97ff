// SPDX-License-Identifier: Apache-2.0
// The table of math builtins, their references and allowed errors, for math_ulp.c.
#ifndef WEFT_MATH_ULP_H
#define WEFT_MATH_ULP_H

#include <stdbool.h>

enum math_kind {
    MATH_F_F,       // float f(float)
    MATH_F_FF,      // float f(float, float)
    MATH_F_FFF,     // fma: float f(float, float, float)
    MATH_F_FI,      // float f(float, int)
    MATH_I_F,       // int f(float)
    MATH_F_F_PF,    // float f(float, float *)
    MATH_F_F_PI,    // float f(float, int *)
    MATH_F_FF_PI,   // float f(float, float, int *)
    MATH_NEXTAFTER, // float f(float, float), with a reference of each type
};

union math_float {
    float (*f_f)(float);
    float (*f_ff)(float, float);
    float (*f_fff)(float, float, float);
    float (*f_fi)(float, int);
    int (*i_f)(float);
    float (*f_f_pf)(float, float *);
    float (*f_f_pi)(float, int *);
    float (*f_ff_pi)(float, float, int *);
};

union math_double {
    double (*f_f)(double);
    double (*f_ff)(double, double);
    double (*f_fff)(double, double, double);
    double (*f_fi)(double, int);
    int (*i_f)(double);
    double (*f_f_pf)(double, double *);
    double (*f_f_pi)(double, int *);
    double (*f_ff_pi)(double, double, int *);
};

typedef _Float16 math_half_type;
union math_half {
    math_half_type (*f_f)(math_half_type);
    math_half_type (*f_ff)(math_half_type, math_half_type);
    math_half_type (*f_fff)(math_half_type, math_half_type, math_half_type);
    math_half_type (*f_fi)(math_half_type, int);
    int (*i_f)(math_half_type);
    math_half_type (*f_f_pf)(math_half_type, math_half_type *);
    math_half_type (*f_f_pi)(math_half_type, int *);
    math_half_type (*f_ff_pi)(math_half_type, math_half_type, int *);
};

union math_reference {
    long double (*f_f)(long double);
    long double (*f_ff)(long double, long double);
    long double (*f_fi)(long double, int);
    long double (*f_f_pf)(long double, long double *);
    long double (*f_f_pi)(long double, int *);
    long double (*f_ff_pi)(long double, long double, int *);
};

struct math_row {
    const char *name;
    enum math_kind kind;
    union math_float f;  // null: no such overload
    union math_double d; // null: no such overload
    union math_half h;   // null: no such overload
    union math_reference reference;
    double allowed, allowed_double; // ULP of float and double; the specification's "ULP values" tables
    bool zero_sign;                 // a zero's sign matters
    double low, high;               // the error counts for low <= x <= high only
};

// Ends with a null name.
extern const struct math_row math_rows[];

#endif
