; RUN: %weft-opt --passes='print<cost>' --weft-width=1 -o %t %s | FileCheck %s --check-prefixes=CHECK,ONE
; RUN: %weft-opt --print-cost --weft-width=8 -o %t %s | FileCheck %s --check-prefixes=CHECK,PACK
; An instruction's cost, times how often its block is taken to run: 256 for a loop up to an argument. What lies
; side by side is one access for a pack, and a sum of floats waits for itself longer than its instructions take: eight
; work-items wait no longer than one.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: cost of 'f':
; CHECK: %entry:
; CHECK: 0.00 x 1.00 %id = call
; ONE: 0.50 x 1.00 %x = load
; PACK: 1.00 x 1.00 %x = load
; CHECK: %loop:
; CHECK: {{[0-9.]+}} x 256.00 %next = add i32 %i, 1
; CHECK: %exit:
; ONE: 1 side by side: 1{{[0-9][0-9][0-9]}}.{{[0-9]+}} cycles each
; PACK: 8 side by side: 1{{[0-9][0-9]}}.{{[0-9]+}} cycles each
define void @f(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %x = load float, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ %x, %entry ], [ %t, %loop ]
  %t = fadd float %s, %x
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  store float %t, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x()
