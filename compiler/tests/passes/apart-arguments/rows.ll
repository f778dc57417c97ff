; RUN: %weft-opt --passes=apart-arguments,verify -S %s | FileCheck %s
; A loop that stores along a row of one buffer and walks along one of another is there for buffers that do not overlap:
; several of its rounds can be loaded and stored at once.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define void @rows(
; CHECK: define void @columns(
; CHECK: define void @one_row(
; CHECK-NOT: define
; CHECK: define void @rows.apart(ptr addrspace(1) noalias %s, ptr addrspace(1) noalias %a, i32 %n)
; CHECK-NOT: define
define void @rows(ptr addrspace(1) %s, ptr addrspace(1) %a, i32 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %i = trunc i64 %id to i32
  %row = mul nsw i32 %i, %n
  br label %loop

loop:
  %k = phi i32 [ %n, %entry ], [ %k.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %k.next = add nsw i32 %k, -1
  %index = add nsw i32 %row, %k.next
  %wide = sext i32 %index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %wide
  %v = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %v
  %to = getelementptr inbounds float, ptr addrspace(1) %s, i64 %wide
  store float %sum.next, ptr addrspace(1) %to
  %more = icmp sgt i32 %k.next, 0
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; Work-items are next to each other.
define void @columns(ptr addrspace(1) %s, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  %i = call i64 @__weft_global_id_x()
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %before = mul i64 %k, %n
  %index = add i64 %before, %i
  %from = getelementptr inbounds float, ptr addrspace(1) %a, i64 %index
  %v = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %v
  %to = getelementptr inbounds float, ptr addrspace(1) %s, i64 %index
  store float %sum.next, ptr addrspace(1) %to
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; Of one buffer: nothing else is in the way.
define void @one_row(ptr addrspace(1) %s, ptr addrspace(1) %unused, i64 %n) "weft.kernel" {
entry:
  %i = call i64 @__weft_global_id_x()
  %row = mul i64 %i, %n
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %index = add i64 %row, %k
  %at = getelementptr inbounds float, ptr addrspace(1) %s, i64 %index
  %v = load float, ptr addrspace(1) %at
  %sum.next = fadd float %sum, %v
  store float %sum.next, ptr addrspace(1) %at
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

declare i64 @__weft_global_id_x() #0

attributes #0 = { nounwind memory(none) }
