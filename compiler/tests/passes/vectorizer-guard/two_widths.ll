; RUN: %weft-opt --passes=vectorizer-guard -S %s | FileCheck %s
; A loop whose indices are masked to two widths is kept from LoopVectorize; one with a single width is not.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @two(
; CHECK: loop:
; CHECK: fence syncscope("singlethread") acquire
; CHECK: br i1 %done, label %end, label %loop, !llvm.loop [[LOOP:![0-9]+]]
define void @two(ptr noalias %out, ptr noalias %t, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %shifted = add nuw nsw i64 %i, 4
  %wide = and i64 %shifted, 15
  %narrow = and i64 %i, 3
  %p = getelementptr inbounds i32, ptr %t, i64 %wide
  %q = getelementptr inbounds i32, ptr %t, i64 %narrow
  %x = load i32, ptr %p
  %y = load i32, ptr %q
  %s = add i32 %x, %y
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %s, ptr %o
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @one(
; CHECK-NOT: !llvm.loop
define void @one(ptr noalias %out, ptr noalias %t, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %wide = and i64 %i, 15
  %p = getelementptr inbounds i32, ptr %t, i64 %wide
  %x = load i32, ptr %p
  %o = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %x, ptr %o
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK: [[LOOP]] = distinct !{[[LOOP]], [[OFF:![0-9]+]]}
; CHECK: [[OFF]] = !{!"llvm.loop.vectorize.enable", i{{.*}} {{false|0}}}
