; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; Lanes are work-items of the dimension whose neighbours in memory they are.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; A launch that is narrow in that dimension goes the other way.
; CHECK-LABEL: define dso_local void @__weft_kernel_column(
; CHECK: [[FIELD:%.*]] = getelementptr inbounds i8, ptr %launch, i64 24
; CHECK: %field = load i64, ptr [[FIELD]]
; CHECK: [[WIDE:%.*]] = icmp uge i64 %field, 4
; CHECK: br i1 [[WIDE]], label %other, label %own
; CHECK: other:
; CHECK-NEXT: call void @__weft_kernel_column.exchanged(ptr %launch, ptr %memory, i64 %first, i64 %end)
; CHECK-NEXT: ret void
; CHECK: own:
; CHECK: call void @llvm.masked.scatter
define void @column(ptr addrspace(1) %p, i64 %pitch) "weft.kernel" {
  %row = call i64 @__weft_global_id_x()
  %column = call i64 @__weft_global_id_y()
  %start = mul i64 %row, %pitch
  %at = add i64 %start, %column
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %at
  store i32 1, ptr addrspace(1) %a
  ret void
}

; Dimension 0 stays where it is as good.
; CHECK-LABEL: define dso_local void @__weft_kernel_row(
; CHECK-NOT: exchanged
; CHECK-LABEL: define dso_local void @__weft_kernel_either(
; CHECK-NOT: exchanged
; CHECK-LABEL: define dso_local void @__weft_kernel_groups(
define void @row(ptr addrspace(1) %p, i64 %pitch) "weft.kernel" {
  %column = call i64 @__weft_global_id_x()
  %row = call i64 @__weft_global_id_y()
  %start = mul i64 %row, %pitch
  %at = add i64 %start, %column
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %at
  store i32 1, ptr addrspace(1) %a
  ret void
}

define void @either(ptr addrspace(1) %p, ptr addrspace(1) %q) "weft.kernel" {
  %x = call i64 @__weft_global_id_x()
  %y = call i64 @__weft_global_id_y()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %x
  %v = load i32, ptr addrspace(1) %a
  %both = add i64 %x, %y
  %b = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %both
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; A group of dimension 1 that the kernel asks for is not one with its neighbours.
; CHECK-NOT: exchanged
; CHECK-LABEL: define dso_local void @__weft_kernel_required(
define void @groups(ptr addrspace(1) %p, i64 %pitch) "weft.kernel" {
  %row = call i64 @__weft_global_id_x()
  %column = call i64 @__weft_global_id_y()
  %group = call i64 @__weft_group_id_y()
  %start = mul i64 %row, %pitch
  %at = add i64 %start, %column
  %a = getelementptr inbounds i64, ptr addrspace(1) %p, i64 %at
  store i64 %group, ptr addrspace(1) %a
  ret void
}

define void @required(ptr addrspace(1) %p, i64 %pitch) "weft.kernel" !reqd_work_group_size !0 {
  %row = call i64 @__weft_global_id_x()
  %column = call i64 @__weft_global_id_y()
  %start = mul i64 %row, %pitch
  %at = add i64 %start, %column
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %at
  store i32 1, ptr addrspace(1) %a
  ret void
}

; The kernel's dimension 0 is the launch's 1: sizes at 16 and 24, offsets at 40 and 48.
; CHECK-LABEL: define internal void @__weft_kernel_column.exchanged(
; CHECK: getelementptr inbounds i8, ptr %launch, i64 24
; CHECK-NEXT: %global.size.x = load
; CHECK: getelementptr inbounds i8, ptr %launch, i64 48
; CHECK-NEXT: %global.offset.x = load
; CHECK: getelementptr inbounds i8, ptr %launch, i64 16
; CHECK-NEXT: %global.size.y = load
; CHECK-NOT: masked.scatter
; CHECK: store <4 x i32>

; A required size goes along.
; CHECK-LABEL: define internal void @__weft_kernel_required.exchanged(
; CHECK: mul nuw i64 %group.id.x, 32
; CHECK: mul nuw i64 32, %groups.merged
; CHECK: mul nuw i64 %group.id.y, 2

declare i64 @__weft_global_id_x() #0
declare i64 @__weft_global_id_y() #0
declare i64 @__weft_group_id_y() #0

attributes #0 = { nounwind memory(none) }

!0 = !{i32 2, i32 32, i32 1}
