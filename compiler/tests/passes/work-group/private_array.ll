; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; An array whose contents live across a barrier lies in the context, one that does not in the frame.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: %short = alloca [4 x i32], align 4
; CHECK-NOT: %long = alloca
; CHECK: items.item.x:
; CHECK-DAG: %long = getelementptr inbounds [32 x i8], ptr %context.slot, i64 %local.linear
; CHECK-DAG: call void @llvm.lifetime.start.p0(ptr %short)
; CHECK: getelementptr inbounds [8 x i32], ptr %long
; CHECK: getelementptr inbounds [4 x i32], ptr %short
; CHECK: call void @llvm.lifetime.end.p0(ptr %short)
; CHECK: items.1.item.x:
; CHECK: [[LONG:%long.*]] = getelementptr inbounds [32 x i8], ptr %context.slot, i64 %local.linear
; CHECK: getelementptr inbounds [8 x i32], ptr [[LONG]], i64 0, i64 3
; CHECK-NOT: lifetime{{.*}}long
; CHECK: "weft.context_bytes_per_item"="32"
; CHECK-SAME: "weft.private_bytes"="48"
define void @k(ptr addrspace(1) %p, i64 %i) "weft.kernel" {
  %long = alloca [8 x i32], align 16
  %short = alloca [4 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr %long)
  %a = getelementptr inbounds [8 x i32], ptr %long, i64 0, i64 %i
  store i32 1, ptr %a
  %b = getelementptr inbounds [4 x i32], ptr %short, i64 0, i64 %i
  store volatile i32 1, ptr %b
  call void @__weft_barrier()
  %c = getelementptr inbounds [8 x i32], ptr %long, i64 0, i64 3
  %x = load i32, ptr %c
  call void @llvm.lifetime.end.p0(ptr %long)
  store i32 %x, ptr addrspace(1) %p
  ret void
}

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
