; RUN: %weft-opt --passes=frozen-loads,verify -S %s | FileCheck %s
; Vectors that are loaded are used as freezes.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i64 @uses(
; CHECK-NEXT: [[V:%.*]] = load <4 x i64>, ptr %p, align 32
; CHECK-NEXT: [[F:%.*]] = freeze <4 x i64> [[V]]
; CHECK-NEXT: [[S:%.*]] = shufflevector <4 x i64> [[F]], <4 x i64> [[F]], <4 x i32> <i32 3, i32 3, i32 3, i32 3>
; CHECK-NEXT: store <4 x i64> [[S]], ptr %p
; CHECK-NEXT: [[N:%.*]] = load i64, ptr %p
; CHECK-NEXT: ret i64 [[N]]
define i64 @uses(ptr %p) {
  %v = load <4 x i64>, ptr %p, align 32
  %s = shufflevector <4 x i64> %v, <4 x i64> %v, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  store <4 x i64> %s, ptr %p
  %n = load i64, ptr %p
  ret i64 %n
}
