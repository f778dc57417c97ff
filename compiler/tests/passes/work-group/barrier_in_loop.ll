; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; The region behind a barrier in a loop comes again, or ends; a divergent sum goes through the context, a counter does not.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK-DAG: %context.slot = getelementptr inbounds i8, ptr %context
; CHECK: items.1:
; CHECK: load i32, ptr %i.uniform
; CHECK: items.1.item.x:
; CHECK: [[SLOT:%sum.*slot.*]] = getelementptr inbounds [4 x i8], ptr %context.slot, i64 %local.linear
; CHECK: load i32, ptr [[SLOT]], align 4, !alias.scope
; CHECK: store i32 {{%.*}}, ptr %i.uniform
; CHECK: store i32 {{%.*}}, ptr {{%.*slot.*}}, align 4, !alias.scope
; CHECK: items.1.end:
; CHECK-NEXT: [[AGAIN:%.*]] = icmp eq i32 {{%next.region.*}}, 1
; CHECK-NEXT: br i1 [[AGAIN]], label %items.1, label %group.next
; CHECK: "weft.context_bytes_per_item"="4"
define void @k(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %end
body:
  call void @__weft_barrier()
  %x = load i32, ptr addrspace(1) %p
  %sum.next = add i32 %sum, %x
  %i.next = add i32 %i, 1
  br label %loop
end:
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
