; RUN: not %weft-opt --passes=weft-inline -S %s 2>&1 | FileCheck %s
; Recursion among functions with barriers is an error that names the function.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: error: {{.*}}in function g {{.*}}recursion is not allowed in OpenCL C
define void @k() "weft.kernel" {
  call void @g()
  ret void
}

define internal void @f() {
  call void @g()
  ret void
}

define internal void @g() {
  call void @__weft_barrier()
  call void @f()
  ret void
}

declare void @__weft_barrier() convergent noduplicate
