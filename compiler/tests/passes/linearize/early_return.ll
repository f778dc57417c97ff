; RUN: %weft-opt --passes=linearize,verify -S %s | FileCheck %s
; A return in a loop: one return is left, and who returned early does not run what follows.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @f(
; CHECK: [[LEFT:%early.left]] = phi i1 [ false, %entry ], [ [[NOW:%.*]], %{{.*}} ]
; CHECK: [[ACTIVE:%.*]] = phi i1 [ true, %entry ], [ [[STAY:%.*]], %{{.*}} ]
; CHECK-DAG: [[STAY]] = select i1 [[ACTIVE]], i1 {{%.*}}, i1 false
; CHECK-DAG: [[RETURN:%.*]] = select i1 [[ACTIVE]], i1 %c, i1 false
; CHECK: [[NOW]] = select i1 [[RETURN]], i1 true, i1 [[LEFT]]
; The loop's uniform condition counts only while somebody is in the loop.
; CHECK: latch:
; CHECK: [[ANY:%.*]] = call i1 @__weft_any(i1 [[STAY]])
; CHECK: br i1 [[ANY]], label %[[BODY:.*]], label %loop.done
; CHECK: [[BODY]]:
; CHECK: br i1 %more,
; CHECK: loop.done:
; CHECK: [[REST:%.*]] = xor i1 [[NOW]], true
; CHECK: exit:
; CHECK: call void @__weft_mask(i1 [[REST]])
; CHECK-NEXT: store i32 1, ptr %p
; CHECK: ret void
; CHECK-NOT: ret void
; CHECK: }
define void @f(i32 %x, i32 %n, ptr %p) "weft.pack"="x,p" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %c = icmp eq i32 %i, %x
  br i1 %c, label %early, label %latch
early:
  ret void
latch:
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  store i32 1, ptr %p
  ret void
}
