// SPDX-License-Identifier: Apache-2.0
// Words of 16 letters compared with one, until they differ.
kernel void
string_compare(global const char *words, global const char *wanted, global int *out)
{
    int id = get_global_id(0), k = 0;

    while (k < 16 && words[id * 16 + k] == wanted[k])
        k++;
    out[id] = k == 16 ? 0 : words[id * 16 + k] < wanted[k] ? -k - 1 : k + 1;
}
