// RUN: %weftc --width=64 --remarks --emit=info -o - %s -cl-std=CL3.0 2>&1 | FileCheck %s
// RUN: %weftc --width=2 --remarks --emit=info -o - %s -cl-std=CL3.0 2>&1 | FileCheck %s --check-prefix=NARROW
// What would take too much time to build, or too much memory to run, gets fewer lanes or none, also where a width is
// asked for, and the remarks say why.

// Loops with many entries: masks multiply the code, in any number of lanes.
// CHECK: not packed: {{.*}} make too much code of it
// CHECK: kernel 'labels': one work-item at a time
// NARROW: not packed: {{.*}} make too much code of it
// NARROW: kernel 'labels': one work-item at a time
#define STEP(J, TO)                                                                                                    \
    L##J : s = s * 5 + J;                                                                                              \
    if (c++ > 100)                                                                                                     \
        goto end;                                                                                                      \
    if (s & 1u << J % 20)                                                                                              \
        goto L##TO;

kernel void labels(global uint *o, global uint *in)
{
    uint i = get_global_id(0), s = in[i], c = 0;
    STEP(0, 3)
    STEP(1, 10)
    STEP(2, 17)
    STEP(3, 0)
    STEP(4, 7)
    STEP(5, 14)
    STEP(6, 21)
    STEP(7, 4)
    STEP(8, 11)
    STEP(9, 18)
    STEP(10, 1)
    STEP(11, 8)
    STEP(12, 15)
    STEP(13, 22)
    STEP(14, 5)
    STEP(15, 12)
    STEP(16, 19)
    STEP(17, 2)
    STEP(18, 9)
    STEP(19, 16)
    STEP(20, 23)
    STEP(21, 6)
    STEP(22, 13)
    STEP(23, 20)
end:
    o[i] = s;
}

// A megabyte for each of 64 lanes is more than a thread's stack.
// CHECK: 16 instead of 64 work-items side by side: each has 1048576 bytes of private variables
// CHECK: kernel 'megabyte': 16 work-items of dimension 0 side by side
// NARROW-NOT: instead of
// NARROW: kernel 'megabyte': 2 work-items of dimension 0 side by side
kernel void megabyte(global uint *o, global uint *in)
{
    uint a[1 << 18];
    for (uint i = 0; i < 1 << 18; i++)
        a[i] = i * in[i & 0xfff];
    o[get_global_id(0)] = a[in[get_global_id(0)] & 0x3ffff];
}

// Doubles in 64 lanes are eight registers each: fewer lanes make less code.
#define ONE(J) x = x * y + J; y = sin(x) * y; z = z * x + y; x += z * y * J; z -= x * y + J; y += x * z;
#define FOUR(J) ONE(J) ONE(J + 1) ONE(J + 2) ONE(J + 3)
#define SIXTEEN(J) FOUR(J) FOUR(J + 4) FOUR(J + 8) FOUR(J + 12)
// CHECK: not packed in 64 lanes: that makes code of size {{[0-9]+}}, {{[0-9]+}} with accesses of one lane after the other, of {{[0-9]+}}, at most {{[0-9]+}} is built in time
// CHECK: kernel 'wide': {{8|16|32}} work-items of dimension 0 side by side
// NARROW-NOT: lanes: that makes code
// NARROW: kernel 'wide': 2 work-items of dimension 0 side by side
kernel void wide(global double *p)
{
    double x = p[get_global_id(0)], y = x + 1, z = x * y;
    SIXTEEN(0) SIXTEEN(16) SIXTEEN(32) SIXTEEN(48)
    p[get_global_id(0)] = x + y + z;
}
