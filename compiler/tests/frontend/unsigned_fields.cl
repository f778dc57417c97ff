// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s
// Fields of structures are accessed at once, whether their indexes are signed or not.
// CHECK-NOT: gather
// CHECK: kernel 'grey': {{.*}} side by side
// CHECK-NOT: gather

kernel void
grey(global const float *rgb, global float *out)
{
    uint i = get_global_id(0), first = 3 * i;

    out[i] = 0.3f * rgb[first] + 0.6f * rgb[first + 1] + 0.1f * rgb[first + 2];
}
