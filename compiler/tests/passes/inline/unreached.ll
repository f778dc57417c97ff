; RUN: %weft-opt --passes=weft-inline,verify -S %s | FileCheck %s
; A function with a barrier that no kernel calls is gone, although it calls itself.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: @f(
define void @k() "weft.kernel" {
  ret void
}

define internal void @f() {
  call void @__weft_barrier()
  call void @f()
  ret void
}

declare void @__weft_barrier() convergent noduplicate
