; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; Private arrays lie with the lanes side by side: one vector at a uniform index, a gather at a divergent one. All
; copies are set at once.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_uniform_index(
; CHECK: %array{{.*}} = alloca [128 x i8], align 16
; CHECK: items.pack:
; CHECK: [[ROW:%.*]] = mul i64 %n, 16
; CHECK: [[TO:%.*]] = getelementptr i8, ptr [[ARRAY:%.*]], i64 [[ROW]]
; CHECK: store <4 x i32> {{%.*}}, ptr [[TO]]
; CHECK: [[FROM:%.*]] = getelementptr i8, ptr [[ARRAY]], i64 48
; CHECK: load <4 x i32>, ptr [[FROM]]
; CHECK: items.rest:
; CHECK: @llvm.masked.store{{.*}}(<4 x i32> {{%.*}}, ptr align 4 {{%.*}}, <4 x i1> %rest.mask)
define void @uniform_index(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
  %array = alloca [8 x i32], align 4
  %id = call i64 @__weft_global_id_x()
  %v = trunc i64 %id to i32
  %to = getelementptr inbounds [8 x i32], ptr %array, i64 0, i64 %n
  store i32 %v, ptr %to
  %from = getelementptr inbounds [8 x i32], ptr %array, i64 0, i64 3
  %w = load i32, ptr %from
  %out = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 %w, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_divergent_index(
; CHECK: items.pack:
; CHECK: call void @llvm.memset{{.*}}(ptr {{.*}}%array{{.*}}, i8 0, i64 128, i1 false)
; CHECK: store <4 x i32> splat (i32 7), ptr
; Element i of lane l is the i * 4 + l-th of all.
; CHECK: [[I:%.*]] = and <4 x i64> {{%.*}}, splat (i64 7)
; CHECK: [[ROW:%.*]] = {{mul|shl}} {{.*}}splat (i{{32|64}} {{4|2}})
; CHECK: [[AT:%.*]] = add {{.*}}[[ROW]], <i{{32|64}} 0, i{{32|64}} 1, i{{32|64}} 2, i{{32|64}} 3>
; CHECK: [[FROM:%.*]] = getelementptr i32, ptr %array{{.*}}, <4 x i64>
; CHECK: @llvm.masked.gather{{.*}}(<4 x ptr> align 4 [[FROM]], <4 x i1> splat (i1 true),
define void @divergent_index(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
  %array = alloca [8 x i32], align 4
  call void @llvm.memset.p0.i64(ptr align 4 %array, i8 0, i64 32, i1 false)
  %id = call i64 @__weft_global_id_x()
  %to = getelementptr inbounds [8 x i32], ptr %array, i64 0, i64 %n
  store i32 7, ptr %to
  %i = and i64 %id, 7
  %from = getelementptr inbounds [8 x i32], ptr %array, i64 0, i64 %i
  %w = load i32, ptr %from
  %out = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 %w, ptr addrspace(1) %out
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @use(ptr)

; A pointer that gets away is one to an ordinary array: copies, one after the other.
; CHECK-LABEL: define {{.*}} @__weft_kernel_escapes(
; CHECK: items.pack:
; CHECK: getelementptr i8, ptr {{%.*}}, <4 x i64> <i64 0, i64 32, i64 64, i64 96>
; CHECK: call void @use(ptr [[ARRAY:%.*]])
; CHECK: [[NEXT:%.*]] = getelementptr i8, ptr [[ARRAY]], i64 32
; CHECK: call void @use(ptr [[NEXT]])
define void @escapes(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
  %array = alloca [8 x i32], align 4
  %to = getelementptr inbounds [8 x i32], ptr %array, i64 0, i64 %n
  store i32 7, ptr %to
  call void @use(ptr %array)
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
