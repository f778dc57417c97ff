; RUN: %weft-opt --cpu=x86-64-v4 --passes=linearize,verify -S %s | FileCheck %s
; What is done once for all work-items is skipped when none is to do it: accesses at uniform addresses, uniform branches, loops.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @load(
; CHECK: then:
; CHECK: [[ANY:%.*]] = call i1 @__weft_any(i1 %c)
; CHECK-NEXT: br i1 [[ANY]], label %[[BODY:.*]], label %end
; CHECK: [[BODY]]:
; CHECK: call void @__weft_mask(i1 %c)
; CHECK: load i32, ptr %p
; CHECK: store i32 %v, ptr %q
; CHECK: br label %end
define void @load(i32 %x, ptr %p, ptr %q) "weft.pack"="x,q" {
entry:
  %c = icmp slt i32 %x, 5
  br i1 %c, label %then, label %end
then:
  %v = load i32, ptr %p
  store i32 %v, ptr %q
  br label %end
end:
  ret void
}

; CHECK-LABEL: define i32 @branch(
; CHECK: then:
; CHECK: [[ANY:%.*]] = call i1 @__weft_any(i1 %c)
; CHECK-NEXT: br i1 [[ANY]], label %[[BODY:.*]], label %end
; CHECK: [[BODY]]:
; CHECK: br i1 %d, label %a, label %[[ELSE:.*]]
; CHECK: [[ELSE]]:
; CHECK: [[ONE:%.*]] = select i1 %c, i32 1, i32 0
; CHECK: a:
; CHECK: [[TWO:%.*]] = select i1 %c, i32 2, i32 0
; CHECK: end:
; CHECK: [[R:%.*]] = phi i32
; CHECK-SAME: [ [[TWO]], %a ]
; CHECK-SAME: [ [[ONE]], %[[ELSE]] ]
; CHECK-SAME: [ 0, %then ]
; CHECK-NEXT: ret i32 [[R]]
define i32 @branch(i32 %x, i32 %n) "weft.pack"="x" {
entry:
  %c = icmp slt i32 %x, 5
  br i1 %c, label %then, label %end
then:
  %d = icmp slt i32 %n, 5
  br i1 %d, label %a, label %end
a:
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ 1, %then ], [ 2, %a ]
  ret i32 %r
}

; CHECK-LABEL: define void @varying(
; CHECK-NOT: __weft_any
; CHECK: call void @__weft_mask(i1 %c)
; CHECK-NEXT: store i32 %x, ptr %q
; CHECK-NOT: __weft_any
; CHECK: ret void
define void @varying(i32 %x, ptr %q) "weft.pack"="x,q" {
entry:
  %c = icmp slt i32 %x, 5
  br i1 %c, label %then, label %end
then:
  store i32 %x, ptr %q
  br label %end
end:
  ret void
}
