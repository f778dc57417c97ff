// RUN: %weftc --cpu=x86-64-v3 --width=8 --remarks -o %t %s 2>&1 | FileCheck %s --implicit-check-not=gather --implicit-check-not=scatter
// Addresses that step from barrier to barrier, or that are computed before one and used after it, are next to each other
// on both sides.
// CHECK: kernel 'stepped': 8 work-items of dimension 0 side by side
// CHECK: kernel 'kept': 8 work-items of dimension 0 side by side
kernel void
stepped(global const float *a, int stride, global float *out, int n)
{
    local float tile[256];
    int l = get_local_id(0), at = get_global_id(0);
    float sum = 0;

    a += get_group_id(0) * 256 + l;
    for (int i = 0; i < n; i++) {
        tile[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += a[0] * tile[3] + out[at];
        a += stride;
        at += 256;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

kernel void
kept(global const float *a, int stride, global float *out, int n)
{
    local float tile[256];
    int l = get_local_id(0);

    for (int i = 0; i < n; i++) {
        int at = get_global_id(0) + i * stride;
        tile[l] = a[at];
        barrier(CLK_LOCAL_MEM_FENCE);
        out[at] = tile[255 - l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
