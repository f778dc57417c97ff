; RUN: %weft-opt --passes=local-atomics,verify -S %s | FileCheck %s
; Operations on local memory are plain accesses, with what the type-based alias analysis knows; those that order others
; stand between fences of the thread with itself. Elsewhere they stay.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @count(
; CHECK-NEXT: [[OLD:%.*]] = load i32, ptr addrspace(3) %p, align 4, !tbaa
; CHECK-NEXT: [[NEW:%.*]] = add i32 [[OLD]], %n
; CHECK-NEXT: store i32 [[NEW]], ptr addrspace(3) %p, align 4, !tbaa
; CHECK-NEXT: ret i32 [[OLD]]
define i32 @count(ptr addrspace(3) %p, i32 %n) {
  %old = atomicrmw add ptr addrspace(3) %p, i32 %n monotonic, align 4, !tbaa !0
  ret i32 %old
}

; CHECK-LABEL: define float @smallest(
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: [[OLD:%.*]] = load volatile float, ptr addrspace(3) %p, align 4
; CHECK-NEXT: [[NEW:%.*]] = call float @llvm.minnum.f32(float [[OLD]], float %x)
; CHECK-NEXT: store volatile float [[NEW]], ptr addrspace(3) %p, align 4
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: ret float [[OLD]]
define float @smallest(ptr addrspace(3) %p, float %x) {
  %old = atomicrmw volatile fmin ptr addrspace(3) %p, float %x acq_rel, align 4
  ret float %old
}

; CHECK-LABEL: define double @sum_and_difference(
; CHECK-NEXT: [[OLD:%.*]] = load double, ptr addrspace(3) %p, align 8
; CHECK-NEXT: [[NEW:%.*]] = fadd double [[OLD]], %x
; CHECK-NEXT: store double [[NEW]], ptr addrspace(3) %p, align 8
; CHECK-NEXT: [[NEXT:%.*]] = load double, ptr addrspace(3) %p, align 8
; CHECK-NEXT: [[LAST:%.*]] = fsub double [[NEXT]], %x
; CHECK-NEXT: store double [[LAST]], ptr addrspace(3) %p, align 8
; CHECK-NEXT: ret double [[NEXT]]
define double @sum_and_difference(ptr addrspace(3) %p, double %x) {
  %old = atomicrmw fadd ptr addrspace(3) %p, double %x monotonic, align 8
  %next = atomicrmw fsub ptr addrspace(3) %p, double %x monotonic, align 8
  ret double %next
}

; CHECK-LABEL: define { i64, i1 } @exchange(
; CHECK: [[OLD:%.*]] = load i64, ptr addrspace(3) %p, align 8
; CHECK-NEXT: [[EQUAL:%.*]] = icmp eq i64 [[OLD]], %a
; CHECK-NEXT: [[NEW:%.*]] = select i1 [[EQUAL]], i64 %b, i64 [[OLD]]
; CHECK-NEXT: store i64 [[NEW]], ptr addrspace(3) %p, align 8
; CHECK-NEXT: insertvalue { i64, i1 } poison, i64 [[OLD]], 0
; CHECK-NEXT: insertvalue { i64, i1 } {{%.*}}, i1 [[EQUAL]], 1
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
define { i64, i1 } @exchange(ptr addrspace(3) %p, i64 %a, i64 %b) {
  %r = cmpxchg ptr addrspace(3) %p, i64 %a, i64 %b monotonic acquire, align 8
  ret { i64, i1 } %r
}

; CHECK-LABEL: define i32 @accesses(
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: store i32 1, ptr addrspace(3) %p, align 4
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: load i32, ptr addrspace(3) %p, align 4
; CHECK-NEXT: ret
define i32 @accesses(ptr addrspace(3) %p) {
  store atomic i32 1, ptr addrspace(3) %p release, align 4
  %v = load atomic i32, ptr addrspace(3) %p monotonic, align 4
  ret i32 %v
}

; CHECK-LABEL: define i32 @elsewhere(
; CHECK-NEXT: atomicrmw add ptr addrspace(1)
; CHECK-NEXT: atomicrmw add ptr addrspace(4)
; CHECK-NEXT: ret
define i32 @elsewhere(ptr addrspace(1) %p, ptr addrspace(4) %q) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic, align 4
  %b = atomicrmw add ptr addrspace(4) %q, i32 1 seq_cst, align 4
  ret i32 %a
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"omnipotent char"}
