// SPDX-License-Identifier: Apache-2.0
// Runs kernels.cl, compiled by weftc for this program's CPU, without a runtime: what an emulator needs, and CPUs of
// which there is no Debian. Linked with the kernels' object, or with the shared one.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/kernel_abi.h"

enum { ITEMS = 1000, LOCAL_ITEMS = 64, GROUPS = (ITEMS + LOCAL_ITEMS - 1) / LOCAL_ITEMS };

#define KERNEL(name)                                                                                                   \
    void __weft_kernel_##name(const struct weft_launch *, const struct weft_worker_memory *, uint64_t first,           \
                              uint64_t end)
KERNEL(bytes);
KERNEL(shorts);
KERNEL(loops);
KERNEL(tables);
KERNEL(counted);
KERNEL(gathered);
KERNEL(pointers);
KERNEL(reduced);
KERNEL(structures);
KERNEL(halves);
KERNEL(mathematics);
KERNEL(calls);
KERNEL(tail);

static int failures, cases;

// One dimension; the last group is smaller.
static void
run(weft_kernel_entry entry, void *const *arguments)
{
    static char local[1 << 16] __attribute__((aligned(WEFT_ARENA_ALIGN)));
    static char context[1 << 20] __attribute__((aligned(WEFT_ARENA_ALIGN)));
    const struct weft_launch launch = {arguments, 1, {ITEMS, 1, 1}, {0, 0, 0}, {LOCAL_ITEMS, 1, 1}, {GROUPS, 1, 1}};
    const struct weft_worker_memory memory = {local, context};

    cases++;
    entry(&launch, &memory, 0, 3);
    entry(&launch, &memory, 3, GROUPS);
}
#define RUN(name, ...) run(__weft_kernel_##name, (void *const[]){__VA_ARGS__})

static void
expect(const char *name, int i, double got, double wanted, double error)
{
    if (got == wanted || fabs(got - wanted) <= error * fabs(wanted))
        return;
    if (failures++ < 20)
        printf("%s: element %d is %.17g, expected %.17g\n", name, i, got, wanted);
}

