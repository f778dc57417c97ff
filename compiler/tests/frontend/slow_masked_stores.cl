// RUN: %weftc --emit=asm --width=8 --cpu=x86-64-v3,+sse4a %s -o - | FileCheck %s
// RUN: %weftc --emit=asm --width=8 --cpu=znver3 %s -o - | FileCheck %s
// RUN: %weftc --emit=asm --width=8 --cpu=x86-64-v3 %s -o - | FileCheck %s --check-prefix=OTHER
// RUN: %weftc --emit=asm --width=8 --cpu=znver4 %s -o - | FileCheck %s --check-prefix=OTHER
// Masked stores take long on AMD's CPUs before AVX-512: prefix-stores asks how many lanes are on. The running CPU is
// known by its features, not by its name.
// CHECK: popcnt
// OTHER-NOT: popcnt
kernel void
rows(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);

    if (i < n)
        out[i] = in[i] + 1;
}
