; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; A divergent branch in a loop that lanes leave at different times: it counts for lanes that are in the loop alone.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[LOOP:loop.*]]:
; CHECK: [[ACTIVE:%.*]] = phi <4 x i1> [ splat (i1 true), %items.pack ], [ [[STAY:%.*]], %{{.*}} ]
; CHECK: [[C:%.*]] = icmp sgt <4 x i32>
; CHECK: [[THEN:%.*]] = select <4 x i1> [[ACTIVE]], <4 x i1> [[C]], <4 x i1> zeroinitializer
; CHECK: call void @llvm.masked.store{{.*}}, <4 x i1> [[THEN]])
; CHECK: [[MORE:%.*]] = icmp slt <4 x i32>
; CHECK: [[STAY]] = select <4 x i1> [[ACTIVE]], <4 x i1> [[MORE]], <4 x i1> zeroinitializer
; CHECK: [[BITS:%.*]] = freeze <4 x i1> [[STAY]]
; CHECK: [[ANY:%.*]] = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> [[BITS]])
; CHECK: br i1 [[ANY]], label %[[LOOP]],
; CHECK: items.rest:
; CHECK: call <4 x i32> @llvm.masked.load{{.*}}, <4 x i1> %rest.mask,
; CHECK: phi <4 x i1> [ %rest.mask, %items.rest ]
define void @k(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %c = icmp sgt i32 %v, %n
  br i1 %c, label %then, label %latch
then:
  store i32 %i, ptr addrspace(1) %a
  br label %latch
latch:
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %v
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
