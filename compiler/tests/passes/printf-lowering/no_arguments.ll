; RUN: %weft-opt --passes=printf-lowering,verify -S %s | FileCheck %s
; A format alone needs no memory; the kernel that prints through a function is marked, another is not.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@format = private addrspace(2) constant [3 x i8] c"hi\00"

; CHECK: define void @k() [[K:#[0-9]+]]
define void @k() "weft.kernel" {
  call void @f()
  ret void
}

; CHECK: define void @quiet() [[Q:#[0-9]+]]
define void @quiet() "weft.kernel" {
  ret void
}

; CHECK: define internal void @f()
; CHECK-NOT: alloca
; CHECK: call i32 {{%.*}}(ptr {{.*}}, i32 0, ptr null, ptr null)
define internal void @f() {
  %r = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format)
  ret void
}

; CHECK: attributes [[K]] = { "weft.kernel" "weft.uses_printf"="1" }
; CHECK: attributes [[Q]] = { "weft.kernel" }
declare i32 @printf(ptr addrspace(2), ...)
