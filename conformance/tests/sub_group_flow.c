// SPDX-License-Identifier: Apache-2.0
// Functions of sub-groups that some of the work-items may pass by, in random programs of conditions and loops: those
// come together that take the same way, and again where ways join. A model of lanes with a set of active ones says what
// has to come out.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/range_support.h"

enum { SIZE = 32, MOST_ITEMS = 320, PROGRAMS = 24, NODES = 64 };

// ---- Programs
// --------------------------------------------------------------------------------------------------------

enum kind {
    ARITHMETIC,
    ARRAY,
    BALLOT,
    REDUCE,
    SCAN,
    FIRST,
    NEXT,
    ELECT,
    ALL_EQUAL,
    LAST_OP = ALL_EQUAL,
    IF,
    LOOP,
    BREAK,
    CONTINUE,
    RETURN,
    // At the top only, where all come by.
    SUB_GROUP_SUM,
    SUB_GROUP_BARRIER,
    GROUP_MAX,
};

struct node {
    enum kind kind;
    cl_uint k;                 // a random constant
    bool uniform;              // LOOP: as many rounds for all
    struct node *next, *first; // the statement behind it; the body of IF and LOOP
    struct node *other;        // the other way of IF
};

static struct {
    struct node nodes[NODES];
    int count;
    cl_uint seed;
    bool returns;
    char text[20000];
    size_t length;
} program;

static cl_uint
random_bits(void)
{
    program.seed = program.seed * 1664525u + 1013904223u;
    return program.seed >> 8;
}

static struct node *make_list(int depth, int loops, int length);

static struct node *
make_node(int depth, int loops)
{
    struct node *n = &program.nodes[program.count++];
    const cl_uint choice = random_bits() % 20;

    n->k = random_bits() & 0xffff;
    if (choice < 4 && depth < 4) {
        n->kind = IF;
        n->first = make_list(depth + 1, loops, 1 + (int)(random_bits() % 3));
        n->other = random_bits() % 2 ? make_list(depth + 1, loops, 1 + (int)(random_bits() % 2)) : NULL;
    } else if (choice < 7 && loops < 3 && depth < 4) {
        n->kind = LOOP;
        n->uniform = random_bits() % 3 == 0;
        n->first = make_list(depth + 1, loops + 1, 1 + (int)(random_bits() % 3));
    } else if (choice == 7 && loops) {
        n->kind = random_bits() % 2 ? BREAK : CONTINUE;
    } else if (choice == 8 && depth && program.returns) {
        n->kind = RETURN;
    } else if (choice == 9 && !depth && !program.returns) {
        n->kind = SUB_GROUP_SUM + random_bits() % 3;
    } else {
        n->kind = random_bits() % (LAST_OP + 1);
    }
    return n;
}

static struct node *
make_list(int depth, int loops, int length)
{
    struct node *first = NULL, **end = &first;

    for (int i = 0; i < length && program.count < NODES - 8; i++) {
        *end = make_node(depth, loops);
        end = &(*end)->next;
    }
    return first;
}

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void
put(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    program.length +=
        (size_t)vsnprintf(program.text + program.length, sizeof program.text - program.length, format, args);
    va_end(args);
    assert_true(program.length < sizeof program.text);
}

static void
put_list(const struct node *n, int level)
{
    for (; n; n = n->next) {
        const cl_uint k = n->k;

        put("%*s", 2 * level, "");
        switch (n->kind) {
        case ARITHMETIC:
            put("x = x * 5 + (me ^ %u);\n", k);
            break;
        case ARRAY:
            put("a[(x >> 3) & 3] += x + %u; x ^= a[%u];\n", k, k % 4);
            break;
        case BALLOT:
            put("x = x * 3 + sub_group_ballot((x >> %u) & 1).x;\n", k % 16);
            break;
        case REDUCE:
            put("x += sub_group_non_uniform_reduce_add(x ^ %u);\n", k);
            break;
        case SCAN:
            put("x ^= sub_group_non_uniform_scan_exclusive_max(x) + %u;\n", k);
            break;
        case FIRST:
            put("x = x * 7 + sub_group_broadcast_first(x) + %u;\n", k);
            break;
        case NEXT:
            put("{ uint to = next(sub_group_ballot(1).x, me); x = x * 9 + sub_group_shuffle(x + %u, to); }\n", k);
            break;
        case ELECT:
            put("x += sub_group_elect() ? %u : 1;\n", k);
            break;
        case ALL_EQUAL:
            put("x = x * 11 + sub_group_non_uniform_all_equal(x & %u);\n", k & 1);
            break;
        case IF:
            put("if (ask(x, me, %u)) {\n", k);
            put_list(n->first, level + 1);
            if (n->other) {
                put("%*s} else {\n", 2 * level, "");
                put_list(n->other, level + 1);
            }
            put("%*s}\n", 2 * level, "");
            break;
        case LOOP:
            if (n->uniform)
                put("for (uint i = 0; i < %u; i++) {\n", k % 4);
            else
                put("for (uint i = 0, n = (x ^ me ^ %u) %% 5; i < n; i++) {\n", k);
            put("%*sx += i;\n", 2 * level + 2, "");
            put_list(n->first, level + 1);
            put("%*s}\n", 2 * level, "");
            break;
        case BREAK:
        case CONTINUE:
        case RETURN:
            put("if (ask(x, me, %u)) { %s }\n", k,
                n->kind == BREAK      ? "break;"
                : n->kind == CONTINUE ? "continue;"
                                      : "out[at] = x; return;");
            break;
        case SUB_GROUP_SUM:
            put("x += sub_group_reduce_add(x & %u);\n", k);
            break;
        case SUB_GROUP_BARRIER:
            put("sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n");
            break;
        case GROUP_MAX:
            put("x += work_group_reduce_max(x ^ %u);\n", k);
            break;
        }
    }
}

