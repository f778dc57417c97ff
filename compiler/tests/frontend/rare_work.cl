// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s
// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir --width=8 -o %t.ll %s 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: FileCheck %s --check-prefix=CODE < %t.ll
// What few work-items of a pack do, one does after the other; and what generators of random numbers do each time that
// those they have are used up is rare, so that packs are chosen.
// CHECK-DAG: kernel 'refill': {{8|16|32}} work-items of dimension 0 side by side
// CHECK-DAG: kernel 'refill_down': {{8|16|32}} work-items of dimension 0 side by side
// CODE: call {{.*}}@__weft_by_lane_line

kernel void
line(global const int *value, global const int *next, global int *out)
{
    int id = get_global_id(0), steps = 0;
    // FEW: :[[@LINE+1]]:{{[0-9]+}}: branch: where few work-items of a pack go this way, they do so one after the other
    if (value[id] > value[id + 1] && value[id] > value[id + 100] && value[id] > value[id + 101])
        for (int at = id; value[at] > 7; steps++)
            at = next[at];
    out[id] = steps;
}

kernel void
refill(global uint *states, global float *out, int draws)
{
    int id = get_global_id(0);
    global uint *state = states + 65 * id;
    float sum = 0;

    for (int d = 0; d < draws; d++) {
        if (state[64] >= 64) {
            for (int k = 0; k < 64; k++)
                state[k] = state[(k + 25) & 63] ^ state[k] >> 1;
            state[64] = 0;
        }
        uint word = state[state[64]++];
        sum -= log(1.0f + (word >> 8));
    }
    out[id] = sum;
}

kernel void
refill_down(global uint *states, global float *out, int draws)
{
    int id = get_global_id(0);
    global uint *state = states + 64 * id;
    float sum = 0;

    for (int d = 0, left = 0; d < draws; d++) {
        if (left == 0) {
            for (int k = 0; k < 64; k++)
                state[k] = state[(k + 25) & 63] ^ state[k] >> 1;
            left = 64;
        }
        sum -= log(1.0f + (state[--left] >> 8));
    }
    out[id] = sum;
}
