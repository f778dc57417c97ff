// RUN: %weftc --cpu=x86-64-v3 --remarks -o %t %s 2>&1 | FileCheck %s
// A few doubles among many floats: packs are as wide as a vector of floats, which takes hardly more operations.
// CHECK: kernel 'rates': 8 work-items of dimension 0 side by side
#define STEP(n) x = exp(x * a[n] + y), y = fma(x, y, b[n]) / (1.0f + y * y), s += x * y;
#define FOUR(n) STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3)
#define SIXTEEN(n) FOUR(n) FOUR(n + 4) FOUR(n + 8) FOUR(n + 12)

kernel void
rates(constant float *a, constant float *b, global float *out)
{
    int i = get_global_id(0);
    float x = out[i], y = 0.5f, s = 0;

    SIXTEEN(0) SIXTEEN(16) SIXTEEN(32) SIXTEEN(48) SIXTEEN(64)
    out[i] = (float)(s + 2.e0 * x - 1.5 * y);
}
