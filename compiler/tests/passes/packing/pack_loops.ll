; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; The entry says how wide its packs are; the full packs and the rest of a row have loops of their own, within rows
; alone.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; Packs in which the low 32 bits of the global id would wrap are of one work-item.
; CHECK: %crosses = icmp uge i64 {{%.*}}, 2147483648
; CHECK: [[WHOLE:%.*]] = and i64 %local.size.x, -4
; CHECK: %full.end = select i1 %crosses, i64 0, i64 [[WHOLE]]
; CHECK: [[LEFT:%.*]] = sub i64 %local.size.x, [[WHOLE]]
; CHECK: %rest.step = select i1 %crosses, i64 1, i64 [[LEFT]]
; CHECK: %rest.mask = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>,
; CHECK: items.item.y:
; CHECK: [[HAS_FULL:%.*]] = icmp ne i64 %full.end, 0
; CHECK: br i1 [[HAS_FULL]], label %items.pack, label %items.rest.check
; CHECK: items.pack:
; CHECK: store <4 x i64>
; CHECK: items.pack.next:
; CHECK: add nuw nsw i64 %local.id.x, 4
; CHECK: items.rest.check:
; CHECK: [[HAS_REST:%.*]] = icmp ult i64 %full.end, %local.size.x
; CHECK: br i1 [[HAS_REST]], label %items.rest, label %items.next.y
; CHECK: items.rest:
; CHECK: phi i64 [ %full.end, %items.rest.check ],
; CHECK: items.rest.next:
; CHECK: add nuw nsw i64 {{%.*}}, %rest.step
; CHECK: attributes {{.*}} "weft.entry"="k" {{.*}}"weft.pack_width"="4"
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %x = call i64 @__weft_global_id_x()
  %y = call i64 @__weft_global_id_y()
  %a = getelementptr inbounds i64, ptr addrspace(1) %p, i64 %x
  store i64 %y, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
declare i64 @__weft_global_id_y() memory(none)
