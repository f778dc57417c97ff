// SPDX-License-Identifier: Apache-2.0
// Remark of slow: not packed: its work-items wait for one another
// The lanes of a pack cannot wait for one of them, so a kernel with a lock is not packed. An atomic operation needs no
// lock, and is one for a whole pack where all its lanes have the same place.
kernel void slow(global const uint *in, global volatile uint *out)
{
    for (bool done = false; !done;)
        if (atomic_cmpxchg(&out[0], 0, 1) == 0) {
            out[1] = max(out[1], in[get_global_id(0)]);
            atomic_xchg(&out[0], 0);
            done = true;
        }
}
kernel void fast(global const uint *in, global volatile uint *out)
{
    atomic_max(&out[1], in[get_global_id(0)]);
}
