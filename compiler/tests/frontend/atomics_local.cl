// Atomic operations on local memory, by its own pointers and by generic ones that are known to lead there, are plain
// accesses in every order and scope, as one thread runs all work-items of a group.
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DLOAD=relaxed -DSTORE=relaxed -DRMW=relaxed \
// RUN:   | FileCheck %s "--implicit-check-not={{.(load|store) atomic|atomicrmw|cmpxchg|fence}}"
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DLOAD=acquire -DSTORE=release -DRMW=acquire \
// RUN:   | FileCheck %s "--implicit-check-not={{.(load|store) atomic|atomicrmw|cmpxchg|fence [a-z_]+$}}"
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DLOAD=acquire -DSTORE=release -DRMW=release \
// RUN:   | FileCheck %s "--implicit-check-not={{.(load|store) atomic|atomicrmw|cmpxchg|fence [a-z_]+$}}"
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DLOAD=acquire -DSTORE=release -DRMW=acq_rel \
// RUN:   | FileCheck %s "--implicit-check-not={{.(load|store) atomic|atomicrmw|cmpxchg|fence [a-z_]+$}}"
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DLOAD=seq_cst -DSTORE=seq_cst -DRMW=seq_cst \
// RUN:   | FileCheck %s "--implicit-check-not={{.(load|store) atomic|atomicrmw|cmpxchg|fence [a-z_]+$}}"
#define ORDER2(o) memory_order_##o
#define ORDER(o) ORDER2(o)
#define ALL(p, scope)                                                                                                  \
    atomic_store_explicit(p, 7, ORDER(STORE), scope);                                                                  \
    *o++ = atomic_load_explicit(p + 1, ORDER(LOAD), scope);                                                            \
    *o++ = atomic_exchange_explicit(p + 2, 8, ORDER(RMW), scope);                                                      \
    *o++ = atomic_fetch_add_explicit(p + 3, 9, ORDER(RMW), scope);                                                     \
    {                                                                                                                  \
        int e = 5;                                                                                                     \
        *o++ = atomic_compare_exchange_strong_explicit(p + 4, &e, 10, ORDER(RMW), memory_order_relaxed, scope);        \
    }

// CHECK-LABEL: define {{.*}}@__weft_kernel_local_pointers(
// CHECK: store i32 7, ptr addrspace(3)
// CHECK: store i32 8, ptr addrspace(3)
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
local_pointers(local atomic_int *p, global int *o)
{
    ALL(p, memory_scope_work_group)
    ALL((p + 5), memory_scope_device)
    ALL((p + 10), memory_scope_all_devices)
}

// CHECK-LABEL: define {{.*}}@__weft_kernel_generic_pointers(
// CHECK: store i32 7, ptr addrspace(3)
// CHECK: store i32 8, ptr addrspace(3)
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
generic_pointers(local atomic_int *l, global int *o)
{
    atomic_int *p = l;

    ALL(p, memory_scope_work_group)
    ALL((p + 5), memory_scope_device)
    ALL((p + 10), memory_scope_all_devices)
}
