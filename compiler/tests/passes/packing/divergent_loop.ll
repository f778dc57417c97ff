; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; A loop that lanes leave at different times: each keeps what it left with, also where that is a counter which all
; lanes in the loop share.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[V:%.*]] = load <4 x i32>
; CHECK: [[LOOP:loop.*]]:
; CHECK-DAG: [[LEFT:%.*]] = phi <4 x i32> [ poison, %items.pack ], [ [[NOW:%.*]], %[[LOOP]] ]
; CHECK-DAG: [[ACTIVE:%.*]] = phi <4 x i1> [ splat (i1 true), %items.pack ], [ [[STAY:%.*]], %[[LOOP]] ]
; CHECK-DAG: [[I:%.*]] = phi i32 [ 0, %items.pack ], [ [[NEXT:%.*]], %[[LOOP]] ]
; CHECK: [[NEXT]] = add i32 [[I]], 1
; CHECK: [[ALL:%.*]] = shufflevector <4 x i32>
; CHECK: [[MORE:%.*]] = icmp slt <4 x i32> [[ALL]], [[V]]
; CHECK: [[STAY]] = select <4 x i1> [[ACTIVE]], <4 x i1> [[MORE]], <4 x i1> zeroinitializer
; CHECK: [[NO_MORE:%.*]] = xor <4 x i1> [[MORE]], splat (i1 true)
; CHECK: [[LEAVE:%.*]] = select <4 x i1> [[ACTIVE]], <4 x i1> [[NO_MORE]], <4 x i1> zeroinitializer
; CHECK: [[NOW]] = select <4 x i1> [[LEAVE]], <4 x i32> [[ALL]], <4 x i32> [[LEFT]]
; CHECK: [[ANY:%.*]] = call i1 @llvm.vector.reduce.or.v4i1(
; CHECK: br i1 [[ANY]], label %[[LOOP]],
; CHECK: store <4 x i32> [[NOW]],
; CHECK: items.rest:
; CHECK: phi <4 x i1> [ %rest.mask, %items.rest ]
; CHECK: call void @llvm.masked.store{{.*}}, <4 x i1> %rest.mask)
define void @k(ptr addrspace(1) %p) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %v
  br i1 %more, label %loop, label %exit
exit:
  store i32 %i.next, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
