// SPDX-License-Identifier: Apache-2.0
// Loads, stores, shuffles, async copies and atomics.
#include "harness.h"

#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        checks++;                                                                                                      \
        if (!(condition))                                                                                              \
            FAIL(__VA_ARGS__);                                                                                         \
    } while (0)

// What the work-group compiler gives: numbers that tell the queries apart.
#define QUERY(name, value)                                                                                             \
    ulong __weft_##name##_x(void)                                                                                      \
    {                                                                                                                  \
        return value;                                                                                                  \
    }                                                                                                                  \
    ulong __weft_##name##_y(void)                                                                                      \
    {                                                                                                                  \
        return value + 1;                                                                                              \
    }                                                                                                                  \
    ulong __weft_##name##_z(void)                                                                                      \
    {                                                                                                                  \
        return value + 2;                                                                                              \
    }
static ulong local_id[3];
ulong
__weft_local_id_x(void)
{
    return local_id[0];
}
ulong
__weft_local_id_y(void)
{
    return local_id[1];
}
ulong
__weft_local_id_z(void)
{
    return local_id[2];
}
QUERY(group_id, 20)
QUERY(local_size, 30)
QUERY(enqueued_local_size, 40)
QUERY(global_size, 1000)
QUERY(global_offset, 60)
QUERY(num_groups, 70)
#define GLOBAL_ID(d, number)                                                                                           \
    ulong __weft_global_id_##d(void)                                                                                   \
    {                                                                                                                  \
        return __weft_global_offset_##d() + __weft_group_id_##d() * __weft_enqueued_local_size_##d() +                 \
               local_id[number];                                                                                       \
    }
GLOBAL_ID(x, 0)
GLOBAL_ID(y, 1)
GLOBAL_ID(z, 2)
uint
__weft_work_dim(void)
{
    return 3;
}
static int barriers;
void
__weft_barrier(void)
{
    barriers++;
}

enum { N = 48 * 4 };

