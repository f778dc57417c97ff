; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; What is left of inlined functions' restrict goes where work-items wait for each other, and stays where they do not.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_barrier(
; CHECK: store i32 17, ptr addrspace(1) {{.*}}, align 4{{$}}
; CHECK: store i32 18, ptr addrspace(1) {{.*}}, align 4{{$}}
; CHECK-LABEL: define {{.*}} @__weft_kernel_none(
; CHECK: store i32 19, ptr addrspace(1) {{.*}}!alias.scope
define void @barrier(ptr addrspace(1) %p) "weft.kernel" {
  store i32 17, ptr addrspace(1) %p, align 4, !alias.scope !2
  call void @__weft_barrier()
  store i32 18, ptr addrspace(1) %p, align 4, !noalias !2
  ret void
}

define void @none(ptr addrspace(1) %p) "weft.kernel" {
  store i32 19, ptr addrspace(1) %p, align 4, !alias.scope !2
  ret void
}

declare void @__weft_barrier()

!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = !{!1}
