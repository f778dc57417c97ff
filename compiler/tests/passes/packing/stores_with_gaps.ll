; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v4 --weft-width=16 -S %s | FileCheck %s --check-prefixes=CHECK,MASKS
; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v3 --weft-width=16 -S %s | FileCheck %s --check-prefixes=CHECK,NONE
; Two of three fields are written. One store of them all leaves gaps by a mask, where masks have registers of their own;
; elsewhere each lane's fields are stored by themselves.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@__weft_kernel_k(
; MASKS: call void @llvm.masked.store.v16
; NONE-NOT: call void @llvm.masked.store
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %items) #1 {
  %i = call i64 @__weft_global_id_x()
  %x.at = getelementptr { float, float, float }, ptr addrspace(1) %items, i64 %i
  %y.at = getelementptr i8, ptr addrspace(1) %x.at, i64 4
  %z.at = getelementptr i8, ptr addrspace(1) %x.at, i64 8
  %x = load float, ptr addrspace(1) %x.at
  %y = fadd float %x, 1.0
  %z = fadd float %x, 2.0
  store float %y, ptr addrspace(1) %y.at
  store float %z, ptr addrspace(1) %z.at
  ret void
}

declare i64 @__weft_global_id_x() #0

attributes #0 = { nounwind memory(none) }
attributes #1 = { nounwind "weft.kernel"="k" }
