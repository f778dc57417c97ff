; RUN: %weft-opt --passes=gather-lowering,verify -S %s | FileCheck %s
; A CPU without gathers: one access for each lane; what lanes that are off get is kept, as others rely on it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <2 x i32> @masked(
; CHECK: %nowhere = alloca [4 x i8]
; CHECK: [[AT:%.*]] = select <2 x i1> %mask, <2 x ptr> %a,
; CHECK: [[A0:%.*]] = extractelement <2 x ptr> [[AT]], i64 0
; CHECK: load i32, ptr [[A0]], align 1
; CHECK: [[A1:%.*]] = extractelement <2 x ptr> [[AT]], i64 1
; CHECK: load i32, ptr [[A1]], align 1
; CHECK: [[ALL:%.*]] = insertelement <2 x i32> {{%.*}}, i64 1
; CHECK: [[V:%.*]] = select <2 x i1> %mask, <2 x i32> [[ALL]], <2 x i32> zeroinitializer
; CHECK: ret <2 x i32> [[V]]
define <2 x i32> @masked(<2 x ptr> %a, <2 x i1> %mask) {
  %v = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 %a, <2 x i1> %mask, <2 x i32> zeroinitializer)
  ret <2 x i32> %v
}

; CHECK-LABEL: define <2 x i32> @all(
; CHECK-NOT: alloca
; CHECK-COUNT-2: load i32, ptr {{%.*}}, align 4, !tbaa
; CHECK-NOT: select
; CHECK: ret
define <2 x i32> @all(<2 x ptr> %a) {
  %v = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 %a, <2 x i1> splat (i1 true), <2 x i32> zeroinitializer), !tbaa !0
  ret <2 x i32> %v
}

; Where all lanes are on and have a base in common, indexes are taken out rather than addresses, before they are extended.
; CHECK-LABEL: define <2 x i32> @indexed(
; CHECK: [[I0:%.*]] = extractelement <2 x i32> %i, i64 0
; CHECK: [[W0:%.*]] = sext i32 [[I0]] to i64
; CHECK: [[A0:%.*]] = getelementptr i32, ptr %p, i64 [[W0]]
; CHECK: load i32, ptr [[A0]], align 4
; CHECK: [[I1:%.*]] = extractelement <2 x i32> %i, i64 1
; CHECK: sext i32 [[I1]] to i64
; CHECK-NOT: extractelement <2 x ptr>
; CHECK: ret
define <2 x i32> @indexed(ptr %p, <2 x i32> %i) {
  %wide = sext <2 x i32> %i to <2 x i64>
  %a = getelementptr i32, ptr %p, <2 x i64> %wide
  %v = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 %a, <2 x i1> splat (i1 true), <2 x i32> zeroinitializer)
  ret <2 x i32> %v
}

; Known distances from one base are scalar addresses.
; CHECK-LABEL: define void @strided(
; CHECK: getelementptr i8, ptr %p, i64 0
; CHECK: extractelement <2 x i1> %mask, i64 0
; CHECK: [[AT:%.*]] = select i1 {{%.*}}, ptr {{%.*}}, ptr %nowhere
; CHECK: store i8 {{%.*}}, ptr [[AT]], align 1
; CHECK: [[B:%.*]] = getelementptr i8, ptr %p, i64 3
; CHECK: select i1 {{%.*}}, ptr [[B]], ptr %nowhere
; CHECK: store i8
define void @strided(ptr %p, <2 x i8> %v, <2 x i1> %mask) {
  %a = getelementptr i8, ptr %p, <2 x i64> <i64 0, i64 3>
  call void @llvm.masked.scatter.v2i8.v2p0(<2 x i8> %v, <2 x ptr> align 1 %a, <2 x i1> %mask)
  ret void
}

; What one gather gives is what another gets: its addresses, its mask and what its lanes have that are off.
; CHECK-LABEL: define <2 x i32> @gathered(
; CHECK-NOT: @llvm.masked
; CHECK: [[M0:%.*]] = load i1, ptr
; CHECK: [[M1:%.*]] = load i1, ptr
; CHECK: [[MASK:%.*]] = insertelement <2 x i1> {{%.*}}, i1 [[M1]], i64 1
; CHECK: [[P0:%.*]] = load ptr, ptr
; CHECK: [[P1:%.*]] = load ptr, ptr
; CHECK: [[P:%.*]] = insertelement <2 x ptr> {{%.*}}, ptr [[P1]], i64 1
; CHECK: [[AT:%.*]] = select <2 x i1> [[MASK]], <2 x ptr> [[P]],
; CHECK: extractelement <2 x ptr> [[AT]], i64 0
; CHECK: extractelement <2 x ptr> [[AT]], i64 1
; CHECK: select <2 x i1> [[MASK]], <2 x i32> {{%.*}}, <2 x i32> {{%.*}}
; CHECK-NOT: @llvm.masked
; CHECK: ret
define <2 x i32> @gathered(<2 x ptr> %m, <2 x ptr> %a, <2 x ptr> %o) {
  %mask = call <2 x i1> @llvm.masked.gather.v2i1.v2p0(<2 x ptr> %m, <2 x i1> splat (i1 true), <2 x i1> poison)
  %p = call <2 x ptr> @llvm.masked.gather.v2p0.v2p0(<2 x ptr> align 8 %a, <2 x i1> splat (i1 true), <2 x ptr> poison)
  %off = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 %o, <2 x i1> splat (i1 true), <2 x i32> poison)
  %v = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 %p, <2 x i1> %mask, <2 x i32> %off)
  call void @llvm.masked.scatter.v2i32.v2p0(<2 x i32> %v, <2 x ptr> align 4 %p, <2 x i1> %mask)
  ret <2 x i32> %v
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"omnipotent char"}
