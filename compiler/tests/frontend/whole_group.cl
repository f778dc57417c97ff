// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s
// Where a pack is the whole group nothing is kept in memory for after the barrier, and what local ids are made into is
// constant: which elements of the local array a pack reads, too. In a larger group there is no such pack.
// CHECK-DAG: kernel 'whole': 64 work-items of dimension 0 side by side
// CHECK-DAG: kernel 'part': {{8|16}} work-items of dimension 0 side by side

static void
rotated(global const float *in, global float *out, local float *sums, int size)
{
    int l = get_local_id(0), first = get_group_id(0) * 8 * size + l;
    float v[8], sum = 0.0f;

    for (int k = 0; k < 8; k++) {
        v[k] = in[first + k * size];
        sum += v[k];
    }
    sums[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; k++)
        out[first + k * size] = v[k] * sums[(l + 8 * k) & (size - 1)];
}

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
whole(global const float *in, global float *out)
{
    local float sums[64];

    rotated(in, out, sums, 64);
}

kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
part(global const float *in, global float *out)
{
    local float sums[256];

    rotated(in, out, sums, 256);
}
