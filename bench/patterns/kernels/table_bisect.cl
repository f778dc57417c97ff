// SPDX-License-Identifier: Apache-2.0
// Places in some of 64 sorted tables, as many as the work-item has: by halves or from the beginning, as the launch says.
kernel void
table_bisect(global const int *count, global const int *which, global const int *tables, global const int *wanted,
             global int *out, int way)
{
    int i = get_global_id(0), n = get_global_size(0), x = wanted[i], sum = 0;

    for (int k = 0; k < count[i]; k++) {
        global const int *table = tables + 512 * which[k * n + i];
        int low = 0, high = 511;

        switch (way) {
        case 0:
            while (low < 511 && table[low + 1] <= x)
                low++;
            break;
        case 1:
            while (high - low > 1) {
                int middle = low + (high - low) / 2;

                if (table[middle] > x)
                    high = middle;
                else
                    low = middle;
            }
            break;
        default:
            low = x & 511;
        }
        sum += table[low] + low;
    }
    out[i] = sum;
}
