; RUN: %weft-opt --passes='work-group,default<O3>,verify' -S %s | FileCheck %s
; One store per work-item becomes vector stores, also when the index is an int.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: store <{{4|8|16|32}} x i32>
; CHECK-LABEL: define {{.*}} @__weft_kernel_truncated(
; CHECK: store <{{4|8|16|32}} x i32>
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %group = call i64 @__weft_group_id_x()
  %size = call i64 @__weft_enqueued_local_size_x()
  %offset = call i64 @__weft_global_offset_x()
  %local = call i64 @__weft_local_id_x()
  %m = mul i64 %group, %size
  %a = add i64 %m, %offset
  %id = add i64 %a, %local
  %q = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 7, ptr addrspace(1) %q
  ret void
}

define void @truncated(ptr addrspace(1) %p) "weft.kernel" {
  %group = call i64 @__weft_group_id_x()
  %size = call i64 @__weft_enqueued_local_size_x()
  %offset = call i64 @__weft_global_offset_x()
  %local = call i64 @__weft_local_id_x()
  %m = mul i64 %group, %size
  %a = add i64 %m, %offset
  %id = add i64 %a, %local
  %t = trunc i64 %id to i32
  %s = sext i32 %t to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %s
  store i32 %t, ptr addrspace(1) %q
  ret void
}

declare i64 @__weft_group_id_x() memory(none)
declare i64 @__weft_enqueued_local_size_x() memory(none)
declare i64 @__weft_global_offset_x() memory(none)
declare i64 @__weft_local_id_x() memory(none)
