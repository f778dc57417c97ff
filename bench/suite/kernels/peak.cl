// SPDX-License-Identifier: Apache-2.0
// A chain of multiply-adds per work-item; TYPE and SCALAR come from the build options.
#ifdef HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#ifdef INTEGER
#define STEP                                                                                                           \
    x = y * x + y;                                                                                                     \
    y = x * y + x;
#else
#define STEP                                                                                                           \
    x = mad(y, a, b);                                                                                                  \
    y = mad(x, a, b);
#endif
#define STEP_4 STEP STEP STEP STEP
#define STEP_16 STEP_4 STEP_4 STEP_4 STEP_4

kernel void
peak(global TYPE *out, float a0, float b0, int rounds)
{
    TYPE a = (TYPE)((SCALAR)a0), b = (TYPE)((SCALAR)b0);
    TYPE x = a + b, y = (TYPE)((SCALAR)get_local_id(0));

    for (int i = 0; i < rounds; i++) {
        STEP_16
    }
    out[get_global_id(0)] = x + y;
}
