; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; A module without kernels is left alone.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: __weft_kernel_
; CHECK: define i32 @f(i32 %x) {
; CHECK-NEXT: ret i32 %x
define i32 @f(i32 %x) {
  ret i32 %x
}
