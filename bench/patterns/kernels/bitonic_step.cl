// SPDX-License-Identifier: Apache-2.0
// One step of a bitonic sort in global memory.
kernel void
bitonic_step(global int *data, int j, int k)
{
    int i = get_global_id(0), other = i ^ j;

    if (other > i) {
        int a = data[i], b = data[other];
        if ((a > b) == ((i & k) == 0)) {
            data[i] = b;
            data[other] = a;
        }
    }
}
