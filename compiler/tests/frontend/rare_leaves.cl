// A search chooses what its work-items have found in rounds in which one of them has: there are two questions, the
// first one whether anyone leaves.
// RUN: %weftc --cpu=x86-64-v3 --width=32 --emit=ir -o - %s | FileCheck %s
// RUN: %weftc --cpu=x86-64-v3 --width=32 --without=rare-leaves --emit=ir -o - %s | FileCheck --check-prefix=WITHOUT %s

kernel void
search(global const float *table, global const float *x, global int *found, int n)
{
    int i = get_global_id(0), at = n;

    for (int k = 0; k < n; k++)
        if (table[k] >= x[i]) {
            at = k;
            break;
        }
    found[i] = at;
}

// CHECK-LABEL: @__weft_kernel_search(
// CHECK: br i1 {{.*}}.update{{.*}}, !prof
// CHECK: {{^}}for.body{{.*}}update{{.*}}:
// CHECK: select <32 x i1> {{.*}}, <32 x i32>
// WITHOUT-LABEL: @__weft_kernel_search(
// WITHOUT-NOT: .update
