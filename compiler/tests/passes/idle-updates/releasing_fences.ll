; RUN: %weft-opt --passes="function(idle-updates),verify" -S %s | FileCheck %s
; Behind a fence that releases, which may be a caller's, an update of the same value is what readers synchronize with.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @least(
; CHECK-NEXT: [[OLD:%.*]] = atomicrmw min ptr addrspace(1) %p, i32 %v monotonic, align 4
; CHECK-NEXT: ret i32 [[OLD]]
define i32 @least(ptr addrspace(1) %p, i32 %v) {
  %old = atomicrmw min ptr addrspace(1) %p, i32 %v monotonic, align 4
  ret i32 %old
}

define i32 @publishes(ptr addrspace(1) %p, ptr addrspace(1) %d) {
  store i32 1, ptr addrspace(1) %d
  fence release
  %old = call i32 @least(ptr addrspace(1) %p, i32 2)
  ret i32 %old
}
