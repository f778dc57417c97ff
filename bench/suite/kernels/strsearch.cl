// SPDX-License-Identifier: Apache-2.0
// Where a text has a pattern.
kernel void
strsearch(global const char *text, constant char *pattern, int length, global uchar *found)
{
    size_t i = get_global_id(0);
    int k = 0;

    while (k < length && text[i + k] == pattern[k])
        k++;
    found[i] = k == length;
}
