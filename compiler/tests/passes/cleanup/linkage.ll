; RUN: %weft-opt --passes=cleanup,verify -S %s | FileCheck %s
; Entries and the services variable are exported, the rest is internal, and what nothing uses is gone.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: llvm.used
; CHECK: @__weft_services = dso_local global ptr null
@__weft_services = hidden global ptr null
; CHECK: @table = internal addrspace(2) constant
@table = addrspace(2) constant [2 x i32] [i32 1, i32 2]
; CHECK-NOT: @unused
@unused = global i32 0
@llvm.used = appending global [1 x ptr] [ptr @unused], section "llvm.metadata"

; CHECK: define dso_local void @__weft_kernel_k(
define hidden void @__weft_kernel_k(ptr %launch, ptr %memory, i64 %first, i64 %end) "weft.entry"="k" {
  %s = load ptr, ptr @__weft_services
  %x = load i32, ptr addrspace(2) @table
  %y = call i32 @f(i32 %x)
  ret void
}

; CHECK: define internal i32 @f(
define linkonce_odr i32 @f(i32 %x) {
  %y = call i32 @abs(i32 %x)
  ret i32 %y
}

; CHECK-NOT: @g(
define void @g() {
  call void @h()
  ret void
}

; CHECK: declare i32 @abs(
declare i32 @abs(i32)
; CHECK-NOT: @h(
declare void @h()
