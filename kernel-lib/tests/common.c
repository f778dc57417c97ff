// SPDX-License-Identifier: Apache-2.0
// The common functions of all types and widths with zeros, denormals, infinities and NaN in each argument, against the
// specification's "Common Functions".
#include "edges.h"

// ---- What the specification says: whether got is right for x, y and z
// ------------------------------------------------

// Returns fmin(fmax(x, minval), maxval). Results are undefined if minval > maxval.
static bool
is_clamp(const struct format *f, double x, double low, double high, double got)
{
    (void)f;
    double want = fmin(fmax(x, low), high);

    return low > high || got == want || (isnan(got) && isnan(want));
}

// (180 / pi) * radians
static bool
is_degrees(const struct format *f, double x, double y, double z, double got)
{
    (void)y, (void)z;
    return within(f, got, x * 57.295779513082320876798154814105L, 2) && (x != 0 || same(got, x));
}

// (pi / 180) * degrees
static bool
is_radians(const struct format *f, double x, double y, double z, double got)
{
    (void)y, (void)z;
    return within(f, got, x * 0.017453292519943295769236907684886L, 2) && (x != 0 || same(got, x));
}

// Returns y if x < y, otherwise it returns x. If x or y are infinite or NaN, the return values are undefined.
static bool
is_max(const struct format *f, double x, double y, double z, double got)
{
    (void)f, (void)z;
    return !isfinite(x) || !isfinite(y) || same(got, x < y ? y : x);
}

// Returns y if y < x, otherwise it returns x.
static bool
is_min(const struct format *f, double x, double y, double z, double got)
{
    (void)f, (void)z;
    return !isfinite(x) || !isfinite(y) || same(got, y < x ? y : x);
}

// x + (y - x) * a; undefined if a is not in [0, 1]. Where y - x overflows the blend without the overflow is as good.
static bool
is_mix(const struct format *f, double x, double y, double a, double got)
{
    long double difference = (long double)y - x;
    long double tolerance = 2 * (unit_of(f, difference * a) + unit_of(f, x));
    long double want = x + difference * a;

    if (!(a >= 0 && a <= 1))
        return true;
    if (isfinite(want) && fabsl(want) <= largest(f) && isfinite(got) && fabsl(got - want) <= tolerance)
        return true;
    if (fabsl(difference) > largest(f))
        want = x + copysignl(INFINITY, difference) * a;
    return within(f, got, want, 2);
}

// Returns 1.0 if x > 0, -0.0 if x = -0.0, +0.0 if x = +0.0, or -1.0 if x < 0. Returns 0.0 if x is a NaN.
static bool
is_sign(const struct format *f, double x, double y, double z, double got)
{
    (void)f, (void)y, (void)z;
    return isnan(x) ? got == 0 : same(got, x > 0 ? 1 : x < 0 ? -1 : x);
}

// Returns 0.0 if x <= edge0 and 1.0 if x >= edge1 and performs smooth Hermite interpolation between 0 and 1 when edge0
// < x < edge1. Results are undefined if edge0 >= edge1 or if x, edge0 or edge1 is a NaN. The error is up to the
// implementation: some units in the last place of 1.
static bool
is_smoothstep(const struct format *f, double edge0, double edge1, double x, double got)
{
    long double t = ((long double)x - edge0) / ((long double)edge1 - edge0);

    if (!(edge0 < edge1) || isnan(x))
        return true;
    if (x <= edge0 || x >= edge1)
        return got == (x >= edge1);
    // Where an edge is infinite, or as good as that, the quotient is 0 or anything.
    if ((long double)edge1 - edge0 > largest(f))
        return got >= 0 && got <= 1;
    return fabsl(got - t * t * (3 - 2 * t)) <= 8 * unit_of(f, 1);
}

// Returns 0.0 if x < edge, otherwise it returns 1.0.
static bool
is_step(const struct format *f, double edge, double x, double z, double got)
{
    (void)f, (void)z;
    return same(got, x < edge ? 0 : 1);
}

