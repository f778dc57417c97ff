; RUN: %weft-opt --passes=packed,verify -S %s | FileCheck %s
; Where some functions are packed the others still take from a register what the round before has stored.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @one(
; CHECK: loop:
; CHECK: [[LEFT:%.*]] = phi float [ {{.*}}, %{{.*}} ], [ [[Z:%.*]], %loop ]
; CHECK: load float
; CHECK-NOT: load float
; CHECK: [[Z]] = fdiv float [[LEFT]],
; CHECK: br i1
; CHECK-LABEL: define void @packed(
; CHECK: loop:
; CHECK-NOT: phi float
; CHECK: load float
; CHECK: load float
; CHECK: br i1
define void @one(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %i.next, %loop ]
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  %b = getelementptr inbounds i8, ptr addrspace(1) %a, i64 -4
  %c = getelementptr inbounds float, ptr addrspace(1) %q, i64 %i
  %x = load float, ptr addrspace(1) %b
  %y = load float, ptr addrspace(1) %c
  %z = fdiv float %x, %y
  store float %z, ptr addrspace(1) %a
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @packed(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i64 %n) "weft.pack_width"="8" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %i.next, %loop ]
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  %b = getelementptr inbounds i8, ptr addrspace(1) %a, i64 -4
  %c = getelementptr inbounds float, ptr addrspace(1) %q, i64 %i
  %x = load float, ptr addrspace(1) %b
  %y = load float, ptr addrspace(1) %c
  %z = fdiv float %x, %y
  store float %z, ptr addrspace(1) %a
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
