; Kernels that meet nowhere stay as they are, their barriers too.
; RUN: %weft-opt --passes=sub-group-meets,verify -S %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare void @__weft_sub_group_barrier() convergent
declare i32 @__weft_sub_group_meet() convergent

; CHECK-LABEL: define void @k(
; CHECK-NEXT: call void @__weft_sub_group_barrier()
; CHECK-NEXT: ret void
define void @k() #0 {
  call void @__weft_sub_group_barrier()
  ret void
}

attributes #0 = { "weft.kernel" }
