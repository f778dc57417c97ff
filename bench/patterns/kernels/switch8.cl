// SPDX-License-Identifier: Apache-2.0
// Eight cases by data, in a loop.
kernel void
switch8(global const uchar *op, global int *data)
{
    int i = get_global_id(0), n = get_global_size(0), x = data[i];

    for (int k = 0; k < 8; k++)
        switch (op[k * n + i] & 7) {
        case 0: x += 17; break;
        case 1: x ^= 0x5555; break;
        case 2: x = (x & 0xffff) * 3; break;
        case 3: x = x >> 1; break;
        case 4: x = ~x; break;
        case 5: x = x & 0xff00ff; break;
        case 6: x = x | k; // and on
        default: x = x / 7;
        }
    data[i] = x;
}
