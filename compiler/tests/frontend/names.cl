// What a program defines has names that nothing else has; the object shows its kernels and our services only.
// RUN: %weftc --emit=linked %s | FileCheck %s
// RUN: %weftc --emit=ir %s | FileCheck %s --check-prefix=IR
// RUN: not %weftc %s -DCALL 2>&1 | FileCheck %s --check-prefix=CALL
// CHECK-DAG: @memcpy.program = internal addrspace(2) constant
// CHECK-DAG: define internal spir_func float @exp2f.program
// CHECK-DAG: define internal spir_func float @__weft_scratch.program
// CHECK-DAG: define dso_local spir_kernel void @malloc.program({{.*}} #[[KERNEL:[0-9]+]]
// CHECK-DAG: attributes #[[KERNEL]] = {{.*}}"weft.kernel"="malloc"
// IR-DAG: @memcpy.program = internal
// IR-DAG: define dso_local void @__weft_kernel_malloc({{.*}} #[[ENTRY:[0-9]+]]
// IR-DAG: attributes #[[ENTRY]] = {{.*}}"weft.entry"="malloc"
constant uint memcpy[3] = {1, 2, 3};
typedef struct {
    uint a[500];
} big;

__attribute__((noinline)) static float
exp2f(float x)
{
    return x * 3.0f;
}

__attribute__((noinline)) float
__weft_scratch(float x)
{
    return x * 4.0f;
}

kernel void
malloc(global float *a, global big *b, int n)
{
    b[0] = b[1];
    a[0] = exp2f(a[0]) + __weft_scratch(a[1]) + memcpy[n % 3];
}

#ifdef CALL
// CALL: program.cl:[[#@LINE+5]]:5: error: undefined function '__weft_barrier' used in kernel 'calls'
void __weft_barrier(void);
kernel void
calls(void)
{
    __weft_barrier();
}
#endif
