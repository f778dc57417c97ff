; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; Regions of an inner barrier go on to itself, to the outer loop's barrier or to the end.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.end:
; CHECK-NEXT: switch i32 {{%.*}}, label %group.next [
; CHECK-NEXT: i32 1, label %items.1
; CHECK-NEXT: i32 2, label %items.2
; CHECK: items.1.end:
; CHECK-NEXT: switch i32 {{%.*}}, label %group.next [
; CHECK-NEXT: i32 1, label %items.1
; CHECK-NEXT: i32 2, label %items.2
; CHECK: items.2.end:
; CHECK-NEXT: icmp eq
; CHECK-NEXT: br i1 {{%.*}}, label %items.1, label %items.2
define void @k(ptr addrspace(1) %p, i32 %n, i32 %m) "weft.kernel" {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %inner, label %end
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %body ]
  %d = icmp slt i32 %j, %m
  br i1 %d, label %body, label %latch
body:
  call void @__weft_barrier()
  store volatile i32 %j, ptr addrspace(1) %p
  %j.next = add i32 %j, 1
  br label %inner
latch:
  store volatile i32 %i, ptr addrspace(1) %p
  call void @__weft_barrier()
  %i.next = add i32 %i, 1
  br label %outer
end:
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
