; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; Work-items say which region follows: the one behind the barrier, or the end.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.next.x:
; CHECK-NEXT: [[NEXT:%next.region.*]] = phi i32
; CHECK-DAG: [ 1, %then ]
; CHECK: items.end:
; CHECK-NEXT: [[GO:%.*]] = icmp eq i32 [[NEXT]], 1
; CHECK-NEXT: br i1 [[GO]], label %items.1, label %group.next
; CHECK: items.1.item.x:
; CHECK: store volatile i32 2
; CHECK: store volatile i32 3
; CHECK: items.1.end:
; CHECK-NEXT: br label %group.next
define void @k(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %c = icmp sgt i32 %n, 3
  br i1 %c, label %then, label %join
then:
  store volatile i32 1, ptr addrspace(1) %p
  call void @__weft_barrier()
  store volatile i32 2, ptr addrspace(1) %p
  br label %join
join:
  store volatile i32 3, ptr addrspace(1) %p
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
