// SPDX-License-Identifier: Apache-2.0
// How often each of four letters is in a row of 64: four private counters, indexed by data.
kernel void
private_bins(global const uchar *letters, global int *out)
{
    int id = get_global_id(0), n = get_global_size(0), counts[4] = {0, 0, 0, 0};

    for (int k = 0; k < 64; k++)
        counts[letters[k * n + id] >> 1 & 3]++;
    for (int letter = 0; letter < 4; letter++)
        out[letter * n + id] = counts[letter];
}
