// SPDX-License-Identifier: Apache-2.0
// A loop that skips odd numbers and ends at a sum.
kernel void
break_continue(global const int *in, global int *out)
{
    int id = get_global_id(0), sum = 0, k;

    for (k = 0; k < 64; k++) {
        int v = in[id + k * 7];
        if (v & 1)
            continue;
        sum += v;
        if (sum > 20000)
            break;
    }
    out[id] = sum * 64 + k;
}
