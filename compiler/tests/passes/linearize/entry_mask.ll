; RUN: %weft-opt --cpu=x86-64-v4 --passes=linearize,verify -S %s | FileCheck %s
; Masks begin with the function's own; blocks that all of its work-items run have no other.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @masked(
; CHECK: [[THEN:%.*]] = select i1 %on, i1 %c, i1 false
; CHECK: then:
; CHECK: call void @__weft_mask(i1 [[THEN]])
; CHECK-NEXT: store i32 1
; CHECK: end:
; CHECK-NOT: call void @__weft_mask
; CHECK: store i32 2
define void @masked(i32 %x, ptr %p, i1 %on) "weft.pack"="x,p,mask:on" {
entry:
  %c = icmp slt i32 %x, 5
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr %p
  br label %end
end:
  store i32 2, ptr %p
  ret void
}
