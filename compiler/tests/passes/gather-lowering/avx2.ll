; RUN: %weft-opt --cpu=x86-64-v3 --passes=gather-lowering,verify -S %s | FileCheck %s
; RUN: %weft-opt --cpu=x86-64-v3 --passes=gather-lowering %s | llc --mcpu=x86-64-v3 --mattr=+fast-gather -o - | FileCheck %s --check-prefix=CODE
; A CPU with gathers, but without scatters: its gathers are for lanes that may be off. Those that are all on are loaded
; one after the other, and so is what it has no gathers for.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <8 x i32> @masked(
; CHECK: call <8 x i32> @llvm.masked.gather
; CHECK-NOT: extractelement
; CHECK: ret
; CODE-LABEL: masked:
; CODE: vpgatherdd
; CODE-NOT: vpgather
; CODE: retq
define <8 x i32> @masked(ptr %p, <8 x i32> %i, <8 x i1> %mask) {
  %wide = sext <8 x i32> %i to <8 x i64>
  %a = getelementptr i32, ptr %p, <8 x i64> %wide
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %a, <8 x i1> %mask, <8 x i32> zeroinitializer)
  ret <8 x i32> %v
}

; CHECK-LABEL: define <8 x i32> @all(
; CHECK-NOT: @llvm.masked
; CHECK-COUNT-8: load i32, ptr
; CHECK: ret
define <8 x i32> @all(ptr %p, <8 x i32> %i) {
  %wide = sext <8 x i32> %i to <8 x i64>
  %a = getelementptr i32, ptr %p, <8 x i64> %wide
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> align 4 %a, <8 x i1> splat (i1 true), <8 x i32> poison)
  ret <8 x i32> %v
}

; CHECK-LABEL: define <8 x i8> @bytes(
; CHECK-NOT: @llvm.masked
; CHECK-COUNT-8: load i8, ptr
; CHECK: ret
define <8 x i8> @bytes(<8 x ptr> %a, <8 x i1> %mask) {
  %v = call <8 x i8> @llvm.masked.gather.v8i8.v8p0(<8 x ptr> align 1 %a, <8 x i1> %mask, <8 x i8> zeroinitializer)
  ret <8 x i8> %v
}

; CHECK-LABEL: define void @stored(
; CHECK-NOT: @llvm.masked
; CHECK-COUNT-8: store i32
; CHECK: ret
define void @stored(<8 x i32> %v, <8 x ptr> %a, <8 x i1> %mask) {
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %v, <8 x ptr> align 4 %a, <8 x i1> %mask)
  ret void
}
