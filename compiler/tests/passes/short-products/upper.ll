; RUN: %weft-opt --passes="function(short-products),verify" -S %s | FileCheck %s
; RUN: %weft-opt --passes="function(short-products)" %s | llc --mcpu=x86-64-v3 -o - | FileCheck %s --check-prefix=CODE
; RUN: llc --mcpu=x86-64-v3 %s -o - | FileCheck %s --check-prefix=LLVM
; Upper parts of products that are shifted in 64 bits have 48 bits. The last line shows what LLVM makes of it alone: when
; it fails, the pass is needed no longer.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <4 x i64> @upper(
; CHECK: [[X:%.*]] = sext <4 x i16> %a to <4 x i32>
; CHECK: [[Y:%.*]] = sext <4 x i16> %b to <4 x i32>
; CHECK: [[P:%.*]] = mul nsw <4 x i32> [[X]], [[Y]]
; CHECK: [[W:%.*]] = sext <4 x i32> [[P]] to <4 x i64>
; CHECK: lshr <4 x i64> [[W]], splat (i64 16)
; CODE-LABEL: upper:
; CODE-NOT: vpmulhw
; CODE: vpmovsxdq
; CODE: vpsrlq $16
; CODE: retq
; LLVM-LABEL: upper:
; LLVM: vpmulhw
; LLVM-NEXT: vpmovzxwq
define <4 x i64> @upper(<4 x i16> %a, <4 x i16> %b) {
  %x = sext <4 x i16> %a to <4 x i64>
  %y = sext <4 x i16> %b to <4 x i64>
  %p = mul nsw <4 x i64> %x, %y
  %r = lshr <4 x i64> %p, splat (i64 16)
  ret <4 x i64> %r
}

; In 32 bits, or of other numbers, or shifted otherwise, it is right.
; CHECK-LABEL: define <4 x i32> @half(
; CHECK: mul nsw <4 x i32>
; CHECK-NEXT: lshr <4 x i32>
define <4 x i32> @half(<4 x i16> %a, <4 x i16> %b) {
  %x = sext <4 x i16> %a to <4 x i32>
  %y = sext <4 x i16> %b to <4 x i32>
  %p = mul nsw <4 x i32> %x, %y
  %r = lshr <4 x i32> %p, splat (i32 16)
  ret <4 x i32> %r
}

; CHECK-LABEL: define <4 x i64> @unsigned(
; CHECK: mul <4 x i64>
; CHECK-NEXT: lshr <4 x i64>
define <4 x i64> @unsigned(<4 x i16> %a, <4 x i16> %b) {
  %x = zext <4 x i16> %a to <4 x i64>
  %y = zext <4 x i16> %b to <4 x i64>
  %p = mul <4 x i64> %x, %y
  %r = lshr <4 x i64> %p, splat (i64 16)
  ret <4 x i64> %r
}
