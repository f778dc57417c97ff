; RUN: %weft-opt --passes=program-check,verify -S %s | FileCheck %s
; A call that constants keep from being made is no recursion, also when the constant comes from the caller.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @k
; CHECK: call void @f
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  call void @f(ptr addrspace(1) %p, i32 0)
  ret void
}

; CHECK-LABEL: define internal void @f
; CHECK: store i32 1
; CHECK-NOT: call
define internal void @f(ptr addrspace(1) %p, i32 %deep) {
  %is = icmp ne i32 %deep, 0
  br i1 %is, label %deeper, label %done

deeper:
  call void @f(ptr addrspace(1) %p, i32 0)
  br label %done

done:
  store i32 1, ptr addrspace(1) %p
  ret void
}
