// SPDX-License-Identifier: Apache-2.0
// Three bytes to four letters.
constant uchar digits[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
kernel void
base64(global const uchar *in, global uchar *out)
{
    int i = get_global_id(0);
    uint bits = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];

    for (int k = 0; k < 4; k++)
        out[4 * i + k] = digits[bits >> (18 - 6 * k) & 63];
}
