; RUN: %weft-opt --cpu=x86-64-v4 --passes=masked-accesses,verify -S %s | FileCheck %s
; Masked stores with constant masks that have a single lane somewhere become plain stores; pointers are aligned as such.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @first(
; CHECK-NEXT: [[E:%.*]] = extractelement <2 x i32> %v, i64 0
; CHECK-NEXT: store i32 [[E]], ptr %p, align 8
; CHECK-NEXT: ret void
define void @first(ptr %p, <2 x i32> %v) {
  call void @llvm.masked.store.v2i32.p0(<2 x i32> %v, ptr align 8 %p, <2 x i1> <i1 true, i1 false>)
  ret void
}

; CHECK-LABEL: define void @sixth(
; CHECK-NEXT: [[A:%.*]] = getelementptr i8, ptr %p, i64 10
; CHECK-NEXT: [[E:%.*]] = extractelement <8 x i16> %v, i64 5
; CHECK-NEXT: store i16 [[E]], ptr [[A]], align 2, !tbaa
; CHECK-NEXT: ret void
define void @sixth(ptr %p, <8 x i16> %v) {
  call void @llvm.masked.store.v8i16.p0(<8 x i16> %v, ptr align 8 %p, <8 x i1> <i1 false, i1 false, i1 false, i1 false, i1 false, i1 true, i1 undef, i1 false>), !tbaa !0
  ret void
}

; The first nine of 16: eight and one.
; CHECK-LABEL: define void @nine(
; CHECK-NEXT: [[L:%.*]] = shufflevector <16 x i32> %v, <16 x i32> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK-NEXT: store <8 x i32> [[L]], ptr %p, align 4
; CHECK-NEXT: [[A:%.*]] = getelementptr i8, ptr %p, i64 32
; CHECK-NEXT: [[E:%.*]] = extractelement <16 x i32> %v, i64 8
; CHECK-NEXT: store i32 [[E]], ptr [[A]], align 4
; CHECK-NEXT: ret void
define void @nine(ptr %p, <16 x i32> %v) {
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %v, ptr align 4 %p, <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
  ret void
}

; A part that is safe stays masked.
; CHECK-LABEL: define void @parts(
; CHECK-NEXT: [[L:%.*]] = shufflevector <8 x i8> %v, <8 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT: call void @llvm.masked.store.v4i8.p0(<4 x i8> [[L]], ptr align 1 %p, <4 x i1> <i1 true, i1 true, i1 true, i1 false>)
; CHECK-NEXT: [[A:%.*]] = getelementptr i8, ptr %p, i64 4
; CHECK-NEXT: [[E:%.*]] = extractelement <8 x i8> %v, i64 4
; CHECK-NEXT: store i8 [[E]], ptr [[A]], align 1
; CHECK-NEXT: ret void
define void @parts(ptr %p, <8 x i8> %v) {
  call void @llvm.masked.store.v8i8.p0(<8 x i8> %v, ptr align 1 %p, <8 x i1> <i1 true, i1 true, i1 true, i1 false, i1 true, i1 false, i1 false, i1 false>)
  ret void
}

; CHECK-LABEL: define void @all(
; CHECK-NEXT: store <3 x i32> %v, ptr %p, align 4
; CHECK-NEXT: ret void
define void @all(ptr %p, <3 x i32> %v) {
  call void @llvm.masked.store.v3i32.p0(<3 x i32> %v, ptr align 4 %p, <3 x i1> splat (i1 true))
  ret void
}

; CHECK-LABEL: define void @none(
; CHECK-NEXT: ret void
define void @none(ptr %p, <2 x i32> %v) {
  call void @llvm.masked.store.v2i32.p0(<2 x i32> %v, ptr align 4 %p, <2 x i1> zeroinitializer)
  ret void
}

; Left alone: three of each four, the first two of three, masks that are not known.
; CHECK-LABEL: define void @safe(
; CHECK-NEXT: call void @llvm.masked.store.v8i32
; CHECK-NEXT: call void @llvm.masked.store.v3i32
; CHECK-NEXT: call void @llvm.masked.store.v8i32
; CHECK-NEXT: ret void
define void @safe(ptr %p, <8 x i32> %v, <3 x i32> %w, <8 x i1> %m) {
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr align 4 %p, <8 x i1> <i1 true, i1 true, i1 true, i1 false, i1 true, i1 true, i1 true, i1 false>)
  call void @llvm.masked.store.v3i32.p0(<3 x i32> %w, ptr align 4 %p, <3 x i1> <i1 true, i1 true, i1 false>)
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr align 4 %p, <8 x i1> %m)
  ret void
}

; Pointers are aligned as each of them is, in parts too; other elements keep what is known.
; CHECK-LABEL: define <4 x ptr> @pointers(
; CHECK-NEXT: call <4 x ptr> @llvm.masked.load.v4p0.p0(ptr align 8 %p, <4 x i1> %m, <4 x ptr> %v)
; CHECK-NEXT: call void @llvm.masked.store.v4p0.p0(<4 x ptr> %l, ptr align 4 %p, <4 x i1> %m)
; CHECK: call void @llvm.masked.store.v4p0.p0(<4 x ptr> {{%.*}}, ptr align 8 {{%.*}}, <4 x i1> <i1 true, i1 true, i1 true, i1 false>)
; CHECK: store ptr {{%.*}}, ptr {{%.*}}, align 8
; CHECK-NEXT: call void @llvm.masked.store.v8i64.p0(<8 x i64> %y, ptr align 64 %q, <8 x i1> %n)
; CHECK-NEXT: ret
define <4 x ptr> @pointers(ptr %p, ptr %q, <4 x ptr> %v, <4 x i1> %m, <8 x ptr> %x, <8 x i64> %y, <8 x i1> %n) {
  %l = call <4 x ptr> @llvm.masked.load.v4p0.p0(ptr align 32 %p, <4 x i1> %m, <4 x ptr> %v)
  call void @llvm.masked.store.v4p0.p0(<4 x ptr> %l, ptr align 4 %p, <4 x i1> %m)
  call void @llvm.masked.store.v8p0.p0(<8 x ptr> %x, ptr align 64 %q, <8 x i1> <i1 true, i1 true, i1 true, i1 false, i1 false, i1 true, i1 false, i1 false>)
  call void @llvm.masked.store.v8i64.p0(<8 x i64> %y, ptr align 64 %q, <8 x i1> %n)
  ret <4 x ptr> %l
}

!0 = !{!1, !1, i64 0}
!1 = !{!"short", !2}
!2 = !{!"root"}
