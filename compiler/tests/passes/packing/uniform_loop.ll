; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; A uniform loop stays one: a scalar counter and a scalar branch around vector code.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[LOOP:loop.*]]:
; CHECK: [[I:%.*]] = phi i64 [ 0, %items.pack ], [ [[NEXT:%.*]], %[[LOOP]] ]
; CHECK: [[SUM:%.*]] = phi <4 x float> [ zeroinitializer, %items.pack ], [ [[MORE:%.*]], %[[LOOP]] ]
; CHECK: [[ROW:%.*]] = mul i64 [[I]], 1000
; CHECK: [[AT:%.*]] = add i64 [[ROW]], %global.id.x
; CHECK: [[A:%.*]] = getelementptr float, ptr addrspace(1) %p, i64 [[AT]]
; CHECK: [[V:%.*]] = load <4 x float>, ptr addrspace(1) [[A]]
; CHECK: [[MORE]] = fadd <4 x float> [[SUM]], [[V]]
; CHECK: [[NEXT]] = add i64 [[I]], 1
; CHECK-NOT: {{reduce|select}}
; CHECK: [[C:%.*]] = icmp ult i64 [[NEXT]], %n
; CHECK: br i1 [[C]], label %[[LOOP]],
; CHECK: store <4 x float> [[MORE]],
define void @k(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %row = mul i64 %i, 1000
  %at = add i64 %row, %id
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %sum.next = fadd float %sum, %v
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  %b = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  store float %sum.next, ptr addrspace(1) %b
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
