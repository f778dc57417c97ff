; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; A counter of a loop that work-items leave at different times is not uniform after it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK-NOT: i.uniform
; CHECK: "weft.context_bytes_per_item"="4"
define void @k(ptr addrspace(1) %p) "weft.kernel" {
entry:
  %id = call i64 @__weft_local_id_x()
  %t = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %c = icmp slt i32 %i.next, %t
  br i1 %c, label %loop, label %after
after:
  call void @__weft_barrier()
  store volatile i32 %i, ptr addrspace(1) %p
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
