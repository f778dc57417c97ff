; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; A loop with two entries and a barrier in each half needs no special treatment.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.end:
; CHECK-NEXT: icmp eq i32 %next.region
; CHECK-NEXT: br i1 {{%.*}}, label %items.{{[12]}}, label %items.{{[12]}}
; CHECK: items.1.end:
; CHECK-NEXT: br label %items.2
; CHECK: items.2.end:
; CHECK-NEXT: icmp eq i32 {{%next.region.*}}, [[N:[12]]]
; CHECK-NEXT: br i1 {{%.*}}, label %items.[[N]], label %group.next
define void @k(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %odd = trunc i32 %n to i1
  br i1 %odd, label %left, label %right
left:
  %a = phi i32 [ 0, %entry ], [ %b.next, %right.end ]
  store volatile i32 1, ptr addrspace(1) %p
  call void @__weft_barrier()
  %a.next = add i32 %a, 1
  br label %right
right:
  %b = phi i32 [ 0, %entry ], [ %a.next, %left ]
  store volatile i32 2, ptr addrspace(1) %p
  call void @__weft_barrier()
  br label %right.end
right.end:
  %b.next = add i32 %b, 1
  %c = icmp slt i32 %b.next, %n
  br i1 %c, label %left, label %end
end:
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
