; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s --implicit-check-not=l10.uniform
; A sum that is computed again behind a second barrier: the counter in it is kept from round to round, and what else all
; have in common is computed again from the arguments.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@__weft_kernel_budget(
; CHECK: %i.uniform = alloca i64
; CHECK: store i64 {{.*}}, ptr %i.uniform
; CHECK: load i64, ptr %i.uniform
define spir_kernel void @budget(ptr addrspace(1) %a, i64 %p, i64 %q, i64 %n) #0 {
entry:
  %id = call i64 @__weft_global_id_x()
  %l1 = xor i64 %p, %q
  %l2 = lshr i64 %l1, 3
  %l3 = and i64 %l2, %p
  %l4 = xor i64 %l3, 77
  %l5 = lshr i64 %l4, 1
  %l6 = xor i64 %l5, %q
  %l7 = and i64 %l6, 1023
  %l8 = xor i64 %l7, 55
  %l9 = lshr i64 %l8, 2
  %l10 = xor i64 %l9, 12
  %g = add i64 %id, %l10
  call void @__weft_barrier()
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %more, %loop ]
  %x = add i64 %g, %i
  %pa = getelementptr i64, ptr addrspace(1) %a, i64 %x
  store i64 1, ptr addrspace(1) %pa
  call void @__weft_barrier()
  %pb = getelementptr i32, ptr addrspace(1) %a, i64 %x
  store i32 2, ptr addrspace(1) %pb
  %more = add i64 %i, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %end

end:
  ret void
}

declare i64 @__weft_global_id_x() memory(none) nounwind
declare void @__weft_barrier() convergent noduplicate

attributes #0 = { "weft.kernel" }
