; RUN: %weft-opt --cpu=x86-64-v4 --passes=consecutive-gathers,verify -S %s | FileCheck %s
; Indexes that may step by one are compared before a gather or scatter; where they do, a wide access takes its place.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; The scatter at the same indexes makes use of the comparison; its mask is another one.
; CHECK-LABEL: define void @partner(
; CHECK: [[I:%.*]] = freeze <4 x i32> %partner
; CHECK: [[FIRST:%.*]] = extractelement <4 x i32> [[I]], i64 0
; CHECK: [[EXPECTED:%.*]] = add <4 x i32> {{%.*}}, <i32 0, i32 1, i32 2, i32 3>
; CHECK: %consecutive = icmp eq <4 x i32> [[I]], [[EXPECTED]]
; The successors of the largest index would be negative.
; CHECK: [[NOWRAP:%.*]] = icmp sle i32 [[FIRST]], 2147483644
; CHECK: [[OFF:%.*]] = xor <4 x i1> %mask, splat (i1 true)
; CHECK: [[LANES:%.*]] = or <4 x i1> %consecutive, [[OFF]]
; CHECK: [[ALL:%.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> [[LANES]])
; CHECK: [[SURE:%.*]] = and i1 [[ALL]], [[NOWRAP]]
; CHECK: br i1 [[SURE]], label %wide, label %by.lane
; CHECK: wide:
; CHECK: [[AT:%.*]] = getelementptr i32, ptr addrspace(1) %p, i64
; CHECK: [[WIDE:%.*]] = call <4 x i32> @llvm.masked.load{{.*}} [[AT]], <4 x i1> %mask, <4 x i32> zeroinitializer), !tbaa
; CHECK: by.lane:
; CHECK: [[LANEWISE:%.*]] = call <4 x i32> @llvm.masked.gather
; CHECK: [[V:%.*]] = phi <4 x i32> [ [[WIDE]], %wide ], [ [[LANEWISE]], %by.lane ]
; CHECK-NOT: icmp eq
; CHECK: xor <4 x i1> %other, splat (i1 true)
; CHECK: wide{{[0-9]*}}:
; CHECK: call void @llvm.masked.store{{.*}}(<4 x i32> [[V]], {{.*}}, <4 x i1> %other)
; CHECK: by.lane{{[0-9]*}}:
; CHECK: call void @llvm.masked.scatter
define void @partner(ptr addrspace(1) %p, i32 %first, <4 x i32> %j, <4 x i1> %mask, <4 x i1> %other) {
  %splat.of = insertelement <4 x i32> poison, i32 %first, i64 0
  %splat = shufflevector <4 x i32> %splat.of, <4 x i32> poison, <4 x i32> zeroinitializer
  %i = add <4 x i32> %splat, <i32 0, i32 1, i32 2, i32 3>
  %partner = xor <4 x i32> %i, %j
  %index = sext <4 x i32> %partner to <4 x i64>
  %at = getelementptr i32, ptr addrspace(1) %p, <4 x i64> %index
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p1(<4 x ptr addrspace(1)> align 4 %at, <4 x i1> %mask, <4 x i32> zeroinitializer), !tbaa !0
  call void @llvm.masked.scatter.v4i32.v4p1(<4 x i32> %v, <4 x ptr addrspace(1)> align 4 %at, <4 x i1> %other)
  ret void
}

; Indexes of 64 bits wrap as addresses do. Bytes that step by an element's size.
; CHECK-LABEL: define <4 x i64> @bytes(
; CHECK: add <4 x i64> {{%.*}}, <i64 0, i64 8, i64 16, i64 24>
; CHECK-NOT: icmp {{[su]}}
; CHECK: wide:
; CHECK: load <4 x i64>, ptr {{%.*}}, align 8
; CHECK: by.lane:
define <4 x i64> @bytes(ptr %p, i64 %first, <4 x i64> %limit) {
  %splat.of = insertelement <4 x i64> poison, i64 %first, i64 0
  %splat = shufflevector <4 x i64> %splat.of, <4 x i64> poison, <4 x i32> zeroinitializer
  %i = add <4 x i64> %splat, <i64 0, i64 1, i64 2, i64 3>
  %clamped = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %i, <4 x i64> %limit)
  %offset = shl <4 x i64> %clamped, splat (i64 3)
  %at = getelementptr i8, ptr %p, <4 x i64> %offset
  %v = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> align 8 %at, <4 x i1> splat (i1 true), <4 x i64> poison)
  ret <4 x i64> %v
}

