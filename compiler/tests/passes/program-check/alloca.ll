; RUN: not %weft-opt --passes=program-check -S %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; Variables without a size that is known are an error, those whose size is a constant after all are none.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: error: memory whose size is known only when the kernel runs (alloca, arrays of variable length) is not supported (in 'k')
define void @k(i64 %n) "weft.kernel" {
  %a = alloca i32, i64 %n
  store volatile i32 1, ptr %a
  call void @f(i64 4)
  ret void
}

define internal void @f(i64 %n) {
  %a = alloca i32, i64 %n
  store volatile i32 1, ptr %a
  ret void
}
