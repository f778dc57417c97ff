// SPDX-License-Identifier: Apache-2.0
// pow, powr, pown and rootn of doubles and floats, compiled for the host, against MPFR: exact wherever the result is
// representable, for programs compare pow(x, 2.0) with ==, and within the table's ULP elsewhere.
//
// Usage: powers [count]. count random arguments of each shape for each function and type.
#include <math.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Far more than what tells a double from its neighbours.
enum { PRECISION = 160 };
static mpfr_t argument_x, argument_y, want, difference;

extern double pow_d(double, double) __asm__("_Z3powdd");
extern double powr_d(double, double) __asm__("_Z4powrdd");
extern double pown_d(double, int) __asm__("_Z4powndi");
extern double rootn_d(double, int) __asm__("_Z5rootndi");
extern float pow_f(float, float) __asm__("_Z3powff");
extern float powr_f(float, float) __asm__("_Z4powrff");
extern float pown_f(float, int) __asm__("_Z4pownfi");
extern float rootn_f(float, int) __asm__("_Z5rootnfi");

#define CALL(name, type, T, Y)                                                                                         \
    static double call_##name##_##type(double x, double y)                                                             \
    {                                                                                                                  \
        return (double)name##_##type((T)x, (Y)y);                                                                      \
    }
CALL(pow, d, double, double)
CALL(powr, d, double, double)
CALL(pown, d, double, int)
CALL(rootn, d, double, int)
CALL(pow, f, float, float)
CALL(powr, f, float, float)
CALL(pown, f, float, int)
CALL(rootn, f, float, int)

struct format {
    const char *name;
    int digits, least, most; // significant digits, exponent of the least normal number, and the one above all
    double allowed;          // ULP
};
static const struct format double_format = {"double", 53, -1022, 1024, 1.0};
static const struct format float_format = {"float", 24, -126, 128, 1.0};

enum function { POW, POWR, POWN, ROOTN, FUNCTIONS };
static const char *const names[FUNCTIONS] = {"pow", "powr", "pown", "rootn"};

// What was seen of one function of one type.
struct tally {
    const struct format *format;
    enum function function;
    double (*call)(double x, double y);
    unsigned long cases, representable, failures;
    double worst;
};

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static uint64_t
random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x2545f4914f6cdd1du;
}

static int
random_between(int low, int high)
{
    return low + (int)(random_bits() % (uint64_t)(high - low + 1));
}

// value rounded to the format.
static double
rounded(const struct format *format, double value)
{
    return format == &float_format ? (double)(float)value : value;
}

// want = x^y, or x^(1/y) for rootn, for finite x that is not 0; true where it is exact.
static bool
reference(enum function function, double x, double y)
{
    int inexact;

    mpfr_set_d(argument_x, x, MPFR_RNDN);
    if (function != ROOTN) {
        mpfr_set_d(argument_y, y, MPFR_RNDN);
        return mpfr_pow(want, argument_x, argument_y, MPFR_RNDN) == 0;
    }
    inexact = mpfr_rootn_ui(want, argument_x, (unsigned long)fabs(y), MPFR_RNDN);
    if (y < 0)
        inexact |= mpfr_ui_div(want, 1, want, MPFR_RNDN);
    return inexact == 0;
}

// got - want in units of the last place that want has in the format.
static double
ulp_error(const struct format *format, double got)
{
    long place = mpfr_get_exp(want) - 1;

    // Infinity stands for the number above all.
    if (place >= format->most)
        return isinf(got) && (got > 0) == (mpfr_sgn(want) > 0) ? 0.0 : INFINITY;
    if (isinf(got))
        mpfr_set_si_2exp(difference, got > 0 ? 1 : -1, format->most, MPFR_RNDN);
    else
        mpfr_set_d(difference, got, MPFR_RNDN);
    mpfr_sub(difference, difference, want, MPFR_RNDN);
    if (place < format->least)
        place = format->least;
    mpfr_mul_2si(difference, difference, format->digits - 1 - place, MPFR_RNDN);
    return fabs(mpfr_get_d(difference, MPFR_RNDN));
}

