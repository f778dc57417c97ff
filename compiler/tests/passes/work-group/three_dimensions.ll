; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; Slots are numbered along x, then y, then z; their arrays are made for the enqueued size rounded up to 64.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: [[XY:%.*]] = mul nuw nsw i64 %enqueued.size.x, %enqueued.size.y
; CHECK: [[XYZ:%.*]] = mul nuw nsw i64 [[XY]], %enqueued.size.z
; CHECK: [[UP:%.*]] = add nuw nsw i64 [[XYZ]], 127
; CHECK: %padded.items = and i64 [[UP]], -64
; CHECK: items.item.y:
; CHECK: [[ZY:%.*]] = mul nuw nsw i64 %local.id.z, %local.size.y
; CHECK: [[ROW:%.*]] = add nuw nsw i64 [[ZY]], %local.id.y
; CHECK: %local.row = mul nuw nsw i64 [[ROW]], %local.size.x
; CHECK: items.item.x:
; CHECK: %local.linear = add nuw nsw i64 %local.row, %local.id.x
; CHECK: getelementptr inbounds [4 x i8], ptr %context.slot, i64 %local.linear
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %a = load volatile i32, ptr addrspace(1) %p
  call void @__weft_barrier()
  store volatile i32 %a, ptr addrspace(1) %p
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
