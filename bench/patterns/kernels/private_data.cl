// SPDX-License-Identifier: Apache-2.0
// A private array of 64 counts indexed by data: the most frequent of 64 bytes.
kernel void
private_data(global const uchar *in, global int *out)
{
    int i = get_global_id(0), best = 0;
    ushort count[64] = {0};

    for (int k = 0; k < 64; k++)
        count[in[i * 64 + k] & 63]++;
    for (int k = 1; k < 64; k++)
        if (count[k] > count[best])
            best = k;
    out[i] = best * 256 + count[best];
}
