; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; Values that never live across the same barrier share a slot; a bool takes a byte.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: "weft.context_bytes_per_item"="5"
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %a = load volatile i32, ptr addrspace(1) %p
  call void @__weft_barrier()
  %b = load volatile i32, ptr addrspace(1) %p
  %c = icmp eq i32 %a, %b
  call void @__weft_barrier()
  %z = zext i1 %c to i32
  %s = add i32 %b, %z
  store volatile i32 %s, ptr addrspace(1) %p
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
