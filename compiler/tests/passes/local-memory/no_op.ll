; RUN: %weft-opt --passes=local-memory,verify -S %s | FileCheck %s
; A kernel without static local variables keeps its pointer arguments as they are.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: __weft_local_base
; CHECK-NOT: weft.local_bytes
define void @k(ptr addrspace(3) %l) "weft.kernel" {
  store i32 1, ptr addrspace(3) %l
  ret void
}
