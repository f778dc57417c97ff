; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; An index of 32 bits: consecutive when its extension or the size of an object prove that it does not wrap between
; lanes, a gather otherwise.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_inbounds(
; CHECK: items.pack:
; CHECK: [[T:%.*]] = trunc i64 %global.id.x to i32
; CHECK: [[I:%.*]] = sext i32 [[T]] to i64
; CHECK: [[FROM:%.*]] = getelementptr i32, ptr addrspace(1) %p, i64 [[I]]
; CHECK: load <4 x i32>, ptr addrspace(1) [[FROM]], align 4
define void @inbounds(ptr addrspace(1) %p, ptr addrspace(1) %q) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %t = trunc i64 %id to i32
  %i = sext i32 %t to i64
  %from = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %from
  %to = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_sum_inbounds(
; CHECK: items.pack:
; CHECK: [[A:%.*]] = add i32 {{%.*}}, %n
; CHECK: [[I:%.*]] = zext i32 [[A]] to i64
; CHECK: [[FROM:%.*]] = getelementptr {{.*}}i32, ptr addrspace(1) %p, i64 [[I]]
; CHECK: load <4 x i32>, ptr addrspace(1) [[FROM]], align 4
; In the rest of a row only a lane that is on has an address in the object: the others are reckoned from the first one.
; CHECK: items.rest:
; CHECK: [[FIRST:%.*]] = call i32 @llvm.cttz.i32(
; CHECK: [[BASE:%.*]] = add i32 {{%.*}}, %n
; CHECK: [[A:%.*]] = add i32 [[BASE]], [[FIRST]]
; CHECK: [[I:%.*]] = zext i32 [[A]] to i64
; CHECK: [[FROM:%.*]] = getelementptr inbounds i32, ptr addrspace(1) %p, i64 [[I]]
; CHECK: [[BACK:%.*]] = mul i64 {{%.*}}, -4
; CHECK: [[LANE0:%.*]] = getelementptr i8, ptr addrspace(1) [[FROM]], i64 [[BACK]]
; CHECK: @llvm.masked.load{{.*}}(ptr addrspace(1) align 4 [[LANE0]], <4 x i1> %rest.mask,
define void @sum_inbounds(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %t = trunc i64 %id to i32
  %a = add i32 %t, %n
  %i = zext i32 %a to i64
  %from = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %from
  %to = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_may_wrap(
; CHECK: items.pack:
; CHECK-NOT: load <4 x i32>
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK-NOT: load <4 x i32>
; CHECK: items.rest:
; CHECK-NOT: llvm.masked.load
; CHECK: call <4 x i32> @llvm.masked.gather{{.*}}, <4 x i1> %rest.mask,
define void @may_wrap(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %t = trunc i64 %id to i32
  %a = add i32 %t, %n
  %i = zext i32 %a to i64
  %from = getelementptr i8, ptr addrspace(1) %p, i64 %i ; 4 GiB apart may be one object
  %v = load i32, ptr addrspace(1) %from, align 1
  %to = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; What is accessed is in the object, whether or not the address says so: not where InstCombine takes a constant out.
; CHECK-LABEL: define {{.*}} @__weft_kernel_accessed(
; CHECK: items.pack:
; CHECK: load <4 x i32>
; CHECK-NOT: gather
; CHECK: items.pack.next:
define void @accessed(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %t = trunc i64 %id to i32
  %a = add i32 %t, %n
  %i = sext i32 %a to i64
  %base = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %from = getelementptr i8, ptr addrspace(1) %base, i64 -4
  %v = load i32, ptr addrspace(1) %from
  %to = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_no_wrap(
; CHECK: items.pack:
; The sum in 64 bits, as lanes that are off may wrap.
; CHECK-DAG: [[N:%.*]] = sext i32 %n to i64
; CHECK-DAG: [[T:%.*]] = trunc i64 %global.id.x to i32
; CHECK-DAG: [[ID:%.*]] = sext i32 [[T]] to i64
; CHECK: [[I:%.*]] = add i64 [[ID]], [[N]]
; CHECK: [[FROM:%.*]] = getelementptr i32, ptr addrspace(1) %p, i64 [[I]]
; CHECK: load <4 x i32>, ptr addrspace(1) [[FROM]], align 4
define void @no_wrap(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %t = trunc i64 %id to i32
  %a = add nsw i32 %t, %n
  %i = sext i32 %a to i64
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %from
  %to = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; What InstCombine makes of the extension of a sum's low bits, times the size of an element.
; CHECK-LABEL: define {{.*}} @__weft_kernel_shifted(
; CHECK: items.pack:
; CHECK-COUNT-3: load <4 x i32>
; CHECK-NOT: gather
; CHECK: items.pack.next:
define void @shifted(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = add i64 %id, %n
  %up = shl i64 %a, 32
  %signed = ashr exact i64 %up, 30
  %from = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %signed
  %v = load i32, ptr addrspace(1) %from
  %scaled = shl i64 %a, 2
  %unsigned = and i64 %scaled, 17179869180
  %other = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %unsigned
  %w = load i32, ptr addrspace(1) %other
  %high = shl i64 %id, 32
  %more = shl i64 %n, 35
  %both = add i64 %high, %more
  %index = ashr exact i64 %both, 30
  %third = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %index
  %x = load i32, ptr addrspace(1) %third
  %vw = add i32 %v, %w
  %s = add i32 %vw, %x
  %to = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  store i32 %s, ptr addrspace(1) %to
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
