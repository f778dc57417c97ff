; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; Cases with and without a barrier, and one that falls through into another.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.item.x:
; CHECK: switch i32 %n, label %default
; CHECK: items.end:
; CHECK-NEXT: switch i32 {{%.*}}, label %group.next [
; CHECK-NEXT: i32 1, label %items.1
; CHECK-NEXT: i32 2, label %items.2
; CHECK-NEXT: ]
; CHECK: items.1.item.x:
; CHECK: store volatile i32 20
; CHECK: items.1.end:
; CHECK-NEXT: br label %items.2
; CHECK: items.2.item.x:
; CHECK: store volatile i32 21
; CHECK: items.2.end:
; CHECK-NEXT: br label %group.next
define void @k(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  switch i32 %n, label %default [ i32 0, label %first
                                  i32 1, label %second ]
first:
  store volatile i32 10, ptr addrspace(1) %p
  call void @__weft_barrier()
  br label %second
second:
  store volatile i32 20, ptr addrspace(1) %p
  call void @__weft_barrier()
  store volatile i32 21, ptr addrspace(1) %p
  br label %end
default:
  store volatile i32 30, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)