static void
integers(void)
{
    static uint8_t a[ITEMS], bytes[ITEMS];
    static uint16_t b[ITEMS], shorts[ITEMS];
    static uint32_t c[ITEMS], steps[ITEMS];
    static uint64_t table[ITEMS];
    static int32_t counts[16];
    int wanted[16] = {0};

    for (int i = 0; i < ITEMS; i++) {
        a[i] = (uint8_t)(i * 41 >> 2);
        b[i] = (uint16_t)(i * 7919);
        c[i] = (uint32_t)i + 1;
        bytes[i] = 77;
        shorts[i] = 777;
        wanted[a[i] & 15]++;
    }
    RUN(bytes, a, bytes);
    RUN(shorts, b, shorts);
    RUN(loops, c, steps);
    RUN(tables, a, table);
    RUN(counted, a, counts);
    for (int i = 0; i < ITEMS; i++) {
        uint32_t x = c[i], n = 0;

        for (; x != 1 && n < 200; n++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        expect("bytes", i, bytes[i], a[i] & 1 ? a[i] / 3 : 77, 0);
        expect("shorts", i, shorts[i], b[i] % 3 ? (uint16_t)((b[i] * 40503u >> 16) + b[i]) : 777, 0);
        expect("loops", i, steps[i], n, 0);
        expect("tables", i, (double)table[i],
               (double)(((uint64_t)a[i] * ((a[i] & 7u) + 1) << (a[i] & 7)) / (a[i] | 1u)), 0);
    }
    for (int i = 0; i < 16; i++)
        expect("counted", i, counts[i], wanted[i], 0);
}

static void
memory(void)
{
    static int32_t a[ITEMS], which[ITEMS], out[ITEMS], sums[GROUPS], group[LOCAL_ITEMS];
    static float v[3 * ITEMS], vectors[3 * ITEMS];

    for (int i = 0; i < ITEMS; i++) {
        a[i] = i * 13 - 5000;
        which[i] = i % 7 ? i * 37 % ITEMS : -1;
        out[i] = -77;
    }
    for (int i = 0; i < 3 * ITEMS; i++) {
        v[i] = (float)(i * 29 % 17);
        vectors[i] = -77;
    }
    for (int l = 0; l < LOCAL_ITEMS; l++)
        group[l] = l * 11 + 3;
    RUN(gathered, a, which, out);
    for (int i = 0; i < ITEMS; i++)
        if (which[i] >= 0)
            expect("gathered", i, out[which[i]], a[which[i]] + a[i] * 3, 0);
    RUN(pointers, a, group, out);
    RUN(reduced, a, sums);
    RUN(structures, v, vectors);
    for (int i = 0; i < ITEMS; i++) {
        const int first = i / LOCAL_ITEMS * LOCAL_ITEMS;
        const int mask = ITEMS - first >= LOCAL_ITEMS ? 63 : 31;
        const float *x = v + 3 * i;
        const float wanted[3] = {x[1] * 3 - x[2] * 2 + x[1], x[2] * 1 - x[0] * 3 + x[2], x[0] * 2 - x[1] * 1 + x[0]};

        expect("pointers", i, out[i], a[first + (group[i - first] & mask)], 0);
        for (int k = 0; k < 3; k++)
            expect("structures", 3 * i + k, vectors[3 * i + k], x[0] > 3 ? wanted[k] : -77, 0);
    }
    for (int g = 0; g < GROUPS; g++) {
        int sum = 0;

        for (int i = g * LOCAL_ITEMS; i < ITEMS && i < (g + 1) * LOCAL_ITEMS; i++)
            sum += a[i];
        expect("reduced", g, sums[g], sum, 0);
    }
}

static double
value_of(uint16_t half)
{
    const int exponent = half >> 10 & 31;
    const double magnitude = exponent ? ldexp(1024 + (half & 1023), exponent - 25) : ldexp(half & 1023, -24);

    return half & 0x8000 ? -magnitude : magnitude;
}

// The value of the half nearest to an exact one, of two the even one.
static double
rounded(double value)
{
    const int exponent = value != 0 && fabs(value) >= 0x1p-14 ? ilogb(value) : -14;

    return ldexp(nearbyint(ldexp(value, 10 - exponent)), exponent - 10);
}

static void
floats(void)
{
    static uint16_t a[ITEMS], b[ITEMS], halves[2 * ITEMS];
    static float f[ITEMS], out[ITEMS];
    static double wide[ITEMS];
    int n = 777;

    for (int i = 0; i < ITEMS; i++) {
        a[i] = (uint16_t)(i % 5 ? 0x3000 + i * 31 % 0x1c00 : i); // every fifth is denormal
        b[i] = (uint16_t)((i % 2 ? 0x8000 : 0) + 0x2400 + i * 53 % 0x1f00);
        f[i] = (float)i / 8;
    }
    RUN(halves, a, b, halves);
    RUN(mathematics, f, out, wide);
    for (int i = 0; i < ITEMS; i++) {
        double x = rounded(value_of(a[i]) * value_of(b[i]));

        if (x < value_of(b[i]))
            x = rounded(x + value_of(a[i]));
        expect("halves", i, value_of(halves[i]), x, 0);
        expect("vstore_half", i, value_of(halves[ITEMS + i]), rounded((float)value_of(a[i]) / 3.0f), 0);
        expect("float functions", i, out[i],
               i % 3 == 0 ? (float)((float)(f[i] * f[i] + 1.0) + floorf(f[i])) - sqrtf(f[i]) : exp(sin(f[i])), 1e-6);
        expect("double functions", i, wide[i], pow(f[i], 1.25) + rint((double)f[i] * 4), 1e-14);
        out[i] = -77;
    }
    RUN(tail, f, out, &n);
    for (int i = 0; i < ITEMS; i++)
        expect("tail", i, out[i], i < n ? f[i] * 2 + 1 : -77, 0);
}

static void
functions(void)
{
    enum { CALLS = 200 };
    static float a[CALLS], b[CALLS], out[CALLS];

    for (int i = 0; i < CALLS; i++) {
        a[i] = (float)(1 + i % 16);
        b[i] = (float)(i / 16 % 5);
        out[i] = -77;
    }
    RUN(calls, a, b, out);
    for (int i = 0; i < CALLS; i++)
        expect("calls", i, out[i], a[i] == 1 || b[i] == 0 ? 1 : b[i] < 2 ? a[i] : a[i] * b[i], 0);
}

int
main(void)
{
    integers();
    memory();
    floats();
    functions();
    printf("%d kernels, %d wrong elements\n", cases, failures);
    return failures != 0;
}
