// SPDX-License-Identifier: Apache-2.0
// Three dimensions, small cubes as groups, arithmetic in size_t.
kernel void
range_4x4x4(global const float *in, global float *out)
{
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    size_t i = (z * get_global_size(1) + y) * get_global_size(0) + x;

    out[i] = 2.0f * in[i] + 1.0f;
}
