// SPDX-License-Identifier: Apache-2.0
// Least and greatest of 1024 cells.
kernel void
atomic_extrema(global const int *in, global int *least, global int *greatest)
{
    int v = in[get_global_id(0)];

    atomic_min(&least[v & 1023], v);
    atomic_max(&greatest[v & 1023], v);
}