static void
check(struct tally *t, double x, double y)
{
    bool representable;
    double nearest, got, error;

    if (t->function == POWR)
        x = fabs(x);
    // Zeros, and what is no real number, are math_ulp's business.
    if (x == 0 || !isfinite(x) || !isfinite(y) || (t->function == ROOTN && (y == 0 || (x < 0 && fmod(y, 2) == 0))) ||
        (x < 0 && y != trunc(y)))
        return;
    representable = reference(t->function, x, y);
    if (mpfr_zero_p(want) || mpfr_inf_p(want))
        return;
    nearest = rounded(t->format, mpfr_get_d(want, MPFR_RNDN));
    representable = representable && isfinite(nearest) && mpfr_cmp_d(want, nearest) == 0;
    got = t->call(x, y);
    error = isnan(got) ? INFINITY : ulp_error(t->format, got);
    t->cases++;
    t->representable += representable;
    if (error > t->worst)
        t->worst = error;
    if (error > (representable ? 0.0 : t->format->allowed) && t->failures++ < 5)
        printf("%s(%s %a, %a) = %a, %.3f ULP from %s%a\n", names[t->function], t->format->name, x, y, got, error,
               representable ? "" : "about ", mpfr_get_d(want, MPFR_RNDN));
}

// ---- Representable results ------------------------------------------------------------------------------------------

// The greatest integer whose n-th power has at most that many digits.
static double
greatest_base(int digits, int n)
{
    double base = floor(exp2((double)digits / n));

    while (pow(base, n) > ldexp(1.0, digits))
        base--;
    return base;
}

// base^n, and the same of base 2^e at exponents from the denormals to the greatest numbers. rootn sees the power.
static void
check_power(struct tally *t, double base, int n)
{
    const struct format *f = t->format;
    double power = 1.0;
    // Exponents at which a power of that many digits is a number of the format.
    int most = f->most - 1, least = f->least - f->digits + 1;

    for (int i = 0; i < n; i++)
        power *= base;
    for (int sign = 1; sign >= -1; sign -= 2) {
        for (int i = 0; i < 4; i++) {
            int size = ilogb(power) / n + 1;
            int e = i == 0   ? 0
                    : i == 1 ? random_between(least / n, most / n - size)
                    : i == 2 ? least / n
                             : most / n - size;
            double x = sign * ldexp(base, e);
            double p = ldexp(power, e * n);

            if (t->function != ROOTN)
                check(t, x, n);
            else if (rounded(f, p) == p && isfinite(p))
                check(t, n & 1 ? sign * p : p, n);
        }
    }
}

// All small integers to all powers that fit, and random greater ones.
static void
check_integers(struct tally *t)
{
    for (int n = 1; n <= t->format->digits; n++) {
        double greatest = greatest_base(t->format->digits, n);

        for (double base = 2; base <= greatest && base <= 4096; base++)
            check_power(t, base, n);
        for (int i = 0; i < 2000 && greatest > 4096; i++)
            check_power(t, floor(greatest - (double)(random_bits() >> 11) * 0x1p-53 * (greatest - 4096)), n);
    }
}

// 2^k to every power that is a number, 2^(k j) where the exponent's fraction leaves an integer.
static void
check_powers_of_two(struct tally *t)
{
    const int least = t->format->least - t->format->digits + 1, most = t->format->most - 1;

    for (int k = least; k <= most; k++) {
        if (t->function == ROOTN) {
            for (int n = 1; n <= 2 * most; n++) {
                if (k % n == 0) {
                    check(t, ldexp(1.0, k), n);
                    check(t, ldexp(-1.0, k), -n);
                }
            }
            continue;
        }
        for (int to = least; to <= most && k != 0; to++) {
            double y = (double)to / k;

            // A quotient that is exact.
            if (y * k == to && fma(y, k, -(double)to) == 0.0 && rounded(t->format, y) == y &&
                (t->function != POWN || y == trunc(y)))
                check(t, ldexp(y == trunc(y) ? -1.0 : 1.0, k), y);
        }
    }
}

