// SPDX-License-Identifier: Apache-2.0
// A private array that lives across a barrier.
kernel void
private_barrier(global const float *in, global float *out)
{
    local float sums[64];
    int l = get_local_id(0), first = get_group_id(0) * 512 + l;
    float v[8], sum = 0.0f;

    for (int k = 0; k < 8; k++) {
        v[k] = in[first + k * 64];
        sum += v[k];
    }
    sums[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; k++)
        out[first + k * 64] = v[k] * sums[(l + 8 * k) & 63];
}
