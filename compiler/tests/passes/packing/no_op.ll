; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; A width of 1: one work-item after the other, without vectors; functions that are no kernels stay.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK-NOT: <{{[0-9]+}} x
; CHECK: store float 1.000000e+00
; CHECK-NOT: <{{[0-9]+}} x
; CHECK: add nuw nsw i64 %local.id.x, 1
; CHECK: br i1 {{.*}}, !llvm.loop [[ITEMS:![0-9]+]]
; CHECK-NOT: store
; CHECK: ret void
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define void @f(
; CHECK-NEXT: %id = call i64 @__weft_global_id_x()
; CHECK-NEXT: getelementptr inbounds float
; CHECK-NEXT: store float 1.000000e+00
; CHECK-NEXT: ret void
; CHECK-NOT: weft.pack_width
define void @f(ptr addrspace(1) %p) {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  store float 1.0, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() memory(none)

; LLVM must not make vectors of the loop, either.
; CHECK: [[ITEMS]] = distinct !{[[ITEMS]], {{![0-9]+}}, {{![0-9]+}}, [[SCALAR:![0-9]+]]}
; CHECK: [[SCALAR]] = !{!"llvm.loop.vectorize.enable", i1 false}
