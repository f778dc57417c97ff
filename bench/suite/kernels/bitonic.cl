// SPDX-License-Identifier: Apache-2.0
// A stage of the bitonic sorting network.
kernel void
bitonic(global int *data, int j, int k)
{
    int i = get_global_id(0);
    int partner = i ^ j;

    if (partner > i) {
        int a = data[i], b = data[partner];

        if ((i & k) == 0 ? a > b : a < b) {
            data[i] = b;
            data[partner] = a;
        }
    }
}
