; RUN: %weft-opt --passes=linearize,verify -S %s | FileCheck %s
; A loop runs until the last work-item has left; each keeps the value that it left with.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @count(
; CHECK: loop:
; CHECK-DAG: [[LEFT:%.*]] = phi i32 [ poison, %entry ], [ [[NOW:%.*]], %loop.next ]
; CHECK-DAG: [[ACTIVE:%.*]] = phi i1 [ true, %entry ], [ [[STAY:%.*]], %loop.next ]
; CHECK-DAG: %i = phi i32 [ 0, %entry ], [ %i.next, %loop.next ]
; CHECK: call void @__weft_mask(i1 [[ACTIVE]])
; CHECK: [[STAY]] = select i1 [[ACTIVE]], i1 %more, i1 false
; CHECK: [[DONE:%.*]] = xor i1 %more, true
; CHECK: [[LEAVE:%.*]] = select i1 [[ACTIVE]], i1 [[DONE]], i1 false
; CHECK: [[NOW]] = select i1 [[LEAVE]], i32 %i.next, i32 [[LEFT]]
; CHECK: [[ANY:%.*]] = call i1 @__weft_any(i1 [[STAY]])
; CHECK-NEXT: br i1 [[ANY]], label %loop, label %loop.done
; CHECK: [[RESULT:%.*]] = phi i32 [ [[NOW]], %loop.done ]
; CHECK-NEXT: ret i32 [[RESULT]]
define i32 @count(i32 %x) "weft.pack"="x" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 3
  %more = icmp slt i32 %i.next, %x
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %i.next
}
