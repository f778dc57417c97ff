; RUN: %weft-opt --passes=weft-inline,verify -S %s | FileCheck %s
; Past a barrier there is what other work-items have written: nothing of a kernel that has one is restrict. Copies of
; structures are the work-item's own.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @barrier(
; CHECK-SAME: ptr addrspace(1) align 4 %p, ptr noalias byval(i32) %s)
; CHECK-NOT: !alias.scope
; CHECK-NOT: !noalias
; CHECK: ret void
define void @barrier(ptr addrspace(1) noalias align 4 %p, ptr noalias byval(i32) %s) "weft.kernel" {
  store i32 1, ptr addrspace(1) %p, !alias.scope !2
  call void @__weft_barrier()
  %x = load i32, ptr %s, !noalias !2
  ret void
}

; CHECK-LABEL: define void @none(
; CHECK-SAME: ptr addrspace(1) noalias %p)
; CHECK: !alias.scope
define void @none(ptr addrspace(1) noalias %p) "weft.kernel" {
  store i32 1, ptr addrspace(1) %p, !alias.scope !2
  ret void
}

declare void @__weft_barrier()

!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = !{!1}
