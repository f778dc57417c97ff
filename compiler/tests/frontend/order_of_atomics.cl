// RUN: %weftc --cpu=x86-64-v3 --width=8 --check=order -cl-std=CL3.0 --emit=ir -o - %s | FileCheck %s
// RUN: %weftc --cpu=skylake-avx512 --width=16 --check=order -cl-std=CL3.0 --emit=ir -o - %s | FileCheck %s
// Elements of a row are loaded at once, but not ahead of an atomic operation between them that acquires, though that is
// of local memory, where they cannot lie: what they are may just have been written.

// CHECK-LABEL: @__weft_kernel_acquires
// CHECK: items.pack:
// CHECK: store i32 {{.*}}, ptr addrspace(3) %count
// CHECK: load <{{8|16}} x i32>
// CHECK: store <{{8|16}} x i32>
kernel void acquires(global const int *in, global int *out, local atomic_int *count)
{
    int i = get_global_id(0);
    int sum = in[2 * i];

    sum += atomic_fetch_add_explicit(count, 1, memory_order_acq_rel, memory_scope_work_group);
    sum ^= in[2 * i + 1];
    out[i] = sum;
}

// What is relaxed is no order for others.
// CHECK-LABEL: @__weft_kernel_relaxes
// CHECK: items.pack:
// CHECK-COUNT-2: load <{{8|16}} x i32>
// CHECK-NOT: load <{{8|16}} x i32>
// CHECK: store <{{8|16}} x i32>
kernel void relaxes(global const int *in, global int *out, local atomic_int *count)
{
    int i = get_global_id(0);
    int sum = in[2 * i];

    sum += atomic_fetch_add_explicit(count, 1, memory_order_relaxed, memory_scope_work_group);
    sum ^= in[2 * i + 1];
    out[i] = sum;
}
