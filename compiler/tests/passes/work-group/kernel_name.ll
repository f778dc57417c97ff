; RUN: %weft-opt --passes=work-group,verify -S %s | FileCheck %s
; The entry has the name of the kernel, which is not the function's where the attribute says so.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: @free
; CHECK: define {{.*}}void @__weft_kernel_free({{.*}} [[ENTRY:#[0-9]+]]
; CHECK-NOT: @free
; CHECK: attributes [[ENTRY]] = {{.*}}"weft.entry"="free"
; CHECK-NOT: weft.kernel
define void @free.program(ptr addrspace(1) %p) "weft.kernel"="free" {
  store i32 1, ptr addrspace(1) %p
  ret void
}
