// RUN: %weftc --cpu=x86-64-v3 --emit=info -o - %s | FileCheck %s
// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir -o - %s 2>&1 | FileCheck --check-prefix=CODE %s
// Groups of which several run as one are counted along the packs' dimension: no other code can go on with such a launch.
// The kernel says so, also where it has that dimension for launches alone whose buffers overlap.
// CODE-DAG: kernel 'transposed': {{[0-9]+}} work-items of dimension 1 side by side
// CODE-DAG: kernel 'transposed.apart': {{[0-9]+}} work-items of dimension 0 side by side
// CHECK: kernel transposed {{.*}} orders_groups
// Others are counted as the launch has them, whichever is the kernel's first dimension.
// CHECK: kernel columns
// CHECK-NOT: orders_groups
// CODE: define {{.*}}@__weft_kernel_columns.exchanged(
// CODE: icmp ult i64 %{{.*}}, %num.groups.y

kernel void
transposed(global float *a, global const float *b, global const float *c, int n, int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const float s = b[x + y * height] + c[x + y * height];

    for (int i = 0; i < n; i++)
        a[x * height + y] += 1.0f + sin(b[i] + s);
}

kernel void
columns(global const float *in, global float *out, int height, local float *buffer)
{
    const int l = get_local_id(1), n = get_local_size(1), i = get_global_id(0) * height + get_global_id(1);

    buffer[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = buffer[n - 1 - l] + buffer[l];
}