#define COPY(n, T)                                                                                                     \
    void copy##n##_##T(const T *in, T *middle, const T *unused, T *out, ulong count);                                  \
    static void check_copy##n##_##T(void)                                                                              \
    {                                                                                                                  \
        static T in[N + 17], middle[N + 17], out[N + 17];                                                              \
        for (int i = 0; i < N + 17; i++)                                                                               \
            in[i] = (T)(random_bits() & 127), out[i] = middle[i] = (T)77;                                              \
        copy##n##_##T(in, middle, in + 1, out, N);                                                                     \
        for (int i = 1; i <= N; i++)                                                                                   \
            CHECK(out[i] == in[i] && middle[i] == in[i], "vload" #n "/vstore" #n " of " #T " differ at %d", i);        \
        CHECK(out[0] == (T)77 && out[N + 1] == (T)77, "vstore" #n " of " #T " writes outside");                        \
    }
#define COPIES(T, ...) COPY(2, T) COPY(3, T) COPY(4, T) COPY(8, T) COPY(16, T)
SOURCES(COPIES, )
#define CALL_COPIES(T, ...)                                                                                            \
    check_copy2_##T(), check_copy3_##T(), check_copy4_##T(), check_copy8_##T(), check_copy16_##T();

#define SHUFFLE(m, T, U)                                                                                               \
    void shuffle##m##_##T(const T *x, const U *mask, T *out);                                                          \
    static void check_shuffle##m##_##T(void)                                                                           \
    {                                                                                                                  \
        for (int round = 0; round < 50; round++) {                                                                     \
            T x[32], out[36];                                                                                          \
            U mask[16];                                                                                                \
            for (int i = 0; i < 32; i++)                                                                               \
                x[i] = (T)i;                                                                                           \
            for (int i = 0; i < 16; i++)                                                                               \
                mask[i] = (U)random_bits();                                                                            \
            shuffle##m##_##T(x, mask, out);                                                                            \
            for (int i = 0; i < 16; i++)                                                                               \
                CHECK(out[i] == (T)(mask[i] % m) && out[16 + i] == (T)(mask[i] % (2 * m)), "shuffle from " #T #m);     \
            for (int i = 0; i < 2; i++)                                                                                \
                CHECK(out[32 + i] == (T)(mask[i] % m) && out[34 + i] == (T)(mask[i] % (2 * m)), "shuffle to " #T "2"); \
        }                                                                                                              \
    }
#define SHUFFLES(T, U) SHUFFLE(2, T, U) SHUFFLE(4, T, U) SHUFFLE(8, T, U) SHUFFLE(16, T, U)
SHUFFLES(char, uchar)
SHUFFLES(ushort, ushort)
SHUFFLES(int, uint)
SHUFFLES(float, uint)
SHUFFLES(double, ulong)
#define CALL_SHUFFLES(T) check_shuffle2_##T(), check_shuffle4_##T(), check_shuffle8_##T(), check_shuffle16_##T();

typedef float float4 __attribute__((vector_size(16)));
void copies(float4 *from, float4 *to, float4 *back, ulong n);
static void
check_async(void)
{
    float4 from[16], to[16], back[32];

    memset(back, 0, sizeof back);
    for (int i = 0; i < 16; i++)
        from[i] = (float4){(float)i, (float)i + 0.5f, 2, 3};
    local_id[1] = 1; // any work-item but the first leaves the memory alone
    copies(from, to, back, 16);
    CHECK(back[3][0] == 0 && barriers == 3, "async copies by another work-item, or without barriers");
    local_id[1] = 0;
    copies(from, to, back, 16);
    for (int i = 0; i < 16; i++) {
        CHECK(memcmp(&back[i], &from[i], sizeof *from) == 0, "async_work_group_copy of element %d", i);
        CHECK(back[16 + i][0] == (i % 2 ? 0 : (float)i), "async_work_group_strided_copy of element %d", i);
    }
}

void atomics(int *g, uint *l, long *w, float *f, long *out);
static void
check_atomics(void)
{
    int g = 1;
    uint l = 100;
    long w = 7, out[20];
    float f = 4;
    const long expected[20] = {1, 6, 4, -7,         -7, 3, 9, 9, 10, 100, 3, 0xfffffffe, 0xf0, 0xff, 7, 7 + (1L << 40),
                               4, 9, 0, -(1L << 50)};

    atomics(&g, &l, &w, &f, out);
    for (int i = 0; i < 20; i++)
        CHECK(out[i] == expected[i], "atomic %d gives %ld, not %ld", i, out[i], expected[i]);
    CHECK(f == 2.5f, "atomic_xchg of float");
}

void ids(ulong *out, uint d);
static void
check_ids(void)
{
    ulong out[16];
    const ulong outside[8] = {0, 1, 1, 1, 0, 0, 0, 0}; // of 3, 7, 9, 12, 13, 14, 15
    const int where[7] = {3, 7, 9, 12, 13, 14, 15};

    local_id[0] = 10, local_id[1] = 11, local_id[2] = 12;
    ids(out, 3);
    CHECK(out[0] == 60 + 20 * 40 + 10 && out[1] == 61 + 21 * 41 + 11 && out[2] == 62 + 22 * 42 + 12, "global ids");
    CHECK(out[4] == 11 && out[5] == 32 && out[6] == 20 && out[8] == 1000 && out[10] == 61 && out[11] == 3, "queries");
    for (int i = 0; i < 7; i++)
        CHECK(out[where[i]] == outside[i], "query %d past the last dimension gives %lu", where[i], out[where[i]]);
    ids(out, 1);
    CHECK(out[3] == out[1] && out[7] == 71 && out[12] == 31 && out[14] == 11, "a dimension known at run time only");
}

int
main(void)
{
    SOURCES(CALL_COPIES, )
    CALL_SHUFFLES(char)
    CALL_SHUFFLES(ushort)
    CALL_SHUFFLES(int)
    CALL_SHUFFLES(float)
    CALL_SHUFFLES(double)
    check_async();
    check_atomics();
    check_ids();
    return report("vectors");
}
