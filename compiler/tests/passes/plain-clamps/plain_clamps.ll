; RUN: %weft-opt --passes=plain-clamps,verify -S %s | FileCheck %s
; Saturating subtractions of what addresses are made of are clampings; CPUs have instructions for those of bytes.

; CHECK-LABEL: define i32 @words(
; CHECK: [[MOST:%.*]] = call i32 @llvm.umax.i32(i32 %x, i32 %r)
; CHECK: [[LESS:%.*]] = sub nuw i32 [[MOST]], %r
; CHECK: ret i32 [[LESS]]
define i32 @words(i32 %x, i32 noundef %r) {
  %v = call i32 @llvm.usub.sat.i32(i32 %x, i32 %r)
  ret i32 %v
}

; CHECK-LABEL: define i16 @others(
; CHECK: call i8 @llvm.usub.sat.i8
; CHECK: call i32 @llvm.ssub.sat.i32
define i16 @others(i8 %x, i8 %r, i32 %y, i32 %s) {
  %v = call i8 @llvm.usub.sat.i8(i8 %x, i8 %r)
  %w = call i32 @llvm.ssub.sat.i32(i32 %y, i32 %s)
  %a = zext i8 %v to i16
  %b = trunc i32 %w to i16
  %c = add i16 %a, %b
  ret i16 %c
}
