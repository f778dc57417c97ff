; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; What a loop carries through two barriers keeps its slot, in whichever order the values are computed.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: %a.slot = getelementptr inbounds [4 x i8], ptr [[A:%context.slot[0-9]*]],
; CHECK: %b.slot = getelementptr inbounds [4 x i8], ptr [[B:%context.slot[0-9]*]],
; CHECK: items.1:
; CHECK: %b.next.slot = getelementptr inbounds [4 x i8], ptr [[B]],
; CHECK: %a.next.slot = getelementptr inbounds [4 x i8], ptr [[A]],
; CHECK: "weft.context_bytes_per_item"="8"
define void @k(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %first = load volatile i32, ptr addrspace(1) %p
  %second = load volatile i32, ptr addrspace(1) %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %a = phi i32 [ %first, %entry ], [ %a.next, %loop ]
  %b = phi i32 [ %second, %entry ], [ %b.next, %loop ]
  call void @__weft_barrier()
  %x = load volatile i32, ptr addrspace(1) %p
  %b.next = add i32 %b, %x
  %a.next = mul i32 %a, %x
  call void @__weft_barrier()
  %i.next = add i32 %i, 1
  %c = icmp slt i32 %i.next, %n
  br i1 %c, label %loop, label %end
end:
  store volatile i32 %a.next, ptr addrspace(1) %p
  store volatile i32 %b.next, ptr addrspace(1) %p
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
