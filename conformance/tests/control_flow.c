// SPDX-License-Identifier: Apache-2.0
// Control flow that differs from work-item to work-item, against the same C code on the host.
#include "conformance/tests/support.h"

#define N 512

// A case is one function body, compiled as OpenCL C and as C: int f(int g) { BODY }.
// clang-format off
#define CASES(CASE)                                                                                                    \
    CASE(nested_ifs, if (g % 2) { if (g % 3) return g; return -g; } return g % 5 ? 7 * g : 1;)                         \
    CASE(loop_with_item_trip_count, int s = 0; for (int i = 0; i < g; i++) s += i ^ g; return s;)                      \
    CASE(loop_with_break_and_continue, int s = 0; for (int i = 0; i < 100; i++) { if (i % 7 == g % 7) continue;        \
         s += i; if (s > g) break; } return s;)                                                                        \
    CASE(do_while, int s = g, n = 0; do { s = s % 2 ? 3 * s + 1 : s / 2; n++; } while (s > 1 && n < 200); return n;)   \
    CASE(nested_loops, int s = 0; for (int i = 0; i < g % 13; i++) for (int j = i; j < 9; j += 1 + g % 2)              \
         s += i * j; return s;)                                                                                        \
    CASE(switch_dense, switch (g % 6) { case 0: return 1; case 1: return g; case 2: return -g; case 3: return 2 * g;   \
         case 4: return 5; default: return 9; })                                                                       \
    CASE(switch_sparse, switch (g) { case 3: return 1; case 100: return 2; case 511: return 3; case -5: return 4;      \
         default: return g; })                                                                                         \
    CASE(switch_fall_through, int r = 0; switch (g & 3) { case 3: r += 1; case 2: r += 10; case 1: r += 100; break;    \
         case 0: r = -1; } return r;)                                                                                  \
    CASE(switch_in_loop, int r = 0; for (int i = 0; i < 9; i++) { switch ((g + i) % 4) { case 0: r++; continue;        \
         case 1: r *= 2; break; case 2: if (r > 50) return r; r += 5; } r ^= i; } return r;)                           \
    CASE(goto_forward, int r = g; if (g % 3 == 0) goto end; r *= 2; if (g % 5 == 0) goto end; r += 3; end: return r;)  \
    CASE(goto_backward, int r = g % 11, n = 0; again: n++; r = r * 2 + 1; if (r < 300) goto again; return r + n;)      \
    CASE(goto_out_of_loops, int i, j; for (i = 0; i < 10; i++) for (j = 0; j < 10; j++) if (i * j == g % 60) goto hit; \
         return -1; hit: return i * 100 + j;)                                                                          \
    CASE(irreducible, int n = 0, r = 0; if (g & 1) goto b; a: r += 3; b: r += g & 7; if (++n < 6) { if (r & 1) goto a; \
         goto b; } return r;)                                                                                          \
    CASE(early_return_in_loop, for (int i = 2; i * i <= g; i++) if (g % i == 0) return i; return 0;)                   \
    CASE(search, int at = -1, sum = 0, last = g, odd = 3; for (int i = 0; i < 200; i++) { sum += i ^ g;                \
         if (i * i > 7 * g) { at = i; last = sum; odd = i * g; break; } } return at * 7 + last - odd * 3 + sum;)       \
    CASE(search_two_ways, int at = -1, by = 0, steps = 5; for (int i = 0; i < 100; i++) { int v = (g * 31 + i * 17)    \
         % 97; if (v == 5) { at = i; by = 1; steps = v + i; break; } if (v == g % 50) { at = i; by = 2; steps = i * i; \
         break; } } return at * 100000 + by * 20000 + steps;)                                                          \
    CASE(search_in_rows, int best = 0, row = -1, at = -1; for (int r = 0; r < 6; r++) { int seen = 0, first = -1;      \
         for (int i = 0; i < 40; i++) { seen += (r + i) & 1; if ((r * 13 + i * g) % 41 == 40) { first = i;             \
         best += seen; break; } } if (first > at) { at = first; row = r; } } return best * 1000 + row * 100 + at;)     \
    CASE(private_array, int p[16]; for (int i = 0; i < 16; i++) p[i] = i * g; int s = 0;                               \
         for (int i = 0; i < 16; i++) s += p[(i * 5 + g) & 15] * i; return s;)                                         \
    CASE(private_array_sorted, int p[8]; for (int i = 0; i < 8; i++) p[i] = (g * 31 + i * 17) % 23;                    \
         for (int i = 0; i < 8; i++) for (int j = i + 1; j < 8; j++) if (p[j] < p[i]) { int t = p[i]; p[i] = p[j];     \
         p[j] = t; } return p[0] + 100 * p[3] + 10000 * p[7];)                                                         \
    CASE(short_circuit, int t[4]; t[0] = 1; t[1] = 0; t[2] = 3; t[3] = 4;                                              \
         return (g < 4 && t[g] && t[g] < 4) || (g > 500 && g % 2) ? 1 : 0;)                                            \
    CASE(conditional_operator, return g % 3 ? g % 5 ? g : -g : g % 7 ? 3 * g : g / 3;)                                 \
    CASE(integer_division, int d = g % 9 - 4; return d ? (1000 - 7 * g) / d + (1000 - 7 * g) % d : 0;)                 \
    CASE(shifts, unsigned u = 0x80000001u ^ (unsigned)g; return (int)(u >> (g & 15)) ^ (int)(u << (g & 7));)           \
    CASE(char_wraps, signed char c = (signed char)g; c = (signed char)(c * 3);                                         \
         unsigned char u = (unsigned char)(g * 7); return c * 256 + u;)                                                \
    CASE(long_arithmetic, long long_value = 1; for (int i = 0; i < g % 40; i++) long_value = long_value * 3 + i;       \
         return (int)(long_value ^ (long_value >> 32));)
// clang-format on

#define HOST_FUNCTION(name, ...)                                                                                       \
    static int host_##name(int g)                                                                                      \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
CASES(HOST_FUNCTION)

static void
compare(const char *source, const char *options, int (*host)(int))
{
    static cl_int out[N];

    test_run(source, options, "k", RANGE1(N, 64), BUFFER(out));
    for (int g = 0; g < N; g++)
        if (out[g] != host(g))
            fail_msg("item %d: %d, expected %d", g, out[g], host(g));
}

#define TEST_CASE(name, ...)                                                                                           \
    static const char source_##name[] = "int f(int g) {" #__VA_ARGS__ "}\n"                                            \
                                        "kernel void k(global int *out) { int g = get_global_id(0); out[g] = f(g); }"; \
    static void name(void **state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        compare(source_##name, "", host_##name);                                                                       \
    }                                                                                                                  \
    static void name##_unoptimized(void **state)                                                                       \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        compare(source_##name, "-cl-opt-disable", host_##name);                                                        \
    }                                                                                                                  \
    static void name##_with_debug_info(void **state)                                                                   \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        compare(source_##name, "-g", host_##name);                                                                     \
    }
CASES(TEST_CASE)

#define LIST_CASE(name, ...)                                                                                           \
    cmocka_unit_test(name), cmocka_unit_test(name##_unoptimized), cmocka_unit_test(name##_with_debug_info),

int
main(void)
{
    const struct CMUnitTest tests[] = {CASES(LIST_CASE)};

    return cmocka_run_group_tests_name("control_flow", tests, test_begin, test_end);
}
