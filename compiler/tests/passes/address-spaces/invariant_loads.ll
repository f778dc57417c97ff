; RUN: %weft-opt --passes='loop-mssa(licm)' -S -o - %s | FileCheck %s
; What is stored to global memory changes nothing in local memory, and what is stored anywhere nothing in constant
; memory: the loads leave the loops. What is reached by a generic pointer may be anywhere: its load stays.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @apart(
; CHECK: load i32, ptr addrspace(3) %l
; CHECK: loop:
; CHECK-NOT: load
; CHECK: ret void
define void @apart(ptr addrspace(1) %g, ptr addrspace(3) dereferenceable(4) align 4 %l, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = load i32, ptr addrspace(3) %l
  %a = getelementptr inbounds i32, ptr addrspace(1) %g, i64 %i
  store i32 %x, ptr addrspace(1) %a
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @generic(
; CHECK: loop:
; CHECK: load i32, ptr addrspace(4) %l
; CHECK: store i32
define void @generic(ptr addrspace(1) %g, ptr addrspace(4) dereferenceable(4) align 4 %l, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = load i32, ptr addrspace(4) %l
  %a = getelementptr inbounds i32, ptr addrspace(1) %g, i64 %i
  store i32 %x, ptr addrspace(1) %a
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @constant(
; CHECK: load i32, ptr addrspace(2) %c
; CHECK: loop:
; CHECK-NOT: load
; CHECK: call void @unknown()
; CHECK: ret void
define void @constant(ptr addrspace(1) %g, ptr addrspace(2) dereferenceable(4) align 4 %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = load i32, ptr addrspace(2) %c
  %a = getelementptr inbounds i32, ptr addrspace(1) %g, i64 %i
  store i32 %x, ptr addrspace(1) %a
  call void @unknown()
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare void @unknown()
