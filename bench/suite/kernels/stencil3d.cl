// SPDX-License-Identifier: Apache-2.0
// A seven-point step.
#define AT(x, y, z) ((z) * nx * ny + (y) * nx + (x))

kernel void
stencil3d(global const float *in, global float *out, int nx, int ny, int nz, float c0, float c1)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);

    if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1)
        return;
    out[AT(x, y, z)] = c0 * in[AT(x, y, z)] + c1 * (in[AT(x - 1, y, z)] + in[AT(x + 1, y, z)] + in[AT(x, y - 1, z)] +
                                                    in[AT(x, y + 1, z)] + in[AT(x, y, z - 1)] + in[AT(x, y, z + 1)]);
}
