// SPDX-License-Identifier: Apache-2.0
// The arithmetic limit: independent multiply-adds in registers, by intrinsics.
#include "bench/suite/native/native.h"

#if defined(__AVX2__) || defined(__AVX512F__)
#include <immintrin.h>
#endif

// Twelve chains hide a latency of 5 at two a cycle, and leave registers for the operands.
enum { CHAINS = 12 };

// A function peak_<name>(operations): chains of STEP(chain, A, B), whose values stay finite. The chains are variables
// and not an array, which gcc would store in each round.
#define LOOP(name, TYPE, LANES, A, B, SET, STEP, FIRST)                                                                \
    static float peak_##name(double operations)                                                                        \
    {                                                                                                                  \
        long rounds = (long)(operations / (2.0 * CHAINS * LANES));                                                     \
        float sink = 0;                                                                                                \
                                                                                                                       \
        _Pragma("omp parallel reduction(+ : sink)")                                                                    \
        {                                                                                                              \
            TYPE a = SET(A), b = SET(B);                                                                               \
            TYPE c0 = SET(0), c1 = SET(1), c2 = SET(2), c3 = SET(3), c4 = SET(4), c5 = SET(5);                         \
            TYPE c6 = SET(6), c7 = SET(7), c8 = SET(8), c9 = SET(9), c10 = SET(10), c11 = SET(11);                     \
                                                                                                                       \
            __asm__ volatile("" : "+v"(a), "+v"(b));                                                                   \
            _Pragma("omp for") for (long r = 0; r < rounds; r++)                                                       \
            {                                                                                                          \
                c0 = STEP(c0, a, b), c1 = STEP(c1, a, b), c2 = STEP(c2, a, b), c3 = STEP(c3, a, b);                    \
                c4 = STEP(c4, a, b), c5 = STEP(c5, a, b), c6 = STEP(c6, a, b), c7 = STEP(c7, a, b);                    \
                c8 = STEP(c8, a, b), c9 = STEP(c9, a, b), c10 = STEP(c10, a, b), c11 = STEP(c11, a, b);                \
                /* Rounds may not be folded into one. */                                                               \
                __asm__ volatile(""                                                                                    \
                                 : "+v"(c0), "+v"(c1), "+v"(c2), "+v"(c3), "+v"(c4), "+v"(c5), "+v"(c6), "+v"(c7),     \
                                   "+v"(c8), "+v"(c9), "+v"(c10), "+v"(c11));                                          \
            }                                                                                                          \
            c0 = STEP(c0, c1, c2), c3 = STEP(c3, c4, c5), c6 = STEP(c6, c7, c8), c9 = STEP(c9, c10, c11);              \
            c0 = STEP(c0, c3, c6);                                                                                     \
            sink += FIRST(STEP(c0, a, c9));                                                                            \
        }                                                                                                              \
        return sink;                                                                                                   \
    }

#ifdef __AVX512F__
#define INT_STEP(x, a, b) _mm512_add_epi32(_mm512_mullo_epi32(x, a), b)
#define INT_FIRST(x) (float)_mm_cvtsi128_si32(_mm512_castsi512_si128(x))
LOOP(float, __m512, 16, 0.5f, 0.25f, _mm512_set1_ps, _mm512_fmadd_ps, _mm512_cvtss_f32)
LOOP(double, __m512d, 8, 0.5f, 0.25f, _mm512_set1_pd, _mm512_fmadd_pd, (float)_mm512_cvtsd_f64)
LOOP(int, __m512i, 16, 3, 1, _mm512_set1_epi32, INT_STEP, INT_FIRST)
#ifdef __AVX512FP16__
LOOP(half, __m512h, 32, 0.5f, 0.25f, _mm512_set1_ph, _mm512_fmadd_ph, (float)_mm512_cvtsh_h)
#define HAVE_HALF
#endif
#elif defined(__AVX2__) && defined(__FMA__)
#define INT_STEP(x, a, b) _mm256_add_epi32(_mm256_mullo_epi32(x, a), b)
#define INT_FIRST(x) (float)_mm_cvtsi128_si32(_mm256_castsi256_si128(x))
LOOP(float, __m256, 8, 0.5f, 0.25f, _mm256_set1_ps, _mm256_fmadd_ps, _mm256_cvtss_f32)
LOOP(double, __m256d, 4, 0.5f, 0.25f, _mm256_set1_pd, _mm256_fmadd_pd, (float)_mm256_cvtsd_f64)
LOOP(int, __m256i, 8, 3, 1, _mm256_set1_epi32, INT_STEP, INT_FIRST)
#else
#define NO_VECTORS
#endif

int
native_peak(enum native_peak type, double operations, float *sink)
{
    switch (type) {
#ifndef NO_VECTORS
    case NATIVE_PEAK_FLOAT:
        *sink = peak_float(operations);
        return 1;
    case NATIVE_PEAK_DOUBLE:
        *sink = peak_double(operations);
        return 1;
    case NATIVE_PEAK_INT:
        *sink = peak_int(operations);
        return 1;
#endif
#ifdef HAVE_HALF
    case NATIVE_PEAK_HALF:
        *sink = peak_half(operations);
        return 1;
#endif
    default:
        return 0;
    }
}
