; RUN: %weft-opt --passes=work-group,verify --weft-width=8 -S %s | FileCheck %s
; Coordinates that are clamped to an edge: packs inside read what is consecutive, at all places for one question.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__weft_global_id_x()
declare i64 @__weft_global_id_y()
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

; The rows differ in y, which is the same for a pack: nothing is asked about that.
; CHECK-LABEL: define {{.*}} @__weft_kernel_neighbours(
; CHECK-NOT: @__weft_any
; CHECK: items.pack:
; CHECK: icmp slt i32 [[LEFT:%.*]], 0
; CHECK: [[LAST:%.*]] = add i32 {{%.*}}, 7
; CHECK: icmp sgt i32 [[LAST]],
; CHECK: br i1 {{.*}}, label %{{.*}}, label %[[INSIDE:[^,]*inside[^,]*]], !prof
; CHECK: [[INSIDE]]:
; CHECK-NOT: call <8 x i32> @llvm.smax
; CHECK-NOT: call <8 x i32> @llvm.smin
; CHECK-NOT: masked.gather
; CHECK: load <8 x i32>, ptr addrspace(1)
; CHECK: load <8 x i32>, ptr addrspace(1)
; CHECK: store <8 x i32>
; At an edge it is clamped.
; CHECK: call <8 x i32> @llvm.smax.v8i32(
; CHECK: call <8 x i32> @llvm.smin.v8i32(
define void @neighbours(ptr addrspace(1) align 4 %in, ptr addrspace(1) noalias align 4 %out, i32 %width, i32 %height)
    "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %x = trunc i64 %id to i32
  %id.y = call i64 @__weft_global_id_y()
  %y = trunc i64 %id.y to i32
  %last = add nsw i32 %width, -1
  %above = add nsw i32 %y, -1
  %above.in = call i32 @llvm.smax.i32(i32 %above, i32 0)
  %row = mul nsw i32 %above.in, %width
  %left = add nsw i32 %x, -1
  %left.in = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %right = add nsw i32 %x, 1
  %right.in = call i32 @llvm.smin.i32(i32 %right, i32 %last)
  %left.at = add nsw i32 %row, %left.in
  %right.at = add nsw i32 %row, %right.in
  %left.far = sext i32 %left.at to i64
  %right.far = sext i32 %right.at to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %left.far
  %a = load i32, ptr addrspace(1) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %in, i64 %right.far
  %b = load i32, ptr addrspace(1) %q, align 4
  %sum = add i32 %a, %b
  %r = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum, ptr addrspace(1) %r, align 4
  ret void
}

; As LLVM writes clamp(x - 1, 0, ..): inside, what is computed of a coordinate wraps as little as of the clamped one, and
; is consecutive also in 64 bits.
; CHECK-LABEL: define {{.*}} @__weft_kernel_shifted(
; CHECK: items.pack:
; CHECK: br i1 {{.*}}, label %{{.*}}, label %[[INSIDE:[^,]*inside[^,]*]], !prof
; CHECK: [[INSIDE]]:
; CHECK-NOT: masked.gather
; CHECK: load <8 x i32>, ptr addrspace(1)
; CHECK-NOT: masked.gather
; CHECK: load <8 x i32>, ptr addrspace(1)
; CHECK: store <8 x i32>
define void @shifted(ptr addrspace(1) align 4 %in, ptr addrspace(1) noalias align 4 %out, i32 %row, i32 %last)
    "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %x = trunc i64 %id to i32
  %from.one = call i32 @llvm.smax.i32(i32 %x, i32 1)
  %left.in = add nsw i32 %from.one, -1
  %right = add nsw i32 %x, 1
  %right.in = call i32 @llvm.smin.i32(i32 %right, i32 %last)
  %left.at = add nsw i32 %row, %left.in
  %right.at = add nsw i32 %row, %right.in
  %left.far = sext i32 %left.at to i64
  %right.far = sext i32 %right.at to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %left.far
  %a = load i32, ptr addrspace(1) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %in, i64 %right.far
  %b = load i32, ptr addrspace(1) %q, align 4
  %sum = add i32 %a, %b
  %r = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum, ptr addrspace(1) %r, align 4
  ret void
}

; What is no part of an address is not asked about, nor one clamping alone.
; CHECK-LABEL: define {{.*}} @__weft_kernel_values(
; CHECK-NOT: inside
; CHECK: ret void
define void @values(ptr addrspace(1) align 4 %in, ptr addrspace(1) noalias align 4 %out, i32 %width) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %x = trunc i64 %id to i32
  %left = add nsw i32 %x, -1
  %left.in = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %right = add nsw i32 %x, 1
  %right.in = call i32 @llvm.smin.i32(i32 %right, i32 %width)
  %left.far = sext i32 %left.in to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %left.far
  %a = load i32, ptr addrspace(1) %p, align 4
  %sum = add i32 %a, %right.in
  %r = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum, ptr addrspace(1) %r, align 4
  ret void
}
