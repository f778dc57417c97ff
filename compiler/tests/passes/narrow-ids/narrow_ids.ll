; RUN: %weft-opt --passes=narrow-ids,verify -S %s | FileCheck %s
; Ids that a kernel keeps in an int are asked for as such; a local one is no negative number.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @k(
; CHECK-NEXT: %x = call i32 @__weft_global_id32_x()
; CHECK-NEXT: %l = call i32 @__weft_local_id32_y()
; CHECK-NEXT: [[Z:%.*]] = call i64 @__weft_local_id_z()
; CHECK-NEXT: trunc i64 [[Z]] to i16
; CHECK-NEXT: [[GROUP:%.*]] = call i64 @__weft_group_id_x()
; CHECK-NEXT: trunc i64 [[GROUP]] to i32
; CHECK: declare noundef i32 @__weft_global_id32_x()
; CHECK: declare noundef range(i32 0, 2147483647) i32 @__weft_local_id32_y()
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %x = trunc i64 %id to i32
  %local = call i64 @__weft_local_id_y()
  %l = trunc i64 %local to i32
  %local.z = call i64 @__weft_local_id_z()
  %z = trunc i64 %local.z to i16
  %group = call i64 @__weft_group_id_x()
  %g = trunc i64 %group to i32
  %wide = zext i16 %z to i32
  %s = add i32 %x, %l
  %t = add i32 %s, %wide
  %u = add i32 %t, %g
  store i32 %u, ptr addrspace(1) %p
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
declare i64 @__weft_local_id_y() memory(none)
declare i64 @__weft_local_id_z() memory(none)
declare i64 @__weft_group_id_x() memory(none)