; Indexes without a sign: the largest is another one.
; CHECK-LABEL: define <4 x i32> @unsigned(
; CHECK: icmp ule i32 {{%.*}}, -4
; CHECK: wide:
; CHECK: zext i32 {{%.*}} to i64
define <4 x i32> @unsigned(ptr %p, <4 x i32> %first, <4 x i32> %period) {
  %i = or <4 x i32> %first, <i32 0, i32 1, i32 2, i32 3>
  %k = urem <4 x i32> %i, %period
  %index = zext <4 x i32> %k to <4 x i64>
  %at = getelementptr i32, ptr %p, <4 x i64> %index
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %at, <4 x i1> splat (i1 true), <4 x i32> poison)
  ret <4 x i32> %v
}

; Loaded indexes, multiples, and another step than the elements'.
; CHECK-LABEL: define void @unchanged(
; CHECK-NOT: br
; CHECK: ret void
define void @unchanged(ptr %p, <4 x i32> %loaded, <4 x i32> %factor, <4 x i1> %mask) {
  %multiple = mul <4 x i32> %factor, <i32 0, i32 1, i32 2, i32 3>
  %second = shl <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %factor
  %index = sext <4 x i32> %loaded to <4 x i64>
  %index.2 = sext <4 x i32> %multiple to <4 x i64>
  %index.3 = sext <4 x i32> %second to <4 x i64>
  %at = getelementptr i32, ptr %p, <4 x i64> %index
  %at.2 = getelementptr i32, ptr %p, <4 x i64> %index.2
  %at.3 = getelementptr i32, ptr %p, <4 x i64> %index.3
  %at.4 = getelementptr i64, ptr %p, <4 x i64> <i64 0, i64 2, i64 4, i64 6>
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %at, <4 x i1> %mask, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> align 4 %at.2, <4 x i1> %mask)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> align 4 %at.3, <4 x i1> %mask)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> align 4 %at.4, <4 x i1> %mask)
  ret void
}

