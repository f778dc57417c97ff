// SPDX-License-Identifier: Apache-2.0
// A divergent loop with a remainder.
kernel void
gcd(global const uint *a, global const uint *b, global uint *out)
{
    int i = get_global_id(0);
    uint x = a[i], y = b[i];

    while (y) {
        uint t = x % y;
        x = y;
        y = t;
    }
    out[i] = x;
}
