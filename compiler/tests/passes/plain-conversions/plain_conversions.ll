; RUN: %weft-opt --passes=plain-conversions,verify -S %s | FileCheck %s
; Conversions of floats to integers as CPUs have them.

declare <8 x float> @llvm.minnum.v8f32(<8 x float>, <8 x float>)
declare <8 x float> @llvm.maxnum.v8f32(<8 x float>, <8 x float>)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.sqrt.f32(float)
declare i8 @llvm.smin.i8(i8, i8)
declare <8 x float> @llvm.rint.v8f32(<8 x float>)
declare float @llvm.roundeven.f32(float)
declare float @llvm.floor.f32(float)
declare double @llvm.rint.f64(double)
declare <8 x i32> @llvm.umin.v8i32(<8 x i32>, <8 x i32>)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)

; Between 0 and 255: it is an int, and no minimum of that is another.
; CHECK-LABEL: define <8 x i32> @clamped(
; CHECK: [[MIN:%.*]] = call <8 x float> @llvm.minnum.v8f32(
; CHECK-NEXT: %v = fptosi <8 x float> [[MIN]] to <8 x i32>
; CHECK-NEXT: ret <8 x i32> %v
define <8 x i32> @clamped(<8 x float> %x) {
  %max = call <8 x float> @llvm.maxnum.v8f32(<8 x float> %x, <8 x float> zeroinitializer)
  %min = call <8 x float> @llvm.minnum.v8f32(<8 x float> %max, <8 x float> splat (float 255.0))
  %v = fptoui <8 x float> %min to <8 x i32>
  %least = call <8 x i32> @llvm.umin.v8i32(<8 x i32> %v, <8 x i32> splat (i32 255))
  ret <8 x i32> %least
}

; As InstCombine writes a minimum, of a root, with a half more than the integer.
; CHECK-LABEL: define i32 @chosen(
; CHECK: %v = fptosi float %min to i32
; CHECK-NEXT: ret i32 %v
define i32 @chosen(i32 %n) {
  %f = uitofp i32 %n to float
  %x = call float @llvm.sqrt.f32(float %f)
  %is = fcmp ogt float %x, 255.5
  %min = select i1 %is, float 255.5, float %x
  %v = fptoui float %min to i32
  %least = call i32 @llvm.smin.i32(i32 %v, i32 255)
  ret i32 %least
}

; It may be 255, or anything.
; CHECK-LABEL: define i32 @more(
; CHECK: %v = fptosi float %min to i32
; CHECK-NEXT: call i32 @llvm.umin.i32(i32 %v, i32 254)
define i32 @more(float %x) {
  %is = fcmp ogt float %x, 255.0
  %min = select i1 %is, float 255.0, float %x
  %v = fptoui float %min to i32
  %least = call i32 @llvm.umin.i32(i32 %v, i32 254)
  ret i32 %least
}

; What may be less than 0, or no number, is no defined integer, and its minimum is one.
; CHECK-LABEL: define i32 @below(
; CHECK: %v = fptosi float %min to i32
; CHECK-NEXT: call i32 @llvm.umin.i32(i32 %v, i32 255)
define i32 @below(float %x) {
  %min = call float @llvm.minnum.f32(float %x, float 255.0)
  %v = fptoui float %min to i32
  %least = call i32 @llvm.umin.i32(i32 %v, i32 255)
  ret i32 %least
}

; Of a NaN, which 5 does not bound, and 3 * 10^9 the minimum is the latter.
; CHECK-LABEL: define i32 @nan(
; CHECK: fptoui float %min to i32
define i32 @nan(float %x, float %y) {
  %is = fcmp ogt float %x, 5.0
  %a = select i1 %is, float 5.0, float %x
  %min = call float @llvm.minnum.f32(float %a, float %y)
  %v = fptoui float %min to i32
  ret i32 %v
}

; Of two bounds where one may be a NaN the larger one counts.
; CHECK-LABEL: define i32 @nan_of_two(
; CHECK: %v = fptosi float %min to i32
; CHECK: call i32 @llvm.umin.i32(i32 %v, i32 50)
define i32 @nan_of_two(float %x, float %y) {
  %is = fcmp ogt float %x, 5.0
  %a = select i1 %is, float 5.0, float %x
  %is.y = fcmp ogt float %y, 100.0
  %b = select i1 %is.y, float 100.0, float %y
  %min = call float @llvm.minnum.f32(float %a, float %b)
  %v = fptoui float %min to i32
  %least = call i32 @llvm.umin.i32(i32 %v, i32 50)
  ret i32 %least
}

; -1 is no 255.
; CHECK-LABEL: define i8 @minus_one(
; CHECK: call i8 @llvm.smin.i8(
define i8 @minus_one(float %x) {
  %max = call float @llvm.maxnum.f32(float %x, float 0.0)
  %min = call float @llvm.minnum.f32(float %max, float 100.0)
  %v = fptosi float %min to i8
  %least = call i8 @llvm.smin.i8(i8 %v, i8 -1)
  ret i8 %least
}

; CHECK-LABEL: define i32 @any(
; CHECK-NEXT: %v = fptoui float %x to i32
; CHECK-NEXT: ret i32 %v
define i32 @any(float %x) {
  %v = fptoui float %x to i32
  ret i32 %v
}

; 2^31 is no int.
; CHECK-LABEL: define i32 @end(
; CHECK: %v = fptoui float %min to i32
define i32 @end(float %x) {
  %is = fcmp ogt float %x, 0x41E0000000000000
  %min = select i1 %is, float 0x41E0000000000000, float %x
  %v = fptoui float %min to i32
  ret i32 %v
}

; A maximum has no bound; what may be negative keeps its minimum.
; CHECK-LABEL: define i32 @negative(
; CHECK: fptoui float %max to i32
; CHECK: %v = fptosi float %min to i32
; CHECK: call i32 @llvm.umin.i32(i32 %v, i32 255)
define i32 @negative(float %x) {
  %max = call float @llvm.maxnum.f32(float %x, float 3.0)
  %u = fptoui float %max to i32
  %is = fcmp ogt float %x, 255.0
  %min = select i1 %is, float 255.0, float %x
  %v = fptosi float %min to i32
  %least = call i32 @llvm.umin.i32(i32 %v, i32 255)
  %sum = add i32 %u, %least
  ret i32 %sum
}

; What rounds to the even one converts at once.
; CHECK-LABEL: define <8 x i8> @bytes(
; CHECK-NEXT: [[INTS:%.*]] = call <8 x i32> @llvm.lrint.v8i32.v8f32(<8 x float> %x)
; CHECK-NEXT: %v = trunc <8 x i32> [[INTS]] to <8 x i8>
; CHECK-NEXT: ret <8 x i8> %v
define <8 x i8> @bytes(<8 x float> %x) {
  %r = call <8 x float> @llvm.rint.v8f32(<8 x float> %x)
  %v = fptoui <8 x float> %r to <8 x i8>
  ret <8 x i8> %v
}

; CHECK-LABEL: define i32 @even(
; CHECK-NEXT: %v = call i32 @llvm.lrint.i32.f32(float %x)
; CHECK-NEXT: ret i32 %v
define i32 @even(float %x) {
  %r = call float @llvm.roundeven.f32(float %x)
  %v = fptosi float %r to i32
  ret i32 %v
}

; Not so what goes down, is unsigned without a bound, has 64 bits, or is a double.
; CHECK-LABEL: define i64 @others(
; CHECK-NOT: lrint
; CHECK: ret
define i64 @others(float %x, double %d) {
  %down = call float @llvm.floor.f32(float %x)
  %a = fptosi float %down to i32
  %r = call float @llvm.roundeven.f32(float %x)
  %b = fptoui float %r to i32
  %c = fptosi float %r to i64
  %rd = call double @llvm.rint.f64(double %d)
  %e = fptosi double %rd to i32
  %ab = add i32 %a, %b
  %abe = add i32 %ab, %e
  %wide = sext i32 %abe to i64
  %sum = add i64 %wide, %c
  ret i64 %sum
}
