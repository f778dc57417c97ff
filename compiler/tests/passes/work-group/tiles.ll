; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v3 -S %s | FileCheck %s
; A matrix is read by rows and written by columns. Groups that are known to be tiles stay apart, others run as one; where
; nothing is known the launch says which, and a version for the local size is wanted.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@__weft_kernel_tiles(
; CHECK-NOT: %groups.merged
; CHECK: ret void
define spir_kernel void @tiles(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #1 !reqd_work_group_size !0 {
  %x = call i64 @__weft_global_id_x()
  %y = call i64 @__weft_global_id_y()
  %row = mul nuw nsw i64 %y, %n
  %from = add nuw nsw i64 %row, %x
  %from.at = getelementptr float, ptr addrspace(1) %in, i64 %from
  %v = load float, ptr addrspace(1) %from.at
  %column = mul nuw nsw i64 %x, %n
  %to = add nuw nsw i64 %column, %y
  %to.at = getelementptr float, ptr addrspace(1) %out, i64 %to
  store float %v, ptr addrspace(1) %to.at
  ret void
}

; CHECK-LABEL: define {{.*}}@__weft_kernel_rows(
; CHECK: %groups.merged
; CHECK: ret void
define spir_kernel void @rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #2 !reqd_work_group_size !1 {
  %x = call i64 @__weft_global_id_x()
  %y = call i64 @__weft_global_id_y()
  %row = mul nuw nsw i64 %y, %n
  %from = add nuw nsw i64 %row, %x
  %from.at = getelementptr float, ptr addrspace(1) %in, i64 %from
  %v = load float, ptr addrspace(1) %from.at
  %column = mul nuw nsw i64 %x, %n
  %to = add nuw nsw i64 %column, %y
  %to.at = getelementptr float, ptr addrspace(1) %out, i64 %to
  store float %v, ptr addrspace(1) %to.at
  ret void
}

; CHECK-LABEL: define {{.*}}@__weft_kernel_unknown(
; CHECK: %groups.merged =
; CHECK: [[X:%.*]] = icmp uge i64 %enqueued.size.x, 8
; CHECK: [[Y:%.*]] = icmp uge i64 %enqueued.size.y, 8
; CHECK: [[TILE:%.*]] = and i1 [[X]], [[Y]]
; CHECK: select i1 [[TILE]], i64 1, i64 %groups.merged
; CHECK: ret void
define spir_kernel void @unknown(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #3 {
  %x = call i64 @__weft_global_id_x()
  %y = call i64 @__weft_global_id_y()
  %row = mul nuw nsw i64 %y, %n
  %from = add nuw nsw i64 %row, %x
  %from.at = getelementptr float, ptr addrspace(1) %in, i64 %from
  %v = load float, ptr addrspace(1) %from.at
  %column = mul nuw nsw i64 %x, %n
  %to = add nuw nsw i64 %column, %y
  %to.at = getelementptr float, ptr addrspace(1) %out, i64 %to
  store float %v, ptr addrspace(1) %to.at
  ret void
}

; Both arrays go the same way.
; CHECK-LABEL: define {{.*}}@__weft_kernel_copied(
; CHECK: %groups.merged
; CHECK: ret void
define spir_kernel void @copied(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #4 !reqd_work_group_size !0 {
  %x = call i64 @__weft_global_id_x()
  %y = call i64 @__weft_global_id_y()
  %row = mul nuw nsw i64 %y, %n
  %from = add nuw nsw i64 %row, %x
  %from.at = getelementptr float, ptr addrspace(1) %in, i64 %from
  %v = load float, ptr addrspace(1) %from.at
  %to.at = getelementptr float, ptr addrspace(1) %out, i64 %from
  store float %v, ptr addrspace(1) %to.at
  ret void
}

declare i64 @__weft_global_id_x() #0
declare i64 @__weft_global_id_y() #0

; CHECK: attributes #{{[0-9]+}} = {{{.*}}"weft.entry"="unknown"{{.*}}"weft.wants_local_size"="1"

attributes #0 = { nounwind memory(none) }
attributes #1 = { nounwind "weft.kernel"="tiles" }
attributes #2 = { nounwind "weft.kernel"="rows" }
attributes #3 = { nounwind "weft.kernel"="unknown" }
attributes #4 = { nounwind "weft.kernel"="copied" }

!0 = !{i32 16, i32 16, i32 1}
!1 = !{i32 256, i32 1, i32 1}
