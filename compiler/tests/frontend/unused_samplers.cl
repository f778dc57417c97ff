// Samplers that nothing reads an image with leave nothing behind: of program scope and of kernels, handed from function
// to function, and as arguments.
// RUN: %weftc --emit=info %s | FileCheck %s
// RUN: %weftc --emit=info %s -cl-std=CL2.0 -cl-opt-disable -g | FileCheck %s
// RUN: %weftc --emit=ir %s | FileCheck %s --check-prefix=IR --implicit-check-not=ampler
constant sampler_t declared = CLK_NORMALIZED_COORDS_TRUE;
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

inline float
element(global const float *p, const sampler_t s, int i)
{
    return p[i];
}

static float __attribute__((noinline))
neighbours(sampler_t a, global const float *p, sampler_t b, int i)
{
    return element(p, a, i) + element(p, b, i + 1);
}

// CHECK: kernel program_scope
// IR: define {{.*}}@__weft_kernel_program_scope
kernel void
program_scope(global float *p)
{
    p[get_global_id(0)] = element(p, nearest, 1);
}

// CHECK: kernel own
kernel void
own(global float *p)
{
    const sampler_t linear = CLK_FILTER_LINEAR;
    const sampler_t unused = CLK_FILTER_NEAREST;

    p[get_global_id(0)] = neighbours(linear, p, nearest, 1);
}

// CHECK: kernel given
kernel void
given(global float *p, sampler_t s)
{
    p[get_global_id(0)] = neighbours(s, p, nearest, 2);
}
