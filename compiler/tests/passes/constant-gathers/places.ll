; RUN: %weft-opt --cpu=x86-64-v3 --passes=constant-gathers,verify -S %s | FileCheck %s
; Gathers and scatters of all lanes at constant distances are wide accesses and shuffles.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; A rotation by three: the first register is as it lies there, the second one goes on at the first element.
; CHECK-LABEL: define <16 x float> @rotation(
; CHECK-NOT: @llvm.masked.gather
; CHECK: [[A:%.*]] = getelementptr i8, ptr %p, i64 12
; CHECK: [[LOW:%.*]] = load <8 x float>, ptr [[A]], align 4
; CHECK: [[B:%.*]] = getelementptr i8, ptr %p, i64 0
; CHECK: [[FIRST:%.*]] = load <8 x float>, ptr [[B]], align 4
; CHECK: [[C:%.*]] = getelementptr i8, ptr %p, i64 32
; CHECK: [[LAST:%.*]] = load <8 x float>, ptr [[C]], align 4
; CHECK: [[HIGH:%.*]] = shufflevector <8 x float> [[FIRST]], <8 x float> [[LAST]],
; CHECK-SAME: <8 x i32> <i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2>
; CHECK: shufflevector <8 x float> [[LOW]], <8 x float> [[HIGH]], <16 x i32> <i32 0, i32 1,
; CHECK: ret
define <16 x float> @rotation(ptr %p) {
  %a = getelementptr float, ptr %p, <16 x i64> <i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11,
    i64 12, i64 13, i64 14, i64 15, i64 0, i64 1, i64 2>
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %a, <16 x i1> splat (i1 true),
    <16 x float> poison)
  ret <16 x float> %v
}

; What is added for all lanes is added once, in whatever order; indexes may be negative.
; CHECK-LABEL: define <8 x i32> @exchanged(
; CHECK-NOT: @llvm.masked.gather
; CHECK: [[A:%.*]] = getelementptr i32, ptr %p, i64 %n
; CHECK: [[B:%.*]] = getelementptr i8, ptr [[A]], i64 -16
; CHECK: [[V:%.*]] = load <8 x i32>, ptr [[B]], align 4, !tbaa
; CHECK: shufflevector <8 x i32> [[V]], <8 x i32> poison,
; CHECK-SAME: <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK: ret
define <8 x i32> @exchanged(ptr %p, i64 %n) {
  %a = getelementptr i32, ptr %p, <8 x i32> <i32 -3, i32 -4, i32 -1, i32 -2, i32 1, i32 0, i32 3, i32 2>
  %b = getelementptr i32, <8 x ptr> %a, i64 %n
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 16 %b, <8 x i1> splat (i1 true),
    <8 x i32> poison), !tbaa !0
  ret <8 x i32> %v
}

; Every other element: the second load ends with the last of them.
; CHECK-LABEL: define <8 x i32> @every_other(
; CHECK-NOT: @llvm.masked.gather
; CHECK: load <8 x i32>, ptr {{.*}}, align 4
; CHECK: getelementptr i8, ptr %p, i64 28
; CHECK: load <8 x i32>, ptr {{.*}}, align 4
; CHECK: shufflevector {{.*}} <i32 0, i32 2, i32 4, i32 6, i32 9, i32 11, i32 13, i32 15>
; CHECK: ret
define <8 x i32> @every_other(ptr %p) {
  %a = getelementptr [2 x i32], ptr %p, <8 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 8 %a, <8 x i1> splat (i1 true), <8 x i32> poison)
  ret <8 x i32> %v
}

; CHECK-LABEL: define void @permuted(
; CHECK-NOT: @llvm.masked.scatter
; CHECK: [[V:%.*]] = shufflevector <16 x i32> %v, <16 x i32> poison,
; CHECK-SAME: <8 x i32> <i32 7, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>
; CHECK: [[A:%.*]] = getelementptr i8, ptr %p, i64 32
; CHECK: store <8 x i32> [[V]], ptr [[A]], align 4
; CHECK: [[W:%.*]] = shufflevector <16 x i32> %v, <16 x i32> poison,
; CHECK-SAME: <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
; CHECK: [[B:%.*]] = getelementptr i8, ptr %p, i64 0
; CHECK: store <8 x i32> [[W]], ptr [[B]], align 4
; CHECK: ret
define void @permuted(ptr %p, <16 x i32> %v) {
  %a = getelementptr i32, ptr %p, <16 x i64> <i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 8, i64 0,
    i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  call void @llvm.masked.scatter.v16i32.v16p0(<16 x i32> %v, <16 x ptr> align 4 %a, <16 x i1> splat (i1 true))
  ret void
}

; Two lanes store to one place, and one leaves a gap.
; CHECK-LABEL: define void @twice(
; CHECK: call void @llvm.masked.scatter
define void @twice(ptr %p, <8 x i32> %v) {
  %a = getelementptr i32, ptr %p, <8 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 7, i64 7>
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %a, <8 x i1> splat (i1 true))
  ret void
}

; More than two registers lie between the elements of one.
; CHECK-LABEL: define <8 x i32> @every_third(
; CHECK: @llvm.masked.gather
define <8 x i32> @every_third(ptr %p) {
  %a = getelementptr i32, ptr %p, <8 x i64> <i64 0, i64 3, i64 6, i64 9, i64 12, i64 15, i64 18, i64 21>
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %a, <8 x i1> splat (i1 true), <8 x i32> poison)
  ret <8 x i32> %v
}

; There need not be more than is gathered.
; CHECK-LABEL: define <8 x i32> @few(
; CHECK: @llvm.masked.gather
define <8 x i32> @few(ptr %p) {
  %a = getelementptr i32, ptr %p, <8 x i64> <i64 0, i64 0, i64 1, i64 1, i64 2, i64 2, i64 6, i64 6>
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %a, <8 x i1> splat (i1 true), <8 x i32> poison)
  ret <8 x i32> %v
}

; Lanes that are off may have no memory at their places, and nothing is known of indexes that are not there.
; CHECK-LABEL: define <8 x i32> @masked(
; CHECK: @llvm.masked.gather
; CHECK: @llvm.masked.gather
define <8 x i32> @masked(ptr %p, <8 x i1> %m) {
  %a = getelementptr i32, ptr %p, <8 x i64> <i64 1, i64 0, i64 3, i64 2, i64 5, i64 4, i64 7, i64 6>
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %a, <8 x i1> %m, <8 x i32> poison)
  %b = getelementptr i32, ptr %p, <8 x i64> <i64 1, i64 0, i64 3, i64 2, i64 5, i64 4, i64 7, i64 poison>
  %w = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %b, <8 x i1> splat (i1 true), <8 x i32> poison)
  %s = add <8 x i32> %v, %w
  ret <8 x i32> %s
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}
