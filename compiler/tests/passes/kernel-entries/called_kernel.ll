; RUN: %weft-opt --passes=kernel-entries,verify -S %s | FileCheck %s
; A kernel that is called gets a twin, which is an ordinary function; a call in the twin stays in the family.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define dso_local void @inner(ptr addrspace(1) %p) [[K:#[0-9]+]] !kernel_arg_name
define void @inner(ptr addrspace(1) %p) "weft.kernel" !kernel_arg_name !0 !reqd_work_group_size !1 {
  store i32 1, ptr addrspace(1) %p
  ret void
}

; CHECK: define dso_local void @outer(ptr addrspace(1) %p) [[K]] {
; CHECK-NEXT: call void @inner.callee(ptr addrspace(1) %p)
define void @outer(ptr addrspace(1) %p) "weft.kernel" {
  call void @inner(ptr addrspace(1) %p)
  ret void
}

; CHECK: define internal void @inner.callee(ptr addrspace(1) %p)
; CHECK-NOT: reqd_work_group_size
; CHECK: store i32 1, ptr addrspace(1) %p
; CHECK: attributes [[K]] = { "weft.kernel" }
!0 = !{!"p"}
!1 = !{i32 8, i32 1, i32 1}
