; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; A kernel's scratch memory lies behind its values that live across barriers: 24 bytes for each work-item.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; %v takes 4 bytes, padded to 8, for each of the work-items.
; CHECK-LABEL: define dso_local void @__weft_kernel_k(
; CHECK: [[OFFSET:%.*]] = mul nuw nsw i64 %padded.items, 8
; CHECK: [[SCRATCH:%.*]] = getelementptr inbounds i8, ptr %context, i64 [[OFFSET]]
; CHECK: items.item.x:
; CHECK: [[PLACE:%.*]] = getelementptr i64, ptr [[SCRATCH]], i64 %local.id.x
; CHECK: store i64 %local.id.x, ptr [[PLACE]]
; CHECK: items.1.item.x:
; CHECK: load i64, ptr [[SCRATCH]]
; CHECK: attributes {{.*}}"weft.context_bytes_per_item"="32"
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_local_id_x()
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load volatile i32, ptr addrspace(1) %a
  %scratch = call ptr @__weft_scratch()
  %place = getelementptr i64, ptr %scratch, i64 %id
  store i64 %id, ptr %place
  call void @__weft_barrier()
  %first = load i64, ptr %scratch
  %t = trunc i64 %first to i32
  %sum = add i32 %v, %t
  store i32 %sum, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_local_id_x() memory(none)
declare ptr @__weft_scratch() memory(none)
declare void @__weft_barrier() convergent noduplicate
