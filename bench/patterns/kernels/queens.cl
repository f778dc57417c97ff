// SPDX-License-Identifier: Apache-2.0
// Queens on n rows by a private stack of free columns; the id gives the first three.
kernel void
queens(global int *out, int n)
{
    int id = get_global_id(0), found = 0, row = 3, all = (1 << n) - 1;
    int columns[16] = {0}, left[16] = {0}, right[16] = {0}, free[16];

    for (int r = 0, rest = id; r < 3; r++, rest /= n) {
        int bit = 1 << rest % n;
        if ((columns[r] | left[r] | right[r]) & bit)
            row = -1;
        columns[r + 1] = columns[r] | bit;
        left[r + 1] = (left[r] | bit) << 1;
        right[r + 1] = (right[r] | bit) >> 1;
    }
    free[3] = all & ~(columns[3] | left[3] | right[3]);
    while (row >= 3) {
        int bit = free[row] & -free[row];
        if (!bit) {
            row--;
        } else if (row == n - 1) {
            found++;
            row--;
        } else {
            free[row] ^= bit;
            columns[row + 1] = columns[row] | bit;
            left[row + 1] = (left[row] | bit) << 1;
            right[row + 1] = (right[row] | bit) >> 1;
            row++;
            free[row] = all & ~(columns[row] | left[row] | right[row]);
        }
    }
    out[id] = found;
}
