; RUN: %weft-opt --passes=weft-inline,verify -S %s | FileCheck %s
; Functions that know nothing of work-items stay functions.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define void @k(ptr addrspace(1) %p) [[K:#[0-9]+]] {
; CHECK-NEXT: call i32 @f(i32 1)
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %x = call i32 @f(i32 1)
  store i32 %x, ptr addrspace(1) %p
  ret void
}

; CHECK: define internal i32 @f(i32 %x) {
define internal i32 @f(i32 %x) {
  ret i32 %x
}
