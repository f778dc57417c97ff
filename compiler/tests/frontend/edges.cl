// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=info -o - %s 2>&1 | FileCheck %s
// RUN: %weftc --cpu=x86-64-v4 --remarks --emit=info -o - %s 2>&1 | FileCheck %s --check-prefix=REGISTERS
// Where masks take vector registers, a kernel that leaves out the edges of a grid has two vectors side by side: the
// packs at both ends of a row run with masks. Those of AVX-512 have registers of their own.

// CHECK: kernel 'inner': 16 work-items of dimension 0 side by side
// REGISTERS: kernel 'inner': 64 work-items of dimension 0 side by side
kernel void
inner(global const float *in, global float *out, int nx, float a)
{
    int x = get_global_id(0);

    if (x == 0 || x == nx - 1)
        return;
    out[x] = a * (in[x - 1] + in[x] + in[x + 1]);
}
