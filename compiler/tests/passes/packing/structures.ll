; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; Fields of an array of structures: wide loads and stores with shuffles.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[LOW:%.*]] = load <4 x float>, ptr addrspace(1) [[AT:%.*]], align 4
; CHECK: [[HALF:%.*]] = getelementptr i8, ptr addrspace(1) [[AT]], i64 16
; CHECK: [[HIGH:%.*]] = load <4 x float>, ptr addrspace(1) [[HALF]], align 4
; CHECK-DAG: [[X:%.*]] = shufflevector <4 x float> [[LOW]], <4 x float> [[HIGH]], <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK-DAG: [[Y:%.*]] = shufflevector <4 x float> [[LOW]], <4 x float> [[HIGH]], <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: [[S:%.*]] = fadd <4 x float> [[X]], [[Y]]
; CHECK: [[D:%.*]] = fsub <4 x float> [[X]], [[Y]]
; CHECK-DAG: [[LOW:%.*]] = shufflevector <4 x float> [[S]], <4 x float> [[D]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK-DAG: [[HIGH:%.*]] = shufflevector <4 x float> [[S]], <4 x float> [[D]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: store <4 x float> [[LOW]],
; CHECK: store <4 x float> [[HIGH]],
; CHECK: items.pack.next:
; CHECK: items.rest:
; CHECK-NOT: {{(load|store) <}}
; CHECK: items.rest.next:
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds { float, float }, ptr addrspace(1) %p, i64 %id, i32 0
  %b = getelementptr inbounds { float, float }, ptr addrspace(1) %p, i64 %id, i32 1
  %x = load float, ptr addrspace(1) %a
  %y = load float, ptr addrspace(1) %b
  %s = fadd float %x, %y
  %d = fsub float %x, %y
  store float %s, ptr addrspace(1) %a
  store float %d, ptr addrspace(1) %b
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
