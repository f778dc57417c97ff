; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; A kernel that never ends is still valid code.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.end:
; CHECK-NEXT: br label %items.1
; CHECK: items.1.end:
; CHECK-NEXT: br label %items.1
define void @k(ptr addrspace(1) %p) "weft.kernel" {
entry:
  br label %loop
loop:
  store volatile i32 1, ptr addrspace(1) %p
  call void @__weft_barrier()
  br label %loop
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
