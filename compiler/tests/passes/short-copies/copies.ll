; RUN: %weft-opt --passes=short-copies,verify -S %s | FileCheck %s
; Structures are copied by words, all of which are loaded before one is stored.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; 23 bytes.
; CHECK-LABEL: define void @words(
; CHECK: load i64, ptr addrspace(1) {{%.*}}, align 4
; CHECK: load i64, ptr addrspace(1) {{%.*}}, align 4
; CHECK: load i32, ptr addrspace(1) {{%.*}}, align 4
; CHECK: load i16, ptr addrspace(1) {{%.*}}, align 4
; CHECK: load i8, ptr addrspace(1) {{%.*}}, align 2
; CHECK-NOT: load
; CHECK: store i64 {{%.*}}, ptr addrspace(3) {{%.*}}, align 8
; CHECK: store i64 {{%.*}}, ptr addrspace(3) {{%.*}}, align 8
; CHECK: store i32 {{%.*}}, ptr addrspace(3) {{%.*}}, align 8
; CHECK: store i16 {{%.*}}, ptr addrspace(3) {{%.*}}, align 4
; CHECK: store i8 {{%.*}}, ptr addrspace(3) {{%.*}}, align 2
; CHECK-NOT: memcpy
; CHECK: ret void
define void @words(ptr addrspace(1) %from, ptr addrspace(3) %to) {
  call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) align 8 %to, ptr addrspace(1) align 4 %from, i64 23, i1 false)
  ret void
}

; Through a variable.
; CHECK-LABEL: define void @through(
; CHECK: %v = alloca
; CHECK-NOT: memcpy
; CHECK: ret void
define void @through(ptr addrspace(1) %from, ptr addrspace(1) %to) {
  %v = alloca [3 x i64], align 4
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %v, ptr addrspace(1) align 4 %from, i64 24, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %to, ptr align 4 %v, i64 24, i1 false)
  ret void
}

; Arrays that are asked for elements, constants, volatile ones, long ones, and those of unknown length.
; CHECK-LABEL: define float @others(
; CHECK-COUNT-5: call void @llvm.mem
; CHECK: ret float
define float @others(ptr addrspace(1) %from, ptr addrspace(1) %to, i64 %n, i64 %k) {
  %v = alloca [6 x float], align 4
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %v, ptr addrspace(1) align 4 %from, i64 24, i1 false)
  %at = getelementptr float, ptr %v, i64 %k
  %x = load float, ptr %at, align 4
  call void @llvm.memcpy.p1.p2.i64(ptr addrspace(1) align 4 %to, ptr addrspace(2) align 4 @numbers, i64 24, i1 false)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 4 %from, i64 24, i1 true)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 4 %from, i64 132, i1 false)
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 4 %from, i64 %n, i1 false)
  ret float %x
}

@numbers = addrspace(2) constant [6 x float] zeroinitializer, align 4
