; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; Across a barrier: a slot of the context takes a vector, a uniform value is stored once for the pack and read before
; the next loop.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[V:%.*]] = load <4 x float>, ptr addrspace(1)
; CHECK: [[UNIFORM:%.*]] = sdiv i32 %n, 3
; CHECK: [[SLOT:%.*]] = getelementptr [4 x i8], ptr %context.slot, i64 %local.linear
; CHECK: store <4 x float> [[V]], ptr [[SLOT]], align 4, !alias.scope
; CHECK: store i32 [[UNIFORM]], ptr %uniform.uniform
; CHECK-NEXT: br label %items.pack.next
; CHECK: items.rest:
; CHECK-NOT: %nowhere
; CHECK: store i32 {{%.*}}, ptr %uniform.uniform
; CHECK: items.1:
; CHECK: %uniform = load i32, ptr %uniform.uniform
; CHECK: items.1.pack:
; CHECK-NOT: load i32
; CHECK: [[SLOT:%.*]] = getelementptr [4 x i8], ptr %context.slot, i64 %local.linear
; CHECK: [[V:%.*]] = load <4 x float>, ptr [[SLOT]], align 4, !alias.scope
; CHECK: sitofp i32 %uniform to float
; CHECK: fadd <4 x float> [[V]],
; CHECK: items.1.rest:
; CHECK-NOT: %uniform.uniform
; CHECK: "weft.context_bytes_per_item"="4"
define void @k(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
  %id = call i64 @__weft_local_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %a
  %uniform = sdiv i32 %n, 3
  call void @__weft_barrier()
  %f = sitofp i32 %uniform to float
  %w = fadd float %v, %f
  store float %w, ptr addrspace(1) %a
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
