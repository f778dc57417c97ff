; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; RUN: %weft-opt --passes="work-group,function(gather-lowering),verify" --weft-width=4 -S %s | FileCheck %s --check-prefix=BASE
; Addresses that each work-item loads: gathers and scatters where the CPU has them, else one access for each lane.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; BASE-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[I:%.*]] = load <4 x i64>
; CHECK: [[A:%.*]] = getelementptr i32, ptr addrspace(1) %p, <4 x i64> [[I]]
; CHECK: [[V:%.*]] = call <4 x i32> @llvm.masked.gather{{.*}}({{.*}} [[A]], <4 x i1> splat (i1 true),
; CHECK: [[W:%.*]] = add <4 x i32> [[V]], splat (i32 1)
; CHECK: call void @llvm.masked.scatter{{.*}}(<4 x i32> [[W]], {{.*}} [[A]], <4 x i1> splat (i1 true))
; CHECK: items.rest:
; CHECK: @llvm.masked.gather{{.*}}, <4 x i1> %rest.mask,
; CHECK: @llvm.masked.scatter{{.*}}, <4 x i1> %rest.mask)
; BASE: items.pack:
; BASE: getelementptr i32, ptr addrspace(1) %p, <4 x i64>
; BASE-COUNT-4: load i32, ptr addrspace(1) {{%.*}}, align 4
; BASE: add <4 x i32>
; BASE-COUNT-4: store i32 {{%.*}}, ptr addrspace(1) {{%.*}}, align 4
; Lanes that are off access a place of the stack frame.
; BASE: items.rest:
; BASE: @llvm.masked.load.v4i64
; BASE: [[NOWHERE:%.*]] = addrspacecast ptr %nowhere{{.*}} to ptr addrspace(1)
; BASE: [[ALL:%.*]] = insertelement <4 x ptr addrspace(1)> poison, ptr addrspace(1) [[NOWHERE]], i64 0
; BASE: [[OFF:%.*]] = shufflevector <4 x ptr addrspace(1)> [[ALL]],
; BASE: select <4 x i1> %rest.mask, <4 x ptr addrspace(1)> {{%.*}}, <4 x ptr addrspace(1)> [[OFF]]
; BASE-COUNT-4: load i32,
; BASE: select <4 x i1> %rest.mask, <4 x ptr addrspace(1)>
; BASE-COUNT-4: store i32
; BASE: items.rest.next:
define void @k(ptr addrspace(1) %p, ptr addrspace(1) %index) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i64, ptr addrspace(1) %index, i64 %id
  %i = load i64, ptr addrspace(1) %a
  %from = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %from
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %from
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
