; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; reqd_work_group_size makes the enqueued size a constant.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK-NOT: enqueued.size
; CHECK: call i64 @llvm.umin.i64(i64 31,
; CHECK: call i64 @llvm.umin.i64(i64 3,
; CHECK: store volatile i64 32
define void @k(ptr addrspace(1) %p) "weft.kernel" !reqd_work_group_size !0 {
  %n = call i64 @__weft_enqueued_local_size_x()
  %group = call i64 @__weft_group_id_x()
  store volatile i64 %n, ptr addrspace(1) %p
  store volatile i64 %group, ptr addrspace(1) %p
  ret void
}

declare i64 @__weft_group_id_x() memory(none)
declare i64 @__weft_enqueued_local_size_x() memory(none)
!0 = !{i32 32, i32 4, i32 1}
