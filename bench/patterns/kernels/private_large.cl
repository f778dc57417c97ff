// SPDX-License-Identifier: Apache-2.0
// A private table of 256 bytes: the key schedule of RC4 and eight bytes of its stream.
kernel void
private_large(global const uchar *key, global uchar *out)
{
    int id = get_global_id(0), j = 0;
    uchar s[256];

    for (int i = 0; i < 256; i++)
        s[i] = i;
    for (int i = 0; i < 256; i++) {
        uchar t = s[i];
        j = (j + t + key[id * 8 + (i & 7)]) & 255;
        s[i] = s[j];
        s[j] = t;
    }
    j = 0;
    for (int i = 1; i <= 8; i++) {
        uchar t = s[i];
        j = (j + t) & 255;
        s[i] = s[j];
        s[j] = t;
        out[id * 8 + i - 1] = s[(s[i] + t) & 255];
    }
}
