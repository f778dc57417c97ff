; RUN: %weft-opt --passes=prefix-stores,verify --cpu=znver3 -S %s | FileCheck %s
; Masks of the first lanes are stored by halves, whole ones at once, and others as before.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @row(
; CHECK: [[MASK:%.*]] = icmp ugt <8 x i32> %counts, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: [[KNOWN:%.*]] = freeze <8 x i1> %mask
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> [[KNOWN]] to i8
; CHECK: [[ALL:%.*]] = icmp eq i8 [[BITS]], -1
; CHECK: br i1 [[ALL]]
; CHECK: store <8 x float> %v, ptr %p, align 4, !note
; CHECK: [[NEXT:%.*]] = add i8 [[BITS]], 1
; CHECK: [[BOTH:%.*]] = and i8 [[BITS]], [[NEXT]]
; CHECK: [[FIRST:%.*]] = icmp eq i8 [[BOTH]], 0
; CHECK: br i1 [[FIRST]]
; CHECK: [[COUNT:%.*]] = call i8 @llvm.ctpop.i8(i8 [[BITS]])
; CHECK: and i8 [[COUNT]], 4
; CHECK: store <4 x float> {{%.*}}, ptr %p, align 4, !note
; CHECK: [[HALF:%.*]] = phi ptr [ {{%.*}}, {{%.*}} ], [ %p, {{%.*}} ]
; CHECK: and i8 [[COUNT]], 2
; CHECK: store <2 x float> {{%.*}}, ptr [[HALF]], align 4, !note
; CHECK: [[QUARTER:%.*]] = phi ptr
; CHECK: and i8 [[COUNT]], 1
; CHECK: store float {{%.*}}, ptr [[QUARTER]], align 4, !note
; CHECK: call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 4 %p, <8 x i1> %mask), !note
define void @row(<8 x float> %v, ptr %p, <8 x i32> %counts) {
  %mask = icmp ugt <8 x i32> %counts, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  call void @llvm.masked.store(<8 x float> %v, ptr align 4 %p, <8 x i1> %mask), !note !0
  ret void
}

; In parts of a register, whose masks are made of parts of what the whole is made of.
; CHECK-LABEL: define void @parts(
; CHECK: [[LOW:%.*]] = shufflevector <8 x i64> %n, <8 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: icmp slt <4 x i64> {{%.*}}, [[LOW]]
; CHECK: store <4 x double> {{%.*}}, ptr %p, align 8
; CHECK: [[HIGH:%.*]] = shufflevector <8 x i64> %n, <8 x i64> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK: icmp slt <4 x i64> {{%.*}}, [[HIGH]]
; CHECK: getelementptr i8, ptr %p, i64 32
define void @parts(<8 x double> %v, ptr %p, <8 x i64> %n, i64 %first) {
  %inserted = insertelement <8 x i64> poison, i64 %first, i64 0
  %splat = shufflevector <8 x i64> %inserted, <8 x i64> poison, <8 x i32> zeroinitializer
  %ids = add <8 x i64> %splat, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %mask = icmp slt <8 x i64> %ids, %n
  call void @llvm.masked.store(<8 x double> %v, ptr align 8 %p, <8 x i1> %mask)
  ret void
}

; What the mask of data may be nobody knows: it is asked once for several registers.
; CHECK-LABEL: define void @registers(
; CHECK: [[MASK:%.*]] = icmp sgt <8 x i64> %a, zeroinitializer
; CHECK: [[KNOWN:%.*]] = freeze <8 x i1> [[MASK]]
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> [[KNOWN]] to i8
; CHECK: [[ALL:%.*]] = icmp eq i8 [[BITS]], -1
; CHECK: br i1 [[ALL]], label %[[WHOLE:.*]], label %[[SOME:[^ ]*]]
; CHECK: [[WHOLE]]:
; CHECK-NEXT: store <8 x double> %v, ptr %p, align 8, !note
; CHECK: [[SOME]]:
; CHECK-NEXT: call void @llvm.masked.store.v8f64.p0(<8 x double> %v, ptr align 8 %p, <8 x i1> [[MASK]]), !note
; CHECK-NOT: store
; CHECK: ret void
define void @registers(<8 x double> %v, ptr %p, <8 x i64> %a) {
  %mask = icmp sgt <8 x i64> %a, zeroinitializer
  call void @llvm.masked.store(<8 x double> %v, ptr align 8 %p, <8 x i1> %mask), !note !0
  ret void
}

; Not for one register; and some stores there are none of.
; CHECK-LABEL: define void @data(
; CHECK-NOT: br
; CHECK: ret void
define void @data(<8 x float> %v, ptr %p, <8 x i32> %a, <8 x i32> %counts, <8 x i16> %short) {
  %mask = icmp sgt <8 x i32> %a, zeroinitializer
  call void @llvm.masked.store(<8 x float> %v, ptr align 4 %p, <8 x i1> %mask)
  %ids = icmp ugt <8 x i32> %counts, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  call void @llvm.masked.store(<8 x i16> %short, ptr align 2 %p, <8 x i1> %ids)
  ret void
}

; CHECK-LABEL: define void @constant(
; CHECK-NOT: br
; CHECK: ret void
define void @constant(<4 x float> %v, ptr %p) {
  call void @llvm.masked.store(<4 x float> %v, ptr align 4 %p, <4 x i1> <i1 true, i1 true, i1 false, i1 false>)
  ret void
}

!0 = !{}
