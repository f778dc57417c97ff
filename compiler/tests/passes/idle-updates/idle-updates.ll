; RUN: %weft-opt --passes="function(idle-updates),verify" -S %s | FileCheck %s
; Relaxed atomic extrema, which x86 does by exchanges until nobody came in between, exchange nothing that is the same.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @least(
; CHECK: [[FIRST:%.*]] = load atomic i32, ptr addrspace(1) %p monotonic, align 4
; CHECK-NEXT: br label %[[ASK:.*]]
; CHECK: [[ASK]]:
; CHECK-NEXT: [[OLD:%.*]] = phi i32 [ [[FIRST]], %{{.*}} ], [ [[FOUND:%.*]], %[[CHANGE:.*]] ]
; CHECK: [[NEW:%.*]] = select i1 %{{.*}}, i32 [[OLD]], i32 %v
; CHECK-NEXT: [[SAME:%.*]] = icmp eq i32 [[NEW]], [[OLD]]
; CHECK-NEXT: br i1 [[SAME]], label %[[AFTER:.*]], label %[[CHANGE]]
; CHECK: [[CHANGE]]:
; CHECK-NEXT: [[PAIR:%.*]] = cmpxchg ptr addrspace(1) %p, i32 [[OLD]], i32 [[NEW]] monotonic monotonic, align 4
; CHECK-NEXT: [[FOUND]] = extractvalue { i32, i1 } [[PAIR]], 0
; CHECK: br i1 %{{.*}}, label %[[AFTER]], label %[[ASK]]
; CHECK: [[AFTER]]:
; CHECK-NEXT: ret i32 [[OLD]]
define i32 @least(ptr addrspace(1) %p, i32 %v) {
  %old = atomicrmw min ptr addrspace(1) %p, i32 %v monotonic, align 4
  ret i32 %old
}

; What is of the compiler alone keeps no reader waiting, nor does a fence that only acquires.
define void @orders_nothing() {
  fence syncscope("singlethread") seq_cst
  fence acquire
  ret void
}

; Others wait for an exchange with an order. Sums change what they are added to; bits the CPU changes at once where one
; of them is asked for.
; CHECK-LABEL: define void @others(
; CHECK-NEXT: atomicrmw umax
; CHECK-NEXT: atomicrmw umax
; CHECK-NEXT: atomicrmw volatile umax
; CHECK-NEXT: atomicrmw add
; CHECK-NEXT: atomicrmw xchg
; CHECK-NEXT: atomicrmw or
; CHECK-NEXT: ret void
define void @others(ptr addrspace(1) %p, i32 %v) {
  %a = atomicrmw umax ptr addrspace(1) %p, i32 %v release, align 4
  %b = atomicrmw umax ptr addrspace(1) %p, i32 %v seq_cst, align 4
  %c = atomicrmw volatile umax ptr addrspace(1) %p, i32 %v monotonic, align 4
  %d = atomicrmw add ptr addrspace(1) %p, i32 %v monotonic, align 4
  %e = atomicrmw xchg ptr addrspace(1) %p, i32 %v monotonic, align 4
  %f = atomicrmw or ptr addrspace(1) %p, i32 %v monotonic, align 4
  ret void
}
