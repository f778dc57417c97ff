; RUN: %weft-opt --passes=work-group,verify --weft-without=row-bounds --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; Who returns early does not run what follows; the pack goes on while anybody is left.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[C:%.*]] = icmp uge <4 x i64>
; CHECK: [[GO:%.*]] = xor <4 x i1> [[C]], splat (i1 true)
; CHECK: [[FIRST:%.*]] = icmp ult i64 %global.id.x, %n
; CHECK: [[ANY:%.*]] = freeze i1 [[FIRST]]
; CHECK: br i1 [[ANY]], label %[[BODY:.*]], label %[[END:.*]]
; CHECK: [[BODY]]:
; CHECK: load i32, ptr addrspace(1) %u
; CHECK: call void @llvm.masked.store{{.*}}, <4 x i1> [[GO]])
; CHECK-NEXT: br label %[[END]]
; CHECK: [[END]]:
; CHECK-NEXT: br label %items.pack.next
; CHECK: items.rest:
; CHECK: [[GO:%.*]] = select <4 x i1> %rest.mask, <4 x i1> {{%.*}}, <4 x i1> zeroinitializer
; CHECK: br i1
; CHECK: call void @llvm.masked.store{{.*}}, <4 x i1> [[GO]])
define void @k(ptr addrspace(1) %p, i64 %n, ptr addrspace(1) %u) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %c = icmp uge i64 %id, %n
  br i1 %c, label %out, label %go
out:
  ret void
go:
  %w = load i32, ptr addrspace(1) %u
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 %w, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
