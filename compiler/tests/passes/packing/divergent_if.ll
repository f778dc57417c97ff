; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; A divergent branch: both sides run, joins are selects, and a store has the mask of its side.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[V:%.*]] = load <4 x i32>
; CHECK: [[C:%.*]] = icmp slt <4 x i32> [[V]], splat (i32 5)
; CHECK-NOT: br i1
; CHECK-DAG: [[X:%.*]] = add <4 x i32> [[V]], splat (i32 1)
; CHECK-DAG: [[Y:%.*]] = mul <4 x i32> [[V]], splat (i32 3)
; CHECK: call void @llvm.masked.store{{.*}}(<4 x i32> [[X]], ptr addrspace(1) align 4 {{%.*}}, <4 x i1> [[C]])
; CHECK: [[R:%.*]] = select <4 x i1> [[C]], <4 x i32> [[X]], <4 x i32> [[Y]]
; CHECK: store <4 x i32> [[R]],
; CHECK: items.rest:
; CHECK: [[C:%.*]] = icmp slt <4 x i32>
; CHECK: [[THEN:%.*]] = select <4 x i1> %rest.mask, <4 x i1> [[C]], <4 x i1> zeroinitializer
; CHECK: call void @llvm.masked.store{{.*}}, <4 x i1> [[THEN]])
; CHECK: select <4 x i1> [[THEN]], <4 x i32>
; CHECK: call void @llvm.masked.store{{.*}}, <4 x i1> %rest.mask)
define void @k(ptr addrspace(1) %p) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %c = icmp slt i32 %v, 5
  br i1 %c, label %then, label %else
then:
  %x = add i32 %v, 1
  store i32 %x, ptr addrspace(1) %a
  br label %end
else:
  %y = mul i32 %v, 3
  br label %end
end:
  %r = phi i32 [ %x, %then ], [ %y, %else ]
  %b = getelementptr inbounds i32, ptr addrspace(1) %a, i64 100
  store i32 %r, ptr addrspace(1) %b
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
