; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; A loop with two entries that lanes take differently: one loop with a mask for each of the blocks.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[C:%.*]] = icmp slt <4 x i32> {{%.*}}, splat (i32 5)
; CHECK: [[TO_B:%.*]] = xor <4 x i1> [[C]], splat (i1 true)
; CHECK-DAG: [[LEFT:%.*]] = phi <4 x i32> [ poison, %items.pack ], [ [[RESULT:%.*]], %{{.*}} ]
; CHECK-DAG: [[ACTIVE:%.*]] = phi <4 x i1> [ splat (i1 true), %items.pack ], [ [[A:%.*]], %{{.*}} ]
; CHECK-DAG: [[WHERE:%.*]] = phi <4 x i1> {{.*}}[ [[TO_B]], %items.pack ]
; CHECK: [[B:%.*]] = select <4 x i1> [[ACTIVE]], <4 x i1> [[WHERE]], <4 x i1> zeroinitializer
; CHECK: [[AGAIN:%.*]] = select <4 x i1> [[B]], <4 x i1> {{%.*}}, <4 x i1> zeroinitializer
; CHECK: [[A]] = or <4 x i1> [[AGAIN]],
; CHECK: [[LEAVE:%.*]] = select <4 x i1> [[B]], <4 x i1> {{%.*}}, <4 x i1> zeroinitializer
; CHECK: [[RESULT]] = select <4 x i1> [[LEAVE]], <4 x i32> {{%.*}}, <4 x i32> [[LEFT]]
; CHECK: call void @llvm.masked.store{{.*}}(<4 x i32> splat (i32 1), {{.*}}, <4 x i1> [[A]])
; CHECK: [[BITS:%.*]] = freeze <4 x i1> [[A]]
; CHECK: call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> [[BITS]])
; CHECK: store <4 x i32> [[RESULT]]
; CHECK: items.rest:
; CHECK: call <4 x i32> @llvm.masked.load{{.*}}, <4 x i1> %rest.mask,
; CHECK: phi <4 x i1> [ %rest.mask, %items.rest ]
; CHECK: call void @llvm.masked.store{{.*}}, <4 x i1> %rest.mask)
define void @k(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %at = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %c = icmp slt i32 %v, 5
  br i1 %c, label %a, label %b
a:
  %k = phi i32 [ 0, %entry ], [ %j.next, %b ]
  store i32 1, ptr addrspace(1) %at
  br label %b
b:
  %j = phi i32 [ 0, %entry ], [ %k, %a ]
  %j.next = add i32 %j, 1
  %more = icmp slt i32 %j.next, %v
  br i1 %more, label %a, label %exit
exit:
  store i32 %j.next, ptr addrspace(1) %at
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
