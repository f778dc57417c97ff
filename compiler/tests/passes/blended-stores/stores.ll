; RUN: %weft-opt --passes="function(blended-stores),verify" --cpu=x86-64-v3 -S %s | FileCheck %s
; RUN: %weft-opt --passes="function(blended-stores),verify" --cpu=x86-64-v2 -S %s | FileCheck %s
; RUN: %weft-opt --passes="function(blended-stores),verify" --cpu=x86-64-v4 -S %s | FileCheck %s --check-prefix=AVX512
; Masked stores of local memory are a load, a selection and a store, where a lane is on.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @asked(
; CHECK: [[BITS:%.*]] = bitcast <16 x i1> %mask to i16
; CHECK: [[ANY:%.*]] = icmp ne i16 [[BITS]], 0
; CHECK: br i1 [[ANY]], label %[[ON:.*]], label %[[OFF:.*]], !prof
; CHECK: [[ON]]:
; CHECK: [[NUMBER:%.*]] = ptrtoint ptr addrspace(3) %p to i64
; CHECK: [[PLACE:%.*]] = inttoptr i64 [[NUMBER]] to ptr addrspace(3)
; CHECK: [[LOADED:%.*]] = load <16 x i8>, ptr addrspace(3) [[PLACE]], align 1
; CHECK-NOT: !tbaa
; CHECK: [[OLD:%.*]] = freeze <16 x i8> [[LOADED]]
; CHECK: [[NEW:%.*]] = select <16 x i1> %mask, <16 x i8> %v, <16 x i8> [[OLD]]
; CHECK: store <16 x i8> [[NEW]], ptr addrspace(3) [[PLACE]], align 1
; CHECK: br label %[[OFF]]
; AVX512-LABEL: define void @asked(
; AVX512: @llvm.masked.store.v16i8
define void @asked(ptr addrspace(3) %p, <16 x i1> %mask, <16 x i8> %v) {
  call void @llvm.masked.store.v16i8.p3(<16 x i8> %v, ptr addrspace(3) align 1 %p, <16 x i1> %mask), !tbaa !0
  ret void
}

; Nobody is asked whom a guard has asked before.
; CHECK-LABEL: define void @guarded(
; CHECK-NOT: br
; CHECK: load <8 x float>
; CHECK: select <8 x i1> %mask
; CHECK: store <8 x float>
; CHECK-NEXT: ret void
define void @guarded(ptr addrspace(3) %p, <8 x i1> %mask, <8 x float> %v) {
  call void @llvm.masked.store.v8f32.p3(<8 x float> %v, ptr addrspace(3) align 4 %p, <8 x i1> %mask), !weft.some_on !3
  ret void
}

; Others may write the elements between of global memory; and there is a limit to what lies around local memory.
; CHECK-LABEL: define void @shared(
; CHECK-NEXT: call void @llvm.masked.store.v8f32.p1
; CHECK-NEXT: call void @llvm.masked.store.v1024f64.p3
; CHECK-NEXT: call void @llvm.masked.store.v8f32.p3(<8 x float> %v, ptr addrspace(3) align 4 %q, <8 x i1> <
define void @shared(ptr addrspace(1) %p, ptr addrspace(3) %q, <8 x i1> %mask, <8 x float> %v, <1024 x i1> %many,
                    <1024 x double> %values) {
  call void @llvm.masked.store.v8f32.p1(<8 x float> %v, ptr addrspace(1) align 4 %p, <8 x i1> %mask)
  call void @llvm.masked.store.v1024f64.p3(<1024 x double> %values, ptr addrspace(3) align 8 %q, <1024 x i1> %many)
  call void @llvm.masked.store.v8f32.p3(<8 x float> %v, ptr addrspace(3) align 4 %q,
    <8 x i1> <i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>)
  ret void
}

; What is whole already stays whole.
; CHECK-LABEL: define void @whole(
; CHECK: [[LOADED:%.*]] = load <8 x float>, ptr %p
; CHECK: [[OLD:%.*]] = freeze <8 x float> [[LOADED]]
; CHECK: select <8 x i1> %mask, <8 x float> [[OLD]], <8 x float> %v
; AVX512-LABEL: define void @whole(
; AVX512-NOT: freeze
define void @whole(ptr %p, <8 x i1> %mask, <8 x float> %v) {
  %old = load <8 x float>, ptr %p
  %new = select <8 x i1> %mask, <8 x float> %old, <8 x float> %v
  store <8 x float> %new, ptr %p
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"char", !2, i64 0}
!2 = !{!"Simple C/C++ TBAA"}
!3 = !{}
