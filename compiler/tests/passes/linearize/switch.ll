; RUN: %weft-opt --passes=linearize,verify -S %s | FileCheck %s
; A switch becomes branches first.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @f(
; CHECK-NOT: switch
; CHECK: [[HIGH:%.*]] = xor i1 %Pivot, true
; CHECK: %SwitchLeaf2 = icmp eq i32 %x, 7
; CHECK-DAG: [[NOT_7:%.*]] = select i1 [[HIGH]], i1 {{%.*}}, i1 false
; CHECK-DAG: [[SEVEN:%.*]] = select i1 [[HIGH]], i1 %SwitchLeaf2, i1 false
; CHECK: %SwitchLeaf = icmp eq i32 %x, 1
; CHECK: [[NOT_1:%.*]] = select i1 %Pivot, i1 {{%.*}}, i1 false
; CHECK: [[OTHER:%.*]] = or i1 [[NOT_1]], [[NOT_7]]
; CHECK: [[ONE:%.*]] = select i1 %Pivot, i1 %SwitchLeaf, i1 false
; CHECK: [[R:%.*]] = select i1 [[ONE]], i32 10, i32 20
; CHECK: seven:
; CHECK: call void @__weft_mask(i1 [[SEVEN]])
; CHECK: other:
; CHECK: call void @__weft_mask(i1 [[OTHER]])
; CHECK: [[RESULT:%.*]] = select i1 [[OTHER]], i32 30, i32 [[R]]
; CHECK: ret i32 [[RESULT]]
define i32 @f(i32 %x) "weft.pack"="x" {
entry:
  switch i32 %x, label %other [
    i32 1, label %one
    i32 7, label %seven
  ]
one:
  br label %end
seven:
  br label %end
other:
  br label %end
end:
  %r = phi i32 [ 10, %one ], [ 20, %seven ], [ 30, %other ]
  ret i32 %r
}
