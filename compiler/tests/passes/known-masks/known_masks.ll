; RUN: %weft-opt --passes=known-masks,verify -S %s | FileCheck %s
; A masked access of the first lanes, known to be on, is one of as many.

; CHECK-LABEL: define <8 x float> @first_four(
; CHECK-NEXT: [[FIRST:%.*]] = load <4 x float>, ptr %p, align 4, !tbaa
; CHECK-NEXT: [[ALL:%.*]] = shufflevector <4 x float> [[FIRST]], <4 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
; CHECK-NEXT: [[V:%.*]] = select <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false>, <8 x float> [[ALL]], <8 x float> %off
; CHECK-NEXT: [[STORED:%.*]] = shufflevector <8 x float> [[V]], <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT: store <4 x float> [[STORED]], ptr %q, align 16, !tbaa
; CHECK-NEXT: ret <8 x float> [[V]]
define <8 x float> @first_four(ptr %p, ptr %q, <8 x float> %off) {
  %v = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false>, <8 x float> %off), !tbaa !0
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 16 %q, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false>), !tbaa !0
  ret <8 x float> %v
}

; CHECK-LABEL: define <8 x float> @all(
; CHECK-NEXT: [[V:%.*]] = load <8 x float>, ptr %p, align 4
; CHECK-NOT: masked
; CHECK: ret
define <8 x float> @all(ptr %p) {
  %v = call <8 x float> @llvm.masked.load.v8f32.p0(ptr align 4 %p, <8 x i1> splat (i1 true), <8 x float> zeroinitializer)
  ret <8 x float> %v
}

; Three are no vector of the CPU's, none is no access, and others than the first or unknown ones stay.
; CHECK-LABEL: define void @stay(
; CHECK-COUNT-5: call void @llvm.masked.store.v4i32.p0(
; CHECK-NEXT: ret void
define void @stay(ptr %p, <4 x i32> %v, <4 x i1> %mask) {
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p, <4 x i1> <i1 true, i1 true, i1 true, i1 false>)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p, <4 x i1> zeroinitializer)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p, <4 x i1> <i1 false, i1 true, i1 true, i1 false>)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p, <4 x i1> <i1 true, i1 poison, i1 false, i1 false>)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p, <4 x i1> %mask)
  ret void
}

declare <8 x float> @llvm.masked.load.v8f32.p0(ptr captures(none), <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr captures(none), <8 x i1>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr captures(none), <4 x i1>)

!0 = !{!1, !1, i64 0}
!1 = !{!"float", !2, i64 0}
!2 = !{!"char"}
