; RUN: %weft-opt --cpu=x86-64-v3 --passes=masked-accesses,verify -S %s | FileCheck %s
; RUN: %weft-opt --cpu=x86-64-v4 --passes=masked-accesses,verify -S %s | FileCheck %s --check-prefix=ONE
; RUN: %weft-opt --cpu=x86-64-v3 --passes=masked-accesses %s | llc -o - | FileCheck %s --check-prefix=CODE
; Of what fills several registers, those whose lanes are all known to be off are not read.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare <8 x double> @llvm.masked.load.v8f64.p0(ptr, <8 x i1>, <8 x double>)
declare <12 x i32> @llvm.masked.load.v12i32.p0(ptr, <12 x i1>, <12 x i32>)

; CHECK-LABEL: define void @low(
; CHECK: [[ELSE:%.*]] = shufflevector <8 x double> %else, <8 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: [[HIGH:%.*]] = getelementptr i8, ptr %p, i64 32
; CHECK: call <4 x double> @llvm.masked.load.v4f64.p0(ptr align 16 [[HIGH]],
; CHECK-NOT: masked.load
; CHECK: ret void
; ONE-LABEL: define void @low(
; ONE: call <8 x double> @llvm.masked.load.v8f64.p0(
; CODE-LABEL: low:
; CODE-NOT: (%rdi)
; CODE: vmaskmovpd 32(%rdi)
; CODE-NOT: (%rdi)
; CODE: retq
define void @low(ptr %p, ptr %out, <8 x i16> %m, <8 x double> %else) "target-cpu"="x86-64-v3" {
  %negative = icmp slt <8 x i16> %m, zeroinitializer
  %mask = and <8 x i1> %negative, <i1 0, i1 0, i1 0, i1 0, i1 0, i1 1, i1 0, i1 0>
  %v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 16 %p, <8 x i1> %mask, <8 x double> %else)
  store <8 x double> %v, ptr %out, align 8
  ret void
}

; The last register is not full.
; CHECK-LABEL: define void @third(
; CHECK-NOT: masked.load
; CHECK: call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %p,
; CHECK-NOT: masked.load
; CHECK: shufflevector <12 x i32> %else, <12 x i32> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
; CHECK-NOT: masked.load
; CHECK: ret void
define void @third(ptr %p, ptr %out, <12 x i1> %m, <12 x i32> %else) "target-cpu"="x86-64-v3" {
  %mask = and <12 x i1> %m, <i1 1, i1 0, i1 1, i1 0, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>
  %v = call <12 x i32> @llvm.masked.load.v12i32.p0(ptr align 4 %p, <12 x i1> %mask, <12 x i32> %else)
  store <12 x i32> %v, ptr %out, align 4
  ret void
}

; CHECK-LABEL: define void @each_may_be_on(
; CHECK: call <8 x double> @llvm.masked.load.v8f64.p0(
define void @each_may_be_on(ptr %p, ptr %out, <8 x i1> %m, <8 x double> %else) "target-cpu"="x86-64-v3" {
  %mask = and <8 x i1> %m, <i1 1, i1 0, i1 0, i1 0, i1 0, i1 1, i1 0, i1 0>
  %v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr align 8 %p, <8 x i1> %mask, <8 x double> %else)
  store <8 x double> %v, ptr %out, align 8
  ret void
}
