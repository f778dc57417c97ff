; RUN: %weft-opt --passes=apart-arguments,verify -S %s | FileCheck %s
; Values that go through memory because another buffer might be touched between.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define void @step(ptr addrspace(1) %v, ptr addrspace(1) %x, float %dt)
; CHECK: define void @once(
; CHECK: define void @halves(
; CHECK: define void @neighbours(
; CHECK: define void @same(
; CHECK: define void @restricted(
; CHECK: define void @ordered(
; CHECK: define void @constant(

; v and x are each loaded and stored once in the copy; the others have none.
; CHECK: define void @step.apart(ptr addrspace(1) noalias %v, ptr addrspace(1) noalias %x, float %dt)
; CHECK: load float, ptr addrspace(1) %v.at
; CHECK: load float, ptr addrspace(1) %x.at
; CHECK-NOT: load
; CHECK: store float %v.3, ptr addrspace(1) %v.at
; CHECK-NOT: load
; CHECK: store float %x.4, ptr addrspace(1) %x.at
; CHECK: ret void
; CHECK: define void @halves.apart(
; CHECK: load i8
; CHECK-NOT: load
; CHECK: ret void
; CHECK-NOT: define
define void @step(ptr addrspace(1) %v, ptr addrspace(1) %x, float %dt) "weft.kernel" {
  %i = call i64 @__weft_global_id_x()
  %v.at = getelementptr float, ptr addrspace(1) %v, i64 %i
  %x.at = getelementptr float, ptr addrspace(1) %x, i64 %i
  %v.1 = load float, ptr addrspace(1) %v.at
  %v.2 = fmul float %v.1, %dt
  store float %v.2, ptr addrspace(1) %v.at
  %x.1 = load float, ptr addrspace(1) %x.at
  %x.2 = fadd float %x.1, %v.2
  store float %x.2, ptr addrspace(1) %x.at
  %v.again = load float, ptr addrspace(1) %v.at
  %v.3 = fneg float %v.again
  store float %v.3, ptr addrspace(1) %v.at
  %x.3 = load float, ptr addrspace(1) %x.at
  %x.4 = fneg float %x.3
  store float %x.4, ptr addrspace(1) %x.at
  ret void
}

; One is not worth it.
define void @once(ptr addrspace(1) %v, ptr addrspace(1) %x, float %dt) "weft.kernel" {
  %i = call i64 @__weft_global_id_x()
  %v.at = getelementptr float, ptr addrspace(1) %v, i64 %i
  %x.at = getelementptr float, ptr addrspace(1) %x, i64 %i
  %v.1 = load float, ptr addrspace(1) %v.at
  store float %dt, ptr addrspace(1) %x.at
  %v.again = load float, ptr addrspace(1) %v.at
  %sum = fadd float %v.1, %v.again
  store float %sum, ptr addrspace(1) %x.at
  ret void
}

; The parts of a structure would be stored together.
define void @halves(ptr addrspace(1) %in, ptr addrspace(1) %out) "weft.kernel" {
  %i = call i64 @__weft_global_id_x()
  %in.at = getelementptr i8, ptr addrspace(1) %in, i64 %i
  %twice = shl i64 %i, 1
  %out.at = getelementptr i8, ptr addrspace(1) %out, i64 %twice
  %v = load i8, ptr addrspace(1) %in.at
  store i8 %v, ptr addrspace(1) %out.at
  %again = load i8, ptr addrspace(1) %in.at
  %half = lshr i8 %again, 4
  %next = getelementptr i8, ptr addrspace(1) %out.at, i64 1
  store i8 %half, ptr addrspace(1) %next
  ret void
}

; These are other work-items'.
define void @neighbours(ptr addrspace(1) %in, ptr addrspace(1) %out) "weft.kernel" {
  %i = call i64 @__weft_global_id_x()
  %in.at = getelementptr i8, ptr addrspace(1) %in, i64 %i
  %out.at = getelementptr i8, ptr addrspace(1) %out, i64 %i
  %v = load i8, ptr addrspace(1) %in.at
  store i8 %v, ptr addrspace(1) %out.at
  %again = load i8, ptr addrspace(1) %in.at
  %half = lshr i8 %again, 4
  %next = getelementptr i8, ptr addrspace(1) %out.at, i64 1
  store i8 %half, ptr addrspace(1) %next
  ret void
}

; Within one buffer they stay.
define void @same(ptr addrspace(1) %v, ptr addrspace(1) %x, i64 %n) "weft.kernel" {
  %i = call i64 @__weft_global_id_x()
  %j = add i64 %i, %n
  %v.at = getelementptr float, ptr addrspace(1) %v, i64 %i
  %w.at = getelementptr float, ptr addrspace(1) %v, i64 %j
  %v.1 = load float, ptr addrspace(1) %v.at
  store float %v.1, ptr addrspace(1) %w.at
  %v.2 = load float, ptr addrspace(1) %v.at
  store float %v.2, ptr addrspace(1) %w.at
  %v.3 = load float, ptr addrspace(1) %v.at
  store float %v.3, ptr addrspace(1) %w.at
  ret void
}

define void @restricted(ptr addrspace(1) noalias %v, ptr addrspace(1) noalias %x) "weft.kernel" {
  %i = call i64 @__weft_global_id_x()
  %v.at = getelementptr float, ptr addrspace(1) %v, i64 %i
  %x.at = getelementptr float, ptr addrspace(1) %x, i64 %i
  %v.1 = load float, ptr addrspace(1) %v.at
  store float %v.1, ptr addrspace(1) %x.at
  %v.2 = load float, ptr addrspace(1) %v.at
  store float %v.2, ptr addrspace(1) %x.at
  %v.3 = load float, ptr addrspace(1) %v.at
  store float %v.3, ptr addrspace(1) %x.at
  ret void
}

; What else touches memory holds them as well.
define void @ordered(ptr addrspace(1) %v, ptr addrspace(1) %x) "weft.kernel" {
  %i = call i64 @__weft_global_id_x()
  %v.at = getelementptr float, ptr addrspace(1) %v, i64 %i
  %x.at = getelementptr float, ptr addrspace(1) %x, i64 %i
  %v.1 = load float, ptr addrspace(1) %v.at
  store float %v.1, ptr addrspace(1) %x.at
  fence seq_cst
  %v.2 = load float, ptr addrspace(1) %v.at
  store float %v.2, ptr addrspace(1) %x.at
  fence seq_cst
  %v.3 = load float, ptr addrspace(1) %v.at
  store float %v.3, ptr addrspace(1) %x.at
  ret void
}

declare i64 @__weft_global_id_x() memory(none)

; Nobody changes constant memory, so its loads need no copy; nor do they hold what is stored.
define void @constant(ptr addrspace(1) %v, ptr addrspace(2) %c) "weft.kernel" {
  %i = call i64 @__weft_global_id_x()
  %at = getelementptr float, ptr addrspace(1) %v, i64 %i
  %x = load float, ptr addrspace(2) %c
  store float %x, ptr addrspace(1) %at
  %y = load float, ptr addrspace(2) %c
  %sum = fadd float %x, %y
  store float %sum, ptr addrspace(1) %at
  %z = load float, ptr addrspace(2) %c
  store float %z, ptr addrspace(1) %at
  ret void
}
