// SPDX-License-Identifier: Apache-2.0
// Loads, stores, shuffles, async copies and atomics over arrays.
#include "types.h"

#define LANES_2(M) M(0) M(1)
#define LANES_3(M) LANES_2(M) M(2)
#define LANES_4(M) LANES_3(M) M(3)
#define LANES_8(M) LANES_4(M) M(4) M(5) M(6) M(7)
#define LANES_16(M) LANES_8(M) M(8) M(9) M(a) M(b) M(c) M(d) M(e) M(f)

// Copies by loads and stores of width n through local and private memory, starting one element off the alignment.
#define COPY(n, T)                                                                                                     \
    void copy##n##_##T(global const T *in, local T *middle, constant T *unused, global T *out, ulong count)            \
    {                                                                                                                  \
      private                                                                                                          \
        T mine[16];                                                                                                    \
        for (ulong i = 0; i < count / n; i++) {                                                                        \
            vstore##n(vload##n(i, in + 1), i, middle + 1);                                                             \
            vstore##n(vload##n(i, (local const T *)middle + 1), 0, mine);                                              \
            vstore##n(vload##n(0, mine), i, out + 1);                                                                  \
        }                                                                                                              \
        vstore##n(vload##n(0, unused), 0, out + 1);                                                                    \
    }
#define COPIES(T, ...) COPY(2, T) COPY(3, T) COPY(4, T) COPY(8, T) COPY(16, T)
SOURCES(COPIES, )

// shuffle and shuffle2 to 16 and to 2 elements from every width.
#define SHUFFLE(m, T, U)                                                                                               \
    void shuffle##m##_##T(global const T *x, global const U *mask, global T *out)                                      \
    {                                                                                                                  \
        vstore16(shuffle(vload##m(0, x), vload16(0, mask)), 0, out);                                                   \
        vstore16(shuffle2(vload##m(0, x), vload##m(0, x + m), vload16(0, mask)), 1, out);                              \
        vstore2(shuffle(vload##m(0, x), vload2(0, mask)), 16, out);                                                    \
        vstore2(shuffle2(vload##m(0, x), vload##m(0, x + m), vload2(0, mask)), 17, out);                               \
    }
#define SHUFFLES(T, U) SHUFFLE(2, T, U) SHUFFLE(4, T, U) SHUFFLE(8, T, U) SHUFFLE(16, T, U)
SHUFFLES(char, uchar)
SHUFFLES(ushort, ushort)
SHUFFLES(int, uint)
SHUFFLES(float, uint)
SHUFFLES(double, ulong)

void
copies(global float4 *from, local float4 *to, global float4 *back, ulong n)
{
    event_t e = async_work_group_copy(to, from, n, 0);
    e = async_work_group_copy(back, to, n, e);
    wait_group_events(1, &e);
    e = async_work_group_strided_copy(to, from, n / 2, 2, 0);
    wait_group_events(1, &e);
    e = async_work_group_strided_copy(back + n, to, n / 2, 2, 0);
    wait_group_events(1, &e);
    prefetch(from, n);
}

void
atomics(global int *g, local uint *l, global long *w, global float *f, global long *out)
{
    out[0] = atomic_add(g, 5);
    out[1] = atomic_sub(g, 2);
    out[2] = atomic_xchg(g, -7);
    out[3] = atomic_min(g, 3);
    out[4] = atomic_max(g, 3);
    out[5] = atomic_cmpxchg(g, 3, 9);
    out[6] = atomic_cmpxchg(g, 3, 10);
    out[7] = atomic_inc(g);
    out[8] = atom_dec(g);
    out[9] = atomic_min(l, 3u);
    out[10] = atomic_max(l, 0xfffffffeu);
    out[11] = atomic_and(l, 0xf0u);
    out[12] = atomic_or(l, 0x0fu);
    out[13] = atom_xor(l, 0xffu);
    out[14] = atom_add(w, 1L << 40);
    out[15] = atom_min(w, -(1L << 50));
    out[16] = (long)atomic_xchg(f, 2.5f);
    out[17] = *g;
    out[18] = *l;
    out[19] = *w;
}

void
ids(global ulong *out, uint d)
{
    out[0] = get_global_id(0), out[1] = get_global_id(1), out[2] = get_global_id(2), out[3] = get_global_id(d);
    out[4] = get_local_id(1), out[5] = get_local_size(2), out[6] = get_group_id(0), out[7] = get_num_groups(d);
    out[8] = get_global_size(0), out[9] = get_global_size(d), out[10] = get_global_offset(1), out[11] = get_work_dim();
    out[12] = get_local_size(d), out[13] = get_group_id(d), out[14] = get_local_id(d), out[15] = get_global_offset(d);
    barrier(CLK_LOCAL_MEM_FENCE);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    read_mem_fence(CLK_LOCAL_MEM_FENCE);
    write_mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
}
