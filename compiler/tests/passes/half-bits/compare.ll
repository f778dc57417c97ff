; RUN: %weft-opt --passes=half-bits,verify -S %s | FileCheck %s
; A half with the bits of an integer that is 0 or 1 is selected: LLVM 22 cannot cast a comparison's result.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define half @comparison(
; CHECK: [[C:%.*]] = fcmp oeq half %a, %b
; CHECK: [[H:%.*]] = select i1 [[C]], half 0xH0001, half 0xH0000
; CHECK-NEXT: ret half [[H]]
define half @comparison(half %a, half %b) {
  %c = fcmp oeq half %a, %b
  %z = zext i1 %c to i16
  %h = bitcast i16 %z to half
  ret half %h
}

; As Clang has it without optimization.
; CHECK-LABEL: define half @through_int(
; CHECK: [[T:%.*]] = trunc i32 %z to i16
; CHECK: [[C:%.*]] = trunc i16 [[T]] to i1
; CHECK: [[H:%.*]] = select i1 [[C]], half 0xH0001, half 0xH0000
; CHECK-NEXT: ret half [[H]]
define half @through_int(float %a, float %b) {
  %c = fcmp olt float %a, %b
  %z = zext i1 %c to i32
  %t = trunc i32 %z to i16
  %h = bitcast i16 %t to half
  ret half %h
}

; CHECK-LABEL: define half @chosen(
; CHECK: [[C:%.*]] = trunc i16 %s to i1
; CHECK: [[H:%.*]] = select i1 [[C]], half 0xH0001, half 0xH0000
; CHECK-NEXT: ret half [[H]]
define half @chosen(float %a, float %b) {
  %c = fcmp olt float %a, %b
  %s = select i1 %c, i16 0, i16 1
  %h = bitcast i16 %s to half
  ret half %h
}

; CHECK-LABEL: define half @flipped(
; CHECK: [[C:%.*]] = trunc i16 %x to i1
; CHECK: [[H:%.*]] = select i1 [[C]], half 0xH0001, half 0xH0000
; CHECK-NEXT: ret half [[H]]
define half @flipped(half %a, half %b) {
  %c = fcmp oeq half %a, %b
  %z = zext i1 %c to i16
  %x = xor i16 %z, 1
  %h = bitcast i16 %x to half
  ret half %h
}

; Other integers, vectors and floats are cast.
; CHECK-LABEL: define half @other(
; CHECK: bitcast i16 %i to half
define half @other(i16 %i) {
  %h = bitcast i16 %i to half
  ret half %h
}

; CHECK-LABEL: define <4 x half> @vector(
; CHECK: bitcast <4 x i16> %z to <4 x half>
define <4 x half> @vector(<4 x half> %a, <4 x half> %b) {
  %c = fcmp oeq <4 x half> %a, %b
  %z = zext <4 x i1> %c to <4 x i16>
  %h = bitcast <4 x i16> %z to <4 x half>
  ret <4 x half> %h
}

; CHECK-LABEL: define float @single(
; CHECK: bitcast i32 %z to float
define float @single(float %a, float %b) {
  %c = fcmp oeq float %a, %b
  %z = zext i1 %c to i32
  %f = bitcast i32 %z to float
  ret float %f
}
