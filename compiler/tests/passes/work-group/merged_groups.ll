; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; Neighbouring groups run as one when the kernel asks for the global id alone, and one by one when it can tell them apart
; in dimension 0.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_global_id(
; CHECK: [[ROW:%.*]] = sub nuw i64 %num.groups.x, %group.id.x
; CHECK: [[RANGE:%.*]] = sub nuw i64 %end, %group.linear
; CHECK: [[LEFT:%.*]] = call i64 @llvm.umin.i64(i64 [[RANGE]], i64 [[ROW]])
; CHECK: %groups.merged = call i64 @llvm.umin.i64(i64 [[LEFT]], i64 131072)
; CHECK: mul nuw i64 %enqueued.size.x, %groups.merged
; CHECK: add nuw i64 %group.id.x, %groups.merged
; CHECK: %group.after = add nuw i64 %group.linear, %groups.merged
define void @global_id(ptr addrspace(1) %p) "weft.kernel" {
  %x = call i64 @__weft_global_id_x()
  %y = call i64 @__weft_local_id_y()
  %n = call i64 @__weft_enqueued_local_size_x()
  %a = add i64 %x, %y
  %b = add i64 %a, %n
  %q = getelementptr inbounds i64, ptr addrspace(1) %p, i64 %x
  store i64 %b, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_local_id(
; CHECK-NOT: merged
define void @local_id(ptr addrspace(1) %p) "weft.kernel" {
  %x = call i64 @__weft_local_id_x()
  %q = getelementptr inbounds i64, ptr addrspace(1) %p, i64 %x
  store i64 1, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_local_size(
; CHECK-NOT: merged
define void @local_size(ptr addrspace(1) %p) "weft.kernel" {
  %x = call i64 @__weft_local_size_x()
  store i64 %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_barrier(
; CHECK-NOT: merged
define void @barrier(ptr addrspace(1) %p) "weft.kernel" {
  %x = call i64 @__weft_global_id_x()
  %q = getelementptr inbounds i64, ptr addrspace(1) %p, i64 %x
  store i64 1, ptr addrspace(1) %q
  call void @__weft_barrier()
  store i64 2, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_local_memory(
; CHECK-NOT: merged
define void @local_memory(ptr addrspace(1) %p, ptr addrspace(3) %l) "weft.kernel" {
  %x = call i64 @__weft_global_id_x()
  %v = trunc i64 %x to i32
  %old = atomicrmw add ptr addrspace(3) %l, i32 %v syncscope("workgroup") monotonic
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_local_id_y() memory(none)
declare i64 @__weft_local_size_x() memory(none)
declare i64 @__weft_enqueued_local_size_x() memory(none)
declare void @__weft_barrier() convergent
