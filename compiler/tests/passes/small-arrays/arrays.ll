; RUN: %weft-opt --passes="function(small-arrays),verify" -S %s | FileCheck %s
; Private arrays of up to four elements are values, chosen from by comparing indexes.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @keep(ptr)

; Counting: each element is itself plus one, or itself, and waits for itself alone.
; CHECK-LABEL: define i32 @count(
; CHECK-NOT: alloca
; CHECK: [[I:%.*]] = mul nsw i32 {{%.*}}, 4
; CHECK-COUNT-3: add i32 {{.*}}, 1
; CHECK: [[NEXT:%.*]] = add i32 %from, 1
; CHECK: [[HERE:%.*]] = icmp eq i32 [[I]], 12
; CHECK: [[LAST:%.*]] = select i1 [[HERE]], i32 [[NEXT]], i32 %from
; CHECK-NOT: store
; CHECK: ret i32 [[LAST]]
define i32 @count(i64 %i, i32 %from) {
  %a = alloca [4 x i32]
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 16, i1 false)
  %a3 = getelementptr i8, ptr %a, i64 12
  store i32 %from, ptr %a3
  %at = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %at
  %next = add i32 %v, 1
  store i32 %next, ptr %at
  %behind = getelementptr i8, ptr %a, i64 12
  %last = load i32, ptr %behind
  ret i32 %last
}

; What was stored between is not what the second value is made of.
; CHECK-LABEL: define i32 @twice(
; CHECK-NOT: alloca
; CHECK: [[FIRST:%.*]] = load i32, ptr %p
; CHECK: [[SUM:%.*]] = add i32 {{%.*}}, {{%.*}}
; CHECK-NOT: add i32
; CHECK: select i1 {{%.*}}, i32 [[SUM]], i32
; CHECK: ret
define i32 @twice(i64 %i, ptr %p) {
  %a = alloca [2 x i32]
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
  %at = getelementptr i32, ptr %a, i64 %i
  %old = load i32, ptr %at
  %v = load i32, ptr %p
  store i32 %v, ptr %a
  %sum = add i32 %old, %v
  store i32 %sum, ptr %at
  %r = load i32, ptr %a
  ret i32 %r
}

; Indexes that a constant is added to, before or behind what is computed; values of a table.
; CHECK-LABEL: define float @steps(
; CHECK-NOT: alloca
; CHECK: load i32, ptr @table
; CHECK: load i32, ptr getelementptr inbounds (i8, ptr @table, i64 8)
; CHECK: [[I:%.*]] = mul nsw i32 {{%.*}}, 4
; CHECK: [[AT:%.*]] = add nsw i32 -4, [[I]]
; CHECK: icmp eq i32 [[AT]], 4
; CHECK: icmp eq i32 [[AT]], 8
; CHECK-NOT: alloca
; CHECK: ret
@table = constant [3 x float] [float 1.0, float 2.0, float 4.0]
define float @steps(i64 %i) {
  %a = alloca [3 x float]
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %a, ptr align 4 @table, i64 12, i1 false)
  %before = getelementptr i8, ptr %a, i64 -4
  %at = getelementptr [4 x i8], ptr %before, i64 %i
  %bits = load i32, ptr %at
  %v = bitcast i32 %bits to float
  ret float %v
}

; Pointers may be elements.
; CHECK-LABEL: define ptr @pointers(
; CHECK-NOT: alloca
; CHECK: select i1 {{%.*}}, ptr %q, ptr %p
; CHECK: ret
define ptr @pointers(i32 %i, ptr %p, ptr %q) {
  %a = alloca [2 x ptr]
  store ptr %p, ptr %a
  %second = getelementptr i8, ptr %a, i64 8
  store ptr %q, ptr %second
  %at = getelementptr ptr, ptr %a, i32 %i
  %v = load ptr, ptr %at
  ret ptr %v
}

; Pointers that are chosen, or that loops move on, are offsets; an array of two indexes.
; CHECK-LABEL: define i32 @chosen(
; CHECK-NOT: alloca
; CHECK: loop:
; CHECK: [[OFFSET:%.*]] = phi i32 [ {{%.*}}, %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK: icmp eq i32 [[OFFSET]], 4
; CHECK: [[NEXT]] = add nsw i32 4, [[OFFSET]]
; CHECK-NOT: store
; CHECK: ret
define i32 @chosen(i1 %c, i64 %i, i64 %j, i32 %v) {
entry:
  %a = alloca [2 x [2 x i32]]
  %at = getelementptr [2 x [2 x i32]], ptr %a, i64 0, i64 %i, i64 %j
  store i32 %v, ptr %at
  %second = getelementptr i8, ptr %a, i64 4
  %from = select i1 %c, ptr %a, ptr %second
  br label %loop
loop:
  %p = phi ptr [ %from, %entry ], [ %p.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %element = load i32, ptr %p
  %sum.next = add i32 %sum, %element
  %p.next = getelementptr i8, ptr %p, i64 4
  %more = icmp ult i32 %sum.next, 100
  br i1 %more, label %loop, label %end
end:
  ret i32 %sum.next
}

; Memory: five elements; two sizes; an address that is passed on; what may lead elsewhere; no element at all; volatile.
; CHECK-LABEL: define i32 @memory(
; CHECK-COUNT-6: alloca
define i32 @memory(i64 %i, i1 %c, ptr %elsewhere) {
  %five = alloca [5 x i32]
  %sizes = alloca [4 x i32]
  %passed = alloca [4 x i32]
  %choice = alloca [4 x i32]
  %apart = alloca [4 x i32]
  %volatile = alloca [4 x i32]
  %p0 = getelementptr i32, ptr %five, i64 %i
  %v0 = load i32, ptr %p0
  %p1 = getelementptr i32, ptr %sizes, i64 %i
  store i64 0, ptr %sizes
  %v1 = load i32, ptr %p1
  call void @keep(ptr %passed)
  %p2 = getelementptr i32, ptr %passed, i64 %i
  %v2 = load i32, ptr %p2
  %p3 = select i1 %c, ptr %choice, ptr %elsewhere
  %v3 = load i32, ptr %p3
  %p4 = getelementptr i8, ptr %apart, i64 %i
  %v4 = load i32, ptr %p4
  %p5 = getelementptr i32, ptr %volatile, i64 %i
  %v5 = load volatile i32, ptr %p5
  %s1 = add i32 %v0, %v1
  %s2 = add i32 %v2, %v3
  %s3 = add i32 %v4, %v5
  %s4 = add i32 %s1, %s2
  %s5 = add i32 %s4, %s3
  ret i32 %s5
}

; A fill that begins before the array: memory.
; CHECK-LABEL: define i32 @before(
; CHECK: alloca [4 x i32]
define i32 @before(i64 %i) {
  %a = alloca [4 x i32]
  %first = getelementptr i8, ptr %a, i64 -4
  call void @llvm.memset.p0.i64(ptr %first, i8 0, i64 8, i1 false)
  %at = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %at
  ret i32 %v
}
