// RUN: %weftc --emit=asm --cpu=x86-64-v4 --width=64 -o - %s | FileCheck %s --check-prefixes=CHECK,V4
// RUN: %weftc --emit=asm --cpu=x86-64-v3 --width=32 -o - %s | FileCheck %s --check-prefixes=CHECK,V3
// RUN: %weftc --emit=asm --cpu=x86-64-v3 --width=32 -o - %s -cl-opt-disable | FileCheck %s --check-prefix=NONE
// RUN: %weftc --emit=asm --cpu=x86-64-v2 --width=32 -o - %s | FileCheck %s --check-prefix=V2
// RUN: %weftc --emit=ir --cpu=x86-64-v3 --width=32 -o - %s -g | FileCheck %s --check-prefix=DEBUG
// RUN: %weftc --emit=info --cpu=x86-64-v4 --width=8 -o - %s | FileCheck %s --check-prefix=INFO
// Vectors that there are no registers for lie within cache lines: the entry has aligned the stack.

// V4: andq $-64, %rsp
// V3: andq $-32, %rsp
// NONE: andq $-32, %rsp
// V2-NOT: .aligned
// CHECK: callq {{.*}}__weft_kernel_rows.aligned
// V4: vmov{{aps|dqa64|dqa}} %zmm{{[0-9]+}}, {{[0-9]*}}(%rsp)
// V3: vmov{{aps|dqa64|dqa}} %ymm{{[0-9]+}}, {{[0-9]*}}(%rsp)
// CHECK-NOT: vmov{{ups|dqu64|dqu}} %{{[yz]}}mm{{[0-9]+}}, {{[0-9]*}}(%rsp)

// DEBUG: define {{.*}} @__weft_kernel_rows({{.*}}) #{{[0-9]+}} {
// DEBUG: define {{.*}} @__weft_kernel_rows.aligned({{.*}}) #{{[0-9]+}} !dbg

// INFO: kernel rows {{.*}} stack={{[3-9][0-9][0-9][0-9]$}}
// INFO: kernel few {{.*}} stack={{[12][0-9][0-9][0-9]$}}
kernel void rows(global const float *in, global float *out, int n)
{
    const int i = get_global_id(0);
    float sum[16];

    for (int k = 0; k < 16; k++)
        sum[k] = in[i + k * n];
    for (int j = 1; j < n; j++)
        for (int k = 0; k < 16; k++)
            sum[k] = sum[k] * in[j] + sum[15 - k];
    for (int k = 0; k < 16; k++)
        out[i + k * n] = sum[k];
}

kernel void few(global float *out)
{
    out[get_global_id(0)] = 1;
}
