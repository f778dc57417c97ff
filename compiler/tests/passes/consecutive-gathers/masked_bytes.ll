; RUN: %weft-opt --cpu=x86-64-v3 --passes=consecutive-gathers,verify -S %s | FileCheck %s
; Windows of bytes, and rows that are gone through backwards. What is added to the addresses of all lanes changes nothing about their steps: two windows of one row are asked about
; once. Where there are no masks for wide accesses, as for stores of bytes, packs with all lanes on have one.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <8 x i8> @window(
; CHECK: %consecutive = icmp eq <8 x i32>
; CHECK: [[NOWRAP:%.*]] = icmp sle i32 [[FIRST:%.*]], 2147483640
; CHECK: [[LANES:%.*]] = or <8 x i1> %consecutive,
; CHECK: [[ALL:%.*]] = call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> [[LANES]])
; CHECK: [[SURE:%.*]] = and i1 [[ALL]], [[NOWRAP]]
; CHECK: br i1 [[SURE]], label %wide, label %by.lane
; CHECK: wide:
; CHECK: [[LEFT:%.*]] = getelementptr i8, ptr addrspace(1) {{%.*}}, i64 %left
; CHECK: call <8 x i8> @llvm.masked.load{{.*}} [[LEFT]], <8 x i1> %mask
; CHECK: by.lane:
; CHECK: call <8 x i8> @llvm.masked.gather
; CHECK-NOT: icmp
; CHECK: br i1 [[SURE]], label %wide{{.*}}, label %by.lane
; CHECK: wide{{[0-9]*}}:
; CHECK: [[ROW:%.*]] = getelementptr i8, ptr addrspace(1) {{%.*}}, i64 %right
; CHECK: [[RIGHT:%.*]] = getelementptr i8, ptr addrspace(1) [[ROW]], i64 100
; CHECK: call <8 x i8> @llvm.masked.load{{.*}} [[RIGHT]], <8 x i1> %mask
; CHECK: by.lane{{[0-9]*}}:
; CHECK: call <8 x i8> @llvm.masked.gather
; CHECK: [[ON:%.*]] = and <8 x i1> %consecutive, %mask
; CHECK: call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> [[ON]])
; CHECK: br i1 {{.*}}, label %wide{{.*}}, label %by.lane
; CHECK: store <8 x i8> {{.*}}, align 1
; CHECK: call void @llvm.masked.scatter
define <8 x i8> @window(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %first, i64 %left, i64 %right, <8 x i1> %mask) {
  %splat.of = insertelement <8 x i32> poison, i32 %first, i64 0
  %splat = shufflevector <8 x i32> %splat.of, <8 x i32> poison, <8 x i32> zeroinitializer
  %i = add <8 x i32> %splat, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %index = sext <8 x i32> %i to <8 x i64>
  %at = getelementptr i8, ptr addrspace(1) %p, <8 x i64> %index
  %a = getelementptr i8, <8 x ptr addrspace(1)> %at, i64 %left
  %v = call <8 x i8> @llvm.masked.gather.v8i8.v8p1(<8 x ptr addrspace(1)> align 1 %a, <8 x i1> %mask, <8 x i8> zeroinitializer)
  %row = getelementptr i8, <8 x ptr addrspace(1)> %at, i64 %right
  %b = getelementptr i8, <8 x ptr addrspace(1)> %row, i64 100
  %w = call <8 x i8> @llvm.masked.gather.v8i8.v8p1(<8 x ptr addrspace(1)> align 1 %b, <8 x i1> %mask, <8 x i8> zeroinitializer)
  %sum = add <8 x i8> %v, %w
  %out = getelementptr i8, ptr addrspace(1) %q, <8 x i64> %index
  call void @llvm.masked.scatter.v8i8.v8p1(<8 x i8> %sum, <8 x ptr addrspace(1)> align 1 %out, <8 x i1> %mask)
  ret <8 x i8> %sum
}

; Lanes that go backwards begin at the last one's place.
; CHECK-LABEL: define <8 x i32> @mirrored(
; CHECK: [[EXPECTED:%.*]] = add <8 x i32> {{.*}}, <i32 0, i32 -4, i32 -8, i32 -12, i32 -16, i32 -20, i32 -24, i32 -28>
; CHECK: %consecutive = icmp eq <8 x i32> {{%.*}}, [[EXPECTED]]
; CHECK: icmp sge i32 {{%.*}}, -2147483620
; CHECK: wide:
; CHECK: [[LAST:%.*]] = getelementptr i32, ptr addrspace(1) {{%.*}}, i64 -7
; CHECK: [[ON:%.*]] = shufflevector <8 x i1> %mask, <8 x i1> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; CHECK: [[WIDE:%.*]] = call <8 x i32> @llvm.masked.load{{.*}} [[LAST]], <8 x i1> [[ON]]
; CHECK: shufflevector <8 x i32> [[WIDE]], <8 x i32> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; CHECK: by.lane:
define <8 x i32> @mirrored(ptr addrspace(1) %p, i32 %last, <8 x i32> %x, <8 x i1> %mask) {
  %splat.of = insertelement <8 x i32> poison, i32 %last, i64 0
  %splat = shufflevector <8 x i32> %splat.of, <8 x i32> poison, <8 x i32> zeroinitializer
  %back = xor <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, splat (i32 -1)
  %words = shl <8 x i32> %back, splat (i32 2)
  %i = add <8 x i32> %splat, %words
  %index = sext <8 x i32> %i to <8 x i64>
  %at = getelementptr i8, ptr addrspace(1) %p, <8 x i64> %index
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)> align 4 %at, <8 x i1> %mask, <8 x i32> zeroinitializer)
  ret <8 x i32> %v
}
