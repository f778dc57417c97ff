// SPDX-License-Identifier: Apache-2.0
// Draws by a table of running sums: the first that is not less, found one after the other.
kernel void
table_search(global const float *sums, global const float *draws, global int *out, int count)
{
    int id = get_global_id(0), at = count - 1;

    for (int k = 0; k < count; k++)
        if (sums[k] >= draws[id]) {
            at = k;
            break;
        }
    out[id] = at;
}
