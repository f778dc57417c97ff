// SPDX-License-Identifier: Apache-2.0
// Ids that fulfil a condition are appended by an atomic counter.
kernel void
append(global const int *in, global int *list, global int *count)
{
    int i = get_global_id(0);

    if (in[i] % 5 == 0)
        list[atomic_inc(count)] = i;
}
