; RUN: %weft-opt --cpu=x86-64-v4 --passes=masked-accesses,verify -S %s | FileCheck %s
; RUN: %weft-opt --cpu=x86-64-v3 --passes=masked-accesses,verify -S %s | FileCheck --check-prefix=OTHER %s
; Eight bytes are the first of sixteen, with masks whose other lanes LLVM 22 does not find out to be copies.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: @store
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> %mask to i8
; CHECK-NEXT: [[INT:%.*]] = zext i8 [[BITS]] to i32
; CHECK-NEXT: [[OPAQUE:%.*]] = call i32 asm "", "=r,0"(i32 [[INT]])
; CHECK-NEXT: [[SHORT:%.*]] = trunc i32 [[OPAQUE]] to i16
; CHECK-NEXT: [[LANES:%.*]] = bitcast i16 [[SHORT]] to <16 x i1>
; CHECK: call void @llvm.masked.store.v16i8.p1(<16 x i8> {{.*}}, ptr addrspace(1) align 1 %p, <16 x i1> [[LANES]])
; OTHER-LABEL: @store
; OTHER-NEXT: call void @llvm.masked.store.v8i8
define void @store(<8 x i8> %x, ptr addrspace(1) %p, <8 x i1> %mask) {
  call void @llvm.masked.store.v8i8.p1(<8 x i8> %x, ptr addrspace(1) align 1 %p, <8 x i1> %mask)
  ret void
}

; CHECK-LABEL: @load
; CHECK: [[PASSED:%.*]] = shufflevector <8 x i8> %x, <8 x i8> poison
; CHECK: [[WIDE:%.*]] = call <16 x i8> @llvm.masked.load.v16i8.p1(ptr addrspace(1) align 1 %p, <16 x i1> {{.*}}, <16 x i8> [[PASSED]])
; CHECK-NEXT: [[R:%.*]] = shufflevector <16 x i8> [[WIDE]], <16 x i8> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK-NEXT: ret <8 x i8> [[R]]
define <8 x i8> @load(<8 x i8> %x, ptr addrspace(1) %p, <8 x i1> %mask) {
  %r = call <8 x i8> @llvm.masked.load.v8i8.p1(ptr addrspace(1) align 1 %p, <8 x i1> %mask, <8 x i8> %x)
  ret <8 x i8> %r
}

; CHECK-LABEL: @others
; CHECK-NEXT: call void @llvm.masked.store.v8i16
; CHECK-NEXT: call void @llvm.masked.store.v4i8
; CHECK-NEXT: ret void
define void @others(<8 x i16> %x, <4 x i8> %y, ptr %p, <8 x i1> %m, <4 x i1> %n) {
  call void @llvm.masked.store.v8i16.p0(<8 x i16> %x, ptr align 1 %p, <8 x i1> %m)
  call void @llvm.masked.store.v4i8.p0(<4 x i8> %y, ptr align 1 %p, <4 x i1> %n)
  ret void
}
