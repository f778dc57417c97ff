; RUN: %weft-opt --passes=kernel-entries,verify -S %s | FileCheck %s
; The runtime aligns __local arguments to 128 bytes, whatever they point to.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define {{.*}} @k(ptr addrspace(3) align 128 %a, ptr addrspace(3) align 16 %b, ptr addrspace(1) align 256 %c)
define void @k(ptr addrspace(3) align 256 %a, ptr addrspace(3) align 16 %b, ptr addrspace(1) align 256 %c) "weft.kernel" {
  ret void
}
