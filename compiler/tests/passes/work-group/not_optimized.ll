; RUN: %weft-opt --passes=weft-O0,verify -S %s | FileCheck %s
; Without optimization variables stay in memory, and those that live across a barrier are in the context.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: %x = getelementptr inbounds [4 x i8], ptr %context.slot, i64 %local.linear
; CHECK: store i32 1, ptr %x
; CHECK: items.1.item.x:
; CHECK: [[X:%x.*]] = getelementptr inbounds [4 x i8], ptr %context.slot
; CHECK: load i32, ptr [[X]]
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %x = alloca i32, align 4
  store i32 1, ptr %x
  call void @__weft_barrier()
  %v = load i32, ptr %x
  store i32 %v, ptr addrspace(1) %p
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
