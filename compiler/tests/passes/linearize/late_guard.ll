; RUN: %weft-opt --cpu=x86-64-v4 --passes=linearize,verify -S %s | FileCheck %s
; A joined value with poison on the other edges is uniform when packed, though the join was not: the load is guarded.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @f(
; CHECK: then:
; CHECK: [[ANY:%.*]] = call i1 @__weft_any(i1 %c)
; CHECK-NEXT: br i1 [[ANY]], label %[[BODY:.*]], label %[[BEHIND:.*]]
; CHECK: [[BODY]]:
; CHECK: %v = load i32, ptr %p
; CHECK: [[BEHIND]]:
; Without anybody in %then, everybody has the 0 of the other edge.
; CHECK: {{phi i32 .*\[ 0, %then \]|select i1 %c, i32 %.*, i32 0}}
; CHECK: ret i32
define i32 @f(i32 %x, ptr %p) "weft.pack"="x" {
entry:
  %c = icmp slt i32 %x, 5
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  br label %join
join:
  %q = phi ptr [ %p, %a ], [ poison, %b ]
  br i1 %c, label %then, label %end
then:
  %v = load i32, ptr %q
  br label %end
end:
  %r = phi i32 [ %v, %then ], [ 0, %join ]
  ret i32 %r
}

; CHECK-LABEL: define void @two_edges(
; CHECK: then:
; CHECK: [[ANY:%.*]] = call i1 @__weft_any(i1 %c)
; CHECK-NEXT: br i1 [[ANY]], label %[[BODY:.*]], label %[[BEHIND:.*]]
; CHECK: [[BODY]]:
; CHECK: load i32, ptr %p
; CHECK: [[BEHIND]]:
; Without anybody in %then, those who come from %else still get to %set.
; CHECK: [[SET:%.*]] = {{phi i1 .*, \[ |or i1 .*, }}[[OTHERS:%[^ ,]+]]
; CHECK: else:
; CHECK: [[OTHERS]] = select i1 {{%.*}}, i1 %g, i1 false
; CHECK: set:
; CHECK: call void @__weft_mask(i1 [[SET]])
; CHECK-NEXT: store i32 %x, ptr %o
define void @two_edges(i32 %x, ptr %p, ptr %o) "weft.pack"="x,o" {
entry:
  %c = icmp slt i32 %x, 5
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  br label %join
join:
  %q = phi ptr [ %p, %a ], [ poison, %b ]
  br i1 %c, label %then, label %else
then:
  %v = load i32, ptr %q
  %e = icmp eq i32 %x, %v
  br i1 %e, label %set, label %end
else:
  %g = icmp eq i32 %x, 9
  br i1 %g, label %set, label %end
set:
  store i32 %x, ptr %o
  br label %end
end:
  ret void
}
