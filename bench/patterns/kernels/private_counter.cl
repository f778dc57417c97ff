// SPDX-License-Identifier: Apache-2.0
// A private array of 16 indexed by loop counters.
kernel void
private_counter(global const float *in, global float *out)
{
    int i = get_global_id(0), n = get_global_size(0);
    float v[16];

    for (int k = 0; k < 16; k++)
        v[k] = in[k * n + i];
    for (int round = 0; round < 8; round++)
        for (int k = 0; k < 16; k++)
            v[k] = 0.5f * v[k] + 0.25f * v[(k + 1) & 15];
    for (int k = 0; k < 16; k++)
        out[k * n + i] = v[k];
}
