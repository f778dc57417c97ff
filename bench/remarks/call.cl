// SPDX-License-Identifier: Apache-2.0
// Remark of slow: call of by_value: one work-item after the other
// Remark of slow: not packed: an argument is passed by value in memory
// A large structure that a function gets by value lies in memory for the call, and such a function is not packed, so it
// is called for each lane. Inlined, or with the structure's place instead, it is packed.
typedef struct { float at[8]; } terms;
#define OF(T, X) sin(X) * (T).at[0] + sin(2 * (X)) * (T).at[(int)(X) & 7]
__attribute__((noinline)) float by_value(terms t, float x) { return OF(t, x); }
__attribute__((noinline)) float by_place(const terms *t, float x) { return OF(*t, x); }

kernel void slow(global const terms *in, global float *out)
{
    size_t i = get_global_id(0);
    out[i] = by_value(in[i], i);
}
kernel void fast(global const terms *in, global float *out)
{
    size_t i = get_global_id(0);
    terms t = in[i];
    out[i] = by_place(&t, i);
}
