; RUN: %weft-opt --passes=slp-vectorizer,verify --slp-threshold=-100 -S %s | FileCheck %s
; An addition of a number that becomes a subtraction of its negative, or the other way, keeps no promise not to wrap;
; what was there before SLPVectorizer keeps its own. Operations that do nothing are gone before it takes them for others.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @additions(
; CHECK: [[V:%.*]] = {{add|sub}} <4 x i32>
; CHECK: store <4 x i32> [[V]], ptr %p
; CHECK: mul nuw nsw i32 %n, 3
define i32 @additions(ptr %p, i32 %n) {
  %p1 = getelementptr inbounds i32, ptr %p, i64 1
  %p2 = getelementptr inbounds i32, ptr %p, i64 2
  %p3 = getelementptr inbounds i32, ptr %p, i64 3
  %x0 = load i32, ptr %p
  %x1 = load i32, ptr %p1
  %x2 = load i32, ptr %p2
  %x3 = load i32, ptr %p3
  %a0 = add nuw i32 %x0, 3
  %a1 = sub nuw i32 %x1, 5
  %a2 = add nuw i32 %x2, 1
  %a3 = add nuw i32 %x3, 7
  store i32 %a0, ptr %p
  store i32 %a1, ptr %p1
  store i32 %a2, ptr %p2
  store i32 %a3, ptr %p3
  %s = mul nuw nsw i32 %n, 3
  ret i32 %s
}

; CHECK-LABEL: define void @identities(
; CHECK-NOT: i32 0, i32 -1
; CHECK: ret void
define void @identities(ptr %p, ptr %q) {
  %v = load <2 x i32>, ptr %p, align 4
  %x = extractelement <2 x i32> %v, i32 0
  %y = extractelement <2 x i32> %v, i32 1
  %x1 = add i32 %x, 1509121027
  %x2 = or i32 %x1, 0
  %y1 = add i32 %y, 13
  %y2 = and i32 %y1, -1
  %s = add i32 %x2, %y2
  store i32 %s, ptr %q
  ret void
}

; CHECK-LABEL: define void @unreachable_cycle(
; CHECK: %x = or i32 %x, 0
define void @unreachable_cycle() {
  ret void
dead:
  %x = or i32 %x, 0
  br label %dead
}

; The sum's constants are 0 together, and x0 << 4 could be one operation with 0 + x2, were it written first.
; CHECK-LABEL: define i64 @constants_of_a_sum(
; CHECK-NOT: <2 x i64> <i64 0, i64 poison>
; CHECK: ret i64
define i64 @constants_of_a_sum(<4 x i32> %v) {
  %e0 = extractelement <4 x i32> %v, i32 0
  %w0 = sext i32 %e0 to i64
  %a0 = shl nsw i64 %w0, 4
  %b0 = add i64 %a0, -1
  %e1 = extractelement <4 x i32> %v, i32 1
  %w1 = sext i32 %e1 to i64
  %s1 = shl nsw i64 %w1, 3
  %a1 = lshr i64 %s1, 1
  %b1 = add i64 %a1, 1
  %e2 = extractelement <4 x i32> %v, i32 2
  %w2 = sext i32 %e2 to i64
  %m2 = mul nsw i64 %w2, 13
  %a2 = lshr i64 %m2, 1
  %b2 = sub i64 %a2, 7
  %e3 = extractelement <4 x i32> %v, i32 3
  %w3 = sext i32 %e3 to i64
  %m3 = mul i64 %w3, 13
  %a3 = ashr i64 %m3, 1
  %b3 = sub nsw i64 %a3, 13
  %t0 = add i64 %b0, %b1
  %t1 = add i64 %t0, %b2
  %t2 = add i64 %t1, %b3
  ret i64 %t2
}

; CHECK-LABEL: define i32 @one_constant(
; CHECK-NEXT: %s = add i32 %x, %y
; CHECK-NEXT: %1 = add i32 %s, 8
; CHECK-NEXT: ret i32 %1
define i32 @one_constant(i32 %x, i32 %y) {
  %a = add nsw i32 %x, 3
  %b = add nsw i32 %y, 5
  %b0 = shl i32 %b, 0
  %s = add nsw i32 %a, %b0
  ret i32 %s
}