// (b^(2^s))^(j/2^s): roots of squares, of fourth powers and so on, and their powers.
static void
check_fractions(struct tally *t)
{
    for (int s = 1; s <= 5; s++) {
        int root = 1 << s;
        double greatest = greatest_base(t->format->digits, root);

        for (int i = 0; i < 1000 && greatest >= 2; i++) {
            double base = i + 2 <= greatest ? i + 2 : greatest - (double)(random_bits() % (uint64_t)(greatest - 1));
            double x = 1.0;
            int e = random_between(t->format->least / root, t->format->most / root - 60 / root);

            for (int j = 0; j < root; j++)
                x *= base;
            for (int j = 1; j <= 33; j += 2) {
                check(t, x, (double)j / root);
                check(t, ldexp(x, e * root), (double)j / root);
                check(t, ldexp(1.0, e * root), (double)-j / root);
            }
        }
    }
}

// ---- Others ---------------------------------------------------------------------------------------------------------

// A number of any exponent, of a moderate one, or close to 1.
static double
random_base(const struct format *f, int shape)
{
    double m = 1.0 + (double)(random_bits() >> 12) * 0x1p-52;
    double x;

    if (shape == 0)
        x = ldexp(m, random_between(f->least - 2, f->most - 1));
    else if (shape == 1)
        x = ldexp(m, random_between(-6, 6));
    else
        x = 1.0 + ldexp(random_bits() & 1 ? m : -m, random_between(1 - f->digits, -2));
    return rounded(f, x);
}

// An exponent that leads anywhere in the range of results.
static double
random_exponent(const struct tally *t, double x)
{
    const struct format *f = t->format;
    double to = (double)random_between(f->least - f->digits, f->most) + (double)(random_bits() >> 11) * 0x1p-53;
    double y = to / log2(x);

    if (t->function == POW || t->function == POWR)
        return rounded(f, y);
    if (t->function == ROOTN)
        y = random_bits() & 3 ? (double)random_between(-40, 40) : 1.0 / y;
    return fmin(fmax(rint(y), -0x1p31), 0x1p31 - 1);
}

static void
check_random(struct tally *t, long count)
{
    for (int shape = 0; shape < 3; shape++) {
        for (long i = 0; i < count; i++) {
            double x = random_base(t->format, shape);
            double y = x == 1.0 ? 1.0 : random_exponent(t, x);

            check(t, random_bits() & 1 && y == trunc(y) ? -x : x, y);
        }
    }
}

int
main(int argc, char **argv)
{
    static double (*const calls[2][FUNCTIONS])(double, double) = {{call_pow_d, call_powr_d, call_pown_d, call_rootn_d},
                                                                  {call_pow_f, call_powr_f, call_pown_f, call_rootn_f}};
    const long count = argc > 1 ? strtol(argv[1], NULL, 0) : 20000;
    bool ok = true;

    mpfr_inits2(53, argument_x, argument_y, (mpfr_ptr)NULL);
    mpfr_inits2(PRECISION, want, difference, (mpfr_ptr)NULL);
    for (int type = 0; type < 2; type++) {
        for (enum function f = 0; f < FUNCTIONS; f++) {
            struct tally t = {.format = type ? &float_format : &double_format, .function = f, .call = calls[type][f]};

            check_integers(&t);
            check_powers_of_two(&t);
            if (f == POW || f == POWR)
                check_fractions(&t);
            check_random(&t, count);
            printf("%-6s %-6s %8lu cases, %8lu representable, %6lu failures, %.4f ULP\n", names[f], t.format->name,
                   t.cases, t.representable, t.failures, t.worst);
            ok &= t.failures == 0 && t.representable > 0 && t.representable < t.cases;
        }
    }
    mpfr_clears(argument_x, argument_y, want, difference, (mpfr_ptr)NULL);
    mpfr_free_cache();
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
