// SPDX-License-Identifier: Apache-2.0
// Elementary functions over arrays.
#include "bench/suite/native/native.h"

#include <math.h>

#if defined(WEFT_SLEEF) && (defined(__AVX512F__) || defined(__AVX2__))
#include <immintrin.h>
#include <sleef.h>

// The fastest of SLEEF's that keep OpenCL's bounds: 3.5 ULP for sin, cos (4 allowed) and tanh (5), 1 ULP else.
#ifdef __AVX512F__
typedef __m512 vector;
enum { LANES = 16 };
#define load _mm512_loadu_ps
#define store _mm512_storeu_ps
#define vector_exp Sleef_expf16_u10
#define vector_log Sleef_logf16_u10
#define vector_sin Sleef_sinf16_u35
#define vector_cos Sleef_cosf16_u35
#define vector_pow Sleef_powf16_u10
#define vector_tanh Sleef_tanhf16_u35
#define vector_erf Sleef_erff16_u10
#define vector_rsqrt(v) _mm512_div_ps(_mm512_set1_ps(1), _mm512_sqrt_ps(v))
#else
typedef __m256 vector;
enum { LANES = 8 };
#define load _mm256_loadu_ps
#define store _mm256_storeu_ps
#define vector_exp Sleef_expf8_u10
#define vector_log Sleef_logf8_u10
#define vector_sin Sleef_sinf8_u35
#define vector_cos Sleef_cosf8_u35
#define vector_pow Sleef_powf8_u10
#define vector_tanh Sleef_tanhf8_u35
#define vector_erf Sleef_erff8_u10
#define vector_rsqrt(v) _mm256_div_ps(_mm256_set1_ps(1), _mm256_sqrt_ps(v))
#endif

#else

typedef float vector;
enum { LANES = 1 };
#define load(p) (*(p))
#define store(p, v) (*(p) = (v))
#define vector_exp expf
#define vector_log logf
#define vector_sin sinf
#define vector_cos cosf
#define vector_pow powf
#define vector_tanh tanhf
#define vector_erf erff
#define vector_rsqrt(v) (1 / sqrtf(v))

#endif

// Loops of their own, so that the call is direct.
#define UNARY(name)                                                                                                    \
    static void apply_##name(size_t n, const float *restrict x, const float *restrict y, float *restrict out)          \
    {                                                                                                                  \
        (void)y;                                                                                                       \
        _Pragma("omp parallel for") for (size_t i = 0; i < n; i += LANES) store(&out[i], vector_##name(load(&x[i])));  \
    }

UNARY(exp)
UNARY(log)
UNARY(sin)
UNARY(cos)
UNARY(tanh)
UNARY(erf)
UNARY(rsqrt)

static void
apply_pow(size_t n, const float *restrict x, const float *restrict y, float *restrict out)
{
#pragma omp parallel for
    for (size_t i = 0; i < n; i += LANES)
        store(&out[i], vector_pow(load(&x[i]), load(&y[i])));
}

void
native_math(enum native_function function, size_t n, const float *restrict x, const float *restrict y,
            float *restrict out)
{
    static void (*const functions[])(size_t, const float *restrict, const float *restrict, float *restrict) = {
        [NATIVE_EXP] = apply_exp, [NATIVE_LOG] = apply_log,   [NATIVE_SIN] = apply_sin, [NATIVE_COS] = apply_cos,
        [NATIVE_POW] = apply_pow, [NATIVE_TANH] = apply_tanh, [NATIVE_ERF] = apply_erf, [NATIVE_RSQRT] = apply_rsqrt};

    functions[function](n, x, y, out);
}

static double
reference(enum native_function function, double x, double y)
{
    switch (function) {
    case NATIVE_EXP:
        return exp(x);
    case NATIVE_LOG:
        return log(x);
    case NATIVE_SIN:
        return sin(x);
    case NATIVE_COS:
        return cos(x);
    case NATIVE_POW:
        return pow(x, y);
    case NATIVE_TANH:
        return tanh(x);
    case NATIVE_ERF:
        return erf(x);
    case NATIVE_RSQRT:
        return 1 / sqrt(x);
    case NATIVE_FUNCTIONS:
        break;
    }
    return NAN;
}

void
native_math_reference(enum native_function function, size_t n, const float *restrict x, const float *restrict y,
                      float *restrict out)
{
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        out[i] = (float)reference(function, x[i], y ? y[i] : 0);
}
