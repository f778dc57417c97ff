; RUN: %weft-opt --cpu=x86-64-v3 --passes=masked-accesses,verify -S %s | FileCheck %s
; RUN: %weft-opt --cpu=x86-64-v4 --passes=masked-accesses,verify -S %s | FileCheck %s --check-prefix=REGISTERS
; Where masks are not in registers of their own, a masked store costs as much as several plain ones.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @llvm.masked.store.v8f32.p0(<8 x float>, ptr, <8 x i1>)

; CHECK-LABEL: define void @hole(
; CHECK-NEXT: [[LOW:%.*]] = shufflevector <8 x float> %v, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT: store <4 x float> [[LOW]], ptr %p, align 4
; CHECK: store <2 x float>
; CHECK: store float
; CHECK-NEXT: ret void
; REGISTERS-LABEL: define void @hole(
; REGISTERS-NEXT: call void @llvm.masked.store
; REGISTERS-NEXT: ret void
define void @hole(<8 x float> %v, ptr %p) {
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 4 %p, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 true>)
  ret void
}

; CHECK-LABEL: define void @many(
; CHECK-NEXT: call void @llvm.masked.store
; CHECK-NEXT: ret void
define void @many(<8 x float> %v, ptr %p) {
  call void @llvm.masked.store.v8f32.p0(<8 x float> %v, ptr align 4 %p, <8 x i1> <i1 true, i1 false, i1 true, i1 true, i1 true, i1 true, i1 false, i1 true>)
  ret void
}
