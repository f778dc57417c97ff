// RUN: %weftc --width=16 --cpu=x86-64-v4 --emit=ir -o - %s | FileCheck %s
// A counter that is an index needs no conversion in each turn of the loop.

// CHECK-LABEL: define {{.*}} @__weft_kernel_find(
// CHECK: %wide.trip.count = zext i32 %length to i64
// CHECK-NOT: zext nneg i32
// CHECK: ret void
kernel void
find(global const char *text, constant char *pattern, int length, global uchar *found)
{
    size_t i = get_global_id(0);
    int k = 0;

    while (k < length && text[i + k] == pattern[k])
        k++;
    found[i] = k == length;
}
