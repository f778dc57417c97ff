// RUN: %weftc --cpu=x86-64-v3 --width=1 --emit=ir -DCALLS=EIGHT -o - %s | FileCheck %s --check-prefix=FEW
// RUN: %weftc --width=1 --emit=ir -DCALLS=THOUSANDS -o - %s | FileCheck %s --check-prefix=MANY
// A function becomes part of its callers, but not hundreds of times: all that is not linear would work on the whole.

#define ONE(J) o[J] = pow(a[J], b[J]);
#define EIGHT(J) ONE(J) ONE(J + 1) ONE(J + 2) ONE(J + 3) ONE(J + 4) ONE(J + 5) ONE(J + 6) ONE(J + 7)
#define MORE(J) EIGHT(J) EIGHT(J + 8) EIGHT(J + 16) EIGHT(J + 24) EIGHT(J + 32) EIGHT(J + 40) EIGHT(J + 48)
#define HUNDREDS(J) MORE(J) MORE(J + 56) MORE(J + 112) MORE(J + 168) MORE(J + 224) MORE(J + 280) MORE(J + 336)
#define THOUSANDS(J) HUNDREDS(J) HUNDREDS(J + 392) HUNDREDS(J + 784)

// FEW-LABEL: define {{.*}} @__weft_kernel_powers.aligned(
// FEW-NOT: call {{.*}}3pow
// FEW: ret void
// MANY-LABEL: define {{.*}} @__weft_kernel_powers(
// MANY: call {{.*}}3pow
kernel void
powers(global float *o, global const float *a, global const float *b)
{
    CALLS(0)
}
