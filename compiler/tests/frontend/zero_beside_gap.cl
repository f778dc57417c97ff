// RUN: %weftc --width=16 --emit=asm %s -o - | FileCheck %s
// RUN: %weftc --width=8 --emit=asm %s -o - | FileCheck %s
// A zero stored next to a computed value, with gaps behind them: LLVM 22 made a shuffle of it, with AVX-512, that it
// had no instruction for. (Seed 6023645 of weft-fuzz.)

struct four {
    float a, b, c, d;
};

// CHECK-LABEL: __weft_kernel_vectors:
kernel void
vectors(global float4 *p, global const float *x, global const int *index)
{
    size_t i = get_global_id(0);

    p[i].xy = (float2)(x[index[i]] * 2.0f, 0.0f);
}

// CHECK-LABEL: __weft_kernel_structures:
kernel void
structures(global struct four *p, global const float *x)
{
    size_t i = get_global_id(0);

    p[i].a = x[i >> 1] * 2.0f;
    p[i].b = 0.0f;
}
