; RUN: %weft-opt --passes=narrow-compares,verify -S %s | FileCheck %s
; What is known to be less than 2^31 is compared as ints: local ids, and what bit operations and divisions make of them.
; Loops' counters stay as they are, and what may be more.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare range(i64 0, 2147483647) i64 @__weft_local_id_x()
declare i64 @__weft_global_id_x()

; CHECK-LABEL: @first(
; CHECK: [[ID:%.*]] = trunc nuw nsw i64 %id to i32
; CHECK-NEXT: icmp eq i32 [[ID]], 0
define i1 @first() {
  %id = call i64 @__weft_local_id_x()
  %c = icmp eq i64 %id, 0
  ret i1 %c
}

; CHECK-LABEL: @beside(
; CHECK: [[ID:%.*]] = trunc nuw nsw i64 %id to i32
; CHECK-NEXT: icmp samesign ult i32 [[ID]], %n
define i1 @beside(i32 range(i32 0, 100) %n) {
  %id = call i64 @__weft_local_id_x()
  %wide = zext nneg i32 %n to i64
  %c = icmp samesign ult i64 %id, %wide
  ret i1 %c
}

; CHECK-LABEL: @modulo(
; CHECK: [[ID:%.*]] = trunc nuw nsw i64 %id to i32
; CHECK-NEXT: [[SHIFTED:%.*]] = lshr i32 [[ID]], 3
; CHECK-NEXT: [[REST:%.*]] = urem i32 [[SHIFTED]], 7
; CHECK-NEXT: icmp eq i32 [[REST]], 2
; CHECK-NOT: i64
; CHECK: ret
define i1 @modulo() {
  %id = call i64 @__weft_local_id_x()
  %shifted = lshr i64 %id, 3
  %rest = urem i64 %shifted, 7
  %c = icmp eq i64 %rest, 2
  ret i1 %c
}

; What is used beside the comparison stays.
; CHECK-LABEL: @used(
; CHECK: %rest = urem i64 %id, 7
; CHECK-NEXT: [[REST:%.*]] = trunc nuw nsw i64 %rest to i32
; CHECK: icmp eq i32 [[REST]], 2
define i1 @used(ptr %p) {
  %id = call i64 @__weft_local_id_x()
  %rest = urem i64 %id, 7
  store i64 %rest, ptr %p
  %c = icmp eq i64 %rest, 2
  ret i1 %c
}

; What is made before a loop stays there.
; CHECK-LABEL: @before(
; CHECK: [[ID:%.*]] = trunc nuw nsw i64 %id to i32
; CHECK-NEXT: [[REST:%.*]] = urem i32 [[ID]], 7
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NEXT: %i = phi i32
; CHECK-NEXT: %next = add i32 %i, 1
; CHECK-NEXT: icmp ult i32 %next, [[REST]]
define void @before(i32 range(i32 0, 100) %n) {
entry:
  %id = call i64 @__weft_local_id_x()
  %rest = urem i64 %id, 7
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %wide = zext nneg i32 %next to i64
  %more = icmp ult i64 %wide, %rest
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Sums may be more than 2^31, and so may global ids.
; CHECK-LABEL: @more(
; CHECK: icmp ult i64 %sum, 256
; CHECK: icmp ult i64 %global, 256
define i1 @more() {
  %id = call i64 @__weft_local_id_x()
  %sum = add i64 %id, 16
  %a = icmp ult i64 %sum, 256
  %global = call i64 @__weft_global_id_x()
  %b = icmp ult i64 %global, 256
  %c = and i1 %a, %b
  ret i1 %c
}

; CHECK-LABEL: @counter(
; CHECK: icmp ult i64 %i, 100
define void @counter() {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = add i64 %i, 1
  %next = and i64 %sum, 255
  %more = icmp ult i64 %i, 100
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
