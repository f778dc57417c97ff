; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; A function that is called is packed on demand, once for each shape of its arguments, with the mask of the call.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal <4 x float> @twice.packed.4(<4 x float> %x, float %u)
; CHECK: fmul <4 x float> %x,
; CHECK-LABEL: define internal <4 x float> @twice.masked.4(<4 x float> %x, float %u, <4 x i1> %mask)
; CHECK: fmul <4 x float> %x,
; CHECK-NOT: define {{.*}} @twice.{{packed|masked}}
; CHECK-LABEL: define internal float @twice(float %x, float %u)
define internal float @twice(float %x, float %u) noinline {
  %s = fmul float %x, %u
  ret float %s
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[V:%.*]] = load <4 x float>
; CHECK: [[W:%.*]] = call <4 x float> @twice.packed.4(<4 x float> [[V]], float %u)
; CHECK: [[C:%.*]] = fcmp olt <4 x float> [[W]], splat (float 1.000000e+00)
; CHECK: [[BITS:%.*]] = freeze <4 x i1> [[C]]
; CHECK: [[ANY:%.*]] = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> [[BITS]])
; CHECK: br i1 [[ANY]],
; CHECK: call <4 x float> @twice.masked.4(<4 x float> [[W]], float %u, <4 x i1> [[C]])
; CHECK: items.rest:
; CHECK: call <4 x float> @twice.masked.4({{.*}}, float %u, <4 x i1> %rest.mask)
; CHECK: [[C:%.*]] = select <4 x i1> %rest.mask, <4 x i1> {{%.*}}, <4 x i1> zeroinitializer
; CHECK: call <4 x float> @twice.masked.4({{.*}}, float %u, <4 x i1> [[C]])
define void @k(ptr addrspace(1) %p, float %u) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %a
  %w = call float @twice(float %v, float %u)
  %c = fcmp olt float %w, 1.0
  br i1 %c, label %then, label %end
then:
  %x = call float @twice(float %w, float %u)
  store float %x, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
