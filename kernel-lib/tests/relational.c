// SPDX-License-Identifier: Apache-2.0
// The relational functions of all types and widths, against the specification's "Relational Functions": comparisons and
// classes with zeros, denormals, infinities and NaN in each argument, selections bit by bit.
#include "edges.h"

// The bits of element i, the sign extended.
static int64_t
bits(int size, const void *from, int i)
{
    return size == 1   ? ((const int8_t *)from)[i]
           : size == 2 ? ((const int16_t *)from)[i]
           : size == 4 ? ((const int32_t *)from)[i]
                       : ((const int64_t *)from)[i];
}

// ---- Comparisons and classes ----------------------------------------------------------------------------------------

// C's macros see doubles: what is a denormal or a normal number is the format's business.
#define FUNCTIONS(M)                                                                                                   \
    M(isequal, x == y)                                                                                                 \
    M(isnotequal, x != y)                                                                                              \
    M(isgreater, x > y)                                                                                                \
    M(isgreaterequal, x >= y)                                                                                          \
    M(isless, x < y)                                                                                                   \
    M(islessequal, x <= y)                                                                                             \
    M(islessgreater, (x < y) || (x > y))                                                                               \
    M(isordered, x == x && y == y)                                                                                     \
    M(isunordered, isnan(x) || isnan(y))                                                                               \
    M(isfinite, fabs(x) <= largest(f))                                                                                 \
    M(isinf, fabs(x) > largest(f))                                                                                     \
    M(isnan, x != x)                                                                                                   \
    M(isnormal, fabs(x) >= ldexp(1.0, f->least) && fabs(x) <= largest(f))                                              \
    M(signbit, signbit(x) != 0)

#define RULE(name, expression)                                                                                         \
    DECLARE_TYPES(name)                                                                                                \
    static bool rule_##name(const struct format *f, double x, double y)                                                \
    {                                                                                                                  \
        (void)f, (void)x, (void)y;                                                                                     \
        return expression;                                                                                             \
    }
FUNCTIONS(RULE)

static const struct relation {
    const char *name;
    bool (*rule)(const struct format *f, double x, double y);
    edge_test *run[TYPES][WIDTHS];
} relations[] = {
#define ROW(name, expression) {#name, rule_##name, TABLE_TYPES(name)},
    FUNCTIONS(ROW)};

// All pairs of edges; whole vectors of 3 and of 16.
enum { PAIRS = (EDGES * EDGES + 47) / 48 * 48 };
static double in[3][PAIRS], out[PAIRS]; // of any type

static void
check_relations(enum type type)
{
    const struct format *f = &formats[type];
    double edges[EDGES];

    fill_edges(type, edges);
    for (int i = 0; i < PAIRS; i++) {
        store(type, in[0], i, edges[i % EDGES]);
        store(type, in[1], i, edges[i / EDGES % EDGES]);
    }
    for (size_t r = 0; r < sizeof relations / sizeof *relations; r++) {
        for (int w = 0; w < WIDTHS; w++) {
            memset(out, 0x55, sizeof out);
            relations[r].run[type][w](in[0], in[1], in[2], out, PAIRS);
            for (int i = 0; i < PAIRS; i++) {
                double x = load(type, in[0], i), y = load(type, in[1], i);
                // Of scalars an int, 1 where it is true; of vectors integers of the elements' size, -1 where it is.
                int64_t got = bits(w == 0 ? (int)sizeof(int) : f->size, out, i);
                int64_t want = relations[r].rule(f, x, y) ? (w == 0 ? 1 : -1) : 0;

                checks++;
                if (got != want)
                    FAIL("%s of %s%d (%a, %a) gives %lld", relations[r].name, f->name, widths[w], x, y, (long long)got);
            }
        }
    }
}

// ---- Selections -----------------------------------------------------------------------------------------------------

#define SELECTED_TYPES(M)                                                                                              \
    M(half, 2)                                                                                                         \
    M(float, 4)                                                                                                        \
    M(double, 8)                                                                                                       \
    M(char, 1)                                                                                                         \
    M(uchar, 1)                                                                                                        \
    M(short, 2)                                                                                                        \
    M(ushort, 2)                                                                                                       \
    M(int, 4)                                                                                                          \
    M(uint, 4)                                                                                                         \
    M(long, 8)                                                                                                         \
    M(ulong, 8)
#define DECLARE_SELECTIONS(T, size)                                                                                    \
    DECLARE_WIDTHS(bitselect, T)                                                                                       \
    DECLARE_WIDTHS(select_signed, T)                                                                                   \
    DECLARE_WIDTHS(select_unsigned, T)
SELECTED_TYPES(DECLARE_SELECTIONS)

