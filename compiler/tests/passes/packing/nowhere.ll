; RUN: %weft-opt --passes=work-group,verify --weft-without=row-bounds --weft-width=8 -S %s | FileCheck %s
; An address that only lanes know that are on: with none on, the masked access is where its pointer leads to, not at
; what the sum of a lane that is off gives, 16 GB behind it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_before(
; CHECK: items.pack:
; CHECK: [[FIRST:%.*]] = call i32 @llvm.cttz.i32(
; CHECK: [[AT:%.*]] = getelementptr i8, ptr addrspace(1) {{%.*}}, i64 {{%.*}}
; CHECK: [[IS_ON:%.*]] = icmp ult i32 [[FIRST]], 8
; CHECK: [[SAFE:%.*]] = select i1 [[IS_ON]], ptr addrspace(1) [[AT]], ptr addrspace(1) %p
; CHECK: call <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) align 4 [[SAFE]],
; CHECK: items.rest:
define void @before(ptr addrspace(1) %p, ptr addrspace(1) noalias %q, i32 %distance) "weft.kernel" {
  %id = call i64 @__weft_local_id_x()
  %number = trunc i64 %id to i32
  %is.behind = icmp uge i32 %number, %distance
  br i1 %is.behind, label %then, label %end
then:
  %before = sub i32 %number, %distance
  %far = zext i32 %before to i64
  %from = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %far
  %v = load i32, ptr addrspace(1) %from
  br label %end
end:
  %its = phi i32 [ %v, %then ], [ 0, %0 ]
  %to = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  store i32 %its, ptr addrspace(1) %to
  ret void
}

declare i64 @__weft_local_id_x() memory(none)
