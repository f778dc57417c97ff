// SPDX-License-Identifier: Apache-2.0
// 128 work-items sort 256 numbers in local memory by odd-even merges.
static void
order(local int *s, int i, int j)
{
    int a = s[i], b = s[j];

    s[i] = min(a, b);
    s[j] = max(a, b);
}
kernel void
odd_even_merge(global const int *in, global int *out)
{
    local int s[256];
    int l = get_local_id(0), first = get_group_id(0) * 256;

    s[l] = in[first + l];
    s[l + 128] = in[first + l + 128];
    for (int size = 2; size <= 256; size *= 2) {
        int offset = l & (size / 2 - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        order(s, 2 * l - offset, 2 * l - offset + size / 2);
        for (int stride = size / 4; stride > 0; stride /= 2) {
            int i = 2 * l - (l & (stride - 1));
            barrier(CLK_LOCAL_MEM_FENCE);
            if (offset >= stride)
                order(s, i - stride, i);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[first + l] = s[l];
    out[first + l + 128] = s[l + 128];
}
