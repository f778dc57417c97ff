; RUN: %weft-opt --passes=linearize,verify -S %s | FileCheck %s
; A uniform value of a loop that work-items leave at different times is divergent behind it: so is a branch on it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @temporal(
; CHECK: [[LEFT:%.*]] = phi i32 [ poison, %entry ], [ [[NOW:%.*]], %loop.next ]
; CHECK: %i = phi i32 [ 0, %entry ], [ %i.next, %loop.next ]
; CHECK: [[STAY:%.*]] = select i1 %loop.active, i1 %more, i1 false
; CHECK: [[NOW]] = select i1 {{%.*}}, i32 %i.next, i32 [[LEFT]]
; CHECK: call i1 @__weft_any(i1 [[STAY]])
; CHECK: exit:
; CHECK: [[MINE:%.*]] = phi i32 [ [[NOW]], %loop.done ]
; CHECK-NEXT: %c = icmp eq i32 [[MINE]], 7
; CHECK-NOT: br i1 %c
; CHECK: [[R:%.*]] = select i1 %c, i32 2, i32 1
; CHECK: ret i32 [[R]]
define i32 @temporal(i32 %x) "weft.pack"="x" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %x
  br i1 %more, label %loop, label %exit
exit:
  %c = icmp eq i32 %i.next, 7
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %r = phi i32 [ 1, %exit ], [ 2, %then ]
  ret i32 %r
}
