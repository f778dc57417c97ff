; RUN: env WEFT_CHECK=order %weft-opt --passes=work-group,verify --weft-without=row-bounds --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; A variable's lifetime markers stay where all of them are for all lanes. Where lanes may be off at one of them, a part
; of the ways to its accesses would have none, and LLVM takes the variable for dead there: then none is left.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Also not in the copy of the block for packs that pass the bound as a whole: the variable lives as long as the pack.
; CHECK-LABEL: define {{.*}} @__weft_kernel_bound(
; CHECK: items.pack:
; CHECK: call void @llvm.lifetime.start.p0(ptr [[T:%.*]])
; CHECK-NOT: lifetime
; CHECK: inside.whole{{.*}}:
; CHECK-NOT: lifetime
; CHECK: entry1.part{{.*}}:
; CHECK-NOT: lifetime
; CHECK: bound.region.0.packed.4.exit:
; CHECK: call void @llvm.lifetime.end.p0(ptr [[T]])
; CHECK: items.rest:
define void @bound(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %t = alloca i32
  %id = call i64 @__weft_global_id_x()
  %c = icmp ult i64 %id, %n
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  br i1 %c, label %inside, label %end
inside:
  call void @llvm.lifetime.start.p0(ptr %t)
  %v = load i32, ptr addrspace(1) %a
  store volatile i32 %v, ptr %t
  %left = getelementptr inbounds i32, ptr addrspace(1) %a, i64 -1
  %x = load i32, ptr addrspace(1) %left
  %right = getelementptr inbounds i32, ptr addrspace(1) %a, i64 1
  %y = load i32, ptr addrspace(1) %right
  %sum = add i32 %x, %y
  %r = load volatile i32, ptr %t
  %w = add i32 %sum, %r
  store i32 %w, ptr addrspace(1) %a
  call void @llvm.lifetime.end.p0(ptr %t)
  br label %end
end:
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_all(
; CHECK: items.pack:
; CHECK: call void @llvm.lifetime.start.p0(ptr [[T:%.*]])
; CHECK: store volatile i32 {{.*}}, ptr [[T]]
; CHECK: call void @llvm.lifetime.end.p0(ptr [[T]])
; CHECK: items.rest:
define void @all(ptr addrspace(1) %p) "weft.kernel" {
entry:
  %t = alloca i32
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  call void @llvm.lifetime.start.p0(ptr %t)
  %v = load i32, ptr addrspace(1) %a
  store volatile i32 %v, ptr %t
  %r = load volatile i32, ptr %t
  store i32 %r, ptr addrspace(1) %a
  call void @llvm.lifetime.end.p0(ptr %t)
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; An address that is written somewhere is no access: it may be written after the variable's end.
; CHECK-LABEL: define {{.*}} @__weft_kernel_address(
; CHECK: items.pack:
; CHECK: call void @llvm.lifetime.end.p0(ptr [[T:%.*]])
; CHECK: call void @llvm.masked.store.v4p0.p1(<4 x ptr>
; CHECK: items.rest:
define void @address(ptr addrspace(1) %p) "weft.kernel" {
entry:
  %t = alloca i32
  %id = call i64 @__weft_global_id_x()
  %twice = shl i64 %id, 1
  %a = getelementptr inbounds ptr, ptr addrspace(1) %p, i64 %twice
  call void @llvm.lifetime.start.p0(ptr %t)
  store volatile i32 0, ptr %t
  call void @llvm.lifetime.end.p0(ptr %t)
  store ptr %t, ptr addrspace(1) %a
  ret void
}
