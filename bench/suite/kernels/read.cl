// SPDX-License-Identifier: Apache-2.0
// Each work-item sums READS vectors, which are a group apart: TYPE is float or a vector of floats, TOTAL(v) the sum of
// one.
kernel void
read_all(global const TYPE *x, global float *out)
{
    int at = get_group_id(0) * get_local_size(0) * READS + get_local_id(0);
    TYPE sum = 0;

    for (int i = 0; i < READS; i++) {
        sum += x[at];
        at += get_local_size(0);
    }
    out[get_global_id(0)] = TOTAL(sum);
}
