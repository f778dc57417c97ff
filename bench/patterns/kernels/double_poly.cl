// SPDX-License-Identifier: Apache-2.0
// A polynomial of degree 12 and a square root in double.
kernel void
double_poly(global const double *in, global double *out)
{
    int i = get_global_id(0);
    double x = in[i], sum = 1.0;

    for (int k = 12; k > 0; k--)
        sum = 1.0 + sum * x / k;
    out[i] = sqrt(sum) + fabs(x);
}
