; RUN: %weft-opt --cpu=x86-64-v3 --passes=sunk-splats,verify -S %s | FileCheck %s
; RUN: %weft-opt --cpu=x86-64-v4 --passes=sunk-splats,verify -S %s | FileCheck --check-prefix=ROOM %s
; Of sixteen registers six are for the loop itself: of twelve splats two are loaded in it, right where they are used.
; AVX-512 has registers for all.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @twelve(
; CHECK-COUNT-12: load float
; CHECK: loop:
; CHECK: load <8 x float>
; CHECK-NEXT: %[[S:.*]] = load float, ptr %p0
; CHECK-NEXT: %[[I:.*]] = insertelement <8 x float> poison, float %[[S]], i64 0
; CHECK-NEXT: %[[V:.*]] = shufflevector <8 x float> %[[I]], <8 x float> poison, <8 x i32> zeroinitializer
; CHECK-NEXT: fmul <8 x float> %x, %[[V]]
; CHECK: load float, ptr %p1
; CHECK-NOT: load float
; CHECK: ret void
; ROOM-LABEL: define void @twelve(
; ROOM: loop:
; ROOM-NOT: load float
; ROOM: ret void
define void @twelve(ptr noalias %o, ptr noalias %a, i64 %n) {
entry:
  %p0 = getelementptr float, ptr %a, i64 0
  %s0 = load float, ptr %p0, align 4
  %i0 = insertelement <8 x float> poison, float %s0, i64 0
  %v0 = shufflevector <8 x float> %i0, <8 x float> poison, <8 x i32> zeroinitializer
  %p1 = getelementptr float, ptr %a, i64 1
  %s1 = load float, ptr %p1, align 4
  %i1 = insertelement <8 x float> poison, float %s1, i64 0
  %v1 = shufflevector <8 x float> %i1, <8 x float> poison, <8 x i32> zeroinitializer
  %p2 = getelementptr float, ptr %a, i64 2
  %s2 = load float, ptr %p2, align 4
  %i2 = insertelement <8 x float> poison, float %s2, i64 0
  %v2 = shufflevector <8 x float> %i2, <8 x float> poison, <8 x i32> zeroinitializer
  %p3 = getelementptr float, ptr %a, i64 3
  %s3 = load float, ptr %p3, align 4
  %i3 = insertelement <8 x float> poison, float %s3, i64 0
  %v3 = shufflevector <8 x float> %i3, <8 x float> poison, <8 x i32> zeroinitializer
  %p4 = getelementptr float, ptr %a, i64 4
  %s4 = load float, ptr %p4, align 4
  %i4 = insertelement <8 x float> poison, float %s4, i64 0
  %v4 = shufflevector <8 x float> %i4, <8 x float> poison, <8 x i32> zeroinitializer
  %p5 = getelementptr float, ptr %a, i64 5
  %s5 = load float, ptr %p5, align 4
  %i5 = insertelement <8 x float> poison, float %s5, i64 0
  %v5 = shufflevector <8 x float> %i5, <8 x float> poison, <8 x i32> zeroinitializer
  %p6 = getelementptr float, ptr %a, i64 6
  %s6 = load float, ptr %p6, align 4
  %i6 = insertelement <8 x float> poison, float %s6, i64 0
  %v6 = shufflevector <8 x float> %i6, <8 x float> poison, <8 x i32> zeroinitializer
  %p7 = getelementptr float, ptr %a, i64 7
  %s7 = load float, ptr %p7, align 4
  %i7 = insertelement <8 x float> poison, float %s7, i64 0
  %v7 = shufflevector <8 x float> %i7, <8 x float> poison, <8 x i32> zeroinitializer
  %p8 = getelementptr float, ptr %a, i64 8
  %s8 = load float, ptr %p8, align 4
  %i8 = insertelement <8 x float> poison, float %s8, i64 0
  %v8 = shufflevector <8 x float> %i8, <8 x float> poison, <8 x i32> zeroinitializer
  %p9 = getelementptr float, ptr %a, i64 9
  %s9 = load float, ptr %p9, align 4
  %i9 = insertelement <8 x float> poison, float %s9, i64 0
  %v9 = shufflevector <8 x float> %i9, <8 x float> poison, <8 x i32> zeroinitializer
  %p10 = getelementptr float, ptr %a, i64 10
  %s10 = load float, ptr %p10, align 4
  %i10 = insertelement <8 x float> poison, float %s10, i64 0
  %v10 = shufflevector <8 x float> %i10, <8 x float> poison, <8 x i32> zeroinitializer
  %p11 = getelementptr float, ptr %a, i64 11
  %s11 = load float, ptr %p11, align 4
  %i11 = insertelement <8 x float> poison, float %s11, i64 0
  %v11 = shufflevector <8 x float> %i11, <8 x float> poison, <8 x i32> zeroinitializer
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr <8 x float>, ptr %o, i64 %j
  %x = load <8 x float>, ptr %q, align 4
  %t0 = fmul <8 x float> %x, %v0
  %t1 = fmul <8 x float> %t0, %v1
  %t2 = fmul <8 x float> %t1, %v2
  %t3 = fmul <8 x float> %t2, %v3
  %t4 = fmul <8 x float> %t3, %v4
  %t5 = fmul <8 x float> %t4, %v5
  %t6 = fmul <8 x float> %t5, %v6
  %t7 = fmul <8 x float> %t6, %v7
  %t8 = fmul <8 x float> %t7, %v8
  %t9 = fmul <8 x float> %t8, %v9
  %t10 = fmul <8 x float> %t9, %v10
  %t11 = fmul <8 x float> %t10, %v11
  store <8 x float> %t11, ptr %q, align 4
  %next = add i64 %j, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; There is room for ten.
; CHECK-LABEL: define void @ten(
; CHECK: loop:
; CHECK-NOT: load float
; CHECK: ret void
define void @ten(ptr noalias %o, ptr noalias %a, i64 %n) {
entry:
  %p0 = getelementptr float, ptr %a, i64 0
  %s0 = load float, ptr %p0, align 4
  %i0 = insertelement <8 x float> poison, float %s0, i64 0
  %v0 = shufflevector <8 x float> %i0, <8 x float> poison, <8 x i32> zeroinitializer
  %p1 = getelementptr float, ptr %a, i64 1
  %s1 = load float, ptr %p1, align 4
  %i1 = insertelement <8 x float> poison, float %s1, i64 0
  %v1 = shufflevector <8 x float> %i1, <8 x float> poison, <8 x i32> zeroinitializer
  %p2 = getelementptr float, ptr %a, i64 2
  %s2 = load float, ptr %p2, align 4
  %i2 = insertelement <8 x float> poison, float %s2, i64 0
  %v2 = shufflevector <8 x float> %i2, <8 x float> poison, <8 x i32> zeroinitializer
  %p3 = getelementptr float, ptr %a, i64 3
  %s3 = load float, ptr %p3, align 4
  %i3 = insertelement <8 x float> poison, float %s3, i64 0
  %v3 = shufflevector <8 x float> %i3, <8 x float> poison, <8 x i32> zeroinitializer
  %p4 = getelementptr float, ptr %a, i64 4
  %s4 = load float, ptr %p4, align 4
  %i4 = insertelement <8 x float> poison, float %s4, i64 0
  %v4 = shufflevector <8 x float> %i4, <8 x float> poison, <8 x i32> zeroinitializer
  %p5 = getelementptr float, ptr %a, i64 5
  %s5 = load float, ptr %p5, align 4
  %i5 = insertelement <8 x float> poison, float %s5, i64 0
  %v5 = shufflevector <8 x float> %i5, <8 x float> poison, <8 x i32> zeroinitializer
  %p6 = getelementptr float, ptr %a, i64 6
  %s6 = load float, ptr %p6, align 4
  %i6 = insertelement <8 x float> poison, float %s6, i64 0
  %v6 = shufflevector <8 x float> %i6, <8 x float> poison, <8 x i32> zeroinitializer
  %p7 = getelementptr float, ptr %a, i64 7
  %s7 = load float, ptr %p7, align 4
  %i7 = insertelement <8 x float> poison, float %s7, i64 0
  %v7 = shufflevector <8 x float> %i7, <8 x float> poison, <8 x i32> zeroinitializer
  %p8 = getelementptr float, ptr %a, i64 8
  %s8 = load float, ptr %p8, align 4
  %i8 = insertelement <8 x float> poison, float %s8, i64 0
  %v8 = shufflevector <8 x float> %i8, <8 x float> poison, <8 x i32> zeroinitializer
  %p9 = getelementptr float, ptr %a, i64 9
  %s9 = load float, ptr %p9, align 4
  %i9 = insertelement <8 x float> poison, float %s9, i64 0
  %v9 = shufflevector <8 x float> %i9, <8 x float> poison, <8 x i32> zeroinitializer
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr <8 x float>, ptr %o, i64 %j
  %x = load <8 x float>, ptr %q, align 4
  %t0 = fmul <8 x float> %x, %v0
  %t1 = fmul <8 x float> %t0, %v1
  %t2 = fmul <8 x float> %t1, %v2
  %t3 = fmul <8 x float> %t2, %v3
  %t4 = fmul <8 x float> %t3, %v4
  %t5 = fmul <8 x float> %t4, %v5
  %t6 = fmul <8 x float> %t5, %v6
  %t7 = fmul <8 x float> %t6, %v7
  %t8 = fmul <8 x float> %t7, %v8
  %t9 = fmul <8 x float> %t8, %v9
  store <8 x float> %t9, ptr %q, align 4
  %next = add i64 %j, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; What the loop may write to is loaded before it.
; CHECK-LABEL: define void @written(
; CHECK: loop:
; CHECK-NOT: load float
; CHECK: ret void
define void @written(ptr %o, ptr noalias %a, i64 %n) {
entry:
  %p0 = getelementptr float, ptr %o, i64 0
  %s0 = load float, ptr %p0, align 4
  %i0 = insertelement <8 x float> poison, float %s0, i64 0
  %v0 = shufflevector <8 x float> %i0, <8 x float> poison, <8 x i32> zeroinitializer
  %p1 = getelementptr float, ptr %o, i64 1
  %s1 = load float, ptr %p1, align 4
  %i1 = insertelement <8 x float> poison, float %s1, i64 0
  %v1 = shufflevector <8 x float> %i1, <8 x float> poison, <8 x i32> zeroinitializer
  %p2 = getelementptr float, ptr %o, i64 2
  %s2 = load float, ptr %p2, align 4
  %i2 = insertelement <8 x float> poison, float %s2, i64 0
  %v2 = shufflevector <8 x float> %i2, <8 x float> poison, <8 x i32> zeroinitializer
  %p3 = getelementptr float, ptr %o, i64 3
  %s3 = load float, ptr %p3, align 4
  %i3 = insertelement <8 x float> poison, float %s3, i64 0
  %v3 = shufflevector <8 x float> %i3, <8 x float> poison, <8 x i32> zeroinitializer
  %p4 = getelementptr float, ptr %o, i64 4
  %s4 = load float, ptr %p4, align 4
  %i4 = insertelement <8 x float> poison, float %s4, i64 0
  %v4 = shufflevector <8 x float> %i4, <8 x float> poison, <8 x i32> zeroinitializer
  %p5 = getelementptr float, ptr %o, i64 5
  %s5 = load float, ptr %p5, align 4
  %i5 = insertelement <8 x float> poison, float %s5, i64 0
  %v5 = shufflevector <8 x float> %i5, <8 x float> poison, <8 x i32> zeroinitializer
  %p6 = getelementptr float, ptr %o, i64 6
  %s6 = load float, ptr %p6, align 4
  %i6 = insertelement <8 x float> poison, float %s6, i64 0
  %v6 = shufflevector <8 x float> %i6, <8 x float> poison, <8 x i32> zeroinitializer
  %p7 = getelementptr float, ptr %o, i64 7
  %s7 = load float, ptr %p7, align 4
  %i7 = insertelement <8 x float> poison, float %s7, i64 0
  %v7 = shufflevector <8 x float> %i7, <8 x float> poison, <8 x i32> zeroinitializer
  %p8 = getelementptr float, ptr %o, i64 8
  %s8 = load float, ptr %p8, align 4
  %i8 = insertelement <8 x float> poison, float %s8, i64 0
  %v8 = shufflevector <8 x float> %i8, <8 x float> poison, <8 x i32> zeroinitializer
  %p9 = getelementptr float, ptr %o, i64 9
  %s9 = load float, ptr %p9, align 4
  %i9 = insertelement <8 x float> poison, float %s9, i64 0
  %v9 = shufflevector <8 x float> %i9, <8 x float> poison, <8 x i32> zeroinitializer
  %p10 = getelementptr float, ptr %o, i64 10
  %s10 = load float, ptr %p10, align 4
  %i10 = insertelement <8 x float> poison, float %s10, i64 0
  %v10 = shufflevector <8 x float> %i10, <8 x float> poison, <8 x i32> zeroinitializer
  %p11 = getelementptr float, ptr %o, i64 11
  %s11 = load float, ptr %p11, align 4
  %i11 = insertelement <8 x float> poison, float %s11, i64 0
  %v11 = shufflevector <8 x float> %i11, <8 x float> poison, <8 x i32> zeroinitializer
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr <8 x float>, ptr %o, i64 %j
  %x = load <8 x float>, ptr %q, align 4
  %t0 = fmul <8 x float> %x, %v0
  %t1 = fmul <8 x float> %t0, %v1
  %t2 = fmul <8 x float> %t1, %v2
  %t3 = fmul <8 x float> %t2, %v3
  %t4 = fmul <8 x float> %t3, %v4
  %t5 = fmul <8 x float> %t4, %v5
  %t6 = fmul <8 x float> %t5, %v6
  %t7 = fmul <8 x float> %t6, %v7
  %t8 = fmul <8 x float> %t7, %v8
  %t9 = fmul <8 x float> %t8, %v9
  %t10 = fmul <8 x float> %t9, %v10
  %t11 = fmul <8 x float> %t10, %v11
  store <8 x float> %t11, ptr %q, align 4
  %next = add i64 %j, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

; Taken out of two loops, they are loaded in the inner one,
; CHECK-LABEL: define void @nested(
; CHECK: loop:
; CHECK: load float, ptr %p0
; CHECK: load float, ptr %p1
; CHECK-NOT: load float
; CHECK: ret void
define void @nested(ptr noalias %o, ptr noalias %a, i64 %n) {
entry:
  %p0 = getelementptr float, ptr %a, i64 0
  %s0 = load float, ptr %p0, align 4
  %i0 = insertelement <8 x float> poison, float %s0, i64 0
  %v0 = shufflevector <8 x float> %i0, <8 x float> poison, <8 x i32> zeroinitializer
  %p1 = getelementptr float, ptr %a, i64 1
  %s1 = load float, ptr %p1, align 4
  %i1 = insertelement <8 x float> poison, float %s1, i64 0
  %v1 = shufflevector <8 x float> %i1, <8 x float> poison, <8 x i32> zeroinitializer
  %p2 = getelementptr float, ptr %a, i64 2
  %s2 = load float, ptr %p2, align 4
  %i2 = insertelement <8 x float> poison, float %s2, i64 0
  %v2 = shufflevector <8 x float> %i2, <8 x float> poison, <8 x i32> zeroinitializer
  %p3 = getelementptr float, ptr %a, i64 3
  %s3 = load float, ptr %p3, align 4
  %i3 = insertelement <8 x float> poison, float %s3, i64 0
  %v3 = shufflevector <8 x float> %i3, <8 x float> poison, <8 x i32> zeroinitializer
  %p4 = getelementptr float, ptr %a, i64 4
  %s4 = load float, ptr %p4, align 4
  %i4 = insertelement <8 x float> poison, float %s4, i64 0
  %v4 = shufflevector <8 x float> %i4, <8 x float> poison, <8 x i32> zeroinitializer
  %p5 = getelementptr float, ptr %a, i64 5
  %s5 = load float, ptr %p5, align 4
  %i5 = insertelement <8 x float> poison, float %s5, i64 0
  %v5 = shufflevector <8 x float> %i5, <8 x float> poison, <8 x i32> zeroinitializer
  %p6 = getelementptr float, ptr %a, i64 6
  %s6 = load float, ptr %p6, align 4
  %i6 = insertelement <8 x float> poison, float %s6, i64 0
  %v6 = shufflevector <8 x float> %i6, <8 x float> poison, <8 x i32> zeroinitializer
  %p7 = getelementptr float, ptr %a, i64 7
  %s7 = load float, ptr %p7, align 4
  %i7 = insertelement <8 x float> poison, float %s7, i64 0
  %v7 = shufflevector <8 x float> %i7, <8 x float> poison, <8 x i32> zeroinitializer
  %p8 = getelementptr float, ptr %a, i64 8
  %s8 = load float, ptr %p8, align 4
  %i8 = insertelement <8 x float> poison, float %s8, i64 0
  %v8 = shufflevector <8 x float> %i8, <8 x float> poison, <8 x i32> zeroinitializer
  %p9 = getelementptr float, ptr %a, i64 9
  %s9 = load float, ptr %p9, align 4
  %i9 = insertelement <8 x float> poison, float %s9, i64 0
  %v9 = shufflevector <8 x float> %i9, <8 x float> poison, <8 x i32> zeroinitializer
  %p10 = getelementptr float, ptr %a, i64 10
  %s10 = load float, ptr %p10, align 4
  %i10 = insertelement <8 x float> poison, float %s10, i64 0
  %v10 = shufflevector <8 x float> %i10, <8 x float> poison, <8 x i32> zeroinitializer
  %p11 = getelementptr float, ptr %a, i64 11
  %s11 = load float, ptr %p11, align 4
  %i11 = insertelement <8 x float> poison, float %s11, i64 0
  %v11 = shufflevector <8 x float> %i11, <8 x float> poison, <8 x i32> zeroinitializer
  br label %outer

outer:
  %k = phi i64 [ 0, %entry ], [ %after, %latch ]
  br label %loop

loop:
  %j = phi i64 [ 0, %outer ], [ %next, %loop ]
  %q = getelementptr <8 x float>, ptr %o, i64 %j
  %x = load <8 x float>, ptr %q, align 4
  %t0 = fmul <8 x float> %x, %v0
  %t1 = fmul <8 x float> %t0, %v1
  %t2 = fmul <8 x float> %t1, %v2
  %t3 = fmul <8 x float> %t2, %v3
  %t4 = fmul <8 x float> %t3, %v4
  %t5 = fmul <8 x float> %t4, %v5
  %t6 = fmul <8 x float> %t5, %v6
  %t7 = fmul <8 x float> %t6, %v7
  %t8 = fmul <8 x float> %t7, %v8
  %t9 = fmul <8 x float> %t8, %v9
  %t10 = fmul <8 x float> %t9, %v10
  %t11 = fmul <8 x float> %t10, %v11
  store <8 x float> %t11, ptr %q, align 4
  %next = add i64 %j, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %latch

latch:
  %after = add i64 %k, 1
  %again = icmp ult i64 %after, %n
  br i1 %again, label %outer, label %end

end:
  ret void
}

; but what the outer one writes to, which is the first of them, is not; another is in its place.
; CHECK-LABEL: define void @nested_written(
; CHECK: loop:
; CHECK-NOT: load float, ptr %p0
; CHECK: load float, ptr %p1
; CHECK: load float, ptr %p2
; CHECK-NOT: load float
; CHECK: ret void
define void @nested_written(ptr noalias %o, ptr noalias %a, i64 %n) {
entry:
  %p0 = getelementptr float, ptr %a, i64 0
  %s0 = load float, ptr %p0, align 4
  %i0 = insertelement <8 x float> poison, float %s0, i64 0
  %v0 = shufflevector <8 x float> %i0, <8 x float> poison, <8 x i32> zeroinitializer
  %p1 = getelementptr float, ptr %a, i64 1
  %s1 = load float, ptr %p1, align 4
  %i1 = insertelement <8 x float> poison, float %s1, i64 0
  %v1 = shufflevector <8 x float> %i1, <8 x float> poison, <8 x i32> zeroinitializer
  %p2 = getelementptr float, ptr %a, i64 2
  %s2 = load float, ptr %p2, align 4
  %i2 = insertelement <8 x float> poison, float %s2, i64 0
  %v2 = shufflevector <8 x float> %i2, <8 x float> poison, <8 x i32> zeroinitializer
  %p3 = getelementptr float, ptr %a, i64 3
  %s3 = load float, ptr %p3, align 4
  %i3 = insertelement <8 x float> poison, float %s3, i64 0
  %v3 = shufflevector <8 x float> %i3, <8 x float> poison, <8 x i32> zeroinitializer
  %p4 = getelementptr float, ptr %a, i64 4
  %s4 = load float, ptr %p4, align 4
  %i4 = insertelement <8 x float> poison, float %s4, i64 0
  %v4 = shufflevector <8 x float> %i4, <8 x float> poison, <8 x i32> zeroinitializer
  %p5 = getelementptr float, ptr %a, i64 5
  %s5 = load float, ptr %p5, align 4
  %i5 = insertelement <8 x float> poison, float %s5, i64 0
  %v5 = shufflevector <8 x float> %i5, <8 x float> poison, <8 x i32> zeroinitializer
  %p6 = getelementptr float, ptr %a, i64 6
  %s6 = load float, ptr %p6, align 4
  %i6 = insertelement <8 x float> poison, float %s6, i64 0
  %v6 = shufflevector <8 x float> %i6, <8 x float> poison, <8 x i32> zeroinitializer
  %p7 = getelementptr float, ptr %a, i64 7
  %s7 = load float, ptr %p7, align 4
  %i7 = insertelement <8 x float> poison, float %s7, i64 0
  %v7 = shufflevector <8 x float> %i7, <8 x float> poison, <8 x i32> zeroinitializer
  %p8 = getelementptr float, ptr %a, i64 8
  %s8 = load float, ptr %p8, align 4
  %i8 = insertelement <8 x float> poison, float %s8, i64 0
  %v8 = shufflevector <8 x float> %i8, <8 x float> poison, <8 x i32> zeroinitializer
  %p9 = getelementptr float, ptr %a, i64 9
  %s9 = load float, ptr %p9, align 4
  %i9 = insertelement <8 x float> poison, float %s9, i64 0
  %v9 = shufflevector <8 x float> %i9, <8 x float> poison, <8 x i32> zeroinitializer
  %p10 = getelementptr float, ptr %a, i64 10
  %s10 = load float, ptr %p10, align 4
  %i10 = insertelement <8 x float> poison, float %s10, i64 0
  %v10 = shufflevector <8 x float> %i10, <8 x float> poison, <8 x i32> zeroinitializer
  %p11 = getelementptr float, ptr %a, i64 11
  %s11 = load float, ptr %p11, align 4
  %i11 = insertelement <8 x float> poison, float %s11, i64 0
  %v11 = shufflevector <8 x float> %i11, <8 x float> poison, <8 x i32> zeroinitializer
  br label %outer

outer:
  %k = phi i64 [ 0, %entry ], [ %after, %latch ]
  store float 0.0, ptr %p0, align 4
  br label %loop

loop:
  %j = phi i64 [ 0, %outer ], [ %next, %loop ]
  %q = getelementptr <8 x float>, ptr %o, i64 %j
  %x = load <8 x float>, ptr %q, align 4
  %t0 = fmul <8 x float> %x, %v0
  %t1 = fmul <8 x float> %t0, %v1
  %t2 = fmul <8 x float> %t1, %v2
  %t3 = fmul <8 x float> %t2, %v3
  %t4 = fmul <8 x float> %t3, %v4
  %t5 = fmul <8 x float> %t4, %v5
  %t6 = fmul <8 x float> %t5, %v6
  %t7 = fmul <8 x float> %t6, %v7
  %t8 = fmul <8 x float> %t7, %v8
  %t9 = fmul <8 x float> %t8, %v9
  %t10 = fmul <8 x float> %t9, %v10
  %t11 = fmul <8 x float> %t10, %v11
  store <8 x float> %t11, ptr %q, align 4
  %next = add i64 %j, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %latch

latch:
  %after = add i64 %k, 1
  %again = icmp ult i64 %after, %n
  br i1 %again, label %outer, label %end

end:
  ret void
}
