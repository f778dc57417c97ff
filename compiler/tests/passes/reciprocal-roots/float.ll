; RUN: %weft-opt --passes=reciprocal-roots,verify -S %s | FileCheck %s
; 1 / sqrt(x) becomes an estimate and a step of Newton's where 2 ULP are allowed and the processor has AVX-512.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <16 x float> @register(
; CHECK-NEXT: [[Y:%.*]] = call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(<16 x float> %x, <16 x float> poison, i16 -1)
; CHECK-NEXT: [[HALF:%.*]] = fmul <16 x float> [[Y]], splat (float 5.000000e-01)
; CHECK-NEXT: [[HXY:%.*]] = fmul <16 x float> %x, [[HALF]]
; CHECK-NEXT: [[MINUS:%.*]] = fneg <16 x float> [[HXY]]
; CHECK-NEXT: [[ERROR:%.*]] = call <16 x float> @llvm.fma.v16f32(<16 x float> [[MINUS]], <16 x float> [[Y]], <16 x float> splat (float 5.000000e-01))
; CHECK-NEXT: [[BETTER:%.*]] = call <16 x float> @llvm.fma.v16f32(<16 x float> [[Y]], <16 x float> [[ERROR]], <16 x float> [[Y]])
; CHECK-NEXT: [[NAN:%.*]] = fcmp uno <16 x float> [[BETTER]], [[BETTER]]
; CHECK-NEXT: [[RESULT:%.*]] = select <16 x i1> [[NAN]], <16 x float> [[Y]], <16 x float> [[BETTER]]
; CHECK-NEXT: ret <16 x float> [[RESULT]]
define <16 x float> @register(<16 x float> %x) #0 {
  %root = call <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
  %r = fdiv <16 x float> splat (float 1.0), %root, !fpmath !0
  ret <16 x float> %r
}

; Several registers, a register that is not full, and one value.
; CHECK-LABEL: define <32 x float> @registers(
; CHECK-COUNT-2: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(
; CHECK-NOT: sqrt.v
; CHECK-LABEL: define <3 x float> @three(
; CHECK: call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(
; CHECK: call <3 x float> @llvm.fma.v3f32(
; CHECK-LABEL: define float @one(
; CHECK: call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(
; CHECK: call float @llvm.fma.f32(
define <32 x float> @registers(<32 x float> %x) #0 {
  %root = call <32 x float> @llvm.sqrt.v32f32(<32 x float> %x)
  %r = fdiv <32 x float> splat (float 1.0), %root, !fpmath !0
  ret <32 x float> %r
}

define <3 x float> @three(<3 x float> %x) #0 {
  %root = call <3 x float> @llvm.sqrt.v3f32(<3 x float> %x)
  %r = fdiv <3 x float> splat (float 1.0), %root, !fpmath !0
  ret <3 x float> %r
}

define float @one(float %x) #0 {
  %root = call float @llvm.sqrt.f32(float %x)
  %r = fdiv float 1.0, %root, !fpmath !0
  ret float %r
}

; One of the other.
; CHECK-LABEL: define float @nested(
; CHECK-COUNT-2: call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(
; CHECK-NOT: fdiv
define float @nested(float %x) #0 {
  %root = call float @llvm.sqrt.f32(float %x)
  %r = fdiv float 1.0, %root, !fpmath !0
  %again = call float @llvm.sqrt.f32(float %r)
  %s = fdiv float 1.0, %again, !fpmath !0
  ret float %s
}

; Exact, of other numbers, with a root that is used, in double, beside much else, or without the instruction it stays.
; CHECK-LABEL: define float @exact(
; CHECK-NOT: call {{.*}}rsqrt14
; CHECK: ret
; CHECK-NOT: call {{.*}}rsqrt14
define float @exact(float %x) #0 {
  %root = call float @llvm.sqrt.f32(float %x)
  %r = fdiv float 1.0, %root
  ret float %r
}

define float @two(float %x) #0 {
  %root = call float @llvm.sqrt.f32(float %x)
  %r = fdiv float 2.0, %root, !fpmath !0
  ret float %r
}

define float @used(float %x, ptr %p) #0 {
  %root = call float @llvm.sqrt.f32(float %x)
  store float %root, ptr %p
  %r = fdiv float 1.0, %root, !fpmath !0
  ret float %r
}

define double @double(double %x) #0 {
  %root = call double @llvm.sqrt.f64(double %x)
  %r = fdiv double 1.0, %root, !fpmath !0
  ret double %r
}

define float @beside(float %x) #0 {
  %a = fmul float %x, %x
  %b = fmul float %a, %x
  %c = fmul float %b, %x
  %d = fmul float %c, %x
  %e = fadd float %d, %x
  %root = call float @llvm.sqrt.f32(float %e)
  %r = fdiv float 1.0, %root, !fpmath !0
  ret float %r
}

define float @older(float %x) #1 {
  %root = call float @llvm.sqrt.f32(float %x)
  %r = fdiv float 1.0, %root, !fpmath !0
  ret float %r
}

attributes #0 = { "target-features"="+avx512f,+avx512vl" }
attributes #1 = { "target-features"="+avx512f" }
!0 = !{float 2.5}
