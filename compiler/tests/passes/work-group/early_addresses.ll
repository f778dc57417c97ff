; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; The address of a variable's part, computed before a barrier though the variable only lives after it: its index lives on,
; and the address is that of the later region's variable. Where a condition chooses between variables, these stay.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_part(
; CHECK: %array{{[0-9]*}} = alloca [5 x i32]
; CHECK: items.item.x:
; CHECK-NOT: getelementptr{{.*}} ptr %array
; CHECK: [[INDEX:%.*]] = urem i64
; CHECK: store i64 [[INDEX]]
; CHECK: items.1.item.x:
; CHECK: [[LATER:%index.*]] = load i64
; CHECK: [[AT:%.*]] = getelementptr inbounds [5 x i32], ptr %array{{[0-9]*}}, i64 0, i64 [[LATER]]
; CHECK: call void @llvm.lifetime.start.p0(ptr %array
; CHECK: store i32 7, ptr [[AT]]
define void @part(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
  %array = alloca [5 x i32], align 4
  %id = call i64 @__weft_local_id_x()
  %product = mul i64 %id, %n
  %index = urem i64 %product, 5
  %at = getelementptr inbounds [5 x i32], ptr %array, i64 0, i64 %index
  %to = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %index
  call void @__weft_barrier()
  call void @llvm.lifetime.start.p0(ptr %array)
  store i32 7, ptr %at
  %v = load volatile i32, ptr %at
  call void @llvm.lifetime.end.p0(ptr %array)
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_chosen(
; CHECK-NOT: alloca [4 x i32]
define void @chosen(ptr addrspace(1) %p) "weft.kernel" {
  %a = alloca [4 x i32], align 4
  %b = alloca [4 x i32], align 4
  %id = call i64 @__weft_local_id_x()
  %loaded = load volatile i1, ptr addrspace(1) %p
  %which = select i1 %loaded, ptr %a, ptr %b
  call void @__weft_barrier()
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %b)
  store i32 1, ptr %which
  %v = load volatile i32, ptr %which
  call void @llvm.lifetime.end.p0(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %a)
  %to = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 %v, ptr addrspace(1) %to
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
