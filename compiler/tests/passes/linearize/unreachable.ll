; RUN: %weft-opt --passes=linearize,verify -S %s | FileCheck %s
; Who gets to unreachable code is off; the others go on.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @trap(i32) noreturn

; CHECK-LABEL: define i32 @f(
; CHECK: [[GOOD:%.*]] = xor i1 %c, true
; CHECK: [[ANY:%.*]] = call i1 @__weft_any(i1 %c)
; CHECK-NEXT: br i1 [[ANY]], label %[[BODY:.*]], label %good
; CHECK: [[BODY]]:
; CHECK: call void @trap(i32 %x)
; CHECK-NEXT: br label %good
; CHECK: good:
; CHECK: call void @__weft_mask(i1 [[GOOD]])
; CHECK-NOT: unreachable
; CHECK: ret i32 %x
define i32 @f(i32 %x) "weft.pack"="x" {
entry:
  %c = icmp slt i32 %x, 5
  br i1 %c, label %bad, label %good
bad:
  call void @trap(i32 %x)
  unreachable
good:
  ret i32 %x
}
