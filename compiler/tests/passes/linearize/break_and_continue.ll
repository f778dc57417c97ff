; RUN: %weft-opt --passes=linearize,verify -S %s | FileCheck %s
; Break and continue that diverge; a uniform exit of the same loop leads out with everyone who is left.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @f(
; CHECK: loop:
; CHECK-DAG: [[LEFT:%.*]] = phi i32 [ poison, %entry ], [
; CHECK-DAG: [[ACTIVE:%.*]] = phi i1 [ true, %entry ], [ [[NEXT:%.*]], %loop.next ]
; The uniform exit is still a branch; whoever is active takes %s along.
; CHECK: br i1 %end, label %[[UNIFORM:.*]], label %body
; CHECK: [[UNIFORM]]:
; CHECK: [[WITH_S:%.*]] = select i1 [[ACTIVE]], i32 %s, i32 [[LEFT]]
; CHECK-NEXT: br label %loop.done
; CHECK: body:
; CHECK-DAG: [[NOT_STOP:%.*]] = xor i1 %stop, true
; CHECK-DAG: [[WORK:%.*]] = select i1 [[ACTIVE]], i1 [[NOT_STOP]], i1 false
; CHECK-DAG: [[BREAK:%.*]] = select i1 [[ACTIVE]], i1 %stop, i1 false
; CHECK: [[WITH_I:%.*]] = select i1 [[BREAK]], i32 %i, i32 [[LEFT]]
; CHECK: work:
; CHECK: [[NOT_SKIP:%.*]] = xor i1 %skip, true
; CHECK: [[ADD:%.*]] = select i1 [[WORK]], i1 [[NOT_SKIP]], i1 false
; CHECK: %u = add i32 %s, %i
; CHECK: select i1 [[ADD]], i32 %u, i32 %s
; Who skipped the addition stays in the loop, who broke does not.
; CHECK: [[NEXT]] = phi i1 [ [[WORK]], %latch ]
; CHECK: [[ANY:%.*]] = call i1 @__weft_any(i1 [[NEXT]])
; CHECK: br i1 [[ANY]], label %loop, label %loop.done
; CHECK: loop.done:
; CHECK: [[R:%.*]] = phi i32 {{.*}}[ [[WITH_S]], %[[UNIFORM]] ]
; CHECK: %r = phi i32 [ [[R]], %loop.done ]
define i32 @f(i32 %x, i32 %n) "weft.pack"="x" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %s = phi i32 [ %x, %entry ], [ %t, %latch ]
  %end = icmp eq i32 %i, %n
  br i1 %end, label %exit, label %body
body:
  %stop = icmp eq i32 %s, 100
  br i1 %stop, label %exit, label %work
work:
  %skip = icmp slt i32 %s, %i
  br i1 %skip, label %latch, label %add
add:
  %u = add i32 %s, %i
  br label %latch
latch:
  %t = phi i32 [ %s, %work ], [ %u, %add ]
  %i.next = add i32 %i, 1
  br label %loop
exit:
  %r = phi i32 [ %s, %loop ], [ %i, %body ]
  ret i32 %r
}
