; RUN: %weft-opt --passes=small-functions,verify -S %s | FileCheck %s
; RUN: %weft-opt --passes=small-functions,verify --weft-without=lent-variables -S %s | FileCheck %s --check-prefix=WITHOUT
; A function of some fifty instructions is part of a caller that lends it a variable, also through another function, and
; called by one that does not. What it brings into a caller has a limit.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @lends(
; CHECK-NOT: call void @large
; CHECK: ret void
; WITHOUT-LABEL: define void @lends(
; WITHOUT: call void @large(
; WITHOUT: call void @large(
define void @lends(ptr addrspace(1) %q) "weft.kernel" {
  %v = alloca { float, float }
  store float 1.0, ptr %v
  call void @large(ptr addrspace(1) %q, ptr %v)
  %second = getelementptr i8, ptr %v, i64 4
  call void @large(ptr addrspace(1) %q, ptr %second)
  ret void
}

; CHECK-LABEL: define void @lends_on(
; CHECK-NOT: call void
; CHECK: ret void
define void @lends_on(ptr addrspace(1) %q) "weft.kernel" {
  %v = alloca float
  store float 1.0, ptr %v
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  ret void
}

; CHECK-LABEL: define void @keeps(
; CHECK: call void @large_value(ptr addrspace(1) %q, float 1.000000e+00)
; CHECK: call void @large_value(ptr addrspace(1) %q, float 2.000000e+00)
define void @keeps(ptr addrspace(1) %q) "weft.kernel" {
  call void @large_value(ptr addrspace(1) %q, float 1.0)
  call void @large_value(ptr addrspace(1) %q, float 2.0)
  ret void
}

; CHECK-LABEL: define void @lends_often(
; CHECK: call void @large(
; CHECK: ret void
; CHECK-LABEL: define void @lends_on_often(
; CHECK: call void @passes_on(
; CHECK: ret void
; CHECK-LABEL: define void @lends_generic(
; CHECK-NOT: call void @large
; CHECK: ret void
; CHECK-NOT: function-inline-threshold
define void @lends_often(ptr addrspace(1) %q) "weft.kernel" {
  %v = alloca float
  store float 1.0, ptr %v
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  call void @large(ptr addrspace(1) %q, ptr %v)
  ret void
}

define void @lends_on_often(ptr addrspace(1) %q) "weft.kernel" {
  %v = alloca float
  store float 1.0, ptr %v
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  call void @passes_on(ptr addrspace(1) %q, ptr %v)
  ret void
}

define void @lends_generic(ptr addrspace(1) %q) "weft.kernel" {
  %v = alloca float
  store float 1.0, ptr %v
  %g = addrspacecast ptr %v to ptr addrspace(4)
  call void @large_generic(ptr addrspace(1) %q, ptr addrspace(4) %g)
  call void @large_generic(ptr addrspace(1) %q, ptr addrspace(4) %g)
  ret void
}

define internal void @passes_on(ptr addrspace(1) %q, ptr %p) {
  call void @large(ptr addrspace(1) %q, ptr %p)
  ret void
}

define internal void @large(ptr addrspace(1) %q, ptr %p) {
  %x = load float, ptr %p
  %l0 = load float, ptr addrspace(1) %q
  %s0 = fmul float %x, %l0
  store float %s0, ptr addrspace(1) %q
  %l1 = load float, ptr addrspace(1) %q
  %s1 = fmul float %s0, %l1
  store float %s1, ptr addrspace(1) %q
  %l2 = load float, ptr addrspace(1) %q
  %s2 = fmul float %s1, %l2
  store float %s2, ptr addrspace(1) %q
  %l3 = load float, ptr addrspace(1) %q
  %s3 = fmul float %s2, %l3
  store float %s3, ptr addrspace(1) %q
  %l4 = load float, ptr addrspace(1) %q
  %s4 = fmul float %s3, %l4
  store float %s4, ptr addrspace(1) %q
  %l5 = load float, ptr addrspace(1) %q
  %s5 = fmul float %s4, %l5
  store float %s5, ptr addrspace(1) %q
  %l6 = load float, ptr addrspace(1) %q
  %s6 = fmul float %s5, %l6
  store float %s6, ptr addrspace(1) %q
  %l7 = load float, ptr addrspace(1) %q
  %s7 = fmul float %s6, %l7
  store float %s7, ptr addrspace(1) %q
  %l8 = load float, ptr addrspace(1) %q
  %s8 = fmul float %s7, %l8
  store float %s8, ptr addrspace(1) %q
  %l9 = load float, ptr addrspace(1) %q
  %s9 = fmul float %s8, %l9
  store float %s9, ptr addrspace(1) %q
  %l10 = load float, ptr addrspace(1) %q
  %s10 = fmul float %s9, %l10
  store float %s10, ptr addrspace(1) %q
  %l11 = load float, ptr addrspace(1) %q
  %s11 = fmul float %s10, %l11
  store float %s11, ptr addrspace(1) %q
  %l12 = load float, ptr addrspace(1) %q
  %s12 = fmul float %s11, %l12
  store float %s12, ptr addrspace(1) %q
  %l13 = load float, ptr addrspace(1) %q
  %s13 = fmul float %s12, %l13
  store float %s13, ptr addrspace(1) %q
  %l14 = load float, ptr addrspace(1) %q
  %s14 = fmul float %s13, %l14
  store float %s14, ptr addrspace(1) %q
  %l15 = load float, ptr addrspace(1) %q
  %s15 = fmul float %s14, %l15
  store float %s15, ptr addrspace(1) %q
  store float %s15, ptr %p
  ret void
}

define internal void @large_value(ptr addrspace(1) %q, float %x) {
  %l0 = load float, ptr addrspace(1) %q
  %s0 = fmul float %x, %l0
  store float %s0, ptr addrspace(1) %q
  %l1 = load float, ptr addrspace(1) %q
  %s1 = fmul float %s0, %l1
  store float %s1, ptr addrspace(1) %q
  %l2 = load float, ptr addrspace(1) %q
  %s2 = fmul float %s1, %l2
  store float %s2, ptr addrspace(1) %q
  %l3 = load float, ptr addrspace(1) %q
  %s3 = fmul float %s2, %l3
  store float %s3, ptr addrspace(1) %q
  %l4 = load float, ptr addrspace(1) %q
  %s4 = fmul float %s3, %l4
  store float %s4, ptr addrspace(1) %q
  %l5 = load float, ptr addrspace(1) %q
  %s5 = fmul float %s4, %l5
  store float %s5, ptr addrspace(1) %q
  %l6 = load float, ptr addrspace(1) %q
  %s6 = fmul float %s5, %l6
  store float %s6, ptr addrspace(1) %q
  %l7 = load float, ptr addrspace(1) %q
  %s7 = fmul float %s6, %l7
  store float %s7, ptr addrspace(1) %q
  %l8 = load float, ptr addrspace(1) %q
  %s8 = fmul float %s7, %l8
  store float %s8, ptr addrspace(1) %q
  %l9 = load float, ptr addrspace(1) %q
  %s9 = fmul float %s8, %l9
  store float %s9, ptr addrspace(1) %q
  %l10 = load float, ptr addrspace(1) %q
  %s10 = fmul float %s9, %l10
  store float %s10, ptr addrspace(1) %q
  %l11 = load float, ptr addrspace(1) %q
  %s11 = fmul float %s10, %l11
  store float %s11, ptr addrspace(1) %q
  %l12 = load float, ptr addrspace(1) %q
  %s12 = fmul float %s11, %l12
  store float %s12, ptr addrspace(1) %q
  %l13 = load float, ptr addrspace(1) %q
  %s13 = fmul float %s12, %l13
  store float %s13, ptr addrspace(1) %q
  %l14 = load float, ptr addrspace(1) %q
  %s14 = fmul float %s13, %l14
  store float %s14, ptr addrspace(1) %q
  %l15 = load float, ptr addrspace(1) %q
  %s15 = fmul float %s14, %l15
  store float %s15, ptr addrspace(1) %q
  ret void
}

define internal void @large_generic(ptr addrspace(1) %q, ptr addrspace(4) %p) {
  %x = load float, ptr addrspace(4) %p
  %l0 = load float, ptr addrspace(1) %q
  %s0 = fmul float %x, %l0
  store float %s0, ptr addrspace(1) %q
  %l1 = load float, ptr addrspace(1) %q
  %s1 = fmul float %s0, %l1
  store float %s1, ptr addrspace(1) %q
  %l2 = load float, ptr addrspace(1) %q
  %s2 = fmul float %s1, %l2
  store float %s2, ptr addrspace(1) %q
  %l3 = load float, ptr addrspace(1) %q
  %s3 = fmul float %s2, %l3
  store float %s3, ptr addrspace(1) %q
  %l4 = load float, ptr addrspace(1) %q
  %s4 = fmul float %s3, %l4
  store float %s4, ptr addrspace(1) %q
  %l5 = load float, ptr addrspace(1) %q
  %s5 = fmul float %s4, %l5
  store float %s5, ptr addrspace(1) %q
  %l6 = load float, ptr addrspace(1) %q
  %s6 = fmul float %s5, %l6
  store float %s6, ptr addrspace(1) %q
  %l7 = load float, ptr addrspace(1) %q
  %s7 = fmul float %s6, %l7
  store float %s7, ptr addrspace(1) %q
  %l8 = load float, ptr addrspace(1) %q
  %s8 = fmul float %s7, %l8
  store float %s8, ptr addrspace(1) %q
  %l9 = load float, ptr addrspace(1) %q
  %s9 = fmul float %s8, %l9
  store float %s9, ptr addrspace(1) %q
  %l10 = load float, ptr addrspace(1) %q
  %s10 = fmul float %s9, %l10
  store float %s10, ptr addrspace(1) %q
  %l11 = load float, ptr addrspace(1) %q
  %s11 = fmul float %s10, %l11
  store float %s11, ptr addrspace(1) %q
  %l12 = load float, ptr addrspace(1) %q
  %s12 = fmul float %s11, %l12
  store float %s12, ptr addrspace(1) %q
  %l13 = load float, ptr addrspace(1) %q
  %s13 = fmul float %s12, %l13
  store float %s13, ptr addrspace(1) %q
  %l14 = load float, ptr addrspace(1) %q
  %s14 = fmul float %s13, %l14
  store float %s14, ptr addrspace(1) %q
  %l15 = load float, ptr addrspace(1) %q
  %s15 = fmul float %s14, %l15
  store float %s15, ptr addrspace(1) %q
  store float %s15, ptr addrspace(4) %p
  ret void
}
