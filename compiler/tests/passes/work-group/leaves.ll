; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; What is computed again behind a barrier from the counter of a loop: only where all work-items have the counter's value
; in common there, and the counter is kept then.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Work-items leave the loop at different times: each keeps its own.
; CHECK-LABEL: define {{.*}}@__weft_kernel_apart(
; CHECK-NOT: .uniform
; CHECK: store i64 {{.*}}, ptr %x.slot
; CHECK: attributes
define spir_kernel void @apart(ptr addrspace(1) %a, i64 %n) #0 {
entry:
  %id = call i64 @__weft_global_id_x()
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %more, %loop ]
  %in = mul i64 %i, %n
  %x = add i64 %id, %in
  %pa = getelementptr i64, ptr addrspace(1) %a, i64 %x
  %v = load i64, ptr addrspace(1) %pa
  %more = add i64 %i, 1
  %again = icmp sgt i64 %v, 0
  br i1 %again, label %loop, label %end

end:
  call void @__weft_barrier()
  %pb = getelementptr i32, ptr addrspace(1) %a, i64 %x
  store i32 2, ptr addrspace(1) %pb
  ret void
}

declare i64 @__weft_global_id_x() memory(none) nounwind
declare void @__weft_barrier() convergent noduplicate

attributes #0 = { "weft.kernel" }
