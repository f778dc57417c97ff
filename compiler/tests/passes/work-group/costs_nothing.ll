; RUN: %weft-opt --passes='work-group,default<O3>,verify' -S %s | FileCheck %s
; LLVM sees that an empty kernel does nothing, whatever the launch.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK-NEXT: entry:
; CHECK-NEXT: ret void
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  ret void
}