; Bits lie in bytes of their own where each lane loads one, and next to each other in a vector in memory.
; CHECK-LABEL: define <4 x i1> @bits(
; CHECK-NOT: br
; CHECK: ret
define <4 x i1> @bits(ptr %p, <4 x i64> %i) {
  %index = add <4 x i64> %i, <i64 0, i64 1, i64 2, i64 3>
  %at = getelementptr i8, ptr %p, <4 x i64> %index
  %v = call <4 x i1> @llvm.masked.gather.v4i1.v4p0(<4 x ptr> align 1 %at, <4 x i1> splat (i1 true), <4 x i1> poison)
  ret <4 x i1> %v
}

; A quotient, and a choice: those that are one for all lanes are loaded once, where lane 0 is on.
; CHECK-LABEL: define <4 x float> @one_place(
; CHECK: [[I:%.*]] = freeze <4 x i32> %row
; CHECK: [[FIRST:%.*]] = extractelement <4 x i32> [[I]], i64 0
; CHECK-NOT: consecutive
; CHECK: %same = icmp eq <4 x i32> [[I]], {{%.*}}
; CHECK: or <4 x i1> %same, {{%.*}}
; CHECK: [[ALL:%.*]] = call i1 @llvm.vector.reduce.and
; CHECK: [[ON:%.*]] = extractelement <4 x i1> %mask, i64 0
; CHECK: [[SURE:%.*]] = and i1 [[ALL]], [[ON]]
; CHECK: br i1 [[SURE]], label %one.place, label %by.lane
; CHECK: one.place:
; CHECK: load float, ptr {{%.*}}, align 4, !tbaa
; CHECK: select <4 x i1> %mask, <4 x float> {{%.*}}, <4 x float> zeroinitializer
; CHECK: by.lane:
; CHECK: call <4 x float> @llvm.masked.gather
define <4 x float> @one_place(ptr %p, i32 %first, i32 %width, <4 x i1> %mask) {
  %splat.of = insertelement <4 x i32> poison, i32 %first, i64 0
  %splat = shufflevector <4 x i32> %splat.of, <4 x i32> poison, <4 x i32> zeroinitializer
  %width.of = insertelement <4 x i32> poison, i32 %width, i64 0
  %widths = shufflevector <4 x i32> %width.of, <4 x i32> poison, <4 x i32> zeroinitializer
  %i = add <4 x i32> %splat, <i32 0, i32 1, i32 2, i32 3>
  %row = udiv <4 x i32> %i, %widths
  %index = zext <4 x i32> %row to <4 x i64>
  %at = getelementptr float, ptr %p, <4 x i64> %index
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %at, <4 x i1> %mask, <4 x float> zeroinitializer), !tbaa !0
  ret <4 x float> %v
}

; Both are asked: it goes on with the work-items, or stays where a window begins. A value that goes round in a loop does
; what it did when it came in.
; CHECK-LABEL: define <4 x float> @window(
; CHECK: br i1 {{%.*}}, label %wide{{.*}}, label %by.lane
; CHECK: %same{{.*}} = icmp eq
; CHECK: br i1 {{%.*}}, label %one.place{{.*}}, label %by.lane
define <4 x float> @window(ptr %p, i32 %first, <4 x i1> %inside) {
entry:
  %splat.of = insertelement <4 x i32> poison, i32 %first, i64 0
  %splat = shufflevector <4 x i32> %splat.of, <4 x i32> poison, <4 x i32> zeroinitializer
  %i = add <4 x i32> %splat, <i32 0, i32 1, i32 2, i32 3>
  %begin = select <4 x i1> %inside, <4 x i32> %i, <4 x i32> zeroinitializer
  br label %loop

loop:
  %at.i = phi <4 x i32> [ %begin, %entry ], [ %next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %next = add <4 x i32> %at.i, splat (i32 1)
  %index = sext <4 x i32> %next to <4 x i64>
  %at = getelementptr float, ptr %p, <4 x i64> %index
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %at, <4 x i1> splat (i1 true), <4 x float> poison)
  %more = fadd <4 x float> %sum, %v
  %n = extractelement <4 x i32> %next, i64 0
  %goes = icmp slt i32 %n, 100
  br i1 %goes, label %loop, label %end

end:
  ret <4 x float> %more
}

; What is clamped to a place all lanes have mostly is not there; nor is what may be something loaded instead, and what is
; stored to one place is not asked about.
; CHECK-LABEL: define <4 x float> @not_one_place(
; CHECK-NOT: %same
; CHECK: ret <4 x float>
define <4 x float> @not_one_place(ptr %p, i32 %first, <4 x i32> %loaded, <4 x i1> %mask) {
  %splat.of = insertelement <4 x i32> poison, i32 %first, i64 0
  %splat = shufflevector <4 x i32> %splat.of, <4 x i32> poison, <4 x i32> zeroinitializer
  %i = add <4 x i32> %splat, <i32 0, i32 1, i32 2, i32 3>
  %clamped = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %i, <4 x i32> zeroinitializer)
  %index = sext <4 x i32> %clamped to <4 x i64>
  %at = getelementptr float, ptr %p, <4 x i64> %index
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %at, <4 x i1> splat (i1 true), <4 x float> poison)
  %other = select <4 x i1> %mask, <4 x i32> %loaded, <4 x i32> %splat
  %index.2 = sext <4 x i32> %other to <4 x i64>
  %at.2 = getelementptr float, ptr %p, <4 x i64> %index.2
  %v.2 = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> align 4 %at.2, <4 x i1> splat (i1 true), <4 x float> poison)
  %sum = fadd <4 x float> %v, %v.2
  %row = udiv <4 x i32> %i, splat (i32 1000)
  %index.3 = zext <4 x i32> %row to <4 x i64>
  %at.3 = getelementptr float, ptr %p, <4 x i64> %index.3
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %sum, <4 x ptr> align 4 %at.3, <4 x i1> %mask)
  ret <4 x float> %sum
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"omnipotent char"}
