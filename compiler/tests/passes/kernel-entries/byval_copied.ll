; RUN: %weft-opt --passes=kernel-entries,verify -S %s | FileCheck %s
; A struct argument that is written, or whose address is passed on, is copied: each work-item has its own.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%S = type { [3 x i32], float }

; CHECK-LABEL: define dso_local void @written(
; CHECK-SAME: ptr noalias readonly byval(%S) align 4 %s
; CHECK: [[COPY:%.*]] = alloca %S, align 4
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 [[COPY]], ptr align 4 %s, i64 16, i1 false)
; CHECK: getelementptr inbounds [3 x i32], ptr [[COPY]], i64 0, i64 %i
define void @written(ptr byval(%S) align 4 %s, i64 %i) "weft.kernel" {
  %p = getelementptr inbounds [3 x i32], ptr %s, i64 0, i64 %i
  store i32 1, ptr %p
  ret void
}

; CHECK-LABEL: define dso_local void @passed(
; CHECK: [[COPY:%.*]] = alloca %S
; CHECK: call void @use(ptr [[COPY]])
define void @passed(ptr byval(%S) align 4 %s) "weft.kernel" {
  call void @use(ptr %s)
  ret void
}

declare void @use(ptr)
