// SPDX-License-Identifier: Apache-2.0
// Remark of slow: gather: addresses are 64 bytes apart
// A field of large structures: each lane of a pack reads a cache line to have four bytes of it. An array of nothing but
// this field has those of 16 work-items in a line.
typedef struct { float mass, rest[15]; } body;

kernel void slow(global const body *bodies, global const float *masses, global float *out)
{
    size_t i = get_global_id(0);
    out[i] = 2 * bodies[i].mass;
}
kernel void fast(global const body *bodies, global const float *masses, global float *out)
{
    size_t i = get_global_id(0);
    out[i] = 2 * masses[i];
}
