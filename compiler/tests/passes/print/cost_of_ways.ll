; RUN: %weft-opt --print-cost --weft-width=8 --cpu=x86-64-v3 -o /dev/null %s 2>&1 | FileCheck %s
; In a loop that work-items leave at different times: a way that all choose alike is gone as often as one work-item goes
; it, half of the rounds; one that they choose by their own data whenever any of them does.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: cost of 'ways'
; CHECK: x {{12\.[0-9]*}} %round = phi
; CHECK: x {{6\.[0-9]*}} %w = add
; CHECK: x {{1[0-2]\.[0-9]*}} %x = add
define void @ways(ptr addrspace(1) %p, i32 %mode) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %n = load i32, ptr addrspace(1) %at
  br label %loop
loop:
  %round = phi i32 [ 0, %entry ], [ %next, %latch ]
  %v = phi i32 [ %n, %entry ], [ %y, %latch ]
  %is = icmp sgt i32 %mode, 1
  br i1 %is, label %alike, label %mine
alike:
  %w = add i32 %v, 17
  br label %mine
mine:
  %u = phi i32 [ %v, %loop ], [ %w, %alike ]
  %odd = trunc i32 %u to i1
  br i1 %odd, label %own, label %latch
own:
  %x = add i32 %u, 5
  br label %latch
latch:
  %y = phi i32 [ %u, %mine ], [ %x, %own ]
  %next = add i32 %round, 1
  %more = icmp slt i32 %next, %y
  br i1 %more, label %loop, label %stored
stored:
  store i32 %y, ptr addrspace(1) %at
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
