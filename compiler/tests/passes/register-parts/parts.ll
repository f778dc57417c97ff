; RUN: %weft-opt --passes=register-parts,verify -S %s | FileCheck %s
; Arithmetic on halves is split into registers, in the order of the code; what is around it gets or gives whole vectors.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <64 x half> @chain(
; CHECK: entry:
; CHECK-DAG: [[C0:%.*]] = shufflevector <64 x half> %c, <64 x half> poison, <32 x i32> <i32 0, {{.*}} i32 31>
; CHECK-DAG: [[C1:%.*]] = shufflevector <64 x half> %c, <64 x half> poison, <32 x i32> <i32 32, {{.*}} i32 63>
; CHECK: loop:
; CHECK: [[X0:%.*]] = phi <32 x half> [ %{{.*}}, %entry ], [ [[Y0:%.*]], %loop ]
; CHECK: [[X1:%.*]] = phi <32 x half> [ %{{.*}}, %entry ], [ [[Y1:%.*]], %loop ]
; CHECK: [[S0:%.*]] = call contract <32 x half> @llvm.fmuladd.v32f16(<32 x half> [[X0]], <32 x half> [[X0]], <32 x half> [[C0]])
; CHECK-NEXT: [[S1:%.*]] = call contract <32 x half> @llvm.fmuladd.v32f16(<32 x half> [[X1]], <32 x half> [[X1]], <32 x half> [[C1]])
; CHECK-NEXT: [[Y0]] = fadd <32 x half> [[S0]], splat (half 0xH3C00)
; CHECK-NEXT: [[Y1]] = fadd <32 x half> [[S1]], splat (half 0xH3C00)
; CHECK: exit:
; CHECK: ret <64 x half>
define <64 x half> @chain(<64 x half> %x, <64 x half> %c, i32 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = phi <64 x half> [ %x, %entry ], [ %y, %loop ]
  %s = call contract <64 x half> @llvm.fmuladd.v64f16(<64 x half> %v, <64 x half> %v, <64 x half> %c)
  %y = fadd <64 x half> %s, splat (half 1.0)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret <64 x half> %y
}

; Floats and what fits into a register stay.
; CHECK-LABEL: define <32 x half> @fits(
; CHECK-NEXT: fadd <32 x half>
; CHECK-NEXT: fadd <32 x float>
define <32 x half> @fits(<32 x half> %x, <32 x float> %f, ptr %p) #0 {
  %s = fadd <32 x half> %x, %x
  %t = fadd <32 x float> %f, %f
  store <32 x float> %t, ptr %p
  ret <32 x half> %s
}

attributes #0 = { "target-features"="+avx512f,+avx512vl,+avx512bw,+avx512fp16" "prefer-vector-width"="512" }
