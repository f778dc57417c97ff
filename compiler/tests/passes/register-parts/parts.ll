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

; Each product before its sum; what is multiplied for something else as well stays where it is.
; CHECK-LABEL: define <32 x i32> @sums(
; CHECK: [[P0:%.*]] = mul nsw <16 x i32> {{.*}}
; CHECK-NEXT: [[S0:%.*]] = add <16 x i32> [[P0]], {{.*}}
; CHECK-NEXT: [[P1:%.*]] = mul nsw <16 x i32> {{.*}}
; CHECK-NEXT: [[S1:%.*]] = add <16 x i32> [[P1]], {{.*}}
; CHECK: ret <32 x i32>
define <32 x i32> @sums(<32 x i32> %x, <32 x i32> %y) #0 {
  %p = mul nsw <32 x i32> %x, %y
  %s = add <32 x i32> %p, %x
  ret <32 x i32> %s
}

; No whole number of these is in a register.
; CHECK-LABEL: define <32 x i48> @odd(
; CHECK-NEXT: mul <32 x i48>
; CHECK-NEXT: add <32 x i48>
define <32 x i48> @odd(<32 x i48> %x, <32 x i48> %y) #0 {
  %p = mul <32 x i48> %x, %y
  %s = add <32 x i48> %p, %x
  ret <32 x i48> %s
}

; CHECK-LABEL: define <16 x i32> @registers(
; CHECK-NEXT: [[Q:%.*]] = mul <16 x i32> %y, %y
; CHECK-NEXT: [[P:%.*]] = mul <16 x i32> %x, %y
; CHECK-NEXT: add <16 x i32> [[P]], %x
; CHECK-NEXT: xor
; CHECK-NEXT: add <16 x i32>
; CHECK-NEXT: ret
define <16 x i32> @registers(<16 x i32> %x, <16 x i32> %y) #0 {
  %p = mul <16 x i32> %x, %y
  %q = mul <16 x i32> %y, %y
  %s = add <16 x i32> %p, %x
  %t = xor <16 x i32> %q, %s
  %u = add <16 x i32> %q, %t
  ret <16 x i32> %u
}

; No register holds an element.
; CHECK-LABEL: define <2 x i1024> @wider(
; CHECK-NEXT: mul <2 x i1024>
; CHECK-NEXT: add <2 x i1024>
; CHECK-NEXT: ret
define <2 x i1024> @wider(<2 x i1024> %x, <2 x i1024> %y) #0 {
  %p = mul <2 x i1024> %x, %y
  %s = add <2 x i1024> %p, %x
  ret <2 x i1024> %s
}

attributes #0 = { "target-features"="+avx512f,+avx512vl,+avx512bw,+avx512fp16" "prefer-vector-width"="512" }