// ---- What they mean
// --------------------------------------------------------------------------------------------------

struct lanes {
    cl_uint x[SIZE], a[SIZE][4];
    int count;
    cl_uint broke, continued; // sets of lanes that left the round of the innermost loop
};

#define EACH(i, set)                                                                                                   \
    for (int i = 0; i < SIZE; i++)                                                                                     \
        if ((set) >> i & 1)

static int
first_of(cl_uint set)
{
    return __builtin_ctz(set);
}

static bool
ask(cl_uint x, cl_uint me, cl_uint k)
{
    return ((x ^ me * 37) * 2654435761u + k) >> 13 & 1;
}

static cl_uint run_list(const struct node *n, struct lanes *l, cl_uint active);

static void
run_operation(const struct node *n, struct lanes *l, cl_uint active)
{
    const cl_uint k = n->k, *x = l->x;
    cl_uint new[SIZE], all = 0;

    EACH(i, active)
    {
        all = n->kind == BALLOT          ? all | (x[i] >> k % 16 & 1) << i
              : n->kind == REDUCE        ? all + (x[i] ^ k)
              : n->kind == ALL_EQUAL     ? all | ((x[i] & k & 1) != (x[first_of(active)] & k & 1))
              : n->kind == SUB_GROUP_SUM ? all + (x[i] & k)
                                         : 0;
    }
    EACH(i, active)
    {
        const cl_uint me = (cl_uint)i, behind = active & 0xfffffffeu << i;
        cl_uint before = 0;

        switch (n->kind) {
        case ARITHMETIC:
            new[i] = x[i] * 5 + (me ^ k);
            break;
        case ARRAY:
            l->a[i][x[i] >> 3 & 3] += x[i] + k;
            new[i] = x[i] ^ l->a[i][k % 4];
            break;
        case BALLOT:
            new[i] = x[i] * 3 + all;
            break;
        case SCAN:
            EACH(j, active & ~behind & ~(1u << i))
            before = x[j] > before ? x[j] : before;
            new[i] = x[i] ^ (before + k);
            break;
        case FIRST:
            new[i] = x[i] * 7 + x[first_of(active)] + k;
            break;
        case NEXT:
            new[i] = x[i] * 9 + x[first_of(behind ? behind : active)] + k;
            break;
        case ELECT:
            new[i] = x[i] + (i == first_of(active) ? k : 1);
            break;
        case ALL_EQUAL:
            new[i] = x[i] * 11 + !all;
            break;
        default: // REDUCE, SUB_GROUP_SUM
            new[i] = x[i] + all;
            break;
        }
    }
    EACH(i, active)
    l->x[i] = new[i];
}

static cl_uint
asked(const struct node *n, const struct lanes *l, cl_uint active)
{
    cl_uint set = 0;

    EACH(i, active)
    set |= (cl_uint)ask(l->x[i], (cl_uint)i, n->k) << i;
    return set;
}

static cl_uint
run_loop(const struct node *n, struct lanes *l, cl_uint active)
{
    const cl_uint broke = l->broke, continued = l->continued;
    cl_uint rounds[SIZE] = {0}, left = 0, done = 0;

    EACH(i, active)
    rounds[i] = n->uniform ? n->k % 4 : (l->x[i] ^ (cl_uint)i ^ n->k) % 5;
    for (cl_uint round = 0;; round++) {
        left = 0;
        EACH(i, active)
        left |= (cl_uint)(round < rounds[i]) << i;
        done |= active & ~left;
        if (!left)
            break;
        EACH(i, left)
        l->x[i] += round;
        l->broke = l->continued = 0;
        active = run_list(n->first, l, left);
        active |= l->continued;
        done |= l->broke;
    }
    l->broke = broke;
    l->continued = continued;
    return done;
}

