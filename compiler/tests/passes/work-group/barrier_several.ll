; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; Barriers that follow each other in one block make one region each, in order; an empty one is an empty loop.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.item.x:
; CHECK: store volatile i32 1
; CHECK: items.end:
; CHECK-NEXT: br label %items.1
; CHECK: items.1.end:
; CHECK-NEXT: br label %items.2
; CHECK: items.2.item.x:
; CHECK: store volatile i32 2
; CHECK: items.2.end:
; CHECK-NEXT: br label %items.3
; CHECK: items.3.end:
; CHECK-NEXT: br label %group.next
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  store volatile i32 1, ptr addrspace(1) %p
  call void @__weft_barrier()
  call void @__weft_barrier()
  store volatile i32 2, ptr addrspace(1) %p
  call void @__weft_barrier()
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
