; RUN: %weft-opt --passes=linearize,verify -S %s | FileCheck %s
; A work-item leaves two loops at once: its mask stays off in the rest of the outer one.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @find(
; CHECK: outer:
; CHECK-DAG: [[OUTER:%outer.active]] = phi i1 [ true, %entry ], [ [[STAY:%.*]], %outer.next ]
; CHECK-DAG: [[NONE:%none.left]] = phi i1 [ false, %entry ], [ [[NONE_NOW:%.*]], %outer.next ]
; CHECK: inner:
; CHECK-DAG: [[FOUND:%exit.left]] = phi i1 [ false, %outer ], [ [[FOUND_NOW:%.*]], %{{.*}} ]
; CHECK-DAG: [[INNER:%inner.active]] = phi i1 [ [[OUTER]], %outer ],
; CHECK: [[LEAVE:%.*]] = select i1 [[INNER]], i1 %found, i1 false
; CHECK-DAG: [[FOUND_NOW]] = select i1 [[LEAVE]], i1 true, i1 [[FOUND]]
; CHECK-DAG: [[P:%.*]] = select i1 [[LEAVE]], i32 %p, i32
; CHECK: inner.done:
; CHECK-DAG: [[OUT:%.*]] = select i1 [[OUTER]], i1 [[FOUND_NOW]], i1 false
; CHECK-DAG: [[NOT_FOUND:%.*]] = xor i1 [[FOUND_NOW]], true
; CHECK-DAG: [[REST:%.*]] = select i1 [[OUTER]], i1 [[NOT_FOUND]], i1 false
; CHECK: [[STAY]] = phi i1
; CHECK-SAME: [ [[REST]], %outer.next.edge ]
; CHECK: select i1 [[OUT]], i32 [[P]], i32
; CHECK: outer.latch:
; CHECK: call void @__weft_mask(i1 [[REST]])
; CHECK: [[ANY:%.*]] = call i1 @__weft_any(i1 [[REST]])
; CHECK: br i1 [[ANY]], label %outer.latch.body,
; CHECK: br i1 %outer.more,
; CHECK: select i1 [[REST]], i1 true, i1 [[NONE]]
; CHECK: [[AGAIN:%.*]] = call i1 @__weft_any(i1 [[STAY]])
; CHECK: br i1 [[AGAIN]], label %outer,
; CHECK: none:
; CHECK: [[RESULT:%.*]] = select i1 [[NONE_NOW]], i32 -1, i32 %p.lcssa
; CHECK: ret i32 [[RESULT]]
define i32 @find(i32 %x, i32 %n) "weft.pack"="x" {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner.latch ]
  %p = mul i32 %i, %j
  %found = icmp eq i32 %p, %x
  br i1 %found, label %exit, label %inner.latch
inner.latch:
  %j.next = add i32 %j, 1
  %more = icmp slt i32 %j.next, %n
  br i1 %more, label %inner, label %outer.latch
outer.latch:
  %i.next = add i32 %i, 1
  %outer.more = icmp slt i32 %i.next, %n
  br i1 %outer.more, label %outer, label %none
none:
  ret i32 -1
exit:
  ret i32 %p
}