// ---- The functions --------------------------------------------------------------------------------------------------

// M(name, arguments, mask of the arguments that are scalars, rule)
#define FUNCTIONS(M)                                                                                                   \
    M(clamp, 3, 0, is_clamp)                                                                                           \
    M(clamp_scalar, 3, 6, is_clamp)                                                                                    \
    M(degrees, 1, 0, is_degrees)                                                                                       \
    M(max, 2, 0, is_max)                                                                                               \
    M(max_scalar, 2, 2, is_max)                                                                                        \
    M(min, 2, 0, is_min)                                                                                               \
    M(min_scalar, 2, 2, is_min)                                                                                        \
    M(mix, 3, 0, is_mix)                                                                                               \
    M(mix_scalar, 3, 4, is_mix)                                                                                        \
    M(radians, 1, 0, is_radians)                                                                                       \
    M(sign, 1, 0, is_sign)                                                                                             \
    M(smoothstep, 3, 0, is_smoothstep)                                                                                 \
    M(smoothstep_scalar, 3, 3, is_smoothstep)                                                                          \
    M(step, 2, 0, is_step)                                                                                             \
    M(step_scalar, 2, 1, is_step)

#define DECLARE(name, ...) DECLARE_TYPES(name)
FUNCTIONS(DECLARE)

static const struct function {
    const char *name;
    int arguments;
    unsigned scalars;
    bool (*is_right)(const struct format *f, double x, double y, double z, double got);
    edge_test *run[TYPES][WIDTHS];
} functions[] = {
#define ROW(name, arguments, scalars, rule) {#name, arguments, scalars, rule, TABLE_TYPES(name)},
    FUNCTIONS(ROW)};

// All edges in all arguments; whole vectors of 3 and of 16.
enum { TUPLES = (EDGES * EDGES * EDGES + 47) / 48 * 48 };
static double arguments[3][TUPLES];
static double in[3][TUPLES], out[TUPLES]; // of any type

// The scalars change last, so that a vector's components differ.
static void
fill_arguments(const struct function *function, enum type type, const double *edges)
{
    for (int i = 0; i < TUPLES; i++) {
        int rest = i;

        for (unsigned scalar = 0; scalar < 2; scalar++) {
            for (int a = 0; a < function->arguments; a++) {
                if ((function->scalars >> a & 1) != scalar)
                    continue;
                arguments[a][i] = edges[rest % EDGES];
                store(type, in[a], i, arguments[a][i]);
                rest /= EDGES;
            }
        }
    }
}

// Scalars stay for whole vectors: of each vector they are the first component's.
static double
argument(const struct function *function, int which, int i, int width)
{
    return arguments[which][function->scalars >> which & 1 ? i / width * width : i];
}

static void
check(const struct function *function, enum type type, int w, int count)
{
    memset(out, 0x55, sizeof out);
    function->run[type][w](in[0], in[1], in[2], out, (ulong)count);
    for (int i = 0; i < count; i++) {
        double x = argument(function, 0, i, widths[w]);
        double y = argument(function, 1, i, widths[w]);
        double z = argument(function, 2, i, widths[w]);
        double got = load(type, out, i);

        checks++;
        if (!function->is_right(&formats[type], x, y, z, got))
            FAIL("%s of %s%d (%a, %a, %a) gives %a", function->name, formats[type].name, widths[w], x, y, z, got);
    }
}

int
main(void)
{
    for (enum type type = 0; type < TYPES; type++) {
        double edges[EDGES];

        fill_edges(type, edges);
        for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
            const struct function *function = &functions[f];
            int count = (int)pow(EDGES, function->arguments);

            fill_arguments(function, type, edges);
            count = (count + 47) / 48 * 48;
            for (int w = 0; w < WIDTHS; w++)
                check(function, type, w, count);
        }
    }
    return report("common");
}
