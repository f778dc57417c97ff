// SPDX-License-Identifier: Apache-2.0
// Pixels of four bytes to grey.
kernel void
grey_uchar4(global const uchar4 *in, global uchar *out)
{
    int i = get_global_id(0);
    uchar4 p = in[i];

    out[i] = (77 * p.x + 150 * p.y + 29 * p.z) >> 8;
}
