// SPDX-License-Identifier: Apache-2.0
// Products in 1024 cells by compare-and-exchange until it succeeds.
kernel void
atomic_product(global const uint *in, global uint *cells)
{
    uint v = in[get_global_id(0)], old, seen = cells[v & 1023];

    do {
        old = seen;
        seen = atomic_cmpxchg(&cells[v & 1023], old, old * (v | 1));
    } while (seen != old);
}
