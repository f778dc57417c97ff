; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; The frame of an entry: a loop over runs of groups that counts coordinates, and bottom-tested loops over work-items.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define dso_local void @__weft_kernel_k(ptr noalias nonnull readonly captures(none) dereferenceable(128) %launch, ptr noalias nonnull readonly captures(none) dereferenceable(16) %memory, i64 %first, i64 %end) [[A:#[0-9]+]] {
; CHECK: %enqueued.size.x = load i64, ptr {{%.*}}, align 8, !range [[SIZES:![0-9]+]], !invariant.load
; CHECK: [[ANY:%.*]] = icmp ult i64 %first, %end
; CHECK: br i1 [[ANY]], label %groups, label %done
; CHECK: groups:
; CHECK: icmp ult i64 %first, %num.groups.x
; CHECK: groups.coordinates:
; CHECK: udiv i64 %first, %num.groups.x
; CHECK: group:
; CHECK: %group.id.x = phi i64 [ {{%.*}}, %groups.first ], [ {{%.*}}, %group.next ]
; CHECK-NOT: div
; CHECK: call i64 @llvm.umin.i64
; CHECK: items.item.z:
; CHECK: items.item.y:
; CHECK: items.item.x:
; CHECK: %local.id.x = phi i64 [ 0, %items.item.y ], [ [[NEXT:%.*]], %items.next.x ]
; CHECK: items.next.x:
; CHECK: [[NEXT]] = add nuw nsw i64 %local.id.x, 1
; CHECK: [[LAST:%.*]] = icmp eq i64 [[NEXT]], %local.size.x
; CHECK: br i1 [[LAST]], label %items.next.y, label %items.item.x
; CHECK: group.next:
; CHECK-NOT: div
; CHECK: %group.after = add nuw i64 %group.linear, %groups.merged
; CHECK-NOT: define
; CHECK: attributes [[A]] = { nounwind "weft.context_bytes_per_item"="0" "weft.entry"="k" "weft.form"="1" "weft.has_barrier"="0" "weft.private_bytes"="0" }
; CHECK: [[SIZES]] = !{i64 1, i64 2147483648}
define void @k() "weft.kernel" convergent {
  ret void
}
