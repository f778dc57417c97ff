// SPDX-License-Identifier: Apache-2.0
// Sixty-four planes of doubles, a multiple of a page apart: all are updated.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define PLANE(i) a[(i) * 13824 + id]
#define UPDATE(i) PLANE(i) = rate - PLANE(i)
#define FOUR(i) UPDATE(i), UPDATE((i) + 1), UPDATE((i) + 2), UPDATE((i) + 3)
#define ALL(i) FOUR(i), FOUR((i) + 4), FOUR((i) + 8), FOUR((i) + 12)

kernel void
species(global double *a, global const double *rates)
{
    int id = get_global_id(0);
    double rate = rates[id];

    ALL(0);
    ALL(16);
    ALL(32);
    ALL(48);
}
