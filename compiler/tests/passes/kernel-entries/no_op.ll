; RUN: %weft-opt --passes=kernel-entries,verify -S %s | FileCheck %s
; A kernel that nothing calls, and a function, stay as they are but for linkage.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define dso_local void @k(ptr addrspace(1) %p) [[K:#[0-9]+]] {
; CHECK-NEXT: call void @f()
; CHECK-NEXT: ret void
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  call void @f()
  ret void
}

; CHECK: define internal void @f() {
define void @f() {
  ret void
}
; CHECK-NOT: define
; CHECK: attributes [[K]] = { "weft.kernel" }
