// SPDX-License-Identifier: Apache-2.0
// 64-bit division and remainder by an argument.
kernel void
long_uniform(global const long *in, global long *out, int divisor)
{
    int i = get_global_id(0);

    out[i] = in[i] / divisor * 3 + in[i] % divisor;
}
