// RUN: %weftc --cpu=x86-64-v4 --width=16 --remarks --emit=info -o - %s 2>&1 | FileCheck %s
// Rows of long vectors that are taken apart share the steps of that: what they take of the budget for code is not each
// row once more for each of its elements.
// CHECK-NOT: not packed
// CHECK: kernel 'sums': 16 work-items of dimension 0 side by side
kernel void
sums(global const float16 *x, global float *out)
{
    int at = get_group_id(0) * get_local_size(0) * 16 + get_local_id(0);
    float16 sum = 0;

    for (int i = 0; i < 16; i++) {
        sum += x[at];
        at += get_local_size(0);
    }
    out[get_global_id(0)] = sum.s0 + sum.s1 + sum.s2 + sum.s3 + sum.s4 + sum.s5 + sum.s6 + sum.s7 + sum.s8 + sum.s9 +
                            sum.sa + sum.sb + sum.sc + sum.sd + sum.se + sum.sf;
}
