; RUN: %weft-opt --passes='print<cost>' -o %t %s | FileCheck %s
; An instruction's cost, times how often its block is taken to run: 8 for a loop of which nothing is known. The loop's
; sum of floats waits for itself longer than its instructions take.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: cost of 'f':
; CHECK: %entry:
; CHECK-NEXT: {{[0-9.]+}} x 1.00 %start = fadd float
; CHECK: %loop:
; CHECK: 1.00 x 8.00 %next = add i32 %i, 1
; CHECK: %exit:
; CHECK: total {{[1-9]}}
define float @f(float %x, i32 %n) {
entry:
  %start = fadd float %x, 1.0
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ %start, %entry ], [ %t, %loop ]
  %t = fadd float %s, %x
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret float %t
}
