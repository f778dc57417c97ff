; RUN: %weft-opt --passes=linearize,verify -S %s | FileCheck %s
; Cheap branches run one after the other; joins become selects by the masks of their edges.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @ifs(
; CHECK-NOT: br i1
; CHECK: outer:
; CHECK: call void @__weft_mask(i1 %c)
; CHECK-DAG: [[NOT_D:%.*]] = xor i1 %d, true
; CHECK-DAG: [[THEN:%.*]] = select i1 %c, i1 %d, i1 false
; CHECK-DAG: [[ELSE:%.*]] = select i1 %c, i1 [[NOT_D]], i1 false
; CHECK: then:
; CHECK: call void @__weft_mask(i1 [[THEN]])
; CHECK: [[V:%.*]] = select i1 [[THEN]], i32 %a, i32 %b
; CHECK: else:
; CHECK: call void @__weft_mask(i1 [[ELSE]])
; CHECK: join:
; CHECK: call void @__weft_mask(i1 %c)
; CHECK: [[R:%.*]] = select i1 %c, i32 [[V]], i32 0
; CHECK-NOT: br i1
; CHECK: ret i32 [[R]]
define i32 @ifs(i32 %x, i32 %n) "weft.pack"="x" {
entry:
  %c = icmp slt i32 %x, %n
  br i1 %c, label %outer, label %end
outer:
  %d = icmp slt i32 %x, 5
  br i1 %d, label %then, label %else
then:
  %a = add i32 %x, 1
  br label %join
else:
  %b = mul i32 %x, 3
  br label %join
join:
  %v = phi i32 [ %a, %then ], [ %b, %else ]
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %v, %join ]
  ret i32 %r
}
