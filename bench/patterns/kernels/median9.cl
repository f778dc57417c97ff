// SPDX-License-Identifier: Apache-2.0
// The median of 3x3 by exchanges of minimum and maximum.
#define ORDER(i, j) t = min(p[i], p[j]), p[j] = max(p[i], p[j]), p[i] = t
kernel void
median9(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float p[9], t;

    for (int k = 0; k < 9; k++)
        p[k] = in[(y + k / 3) * (width + 2) + x + k % 3];
    ORDER(1, 2), ORDER(4, 5), ORDER(7, 8), ORDER(0, 1), ORDER(3, 4), ORDER(6, 7), ORDER(1, 2);
    ORDER(4, 5), ORDER(7, 8), ORDER(0, 3), ORDER(5, 8), ORDER(4, 7), ORDER(3, 6), ORDER(1, 4);
    ORDER(2, 5), ORDER(4, 7), ORDER(4, 2), ORDER(6, 4), ORDER(4, 2);
    out[y * width + x] = p[4];
}
