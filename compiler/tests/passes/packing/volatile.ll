; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; Volatile accesses: once for all lanes, between fences for the compiler, so that nothing moves across them; what all
; lanes load from one place is loaded once, what is a lane's own for each lane.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[V:%.*]] = load volatile i32, ptr addrspace(1) %u
; CHECK-NOT: load
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: store <4 x i32> {{%.*}}, ptr addrspace(1) [[A:%.*]], align 4
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: [[W:%.*]] = load <4 x i32>, ptr addrspace(1) [[A]], align 4
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: load <4 x i32>, ptr addrspace(1) [[A]], align 4
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: [[G:%.*]] = call <4 x i32> @llvm.masked.gather{{.*}}({{.*}}, <4 x i1> splat (i1 true),
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: call void @llvm.masked.scatter{{.*}}(<4 x i32> [[G]],
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: items.rest:
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK: call void @llvm.masked.s{{tore|catter}}{{.*}}(<4 x i32> {{%.*}}, <4 x i1> %rest.mask)
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: items.rest.next:
define void @k(ptr addrspace(1) %p, ptr addrspace(1) %u) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load volatile i32, ptr addrspace(1) %u
  store volatile i32 %v, ptr addrspace(1) %a
  %w = load volatile i32, ptr addrspace(1) %a
  %x = load volatile i32, ptr addrspace(1) %a
  %s = add i32 %w, %x
  %far = sext i32 %s to i64
  %b = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %far
  %g = load volatile i32, ptr addrspace(1) %b
  store volatile i32 %g, ptr addrspace(1) %b
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_own(
; CHECK: items.pack:
; CHECK-COUNT-4: store volatile i32
; CHECK-NOT: store volatile
; CHECK-COUNT-4: load volatile i32
; CHECK-NOT: load volatile
; CHECK: items.rest:
define void @own(ptr addrspace(1) %p) "weft.kernel" {
  %mine = alloca i32
  %id = call i64 @__weft_global_id_x()
  %id.32 = trunc i64 %id to i32
  store volatile i32 %id.32, ptr %mine
  %v = load volatile i32, ptr %mine
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 %v, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_vector(
; CHECK: items.pack:
; CHECK: load volatile <2 x i32>, ptr addrspace(1) %u
; CHECK-NOT: load volatile
; CHECK: items.rest:
define void @vector(ptr addrspace(1) %p, ptr addrspace(1) %u) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %v = load volatile <2 x i32>, ptr addrspace(1) %u
  %a = getelementptr inbounds <2 x i32>, ptr addrspace(1) %p, i64 %id
  store <2 x i32> %v, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
