; RUN: %weft-opt --cpu=generic-rv64 --passes=sunk-splats,verify -S %s | FileCheck %s
; Without vector registers nothing is short of them.

target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
target triple = "riscv64-unknown-linux-gnu"

; CHECK-LABEL: define void @twice(
; CHECK: loop:
; CHECK-NOT: load float
; CHECK: ret void
define void @twice(ptr noalias %o, ptr noalias %a, i64 %n) {
entry:
  %s = load float, ptr %a, align 4
  %i = insertelement <8 x float> poison, float %s, i64 0
  %v = shufflevector <8 x float> %i, <8 x float> poison, <8 x i32> zeroinitializer
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr <8 x float>, ptr %o, i64 %j
  %x = load <8 x float>, ptr %q, align 4
  %t = fmul <8 x float> %x, %v
  store <8 x float> %t, ptr %q, align 4
  %next = add i64 %j, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}
