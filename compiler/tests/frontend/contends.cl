// RUN: %weftc --emit=info -o - %s | FileCheck %s
// Kernels that change memory atomically which other groups may see, also in functions that they call; not those whose
// atomics are the group's own.

// CHECK: kernel counts [{{.*}} contends
kernel void
counts(global int *bins, global const uchar *in)
{
    atomic_inc(&bins[in[get_global_id(0)]]);
}

// CHECK: kernel exchanges [{{.*}} contends
kernel void
exchanges(volatile global uint *bits, global const float *in)
{
    uint old = *bits, wanted;

    do
        wanted = as_uint(as_float(old) + in[get_global_id(0)]);
    while (wanted != (old = atomic_cmpxchg(bits, old, wanted)));
}

__attribute__((noinline)) void
count(global int *bin)
{
    atomic_inc(bin);
}

// CHECK: kernel calls [{{.*}} contends
kernel void
calls(global int *bins, global const uchar *in)
{
    count(&bins[in[get_global_id(0)]]);
}

// CHECK: kernel keeps [
// CHECK-NOT: contends
kernel void
keeps(global int *out, global const uchar *in)
{
    local int bins[256];

    bins[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&bins[in[get_global_id(0)]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = bins[get_local_id(0)];
}
