; RUN: %weft-opt --passes=local-memory,verify -S %s | FileCheck %s
; Constant expressions and phis that name a variable become instructions.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@k.a = internal addrspace(3) global [64 x float] undef, align 4

; CHECK-LABEL: define ptr @k(
; CHECK: [[A:%k.a.*]] = getelementptr inbounds i8, ptr addrspace(3) {{.*}}, i64 0
; CHECK: join:
; CHECK: phi ptr addrspace(3) [ [[A]], %entry ], [ {{%.*}}, %other ]
; CHECK: addrspacecast ptr addrspace(3) [[A]] to ptr
define ptr @k(i1 %c) "weft.kernel" {
entry:
  br i1 %c, label %join, label %other
other:
  br label %join
join:
  %p = phi ptr addrspace(3) [ @k.a, %entry ], [ getelementptr inbounds ([64 x float], ptr addrspace(3) @k.a, i64 0, i64 7), %other ]
  store float 1.0, ptr addrspace(3) %p
  ret ptr addrspacecast (ptr addrspace(3) @k.a to ptr)
}
