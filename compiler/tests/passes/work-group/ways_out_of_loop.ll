; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; By which of two ways a work-item left a loop differs, though it is told by constants, and one of the ways is taken by
; all. Where no work-item leaves before others, it does not.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_apart(
; CHECK: store i32 %way, ptr %way.slot
define void @apart(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_local_id_x()
  %t = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %i.next = add nuw nsw i32 %i, 1
  %ends = icmp ugt i32 %i, %n
  br i1 %ends, label %after, label %next
next:
  %goes.on = icmp ult i32 %i, %t
  br i1 %goes.on, label %loop, label %after
after:
  %way = phi i32 [ 3, %loop ], [ 5, %next ]
  call void @__weft_barrier()
  store volatile i32 %way, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_together(
; CHECK: store i32 %way, ptr %way.uniform
define void @together(ptr addrspace(1) %p, i32 %n, i32 %m) "weft.kernel" {
entry:
  %id = call i64 @__weft_local_id_x()
  %t = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %i.next = add nuw nsw i32 %i, 1
  %ends = icmp ugt i32 %i, %n
  br i1 %ends, label %after, label %body
body:
  %some = icmp ult i32 %i, %t
  br i1 %some, label %store, label %next
store:
  store volatile i32 %i, ptr addrspace(1) %p
  br label %next
next:
  %goes.on = icmp ult i32 %i, %m
  br i1 %goes.on, label %loop, label %after
after:
  %way = phi i32 [ 3, %loop ], [ 5, %next ]
  call void @__weft_barrier()
  store volatile i32 %way, ptr addrspace(1) %p
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
