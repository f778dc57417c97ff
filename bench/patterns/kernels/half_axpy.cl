// SPDX-License-Identifier: Apache-2.0
// Halves read and written, computed as floats: no extension.
kernel void
half_axpy(global const half *x, global half *y, float a)
{
    int i = get_global_id(0);

    vstore_half(a * vload_half(i, x) + vload_half(i, y), i, y);
}
