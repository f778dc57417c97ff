; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; A barrier ends the loop of one region; the next starts when all work-items are through.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.item.x:
; CHECK: store volatile i32 1
; CHECK: br label %items.next.x
; CHECK: items.end:
; CHECK-NEXT: br label %items.1
; CHECK: items.1.item.x:
; CHECK: store volatile i32 2
; CHECK: br label %items.1.next.x
; CHECK: items.1.end:
; CHECK-NEXT: br label %group.next
; CHECK-NOT: __weft_barrier
; CHECK: "weft.has_barrier"="1"
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  store volatile i32 1, ptr addrspace(1) %p
  call void @__weft_barrier()
  store volatile i32 2, ptr addrspace(1) %p
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
