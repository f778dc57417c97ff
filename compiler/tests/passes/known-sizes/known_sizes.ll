; RUN: %weft-opt --passes=known-sizes,verify -S %s | FileCheck %s
; Sizes of groups are constants where all groups have the size that the kernel requires.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @even(
; CHECK-NEXT: [[ID:%.*]] = call i64 @__weft_local_id_x()
; CHECK-NEXT: store volatile i64 64, ptr addrspace(1) %p
; CHECK-NEXT: store volatile i64 2, ptr addrspace(1) %p
; CHECK-NEXT: store volatile i64 1, ptr addrspace(1) %p
; CHECK-NEXT: store volatile i64 64, ptr addrspace(1) %p
; CHECK-NEXT: [[ALL:%.*]] = call i64 @__weft_global_size_x()
; CHECK-NEXT: store volatile i64 [[ALL]],
; CHECK-NEXT: store volatile i64 [[ID]],
define void @even(ptr addrspace(1) %p) "weft.kernel" "uniform-work-group-size"="true" !reqd_work_group_size !0 {
  %id = call i64 @__weft_local_id_x()
  %x = call i64 @__weft_local_size_x()
  store volatile i64 %x, ptr addrspace(1) %p
  %y = call i64 @__weft_local_size_y()
  store volatile i64 %y, ptr addrspace(1) %p
  %z = call i64 @__weft_local_size_z()
  store volatile i64 %z, ptr addrspace(1) %p
  %enqueued = call i64 @__weft_enqueued_local_size_x()
  store volatile i64 %enqueued, ptr addrspace(1) %p
  %all = call i64 @__weft_global_size_x()
  store volatile i64 %all, ptr addrspace(1) %p
  store volatile i64 %id, ptr addrspace(1) %p
  ret void
}

; The last groups may be smaller.
; CHECK-LABEL: define void @uneven(
; CHECK-NEXT: call i64 @__weft_local_id_x()
; CHECK-NEXT: [[SIZE:%.*]] = call i64 @__weft_local_size_x()
; CHECK-NEXT: store volatile i64 [[SIZE]],
; CHECK-NEXT: store volatile i64 64,
define void @uneven(ptr addrspace(1) %p) "weft.kernel" "uniform-work-group-size"="false" !reqd_work_group_size !0 {
  %id = call i64 @__weft_local_id_x()
  %x = call i64 @__weft_local_size_x()
  store volatile i64 %x, ptr addrspace(1) %p
  %enqueued = call i64 @__weft_enqueued_local_size_x()
  store volatile i64 %enqueued, ptr addrspace(1) %p
  ret void
}

; A version's are even, whatever the program's may be.
; CHECK-LABEL: define void @version(
; CHECK-NEXT: store volatile i64 64,
define void @version(ptr addrspace(1) %p) "weft.kernel" "weft.even_groups" !reqd_work_group_size !0 {
  %x = call i64 @__weft_local_size_x()
  store volatile i64 %x, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define void @any(
; CHECK: call i64 @__weft_local_size_x()
; CHECK: call i64 @__weft_enqueued_local_size_x()
define void @any(ptr addrspace(1) %p) "weft.kernel" "uniform-work-group-size"="true" {
  %x = call i64 @__weft_local_size_x()
  store volatile i64 %x, ptr addrspace(1) %p
  %enqueued = call i64 @__weft_enqueued_local_size_x()
  store volatile i64 %enqueued, ptr addrspace(1) %p
  ret void
}

declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_local_size_x() memory(none)
declare i64 @__weft_local_size_y() memory(none)
declare i64 @__weft_local_size_z() memory(none)
declare i64 @__weft_enqueued_local_size_x() memory(none)
declare i64 @__weft_global_size_x() memory(none)

!0 = !{i32 64, i32 2, i32 1}
