; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; A variable whose address is stored is kept as long as it is alive, even if nothing names it any more.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK-NOT: alloca
; CHECK: items.1.item.x:
; CHECK: load volatile ptr
; CHECK: "weft.context_bytes_per_item"="12"
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %x = alloca i32, align 4
  %where = alloca ptr, align 8
  store volatile ptr %x, ptr %where
  call void @__weft_barrier()
  %q = load volatile ptr, ptr %where
  %v = load i32, ptr %q
  store i32 %v, ptr addrspace(1) %p
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
