; RUN: %weft-opt --passes=linearize,verify -S %s | FileCheck %s
; A divergent branch in a uniform loop: the loop stays, and its counter is no select.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @sum(
; CHECK: loop:
; CHECK-DAG: %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
; CHECK-DAG: %s = phi i32 [ 0, %entry ], [ [[T:%.*]], %latch ]
; CHECK: call void @__weft_mask(i1 %c)
; CHECK-NEXT: %u = add i32 %s, %i
; CHECK-NEXT: [[T]] = select i1 %c, i32 %u, i32 %s
; CHECK: latch:
; CHECK-NOT: select
; CHECK: br i1 %more, label %loop, label %exit
; CHECK-NOT: __weft_any
; CHECK: ret i32
define i32 @sum(i32 %x, i32 %n) "weft.pack"="x" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %s = phi i32 [ 0, %entry ], [ %t, %latch ]
  %c = icmp slt i32 %x, %i
  br i1 %c, label %then, label %latch
then:
  %u = add i32 %s, %i
  br label %latch
latch:
  %t = phi i32 [ %u, %then ], [ %s, %loop ]
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %t
}
