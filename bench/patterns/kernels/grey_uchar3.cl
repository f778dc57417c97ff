// SPDX-License-Identifier: Apache-2.0
// Packed pixels of three bytes to grey.
kernel void
grey_uchar3(global const uchar *in, global uchar *out)
{
    int i = get_global_id(0);
    uchar3 p = vload3(i, in);

    out[i] = (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
}
