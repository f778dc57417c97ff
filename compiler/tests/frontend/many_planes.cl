// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s
// RUN: %weftc --cpu=x86-64-v4 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=V4
// More planes side by side than a processor foresees the next lines of: packs of one register each, as wider ones have
// more accesses, and values that do not fit into registers (Zen 3: 16 and 32 lanes take 1.1 to 1.7 times as long as 8).
// Of few planes packs are wider.
// CHECK-DAG: kernel 'many': 8 work-items of dimension 0 side by side
// CHECK-DAG: kernel 'few': {{16|32|64}} work-items of dimension 0 side by side
// Planes that share sets of the second cache are there for several lines at once, as what was fetched ahead is lost
// before it is used (Zen 4: 8 lanes take 1.8 to 2.5 times as long as 64 in memory, 2 to 3 times in the third cache).
// V4-DAG: kernel 'many': 16 work-items of dimension 0 side by side
// V4-DAG: kernel 'many_of_a_set': {{16|32|64}} work-items of dimension 0 side by side
// Where the first cache loses each line to the others of its set before the next pack needs it, as of planes a multiple
// of a page apart, packs use whole lines: of doubles two registers (Zen 3: 4 lanes take twice as long as 8).
// CHECK-DAG: kernel 'updated': {{8|16}} work-items of dimension 0 side by side

#define PLANE(i) a[(i) * DISTANCE + id]
#define DISTANCE 13840
#define FOUR(i) (PLANE(i) * PLANE((i) + 1) + PLANE((i) + 2) * PLANE((i) + 3))
#define ALL(i) (FOUR(i) + FOUR((i) + 4) + FOUR((i) + 8) + FOUR((i) + 12))

kernel void
many(global const float *a, global float *out)
{
    int id = get_global_id(0);

    out[id] = ALL(0) + ALL(16) + ALL(32) + ALL(48) + ALL(64) + ALL(80) + ALL(96) + ALL(112) + ALL(128) + ALL(144) +
              ALL(160) + ALL(176);
}

kernel void
few(global const float *a, global float *out)
{
    int id = get_global_id(0);

    out[id] = FOUR(0);
}

#undef DISTANCE
#define DISTANCE 32768

kernel void
many_of_a_set(global const double *a, global double *out)
{
    int id = get_global_id(0);

    out[id] = ALL(0) + ALL(16) + ALL(32) + ALL(48) + ALL(64) + ALL(80) + ALL(96) + ALL(112) + ALL(128) + ALL(144) +
              ALL(160) + ALL(176);
}

#undef DISTANCE
#define DISTANCE 13824
#define UPDATE(i) (PLANE(i) *= rate, PLANE((i) + 1) *= rate, PLANE((i) + 2) *= rate, PLANE((i) + 3) *= rate)

kernel void
updated(global double *a, global const double *rates)
{
    int id = get_global_id(0);
    double rate = rates[id];

    UPDATE(0), UPDATE(4), UPDATE(8), UPDATE(12), UPDATE(16), UPDATE(20), UPDATE(24), UPDATE(28);
    UPDATE(32), UPDATE(36), UPDATE(40), UPDATE(44), UPDATE(48), UPDATE(52), UPDATE(56), UPDATE(60);
}