static const struct selection {
    const char *type;
    int size;
    edge_test *bitselect[WIDTHS], *select_signed[WIDTHS], *select_unsigned[WIDTHS];
} selections[] = {
#define SELECTION_ROW(T, size)                                                                                         \
    {#T, size, TABLE_WIDTHS(bitselect, T), TABLE_WIDTHS(select_signed, T), TABLE_WIDTHS(select_unsigned, T)},
    SELECTED_TYPES(SELECTION_ROW)};

static void
check_selection(const struct selection *s, const char *name, edge_test *const run[WIDTHS], bool bitwise)
{
    for (int w = 0; w < WIDTHS; w++) {
        memset(out, 0x55, sizeof out);
        run[w](in[0], in[1], in[2], out, PAIRS);
        for (int i = 0; i < PAIRS; i++) {
            int64_t a = bits(s->size, in[0], i), b = bits(s->size, in[1], i), c = bits(s->size, in[2], i);
            // Of scalars any bit counts, of vectors the most significant one.
            int64_t want = bitwise ? (a & ~c) | (b & c) : (w == 0 ? c != 0 : c < 0) ? b : a;

            checks++;
            if (bits(s->size, out, i) != want)
                FAIL("%s of %s%d (%llx, %llx, %llx) gives %llx", name, s->type, widths[w], (long long)a, (long long)b,
                     (long long)c, (long long)bits(s->size, out, i));
        }
    }
}

static void
check_selections(const struct selection *s)
{
    static const uint64_t conditions[] = {
        0, 1, UINT64_MAX, 0x8080808080808080u, 0x7f7f7f7f7f7f7f7fu, 0x0001000100010000};

    for (size_t i = 0; i < sizeof in[0] / sizeof(uint64_t); i++) {
        uint64_t values[3] = {random_bits(), random_bits(), random_bits()};

        if (i % 2)
            values[2] = conditions[i / 2 % (sizeof conditions / sizeof *conditions)];
        for (int a = 0; a < 3; a++)
            memcpy((char *)in[a] + i * sizeof(uint64_t), &values[a], sizeof(uint64_t));
    }
    // Whole elements, too: in the words above the lower ones hold the conditions' lower bytes.
    for (int i = 0; i < PAIRS; i += 7)
        memset((char *)in[2] + i * s->size, i % 2 ? 0 : 0x80, (size_t)s->size);
    check_selection(s, "bitselect", s->bitselect, true);
    check_selection(s, "select by signed", s->select_signed, false);
    check_selection(s, "select by unsigned", s->select_unsigned, false);
}

// ---- any and all ----------------------------------------------------------------------------------------------------

#define REDUCED_TYPES(M) M(char, 1) M(short, 2) M(int, 4) M(long, 8)
#define DECLARE_REDUCTIONS(T, size) DECLARE_WIDTHS(any, T) DECLARE_WIDTHS(all, T)
REDUCED_TYPES(DECLARE_REDUCTIONS)

static const struct reduction {
    const char *type;
    int size;
    edge_test *any[WIDTHS], *all[WIDTHS];
} reductions[] = {
#define REDUCTION_ROW(T, size) {#T, size, TABLE_WIDTHS(any, T), TABLE_WIDTHS(all, T)},
    REDUCED_TYPES(REDUCTION_ROW)};

static void
check_reductions(const struct reduction *r)
{
    int any[PAIRS], all[PAIRS];

    // Vectors of one sign and of both, and those of which one element differs.
    for (int i = 0; i < PAIRS; i++) {
        bool negative = i / 48 % 4 == 0 ? random_bits() & 1 : (i / 48 % 4 == 2) == (random_bits() % 8 != 0);
        uint64_t value = random_bits() >> (random_bits() & 1 ? 1 : 62);

        value &= UINT64_MAX >> (65 - 8 * r->size);
        value |= (uint64_t)negative << (8 * r->size - 1);
        memcpy((char *)in[0] + i * r->size, &value, (size_t)r->size);
    }
    for (int w = 0; w < WIDTHS; w++) {
        r->any[w](in[0], in[1], in[2], any, PAIRS);
        r->all[w](in[0], in[1], in[2], all, PAIRS);
        for (int i = 0; i < PAIRS / widths[w]; i++) {
            int negative = 0;

            for (int k = 0; k < widths[w]; k++)
                negative += bits(r->size, in[0], i * widths[w] + k) < 0;
            checks += 2;
            if (any[i] != (negative > 0) || all[i] != (negative == widths[w]))
                FAIL("any and all of %s%d with %d negative give %d and %d", r->type, widths[w], negative, any[i],
                     all[i]);
        }
    }
}

int
main(void)
{
    for (enum type type = 0; type < TYPES; type++)
        check_relations(type);
    for (size_t i = 0; i < sizeof selections / sizeof *selections; i++)
        check_selections(&selections[i]);
    for (size_t i = 0; i < sizeof reductions / sizeof *reductions; i++)
        check_reductions(&reductions[i]);
    return report("relational");
}
