// SPDX-License-Identifier: Apache-2.0
// The nearest of eight centres, features apart from one another.
kernel void
kmeans_assign(global const int *feature, global const int *centre, global int *out)
{
    int i = get_global_id(0), n = get_global_size(0), best = 0, least = INT_MAX;

    for (int c = 0; c < 8; c++) {
        int sum = 0;
        for (int f = 0; f < 8; f++) {
            int d = feature[f * n + i] - centre[c * 8 + f];
            sum += d * d;
        }
        if (sum < least) {
            least = sum;
            best = c;
        }
    }
    out[i] = best;
}
