; RUN: %weft-opt --passes=half-softening,verify -S %s | FileCheck %s
; Halves on a CPU without conversions: integers do them, all lanes at once, and arithmetic is on floats.

; 2^112 puts the exponent right, of denormal halves as well; infinities and NaNs get the greatest exponent.
; CHECK-LABEL: define <8 x float> @extended(
; CHECK: [[H:%.*]] = bitcast <8 x half> %h to <8 x i16>
; CHECK: [[W:%.*]] = zext <8 x i16> [[H]] to <8 x i32>
; CHECK: fmul <8 x float> {{%.*}}, splat (float 0x46F0000000000000)
; CHECK: icmp uge <8 x i32> {{%.*}}, splat (i32 260046848)
; CHECK: select <8 x i1> {{%.*}}, <8 x i32> splat (i32 2139095040), <8 x i32> zeroinitializer
; CHECK-NOT: fpext
; CHECK: ret
define <8 x float> @extended(<8 x half> %h) {
  %f = fpext <8 x half> %h to <8 x float>
  ret <8 x float> %f
}

; Below 2^-14 (0x38800000) the sum with 1/2 rounds; from 2^16 (0x47800000) on it is infinite or a NaN.
; CHECK-LABEL: define half @truncated(
; CHECK: fadd float {{%.*}}, 5.000000e-01
; CHECK: icmp ult i32 {{%.*}}, 947912704
; CHECK: icmp uge i32 {{%.*}}, 1199570944
; CHECK: bitcast i16 {{%.*}} to half
; CHECK-NOT: fptrunc
; CHECK: ret
define half @truncated(float %f) {
  %h = fptrunc float %f to half
  ret half %h
}

; Fast-math flags are the operation's and not the conversions'.
; CHECK-LABEL: define half @sum(
; CHECK-COUNT-2: fmul float
; CHECK: fadd nnan float
; CHECK: fadd float {{%.*}}, 5.000000e-01
; CHECK-NOT: fadd nnan half
; CHECK: ret
define half @sum(half %a, half %b) {
  %c = fadd nnan half %a, %b
  ret half %c
}

; CHECK-LABEL: define i1 @compared(
; CHECK: fcmp olt float {{%.*}}, 1.000000e+00
define i1 @compared(half %a) {
  %c = fcmp olt half %a, 1.0
  ret i1 %c
}

; CHECK-LABEL: define <2 x half> @root(
; CHECK: call <2 x float> @llvm.sqrt.v2f32(
define <2 x half> @root(<2 x half> %a) {
  %r = call <2 x half> @llvm.sqrt.v2f16(<2 x half> %a)
  ret <2 x half> %r
}

; Doubles by way of floats, which hold every half; integers by way of floats, which round none below 2^16.
; CHECK-LABEL: define double @wide(
; CHECK: fpext float {{%.*}} to double
define double @wide(half %a) {
  %d = fpext half %a to double
  ret double %d
}

; CHECK-LABEL: define half @from_integer(
; CHECK: sitofp i32 %i to float
define half @from_integer(i32 %i) {
  %h = sitofp i32 %i to half
  ret half %h
}

; What code generation does with the bits alone.
; CHECK-LABEL: define half @untouched(
; CHECK-NEXT: fneg half
; CHECK-NEXT: call half @llvm.fabs.f16
; CHECK-NEXT: call half @llvm.copysign.f16
; CHECK-NEXT: select
; CHECK-NEXT: store half
; CHECK-NEXT: ret half
define half @untouched(half %a, half %b, i1 %c, ptr %p) {
  %n = fneg half %a
  %m = call half @llvm.fabs.f16(half %n)
  %s = call half @llvm.copysign.f16(half %m, half %b)
  %e = select i1 %c, half %s, half %b
  store half %e, ptr %p
  ret half %e
}