// Returns those who go on behind it.
static cl_uint
run_list(const struct node *n, struct lanes *l, cl_uint active)
{
    for (; n && active; n = n->next) {
        const cl_uint yes = n->kind >= IF && n->kind <= RETURN ? asked(n, l, active) : 0;

        if (n->kind == IF) {
            const cl_uint then = run_list(n->first, l, yes);
            active = then | run_list(n->other, l, active & ~yes);
        } else if (n->kind == LOOP) {
            active = run_loop(n, l, active);
        } else if (n->kind == BREAK || n->kind == CONTINUE || n->kind == RETURN) {
            if (n->kind != RETURN)
                *(n->kind == BREAK ? &l->broke : &l->continued) |= yes;
            active &= ~yes;
        } else if (n->kind != SUB_GROUP_BARRIER) {
            run_operation(n, l, active);
        }
    }
    return active;
}

static cl_uint
first_value(size_t item)
{
    return (cl_uint)item * 2246822519u >> 5;
}

// The sub-groups of one group, up to each function of the group and on.
static void
run_group(const struct node *list, size_t first, size_t items, cl_uint *out)
{
    struct lanes subs[MOST_ITEMS / SIZE + 1];
    const size_t count = (items + SIZE - 1) / SIZE;
    cl_uint active[MOST_ITEMS / SIZE + 1];

    memset(subs, 0, sizeof subs);
    for (size_t s = 0; s < count; s++) {
        subs[s].count = (int)(items - s * SIZE < SIZE ? items - s * SIZE : SIZE);
        active[s] = 0xffffffffu >> (SIZE - subs[s].count);
        for (int i = 0; i < subs[s].count; i++)
            subs[s].x[i] = first_value(first + s * SIZE + (size_t)i);
    }
    for (const struct node *n = list; n; n = n->next) {
        struct node alone = *n;
        cl_uint most = 0;

        alone.next = NULL;
        for (size_t s = 0; s < count; s++) {
            if (n->kind != GROUP_MAX)
                active[s] = run_list(&alone, &subs[s], active[s]);
            else
                EACH(i, active[s])
            most = (subs[s].x[i] ^ n->k) > most ? subs[s].x[i] ^ n->k : most;
        }
        for (size_t s = 0; n->kind == GROUP_MAX && s < count; s++)
            EACH(i, active[s])
        subs[s].x[i] += most;
    }
    for (size_t i = 0; i < items; i++)
        out[first + i] = subs[i / SIZE].x[i % SIZE];
}

// ---- Both
// ------------------------------------------------------------------------------------------------------------

static void
random_programs(void **state)
{
    static const size_t groups[] = {70, 32, 5, 160, 100};
    static const size_t totals[] = {210, 96, 23, 320, 250};
    static const char *const variants[] = {"", "1", "16"};
    cl_uint out[MOST_ITEMS], want[MOST_ITEMS];

    (void)state;
    for (cl_uint p = 0; p < PROGRAMS; p++) {
        const size_t group = groups[p % 5], total = totals[p % 5];
        struct node *list;

        memset(&program, 0, sizeof program);
        program.seed = p * 7919 + 17;
        program.returns = p % 3 == 0;
        list = make_list(0, 0, 5);
        put("bool ask(uint x, uint me, uint k) { return ((x ^ me * 37) * 2654435761u + k) >> 13 & 1; }\n"
            "uint next(uint set, uint me) { uint behind = set & 0xfffffffeu << me;\n"
            "  return ctz(behind ? behind : set); }\n"
            "kernel void k(global const uint *in, global uint *out) {\n"
            "  uint at = get_global_id(0), me = get_sub_group_local_id(), x = in[at], a[4] = {0};\n");
        put_list(list, 1);
        put("  out[at] = x;\n}\n");
        for (size_t first = 0; first < total; first += group)
            run_group(list, first, total - first < group ? total - first : group, want);
        for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
            cl_uint in[MOST_ITEMS];

            for (size_t i = 0; i < total; i++)
                in[i] = first_value(i);
            if (*variants[v])
                setenv("WEFT_WIDTH", variants[v], 1);
            cl_program built = test_build(program.text, p % 8 == 7 ? "-cl-std=CL3.0 -cl-opt-disable" : "-cl-std=CL3.0");
            unsetenv("WEFT_WIDTH");
            memset(out, 0, sizeof out);
            run_over_range(built, RANGE1(total, group), in, total * sizeof *in, out, total * sizeof *out);
            CHECK(clReleaseProgram(built));
            for (size_t i = 0; i < total; i++)
                if (out[i] != want[i])
                    fail_msg("program %u, width '%s', groups of %zu, item %zu: %#x, expected %#x\n%s", p, variants[v],
                             group, i, out[i], want[i], program.text);
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_programs),
    };

    return cmocka_run_group_tests_name("sub_group_flow", tests, test_begin, test_end);
}
