; RUN: %weft-opt --passes=linearize,verify -S %s | FileCheck %s
; Uniform branches and loops stay as they are, without masks; so does a function without the attribute.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @uniform(
; CHECK-NOT: {{call|select}}
; CHECK: br i1 %c, label %then, label %join
; CHECK: br i1 %more, label %loop, label
; CHECK: %r = phi i32 [ %x, %entry ],
; CHECK-NOT: {{call|select}}
; CHECK: ret i32 %r
define i32 @uniform(i32 %x, i32 %n) "weft.pack"="x" {
entry:
  %c = icmp sgt i32 %n, 5
  br i1 %c, label %then, label %join
then:
  br label %loop
loop:
  %i = phi i32 [ 0, %then ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %join
join:
  %r = phi i32 [ %x, %entry ], [ %i.next, %loop ]
  ret i32 %r
}

; CHECK-LABEL: define i32 @unmarked(
; CHECK: br i1 %c, label %then, label %join
; CHECK: %r = phi i32 [ 1, %entry ], [ 2, %then ]
define i32 @unmarked(i32 %x) {
entry:
  %c = icmp sgt i32 %x, 5
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %r = phi i32 [ 1, %entry ], [ 2, %then ]
  ret i32 %r
}
