// SPDX-License-Identifier: Apache-2.0
// Remark of slow from x86-64-v3 on: branch: work-items of a pack go both ways, one after the other
// Where neighbours go different ways, a pack does the work of both. Choosing what differs leaves one way.
kernel void slow(global const float *in, global float *out)
{
    float v = in[get_global_id(0)];
    if (v > 0)
        out[get_global_id(0)] = 3 * exp(-v) + sqrt(1 + v);
    else
        out[get_global_id(0)] = 2 * exp(v) + sqrt(1 - v);
}
kernel void fast(global const float *in, global float *out)
{
    float v = in[get_global_id(0)], a = fabs(v);
    out[get_global_id(0)] = (v > 0 ? 3 : 2) * exp(-a) + sqrt(1 + a);
}
