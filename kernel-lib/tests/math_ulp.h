// SPDX-License-Identifier: Apache-2.0
// The table of math builtins, their references and allowed errors, for math_ulp.c.
#ifndef WEFT_MATH_ULP_H
#define WEFT_MATH_ULP_H

#include <stdbool.h>

enum math_kind {
    MATH_F_F,       // float f(float)
    MATH_F_FF,      // float f(float, float)
    MATH_F_FFF,     // fma: float f(float, float, float)
    MATH_MAD,       // mad: likewise
    MATH_F_FI,      // float f(float, int)
    MATH_I_F,       // int f(float)
    MATH_F_F_PF,    // float f(float, float *)
    MATH_F_F_PI,    // float f(float, int *)
    MATH_F_FF_PI,   // float f(float, float, int *)
    MATH_NEXTAFTER, // float f(float, float), with a reference of each type
};

// A builtin's overload for `type`.
#define MATH_FUNCTIONS(type)                                                                                           \
    {                                                                                                                  \
        type (*f_f)(type);                                                                                             \
        type (*f_ff)(type, type);                                                                                      \
        type (*f_fff)(type, type, type);                                                                               \
        type (*f_fi)(type, int);                                                                                       \
        int (*i_f)(type);                                                                                              \
        type (*f_f_pf)(type, type *);                                                                                  \
        type (*f_f_pi)(type, int *);                                                                                   \
        type (*f_ff_pi)(type, type, int *);                                                                            \
    }
typedef _Float16 math_half_type;
union math_half MATH_FUNCTIONS(math_half_type);
union math_float MATH_FUNCTIONS(float);
union math_double MATH_FUNCTIONS(double);

union math_reference {
    long double (*f_f)(long double);
    long double (*f_ff)(long double, long double);
    long double (*f_fff)(long double, long double, long double); // NULL: fma of the type
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
