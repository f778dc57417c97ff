; RUN: %weft-opt --passes="function(rotate-guard),verify" --cpu=x86-64-v3 -S %s | FileCheck %s
; RUN: %weft-opt --passes="function(rotate-guard),verify" --cpu=x86-64-v4 -S %s | FileCheck %s --check-prefix=ROTATES
; A rotation that may be by 0 selects what it rotates then.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <16 x i32> @any(
; CHECK: [[BY:%.*]] = and <16 x i32> %by, splat (i32 31)
; CHECK: [[NONE:%.*]] = icmp eq <16 x i32> [[BY]], zeroinitializer
; CHECK: [[ROTATION:%.*]] = call <16 x i32> @llvm.fshl.v16i32(<16 x i32> %x, <16 x i32> %x, <16 x i32> %by)
; CHECK: [[R:%.*]] = select <16 x i1> [[NONE]], <16 x i32> %x, <16 x i32> [[ROTATION]]
; CHECK: ret <16 x i32> [[R]]
; ROTATES-LABEL: define <16 x i32> @any(
; ROTATES-NOT: select
define <16 x i32> @any(<16 x i32> %x, <16 x i32> %by) {
  %r = call <16 x i32> @llvm.fshl.v16i32(<16 x i32> %x, <16 x i32> %x, <16 x i32> %by)
  ret <16 x i32> %r
}

; By something, of two vectors, and of 16 bits.
; CHECK-LABEL: define void @others(
; CHECK-NOT: select
; CHECK: ret void
define void @others(ptr %p, <4 x i64> %x, <4 x i64> %y, <4 x i64> %by, <16 x i16> %z, <16 x i16> %by.z) {
  %a = call <4 x i64> @llvm.fshr.v4i64(<4 x i64> %x, <4 x i64> %x, <4 x i64> splat (i64 7))
  store <4 x i64> %a, ptr %p
  %b = call <4 x i64> @llvm.fshr.v4i64(<4 x i64> %x, <4 x i64> %y, <4 x i64> %by)
  store <4 x i64> %b, ptr %p
  %c = call <16 x i16> @llvm.fshl.v16i16(<16 x i16> %z, <16 x i16> %z, <16 x i16> %by.z)
  store <16 x i16> %c, ptr %p
  ret void
}
