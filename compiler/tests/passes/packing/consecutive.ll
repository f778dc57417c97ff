; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; Consecutive addresses: whole vectors in full packs, masked ones in the rest of a row; uniform ones once.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[FROM:%.*]] = getelementptr float, ptr addrspace(1) %p, i64 %global.id.x
; CHECK: [[V:%.*]] = load <4 x float>, ptr addrspace(1) [[FROM]], align 4
; CHECK: load float, ptr addrspace(1) %u
; CHECK-NOT: ptr addrspace(1) %u
; CHECK: [[S:%.*]] = fmul <4 x float> [[V]],
; CHECK: [[TO:%.*]] = getelementptr float, ptr addrspace(1) %q, i64 %global.id.x
; CHECK: store <4 x float> [[S]], ptr addrspace(1) [[TO]], align 4
; CHECK: items.rest:
; CHECK: [[V:%.*]] = call <4 x float> @llvm.masked.load{{.*}}(ptr addrspace(1) align 4 {{%.*}}, <4 x i1> %rest.mask,
; CHECK: load float, ptr addrspace(1) %u
; CHECK-NOT: ptr addrspace(1) %u
; CHECK: [[S:%.*]] = fmul <4 x float> [[V]],
; CHECK: call void @llvm.masked.store{{.*}}(<4 x float> [[S]], ptr addrspace(1) align 4 {{%.*}}, <4 x i1> %rest.mask)
; CHECK: items.rest.next:
define void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %u) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %from = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %from
  %w = load float, ptr addrspace(1) %u
  %s = fmul float %v, %w
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %s, ptr addrspace(1) %to
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
