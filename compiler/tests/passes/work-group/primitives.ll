; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; Every primitive in every dimension has its value.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: [[D:%.*]] = trunc i64 %work.dim to i32
; CHECK: store volatile i64 %local.id.x
; CHECK: store volatile i64 %local.id.y
; CHECK: store volatile i64 %local.id.z
; CHECK: store volatile i64 %group.id.x
; CHECK: store volatile i64 %group.id.y
; CHECK: store volatile i64 %group.id.z
; CHECK: store volatile i64 %local.size.x
; CHECK: store volatile i64 %local.size.y
; CHECK: store volatile i64 %local.size.z
; CHECK: store volatile i64 %enqueued.size.x
; CHECK: store volatile i64 %enqueued.size.y
; CHECK: store volatile i64 %enqueued.size.z
; CHECK: store volatile i64 %global.size.x
; CHECK: store volatile i64 %global.size.y
; CHECK: store volatile i64 %global.size.z
; CHECK: store volatile i64 %global.offset.x
; CHECK: store volatile i64 %global.offset.y
; CHECK: store volatile i64 %global.offset.z
; CHECK: store volatile i64 %num.groups.x
; CHECK: store volatile i64 %num.groups.y
; CHECK: store volatile i64 %num.groups.z
; CHECK: store volatile i32 [[D]]
; CHECK: store volatile ptr addrspace(1) %default.queue
; CHECK: store volatile i32 1, ptr addrspace(3) %local.base
; CHECK-NOT: declare {{.*}}__weft_
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %local_id.x = call i64 @__weft_local_id_x()
  store volatile i64 %local_id.x, ptr addrspace(1) %p
  %local_id.y = call i64 @__weft_local_id_y()
  store volatile i64 %local_id.y, ptr addrspace(1) %p
  %local_id.z = call i64 @__weft_local_id_z()
  store volatile i64 %local_id.z, ptr addrspace(1) %p
  %group_id.x = call i64 @__weft_group_id_x()
  store volatile i64 %group_id.x, ptr addrspace(1) %p
  %group_id.y = call i64 @__weft_group_id_y()
  store volatile i64 %group_id.y, ptr addrspace(1) %p
  %group_id.z = call i64 @__weft_group_id_z()
  store volatile i64 %group_id.z, ptr addrspace(1) %p
  %local_size.x = call i64 @__weft_local_size_x()
  store volatile i64 %local_size.x, ptr addrspace(1) %p
  %local_size.y = call i64 @__weft_local_size_y()
  store volatile i64 %local_size.y, ptr addrspace(1) %p
  %local_size.z = call i64 @__weft_local_size_z()
  store volatile i64 %local_size.z, ptr addrspace(1) %p
  %enqueued_local_size.x = call i64 @__weft_enqueued_local_size_x()
  store volatile i64 %enqueued_local_size.x, ptr addrspace(1) %p
  %enqueued_local_size.y = call i64 @__weft_enqueued_local_size_y()
  store volatile i64 %enqueued_local_size.y, ptr addrspace(1) %p
  %enqueued_local_size.z = call i64 @__weft_enqueued_local_size_z()
  store volatile i64 %enqueued_local_size.z, ptr addrspace(1) %p
  %global_size.x = call i64 @__weft_global_size_x()
  store volatile i64 %global_size.x, ptr addrspace(1) %p
  %global_size.y = call i64 @__weft_global_size_y()
  store volatile i64 %global_size.y, ptr addrspace(1) %p
  %global_size.z = call i64 @__weft_global_size_z()
  store volatile i64 %global_size.z, ptr addrspace(1) %p
  %global_offset.x = call i64 @__weft_global_offset_x()
  store volatile i64 %global_offset.x, ptr addrspace(1) %p
  %global_offset.y = call i64 @__weft_global_offset_y()
  store volatile i64 %global_offset.y, ptr addrspace(1) %p
  %global_offset.z = call i64 @__weft_global_offset_z()
  store volatile i64 %global_offset.z, ptr addrspace(1) %p
  %num_groups.x = call i64 @__weft_num_groups_x()
  store volatile i64 %num_groups.x, ptr addrspace(1) %p
  %num_groups.y = call i64 @__weft_num_groups_y()
  store volatile i64 %num_groups.y, ptr addrspace(1) %p
  %num_groups.z = call i64 @__weft_num_groups_z()
  store volatile i64 %num_groups.z, ptr addrspace(1) %p
  %dim = call i32 @__weft_work_dim()
  store volatile i32 %dim, ptr addrspace(1) %p
  %queue = call ptr addrspace(1) @__weft_default_queue()
  store volatile ptr addrspace(1) %queue, ptr addrspace(1) %p
  %base = call ptr addrspace(3) @__weft_local_base()
  store volatile i32 1, ptr addrspace(3) %base
  ret void
}

declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_local_id_y() memory(none)
declare i64 @__weft_local_id_z() memory(none)
declare i64 @__weft_group_id_x() memory(none)
declare i64 @__weft_group_id_y() memory(none)
declare i64 @__weft_group_id_z() memory(none)
declare i64 @__weft_local_size_x() memory(none)
declare i64 @__weft_local_size_y() memory(none)
declare i64 @__weft_local_size_z() memory(none)
declare i64 @__weft_enqueued_local_size_x() memory(none)
declare i64 @__weft_enqueued_local_size_y() memory(none)
declare i64 @__weft_enqueued_local_size_z() memory(none)
declare i64 @__weft_global_size_x() memory(none)
declare i64 @__weft_global_size_y() memory(none)
declare i64 @__weft_global_size_z() memory(none)
declare i64 @__weft_global_offset_x() memory(none)
declare i64 @__weft_global_offset_y() memory(none)
declare i64 @__weft_global_offset_z() memory(none)
declare i64 @__weft_num_groups_x() memory(none)
declare i64 @__weft_num_groups_y() memory(none)
declare i64 @__weft_num_groups_z() memory(none)
declare i32 @__weft_work_dim() memory(none)
declare ptr addrspace(1) @__weft_default_queue() memory(none)
declare ptr addrspace(3) @__weft_local_base() memory(none)
