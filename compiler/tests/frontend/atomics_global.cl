// Atomic operations on global memory, and by pointers that may lead to local memory, have the order they were given
// (C11, 7.17.3) in every scope: nothing is weaker than asked for, and what is relaxed pays for nothing. A compare and
// exchange may be stronger, as its orders may be known only at run time.
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DLOAD=relaxed -DSTORE=relaxed -DRMW=relaxed -DFAIL=relaxed \
// RUN:   | FileCheck %s --check-prefixes=CHECK,CX_RELAXED -DLOAD=monotonic -DSTORE=monotonic -DRMW=monotonic
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DLOAD=acquire -DSTORE=release -DRMW=acquire -DFAIL=acquire \
// RUN:   | FileCheck %s --check-prefixes=CHECK,CX_ACQUIRE -DLOAD=acquire -DSTORE=release -DRMW=acquire
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DLOAD=acquire -DSTORE=release -DRMW=release -DFAIL=relaxed \
// RUN:   | FileCheck %s --check-prefixes=CHECK,CX_RELEASE -DLOAD=acquire -DSTORE=release -DRMW=release
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DLOAD=acquire -DSTORE=release -DRMW=acq_rel -DFAIL=acquire \
// RUN:   | FileCheck %s --check-prefixes=CHECK,CX_ACQ_REL -DLOAD=acquire -DSTORE=release -DRMW=acq_rel
// RUN: %weftc --emit=ir --width=1 -o - %s -cl-std=CL3.0 -DLOAD=seq_cst -DSTORE=seq_cst -DRMW=seq_cst -DFAIL=seq_cst \
// RUN:   | FileCheck %s --check-prefixes=CHECK,CX_SEQ_CST -DLOAD=seq_cst -DSTORE=seq_cst -DRMW=seq_cst
#define ORDER2(o) memory_order_##o
#define ORDER(o) ORDER2(o)
// Statements with each scope, on g and by the generic pointer p.
#define ALL(S)                                                                                                         \
    S(g, memory_scope_work_group)                                                                                      \
    S(g, memory_scope_device)                                                                                          \
    S(g, memory_scope_all_devices)                                                                                     \
    S(p, memory_scope_work_group)                                                                                      \
    S(p, memory_scope_device)                                                                                          \
    S(p, memory_scope_all_devices)
#define KERNEL(name, S)                                                                                                \
    kernel __attribute__((reqd_work_group_size(1, 1, 1))) void name(global atomic_int *g, local atomic_int *l,         \
                                                                    global int *o, int c)                              \
    {                                                                                                                  \
        atomic_int *p = c ? (atomic_int *)g : (atomic_int *)l;                                                         \
        ALL(S)                                                                                                         \
    }

// CHECK-LABEL: define {{.*}}@__weft_kernel_load(
// CHECK-COUNT-3: load atomic i32, ptr addrspace(1) {{.*}} [[LOAD]], align 4
// CHECK-COUNT-3: load atomic i32, ptr addrspace(4) {{.*}} [[LOAD]], align 4
#define S(p, scope) *o++ = atomic_load_explicit(p, ORDER(LOAD), scope);
KERNEL(load, S)

// CHECK-LABEL: define {{.*}}@__weft_kernel_store(
// CHECK-COUNT-3: store atomic i32 7, ptr addrspace(1) {{.*}} [[STORE]], align 4
// CHECK-COUNT-3: store atomic i32 7, ptr addrspace(4) {{.*}} [[STORE]], align 4
#undef S
#define S(p, scope) atomic_store_explicit(p, 7, ORDER(STORE), scope);
KERNEL(store, S)

// CHECK-LABEL: define {{.*}}@__weft_kernel_exchange(
// CHECK-COUNT-3: atomicrmw xchg ptr addrspace(1) {{.*}}, i32 7 [[RMW]], align 4
// CHECK-COUNT-3: atomicrmw xchg ptr addrspace(4) {{.*}}, i32 7 [[RMW]], align 4
#undef S
#define S(p, scope) *o++ = atomic_exchange_explicit(p, 7, ORDER(RMW), scope);
KERNEL(exchange, S)

// CHECK-LABEL: define {{.*}}@__weft_kernel_fetch_add(
// CHECK-COUNT-3: atomicrmw add ptr addrspace(1) {{.*}}, i32 7 [[RMW]], align 4
// CHECK-COUNT-3: atomicrmw add ptr addrspace(4) {{.*}}, i32 7 [[RMW]], align 4
#undef S
#define S(p, scope) *o++ = atomic_fetch_add_explicit(p, 7, ORDER(RMW), scope);
KERNEL(fetch_add, S)

// CHECK-LABEL: define {{.*}}@__weft_kernel_compare_exchange(
// CX_RELAXED-COUNT-3: cmpxchg ptr addrspace(1) {{.*}}, i32 7 monotonic monotonic, align 4
// CX_RELAXED-COUNT-3: cmpxchg ptr addrspace(4) {{.*}}, i32 7 monotonic monotonic, align 4
// CX_ACQUIRE-COUNT-3: cmpxchg ptr addrspace(1) {{.*}}, i32 7 {{acquire|acq_rel|seq_cst}} {{acquire|seq_cst}}, align 4
// CX_ACQUIRE-COUNT-3: cmpxchg ptr addrspace(4) {{.*}}, i32 7 {{acquire|acq_rel|seq_cst}} {{acquire|seq_cst}}, align 4
// CX_RELEASE-COUNT-3: cmpxchg ptr addrspace(1) {{.*}}, i32 7 {{release|acq_rel|seq_cst}} {{[a-z_]+}}, align 4
// CX_RELEASE-COUNT-3: cmpxchg ptr addrspace(4) {{.*}}, i32 7 {{release|acq_rel|seq_cst}} {{[a-z_]+}}, align 4
// CX_ACQ_REL-COUNT-3: cmpxchg ptr addrspace(1) {{.*}}, i32 7 {{acq_rel|seq_cst}} {{acquire|seq_cst}}, align 4
// CX_ACQ_REL-COUNT-3: cmpxchg ptr addrspace(4) {{.*}}, i32 7 {{acq_rel|seq_cst}} {{acquire|seq_cst}}, align 4
// CX_SEQ_CST-COUNT-3: cmpxchg ptr addrspace(1) {{.*}}, i32 7 seq_cst seq_cst, align 4
// CX_SEQ_CST-COUNT-3: cmpxchg ptr addrspace(4) {{.*}}, i32 7 seq_cst seq_cst, align 4
#undef S
#define S(p, scope)                                                                                                    \
    {                                                                                                                  \
        int e = 5;                                                                                                     \
        *o++ = atomic_compare_exchange_strong_explicit(p, &e, 7, ORDER(RMW), ORDER(FAIL), scope);                      \
    }
KERNEL(compare_exchange, S)
// CHECK: attributes #0
