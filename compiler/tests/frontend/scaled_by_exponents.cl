// Powers of two are multiplied with by AVX-512's instruction for it, whatever the number of lanes, and by products
// elsewhere.
// RUN: %weftc --emit=asm --cpu=znver4 --width=16 %s -o - | FileCheck %s --check-prefix=SCALES
// RUN: %weftc --emit=asm --cpu=znver4 --width=1 %s -o - | FileCheck %s --check-prefix=ONE
// RUN: %weftc --emit=asm --cpu=x86-64-v3 --width=16 %s -o - | FileCheck %s --check-prefix=PRODUCTS
// SCALES-NOT: call{{.*}}ldexp
// SCALES: vscalefps {{.*}}zmm
// SCALES: vscalefpd {{.*}}zmm
// SCALES-NOT: call{{.*}}ldexp
// ONE-NOT: call{{.*}}ldexp
// ONE: vscalefss
// ONE: vscalefsd
// ONE-NOT: call{{.*}}ldexp
// PRODUCTS-NOT: {{scalef|ldexp|__weft_has_scaling}}
kernel void
scale(global float *a, global double *b, global const int *n)
{
    size_t i = get_global_id(0);

    a[i] = ldexp(exp2(a[i]), n[i]);
    b[i] = ldexp(exp2(b[i]), n[i]);
}
