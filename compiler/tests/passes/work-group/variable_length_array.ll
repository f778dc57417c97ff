; RUN: not %weft-opt --passes=work-group -S %s 2>&1 | FileCheck %s
; Arrays of variable length are an error.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: error: {{.*}}in function k {{.*}}variable length arrays are not allowed in OpenCL C
define void @k(i64 %n) "weft.kernel" {
  %a = alloca i32, i64 %n
  store volatile i32 1, ptr %a
  ret void
}
