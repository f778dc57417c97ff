; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; Across a barrier: what is cheap is computed again, what is uniform has one copy, the rest a slot per work-item.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK-DAG: %uniform.uniform = alloca i32
; CHECK-DAG: mul nuw nsw i64 %padded.items, 0
; CHECK-DAG: mul nuw nsw i64 %padded.items, 16
; CHECK: items.item.x:
; CHECK: %uniform = sdiv i32 %n, 3
; CHECK: store i32 %uniform, ptr %uniform.uniform
; CHECK: items.1:
; CHECK: load i32, ptr %uniform.uniform
; CHECK: items.1.item.x:
; CHECK-DAG: add i64 %local.id.x{{.*}}, 5
; CHECK-DAG: load double, ptr {{%.*slot.*}}, align 8, !alias.scope
; CHECK-DAG: load <3 x float>, ptr {{%.*slot.*}}, align 16, !alias.scope
; CHECK: "weft.context_bytes_per_item"="24"
define void @k(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
  %id = call i64 @__weft_local_id_x()
  %cheap = add i64 %id, 5
  %uniform = sdiv i32 %n, 3
  %wide = load double, ptr addrspace(1) %p
  %odd = load <3 x float>, ptr addrspace(1) %p
  call void @__weft_barrier()
  store volatile i64 %cheap, ptr addrspace(1) %p
  store volatile i32 %uniform, ptr addrspace(1) %p
  store volatile double %wide, ptr addrspace(1) %p
  store volatile <3 x float> %odd, ptr addrspace(1) %p
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
