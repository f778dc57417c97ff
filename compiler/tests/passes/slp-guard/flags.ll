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
