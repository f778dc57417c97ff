; RUN: %weft-opt --passes=half-guard,verify -S %s | FileCheck %s
; RUN: %weft-opt "--passes=half-guard,instcombine" -S %s | FileCheck --check-prefix=LATER %s
; Integers that are too large for a half are infinite in a float, too, when they were halves before.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define float @signed(
; CHECK: [[L:%.*]] = call i32 @llvm.smax.i32(i32 %x, i32 -65535)
; CHECK: [[C:%.*]] = call i32 @llvm.smin.i32(i32 [[L]], i32 65535)
; CHECK: %h = sitofp i32 [[C]] to half
; LATER-LABEL: define float @signed(
; LATER: [[H:%.*]] = sitofp i32 {{%.*}} to half
; LATER: fpext half [[H]] to float
define float @signed(i32 %i) {
  %x = shl i32 %i, 24
  %h = sitofp i32 %x to half
  %f = fpext half %h to float
  ret float %f
}

; CHECK-LABEL: define double @unsigned_long(
; CHECK: [[C:%.*]] = call i64 @llvm.umin.i64(i64 %x, i64 65535)
; CHECK: [[N:%.*]] = trunc i64 [[C]] to i32
; CHECK: %h = sitofp i32 [[N]] to half
; LATER-LABEL: define double @unsigned_long(
; LATER: [[H:%.*]] = {{[su]}}itofp {{.*}} to half
; LATER: fpext half [[H]] to double
define double @unsigned_long(i64 %i) {
  %x = shl i64 %i, 54
  %h = uitofp i64 %x to half
  %f = fpext half %h to double
  ret double %f
}

; CHECK-LABEL: define <2 x float> @through_float(
; CHECK: [[L:%.*]] = call <2 x i32> @llvm.smax.v2i32(<2 x i32> %x, <2 x i32> splat (i32 -65535))
; CHECK: [[C:%.*]] = call <2 x i32> @llvm.smin.v2i32(<2 x i32> [[L]], <2 x i32> splat (i32 65535))
; CHECK: %h = sitofp <2 x i32> [[C]] to <2 x half>
; LATER-LABEL: define <2 x float> @through_float(
; LATER: [[H:%.*]] = sitofp <2 x i32> {{%.*}} to <2 x half>
; LATER: fpext <2 x half> [[H]] to <2 x float>
define <2 x float> @through_float(<2 x i32> %i) {
  %x = shl <2 x i32> %i, splat (i32 24)
  %s = sitofp <2 x i32> %x to <2 x float>
  %h = fptrunc <2 x float> %s to <2 x half>
  %f = fpext <2 x half> %h to <2 x float>
  ret <2 x float> %f
}

; CHECK-LABEL: define float @through_double(
; CHECK: [[C:%.*]] = call i32 @llvm.umin.i32(i32 %x, i32 65535)
; CHECK: %h = sitofp i32 [[C]] to half
define float @through_double(i32 %i) {
  %x = shl i32 %i, 24
  %d = uitofp i32 %x to double
  %h = fptrunc double %d to half
  %f = fpext half %h to float
  ret float %f
}

; What cannot be too large is left alone, and so are floats.
; CHECK-LABEL: define half @short(
; CHECK-NEXT: %h = sitofp i16 %i to half
define half @short(i16 %i) {
  %h = sitofp i16 %i to half
  ret half %h
}

; CHECK-LABEL: define half @known(
; CHECK-NEXT: %x = and i32 %i, 65504
; CHECK-NEXT: %h = sitofp i32 %x to half
define half @known(i32 %i) {
  %x = and i32 %i, 65504
  %h = sitofp i32 %x to half
  ret half %h
}

; CHECK-LABEL: define half @negative(
; CHECK-NEXT: %x = ashr i32 %i, 16
; CHECK-NEXT: %h = sitofp i32 %x to half
define half @negative(i32 %i) {
  %x = ashr i32 %i, 16
  %h = sitofp i32 %x to half
  ret half %h
}

; CHECK-LABEL: define half @float(
; CHECK-NEXT: %h = fptrunc float %f to half
define half @float(float %f) {
  %h = fptrunc float %f to half
  ret half %h
}
