; RUN: %weft-opt --passes=work-group,verify --weft-width=64 -weft-regions-in-entry=0 -S %s | FileCheck %s
; Regions that became functions make the lanes of a row's last pack by themselves: no vector is passed lane by lane.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK-NOT: call void @__weft_kernel_k.region{{.*}}<64 x
; CHECK: call void @__weft_kernel_k.region(
; CHECK-NOT: call void @__weft_kernel_k.region{{.*}}<64 x
; CHECK: call void @__weft_kernel_k.region.1(
; CHECK: define internal void @__weft_kernel_k.region(
; CHECK: [[REST:%.*]] = icmp ult <64 x i32>
; CHECK: llvm.masked.{{.*}}<64 x i1> [[REST]]
; CHECK: define internal void @__weft_kernel_k.region.1(
; CHECK: icmp ult <64 x i32>
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %x = call i64 @__weft_local_id_x()
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %x
  store i32 1, ptr addrspace(1) %a
  call void @__weft_barrier()
  store i32 2, ptr addrspace(1) %a
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
