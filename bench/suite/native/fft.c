// SPDX-License-Identifier: Apache-2.0
// Stockham's radix-4 transform.
#include "bench/suite/native/native.h"

struct complex {
    float re, im;
};

static inline struct complex
product(struct complex a, struct complex b)
{
    return (struct complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static inline struct complex
sum(struct complex a, struct complex b)
{
    return (struct complex){a.re + b.re, a.im + b.im};
}

static inline struct complex
difference(struct complex a, struct complex b)
{
    return (struct complex){a.re - b.re, a.im - b.im};
}

static void
pass(int quarter, int p, const struct complex *restrict in, struct complex *restrict out,
     const struct complex *restrict root)
{
    int step = quarter / p;

#pragma omp parallel for simd
    for (int i = 0; i < quarter; i++) {
        int k = i & (p - 1), j = ((i - k) << 2) + k;
        struct complex a = in[i];
        struct complex b = product(in[i + quarter], root[k * step]);
        struct complex c = product(in[i + 2 * quarter], root[2 * k * step]);
        struct complex d = product(in[i + 3 * quarter], root[3 * k * step]);
        struct complex ac = sum(a, c), bd = sum(b, d), a_c = difference(a, c), b_d = difference(b, d);
        struct complex turned = {b_d.im, -b_d.re};

        out[j] = sum(ac, bd);
        out[j + p] = sum(a_c, turned);
        out[j + 2 * p] = difference(ac, bd);
        out[j + 3 * p] = difference(a_c, turned);
    }
}

void
native_fft(int n, const float *in, float *out, float *scratch, const float *restrict root)
{
    const void *from = in;
    int passes = 0;

    for (int p = 1; p < n; p *= 4)
        passes++;
    for (int p = 1; p < n; p *= 4) {
        void *to = passes-- & 1 ? out : scratch;

        pass(n / 4, p, from, to, (const void *)root);
        from = to;
    }
}
