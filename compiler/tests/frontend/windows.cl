// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir -o - %s 2>&1 | FileCheck %s
// Windows around work-items end at edges: packs that are not there walk through them side by side, in a loop that ends
// for all at once, and look nothing up.
// CHECK: kernel 'filter': {{16|32}} work-items of dimension 0 side by side
// CHECK: [[ROUND:%.*]] = phi i32 [ 0, {{.*}} ], [ [[NEXT:%.*]], {{.*}} ]
// CHECK: load <{{[0-9]+}} x float>
// CHECK-NOT: load <
// CHECK-NOT: masked
// CHECK: load float
// CHECK-NOT: load
// CHECK: [[NEXT]] = add {{.*}}[[ROUND]], 1
// CHECK-NEXT: icmp
// CHECK-NEXT: br

kernel void
filter(global const float *in, global const float *mask, global float *out, int width, int height, int reach)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const int left = max(x - reach, 0), right = min(x + reach, width - 1);
    float sum = 0;

    for (int i = left; i <= right; i++)
        sum += in[y * width + i] * mask[i - (x - reach)];
    out[y * width + x] = sum;
}
