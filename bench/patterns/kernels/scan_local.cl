// SPDX-License-Identifier: Apache-2.0
// Running sums of 256 by doubling distances in two rows of local memory.
kernel void
scan_local(global const int *in, global int *out)
{
    local int s[2][256];
    int l = get_local_id(0), from = 0;

    s[0][l] = in[get_global_id(0)];
    for (int distance = 1; distance < 256; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        s[1 - from][l] = s[from][l] + (l >= distance ? s[from][l - distance] : 0);
        from = 1 - from;
    }
    out[get_global_id(0)] = s[from][l];
}
