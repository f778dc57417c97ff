; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; Copies of structures: one of the whole pack where the lanes lie one after the other, else elements as vectors.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_contiguous(
; CHECK: items.pack:
; CHECK: call void @llvm.memcpy{{.*}}, i64 64, i1 false)
; CHECK: items.rest:
; CHECK-NOT: llvm.memcpy
; CHECK: [[TWO:%.*]] = shufflevector <4 x i1> %rest.mask, <4 x i1> {{.*}}, <4 x i32> <i32 0, i32 0, i32 1, i32 1>
; CHECK: call <4 x i64> @llvm.masked.load{{.*}}, <4 x i1> [[TWO]],
; CHECK: [[TWO:%.*]] = shufflevector <4 x i1> %rest.mask, <4 x i1> {{.*}}, <4 x i32> <i32 0, i32 0, i32 1, i32 1>
; CHECK: call void @llvm.masked.store{{.*}}, <4 x i1> [[TWO]])
; CHECK: items.rest.next:
define void @contiguous(ptr addrspace(1) %p, ptr addrspace(1) %q) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds { i64, i64 }, ptr addrspace(1) %p, i64 %id
  %b = getelementptr inbounds { i64, i64 }, ptr addrspace(1) %q, i64 %id
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 8 %a, ptr addrspace(1) align 8 %b, i64 16, i1 false)
  ret void
}

; The third field of each structure stays as it is: the others are a row of 16 bytes.
; CHECK-LABEL: define {{.*}} @__weft_kernel_part(
; CHECK: items.pack:
; CHECK-NOT: llvm.memcpy
; CHECK-COUNT-4: store <2 x i64>
; CHECK-NOT: store
; CHECK: items.pack.next:
define void @part(ptr addrspace(1) %p, ptr addrspace(1) %q) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds { i64, i64, i64 }, ptr addrspace(1) %p, i64 %id
  %b = getelementptr inbounds { i64, i64, i64 }, ptr addrspace(1) %q, i64 %id
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 8 %a, ptr addrspace(1) align 8 %b, i64 16, i1 false)
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_uniform(
; CHECK: items.pack:
; CHECK: call void @llvm.memcpy{{.*}}(ptr addrspace(1) align 8 %p, ptr addrspace(1) align 8 %q, i64 %n, i1 false)
; CHECK-NOT: llvm.memcpy
; CHECK: items.rest:
; A rest has a work-item.
; CHECK: call void @llvm.memcpy{{.*}}, i64 %n, i1 false)
; CHECK-NOT: llvm.memcpy
; CHECK: items.rest.next:
define void @uniform(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "weft.kernel" {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 8 %p, ptr addrspace(1) align 8 %q, i64 %n, i1 false)
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_length(
; CHECK: items.pack:
; CHECK: call void @llvm.memcpy{{.*}}, i64 %global.id.x, i1 false)
; CHECK: [[LENGTH:%.*]] = add i64 %global.id.x, 1
; CHECK: call void @llvm.memcpy{{.*}}, i64 [[LENGTH]], i1 false)
; CHECK-COUNT-2: call void @llvm.memcpy
; CHECK-NOT: call void @llvm.memcpy
; CHECK: items.rest:
define void @length(ptr addrspace(1) %p, ptr addrspace(1) %q) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i64, ptr addrspace(1) %p, i64 %id
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 8 %a, ptr addrspace(1) align 8 %q, i64 %id, i1 false)
  ret void
}

declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare i64 @__weft_global_id_x() memory(none)
