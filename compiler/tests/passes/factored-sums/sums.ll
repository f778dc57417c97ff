; RUN: %weft-opt --passes=factored-sums,verify -S %s | FileCheck %s
; A sum of multiples that does not wrap is a multiple of a sum that does not; where one of them might, it stays.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @signed(
; CHECK-NEXT: [[SUM:%.*]] = add nsw i32 %x, %y
; CHECK-NEXT: %sum = mul nsw i32 [[SUM]], 3
; CHECK-NEXT: ret
define i32 @signed(i32 %x, i32 %y) {
  %a = mul nsw i32 %x, 3
  %b = mul nsw i32 3, %y
  %sum = add nsw i32 %a, %b
  ret i32 %sum
}

; Three of them, and one that is used elsewhere, too; a shift is a product.
; CHECK-LABEL: @three(
; CHECK-NEXT: %b = shl nsw i32 %y, 2
; CHECK-NEXT: call void @use(i32 %b)
; CHECK-NEXT: [[TWO:%.*]] = add nsw i32 %x, %y
; CHECK-NEXT: [[THREE:%.*]] = sub nsw i32 [[TWO]], %z
; CHECK-NEXT: %sum = mul nsw i32 [[THREE]], 4
; CHECK-NEXT: ret
define i32 @three(i32 %x, i32 %y, i32 %z) {
  %a = mul nsw i32 %x, 4
  %b = shl nsw i32 %y, 2
  call void @use(i32 %b)
  %c = mul nsw i32 %z, 4
  %ab = add nsw i32 %a, %b
  %sum = sub nsw i32 %ab, %c
  ret i32 %sum
}

; CHECK-LABEL: @unsigned(
; CHECK-NEXT: [[SUM:%.*]] = add nuw i64 %x, %y
; CHECK-NEXT: %sum = mul nuw i64 [[SUM]], -3
define i64 @unsigned(i64 %x, i64 %y) {
  %a = mul nuw i64 %x, -3
  %b = mul nuw nsw i64 %y, -3
  %sum = add nuw i64 %a, %b
  ret i64 %sum
}

; The factors of such may be as large as the least number, which has no opposite.
; CHECK-LABEL: @negative(
; CHECK: %sum = sub nsw i32 %a, %b
define i32 @negative(i32 %x, i32 %y) {
  %a = mul nsw i32 %x, -2
  %b = mul nsw i32 %y, -2
  %sum = sub nsw i32 %a, %b
  ret i32 %sum
}

; CHECK-LABEL: @once(
; CHECK: %sum = add nsw i32 %a, %b
define i32 @once(i32 %x, i32 %y) {
  %a = mul nsw i32 %x, 1
  %b = mul nsw i32 %y, 1
  %sum = add nsw i32 %a, %b
  ret i32 %sum
}

; CHECK-LABEL: @wraps(
; CHECK: %sum = add i32 %a, %b
; CHECK: %mixed = add nsw i32 %c, %b
; CHECK: %other = add nsw i32 %d, %b
define i32 @wraps(i32 %x, i32 %y) {
  %a = mul nsw i32 %x, 3
  %b = mul nsw i32 %y, 3
  %sum = add i32 %a, %b
  %c = mul nuw i32 %x, 3
  %mixed = add nsw i32 %c, %b
  %d = mul nsw i32 %x, 5
  %other = add nsw i32 %d, %b
  %e = xor i32 %sum, %mixed
  %f = xor i32 %e, %other
  ret i32 %f
}

declare void @use(i32)
