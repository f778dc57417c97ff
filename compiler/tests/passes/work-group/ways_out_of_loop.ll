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

; Where work-items part in the loop's header, and some of them come to what all leave it by.
; CHECK-LABEL: define {{.*}} @__weft_kernel_parted_in_header(
; CHECK: store i32 %i.next, ptr %i.next.slot
define void @parted_in_header(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_local_id_x()
  %t = trunc i64 %id to i32
  %odd = trunc i32 %n to i1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %i.next = add nuw nsw i32 %i, 1
  %some = icmp ult i32 %t, %i.next
  br i1 %some, label %found, label %next
found:
  store volatile i32 %i, ptr addrspace(1) %p
  br i1 %odd, label %after, label %next
next:
  %more = icmp ult i32 %i, 100
  br i1 %more, label %loop, label %after
after:
  call void @__weft_barrier()
  store volatile i32 %i.next, ptr addrspace(1) %p
  ret void
}

; Where the way out of two loops is the beginning of a third one.
; CHECK-LABEL: define {{.*}} @__weft_kernel_into_another(
; CHECK: store i32 %j.next, ptr %j.next.slot
define void @into_another(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_local_id_x()
  %t = trunc i64 %id to i32
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %i.next = add i32 %i, 1
  br label %inner
inner:
  br label %body
body:
  %shifted = lshr i32 %t, %i
  %more = trunc i32 %shifted to i1
  br i1 %more, label %outer, label %test
test:
  %stays = trunc i32 %n to i1
  br i1 %stays, label %inner, label %second
second:
  %j = phi i32 [ %i.next, %test ], [ %j.next, %second ]
  %j.next = add i32 %j, 3
  %again = icmp ult i32 %j.next, 9
  br i1 %again, label %second, label %after
after:
  call void @__weft_barrier()
  store volatile i32 %j.next, ptr addrspace(1) %p
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
