; RUN: %weft-opt --passes=vector-parts,verify -S %s | FileCheck %s
; What was cut out of a vector as bits of an integer is shuffled or extracted.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <4 x float> @vector(
; CHECK-NEXT: [[E:%.*]] = bitcast <4 x i64> %v to <8 x float>
; CHECK-NEXT: [[P:%.*]] = shufflevector <8 x float> [[E]], <8 x float> poison, <4 x i32> <i32 3, i32 4, i32 5, i32 6>
; CHECK-NEXT: ret <4 x float> [[P]]
define <4 x float> @vector(<4 x i64> %v) {
  %all = bitcast <4 x i64> %v to i256
  %up = lshr i256 %all, 96
  %low = trunc i256 %up to i128
  %part = bitcast i128 %low to <4 x float>
  ret <4 x float> %part
}

; From the start, without a shift.
; CHECK-LABEL: define i32 @element(
; CHECK-NEXT: [[E:%.*]] = bitcast <2 x i64> %v to <4 x i32>
; CHECK-NEXT: [[P:%.*]] = extractelement <4 x i32> [[E]], i64 0
; CHECK-NEXT: ret i32 [[P]]
define i32 @element(<2 x i64> %v) {
  %all = bitcast <2 x i64> %v to i128
  %low = trunc i128 %all to i32
  ret i32 %low
}

; Between two elements, and partly beyond the vector's end.
; CHECK-LABEL: define i32 @between(
; CHECK: lshr i128 {{%.*}}, 8
; CHECK-NOT: extractelement
; CHECK: ret i32
define i32 @between(<2 x i64> %v) {
  %all = bitcast <2 x i64> %v to i128
  %up = lshr i128 %all, 8
  %low = trunc i128 %up to i32
  ret i32 %low
}

; CHECK-LABEL: define <2 x i32> @beyond(
; CHECK: lshr i128 {{%.*}}, 96
; CHECK-NOT: shufflevector
; CHECK: ret <2 x i32>
define <2 x i32> @beyond(<2 x i64> %v) {
  %all = bitcast <2 x i64> %v to i128
  %up = lshr i128 %all, 96
  %low = trunc i128 %up to i64
  %part = bitcast i64 %low to <2 x i32>
  ret <2 x i32> %part
}
