; RUN: %weft-opt --passes=weft-inline,verify -S %s | FileCheck %s
; Barriers, ids and local variables reach the kernel through several calls, also when called twice.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@v = internal addrspace(3) global i32 undef

; CHECK-LABEL: define void @k(
; CHECK-NOT: call void @outer
; CHECK: [[ID:%.*]] = call i64 @__weft_local_id_x()
; CHECK: store i64 [[ID]], ptr addrspace(1) %p
; CHECK: call void @__weft_barrier()
; CHECK: load i32, ptr addrspace(3) @v
; CHECK: call i64 @__weft_local_id_x()
; CHECK: call void @__weft_barrier()
; CHECK: load i32, ptr addrspace(3) @v
; CHECK: ret void
; CHECK-NOT: define {{.*}}@outer
; CHECK-NOT: define {{.*}}@inner
; CHECK-NOT: define {{.*}}@local
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  call void @outer(ptr addrspace(1) %p)
  call void @outer(ptr addrspace(1) %p)
  ret void
}

define internal void @outer(ptr addrspace(1) %p) {
  %id = call i64 @inner()
  store i64 %id, ptr addrspace(1) %p
  call void @__weft_barrier()
  %v = call i32 @local()
  store i32 %v, ptr addrspace(1) %p
  ret void
}

define internal i64 @inner() {
  %id = call i64 @__weft_local_id_x()
  ret i64 %id
}

define internal i32 @local() {
  %x = load i32, ptr addrspace(3) @v
  ret i32 %x
}

declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent noduplicate
