// SPDX-License-Identifier: Apache-2.0
// Two words of 64 letters aligned by diagonals of a table in local memory, a barrier a diagonal.
kernel void
needleman(global const uchar *a, global const uchar *b, global int *out)
{
    local int s[65][65];
    int l = get_local_id(0), first = get_group_id(0) * 64;
    uchar letter = a[first + l];

    s[l + 1][0] = s[0][l + 1] = -2 * (l + 1);
    if (l == 0)
        s[0][0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 0; d < 127; d++) {
        int j = d - l;

        if (j >= 0 && j < 64)
            s[l + 1][j + 1] = max(s[l][j] + (letter == b[first + j] ? 3 : -1), max(s[l][j + 1], s[l + 1][j]) - 2);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[first + l] = s[64][l + 1];
}
