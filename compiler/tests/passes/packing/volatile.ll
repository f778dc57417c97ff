; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; Volatile accesses: one for each lane, in order, also at a uniform address.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[V0:%.*]] = load volatile i32, ptr addrspace(1) %u
; CHECK: [[V1:%.*]] = load volatile i32, ptr addrspace(1) %u
; CHECK: [[V2:%.*]] = load volatile i32, ptr addrspace(1) %u
; CHECK: [[V3:%.*]] = load volatile i32, ptr addrspace(1) %u
; CHECK: store volatile i32 [[V0]], ptr addrspace(1) [[A:%.*]], align 4
; CHECK: [[A1:%.*]] = getelementptr i8, ptr addrspace(1) [[A]], i64 4
; CHECK: store volatile i32 [[V1]], ptr addrspace(1) [[A1]]
; CHECK: store volatile i32 [[V2]],
; CHECK: store volatile i32 [[V3]],
; CHECK: items.rest:
; CHECK-COUNT-4: load volatile i32
; CHECK-NOT: load volatile i32
; CHECK-COUNT-4: store volatile i32
; CHECK-NOT: volatile
; CHECK: items.rest.next:
define void @k(ptr addrspace(1) %p, ptr addrspace(1) %u) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load volatile i32, ptr addrspace(1) %u
  store volatile i32 %v, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
