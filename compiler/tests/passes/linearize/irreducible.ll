; RUN: %weft-opt --passes=linearize,verify -S %s | FileCheck %s
; A loop with two entries gets one.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @f(
; CHECK: entry:
; CHECK: [[TO_B:%.*]] = xor i1 %c, true
; CHECK-NEXT: br label %[[HEADER:.*]]
; CHECK: a:
; CHECK: call void @__weft_mask(i1 [[A:%.*]])
; CHECK: %i.next = add i32 [[I:%.*]], 1
; CHECK: [[ANY:%.*]] = call i1 @__weft_any(i1 [[A]])
; CHECK: br i1 [[ANY]], label %[[HEADER]], label
; CHECK: b:
; CHECK: call void @__weft_mask(i1 [[B:%.*]])
; CHECK: [[AGAIN:%.*]] = select i1 [[B]], i1 %more, i1 false
; Those who come from %b and those who began with %a run it together, each with its own value.
; CHECK-DAG: [[A]] = or i1 [[AGAIN]], [[BEGIN:%.*]]
; CHECK-DAG: [[I]] = select i1 [[AGAIN]], i32 %j.next, i32 [[X:%.*]]
; CHECK: [[HEADER]]:
; CHECK-DAG: [[ACTIVE:%.*]] = phi i1 [ true, %entry ], [ [[A]], %{{.*}} ]
; CHECK-DAG: [[X]] = phi i32 [ %x, %entry ],
; CHECK-DAG: [[WHERE:%.*]] = phi i1 {{.*}}[ [[TO_B]], %entry ]
; CHECK: [[B]] = select i1 [[ACTIVE]], i1 [[WHERE]], i1 false
; CHECK: [[NOT_B:%.*]] = xor i1 [[WHERE]], true
; CHECK: [[BEGIN]] = select i1 [[ACTIVE]], i1 [[NOT_B]], i1 false
define i32 @f(i32 %x, i32 %n) "weft.pack"="x" {
entry:
  %c = icmp slt i32 %x, 5
  br i1 %c, label %a, label %b
a:
  %i = phi i32 [ %x, %entry ], [ %j.next, %b ]
  %i.next = add i32 %i, 1
  br label %b
b:
  %j = phi i32 [ 0, %entry ], [ %i.next, %a ]
  %j.next = add i32 %j, 2
  %more = icmp slt i32 %j.next, %n
  br i1 %more, label %a, label %exit
exit:
  ret i32 %j.next
}
