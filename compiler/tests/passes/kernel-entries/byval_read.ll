; RUN: %weft-opt --passes=kernel-entries,verify -S %s | FileCheck %s
; A struct argument that is only read is read where the launch put it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%S = type { [3 x i32], float }

; CHECK-LABEL: define dso_local void @k(
; CHECK-SAME: ptr noalias readonly byval(%S) align 4 %s
; CHECK-NOT: alloca
; CHECK-NOT: memcpy
; CHECK: load i32, ptr %p
define void @k(ptr byval(%S) align 4 %s, i64 %i, ptr addrspace(1) %out) "weft.kernel" {
  %p = getelementptr inbounds [3 x i32], ptr %s, i64 0, i64 %i
  %v = load i32, ptr %p
  store i32 %v, ptr addrspace(1) %out
  ret void
}
