// RUN: %weftc --cpu=x86-64-v3 --width=8 --remarks --emit=info -o - %s 2>&1 | FileCheck %s
// RUN: %weftc --cpu=skylake-avx512 --width=8 --remarks --emit=info -o - %s 2>&1 | FileCheck %s --check-prefix=SCATTERS
// Hundreds of scatters are thousands of stores on a CPU that has none, and take fewer lanes there.

#define STORE(J) o[(s + J * 64u) & 0xffffu] = s; s = s * 5u + J;
#define TEN(J) STORE(J) STORE(J + 1) STORE(J + 2) STORE(J + 3) STORE(J + 4) STORE(J + 5) STORE(J + 6) STORE(J + 7) STORE(J + 8) STORE(J + 9)
#define HUNDRED(J) TEN(J) TEN(J + 10) TEN(J + 20) TEN(J + 30) TEN(J + 40) TEN(J + 50) TEN(J + 60) TEN(J + 70) TEN(J + 80) TEN(J + 90)
// CHECK: not packed in 8 lanes: {{.*}} with accesses of one lane after the other
// CHECK: kernel 'scatters': {{2|4}} work-items of dimension 0 side by side
// SCATTERS-NOT: not packed in
// SCATTERS: kernel 'scatters': 8 work-items of dimension 0 side by side
kernel void scatters(global uint *o, global const uint *in)
{
    uint s = in[get_global_id(0)];
    HUNDRED(0) HUNDRED(100) HUNDRED(200)
    o[get_global_id(0)] = s;
}
