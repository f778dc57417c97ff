// SPDX-License-Identifier: Apache-2.0
// Sums of floats in 64 bins of local memory, and of those in global memory, by compare-and-exchange until it succeeds.
#define ADD(SPACE, name)                                                                                               \
    void name(volatile SPACE float *sum, float v)                                                                      \
    {                                                                                                                  \
        union {                                                                                                        \
            uint bits;                                                                                                 \
            float number;                                                                                              \
        } old, new;                                                                                                    \
        do {                                                                                                           \
            old.number = *sum;                                                                                         \
            new.number = old.number + v;                                                                               \
        } while (atomic_cmpxchg((volatile SPACE uint *)sum, old.bits, new.bits) != old.bits);                          \
    }
ADD(local, add_local)
ADD(global, add_global)

kernel void
float_bins(global const int *in, global float *out)
{
    local float bins[64];
    int l = get_local_id(0), key = in[get_global_id(0)];

    if (l < 64)
        bins[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    add_local(&bins[key % 64], key / 64);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 64)
        add_global(&out[l], bins[l]);
}
