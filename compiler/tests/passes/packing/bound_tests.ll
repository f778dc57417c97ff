; RUN: %weft-opt --passes=work-group,verify --weft-without=row-bounds --weft-width=8 -S %s | FileCheck %s
; Whether any work-item of a pack is beyond a bound, its first or last one tells, if ids do not wrap in between.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Above the lower bound all are when the first is, below the upper one when the last is.
; CHECK-LABEL: define {{.*}} @__weft_kernel_between(
; CHECK: items.pack:
; CHECK: [[NUMBER:%.*]] = trunc i64 %global.id.x to i32
; CHECK: [[BELOW:%.*]] = icmp slt i32 [[NUMBER]], %first
; CHECK: [[LAST:%.*]] = add i32 [[NUMBER]], 7
; CHECK: [[ABOVE:%.*]] = icmp sge i32 [[LAST]], %end
; CHECK: [[SOME_ABOVE:%.*]] = freeze i1 [[ABOVE]]
; CHECK: [[SOME_BELOW:%.*]] = freeze i1 [[BELOW]]
; CHECK: [[MISSES:%.*]] = or i1 [[SOME_BELOW]], [[SOME_ABOVE]]
; CHECK: br i1 [[MISSES]], label %.part{{.*}}, label %then.whole
; That both hold for one needs all.
; CHECK: .part{{.*}}:
; CHECK: call i1 @llvm.vector.reduce.or.v8i1(
; CHECK: items.rest:
define void @between(ptr addrspace(1) %p, i32 %first, i32 %end) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %number = trunc i64 %id to i32
  %low = icmp sge i32 %number, %first
  %high = icmp slt i32 %number, %end
  %in = and i1 %low, %high
  br i1 %in, label %then, label %end.of
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 5, ptr addrspace(1) %a
  br label %end.of
end.of:
  ret void
}

; The one that has the number is in the pack if it is less than a pack's width ahead.
; CHECK-LABEL: define {{.*}} @__weft_kernel_one(
; CHECK: items.pack:
; CHECK: [[LANE:%.*]] = sub i64 %wanted, %global.id.x
; CHECK: icmp ult i64 [[LANE]], 8
; CHECK: br i1 {{%.*}}, label %then.body
; CHECK-NOT: vector.reduce
; CHECK: items.rest:
define void @one(ptr addrspace(1) %p, i64 %wanted) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %is = icmp eq i64 %id, %wanted
  br i1 %is, label %then, label %end
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 5, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Where what counts by one wraps between two work-items, one has the type's least value and one its greatest.
; CHECK-LABEL: define {{.*}} @__weft_kernel_wraps(
; CHECK: items.pack:
; CHECK-NOT: vector.reduce
; CHECK: [[LAST:%.*]] = add i32 %moved.i, 7
; CHECK: [[WRAPS:%.*]] = icmp sgt i32 %moved.i, [[LAST]]
; CHECK: [[GREATEST:%.*]] = select i1 [[WRAPS]], i32 2147483647, i32 [[LAST]]
; CHECK: [[ABOVE:%.*]] = icmp sge i32 [[GREATEST]], %end1
; CHECK: [[SOME_ABOVE:%.*]] = freeze i1 [[ABOVE]]
; CHECK: br i1 [[SOME_ABOVE]], label %.part
; CHECK: .part{{.*}}:
; CHECK: [[WRAPS:%.*]] = icmp sgt i32 %moved.i, [[LAST:%.*]]
; CHECK: [[LEAST:%.*]] = select i1 [[WRAPS]], i32 -2147483648, i32 %moved.i
; CHECK: icmp slt i32 [[LEAST]], %end1
; CHECK-NOT: vector.reduce
; CHECK: items.rest:
define void @wraps(ptr addrspace(1) %p, i32 %offset, i32 %end) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %number = trunc i64 %id to i32
  %moved = add i32 %number, %offset
  %in = icmp slt i32 %moved, %end
  br i1 %in, label %then, label %end.of
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 5, ptr addrspace(1) %a
  br label %end.of
end.of:
  ret void
}

; Likewise of unsigned ones that count down.
; CHECK-LABEL: define {{.*}} @__weft_kernel_down(
; CHECK: items.pack:
; CHECK-NOT: vector.reduce
; CHECK: [[LAST:%.*]] = add i32 %moved.i, -7
; CHECK: [[WRAPS:%.*]] = icmp ugt i32 [[LAST]], %moved.i
; CHECK: [[GREATEST:%.*]] = select i1 [[WRAPS]], i32 -1, i32 %moved.i
; CHECK: icmp uge i32 [[GREATEST]], %end1
; CHECK: .part{{.*}}:
; CHECK: [[LEAST:%.*]] = select i1 {{%.*}}, i32 0, i32 {{%.*}}
; CHECK: icmp ult i32 [[LEAST]], %end1
; CHECK: items.rest:
define void @down(ptr addrspace(1) %p, i32 %offset, i32 %end) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %number = trunc i64 %id to i32
  %moved = sub i32 %offset, %number
  %in = icmp ult i32 %moved, %end
  br i1 %in, label %then, label %end.of
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 5, ptr addrspace(1) %a
  br label %end.of
end.of:
  ret void
}

; What counts by two may wrap past both.
; CHECK-LABEL: define {{.*}} @__weft_kernel_by_two(
; CHECK: items.pack:
; CHECK: call i1 @llvm.vector.reduce.or.v8i1(
; CHECK: items.rest:
define void @by_two(ptr addrspace(1) %p, i32 %offset, i32 %end) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %number = trunc i64 %id to i32
  %twice = shl i32 %number, 1
  %moved = add i32 %twice, %offset
  %in = icmp slt i32 %moved, %end
  br i1 %in, label %then, label %end.of
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 5, ptr addrspace(1) %a
  br label %end.of
end.of:
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
