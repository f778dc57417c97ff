; RUN: not %weft-opt --passes=local-memory -S %s 2>&1 | FileCheck %s
; No constant can hold the address of a local variable.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@k.a = internal addrspace(3) global i32 undef
@table = addrspace(2) constant [1 x ptr addrspace(3)] [ptr addrspace(3) @k.a]

; CHECK: error: the address of the __local variable 'k.a' is used in an initializer
define void @k() "weft.kernel" {
  store i32 1, ptr addrspace(3) @k.a
  ret void
}
