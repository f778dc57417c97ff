; RUN: %weft-opt --passes='default<O3>' -S %s | FileCheck %s
; The default pipeline has the guard in front of LoopVectorize: t[i & 3] is never read as t[i].

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@two(
; CHECK-NOT: load <
; CHECK: ret void
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
