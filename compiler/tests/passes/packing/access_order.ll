; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; Fields of a structure are loaded where the first one is, and stored where the last one is, as long as no access of
; the same memory is passed on the way, also one that is moved itself.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; The store of field 1 would wait for field 2's, but field 1 is loaded after that with field 3, which stands in between.
; CHECK-LABEL: define {{.*}} @__weft_kernel_delayed_store(
; CHECK: items.pack:
; CHECK: load <4 x i32>, ptr addrspace(1)
; CHECK-NOT: gather
; CHECK: call void @llvm.masked.scatter.v4i64.v4p1(
; CHECK-NOT: load
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p1(
; CHECK-NOT: {{load|store|gather|scatter}}
; CHECK: store <4 x i32>
; CHECK: items.pack.next:
define void @delayed_store(ptr addrspace(1) %p, ptr addrspace(1) %out) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %g = trunc i64 %id to i32
  %f0 = getelementptr inbounds { i32, i32, i32, i32 }, ptr addrspace(1) %p, i64 %id, i32 0
  %f1 = getelementptr inbounds { i32, i32, i32, i32 }, ptr addrspace(1) %p, i64 %id, i32 1
  %f2 = getelementptr inbounds { i32, i32, i32, i32 }, ptr addrspace(1) %p, i64 %id, i32 2
  %f3 = getelementptr inbounds { i32, i32, i32, i32 }, ptr addrspace(1) %p, i64 %id, i32 3
  store i32 %g, ptr addrspace(1) %f1
  %y = load i32, ptr addrspace(1) %f3
  store i32 7, ptr addrspace(1) %f2
  %x = load i32, ptr addrspace(1) %f0
  %z = load i32, ptr addrspace(1) %f1
  %s = add i32 %x, %y
  %t = mul i32 %s, %z
  %o = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %t, ptr addrspace(1) %o
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
