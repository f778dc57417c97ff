; RUN: %weft-opt --passes=work-group,verify --weft-width=8 -S %s | FileCheck %s
; The questions of three iterations become one before the loop, about the first and the last of them, in 64 bits. Inside
; there is neither a question nor clamping, and neighbours are one load.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__weft_global_id_x()
declare i1 @__weft_any(i1) memory(none) nounwind willreturn
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

; CHECK-LABEL: define {{.*}} @__weft_kernel_sum_of_three(
; CHECK-NOT: @__weft_any
; CHECK: items.pack:
; CHECK: [[FIRST:%.*]] = sext <8 x i32> {{.*}} to <8 x i64>
; CHECK: [[LAST:%.*]] = add nsw <8 x i64> [[FIRST]], splat (i64 2)
; CHECK: [[ABOVE:%.*]] = icmp sge <8 x i64> [[LAST]],
; CHECK: [[BELOW:%.*]] = icmp slt <8 x i64> [[FIRST]], zeroinitializer
; CHECK: or <8 x i1> [[ABOVE]], [[BELOW]]
; CHECK: br i1 {{.*}}, label %{{.*}}, label %[[INSIDE:[^,]*inside[^,]*]], !prof
; CHECK: [[INSIDE]]:
; CHECK-NOT: smax
; CHECK-NOT: masked.gather
; CHECK: load <8 x i32>, ptr addrspace(1)
define void @sum_of_three(ptr addrspace(1) align 4 %in, ptr addrspace(1) noalias align 4 %out, i32 %width)
    "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %x = trunc i64 %id to i32
  br label %loop

loop:
  %dx = phi i32 [ -1, %entry ], [ %dx.next, %next ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %next ]
  %at = add nsw i32 %x, %dx
  %below = icmp slt i32 %at, 0
  %above = icmp sge i32 %at, %width
  %outside = or i1 %below, %above
  %any = call i1 @__weft_any(i1 %outside)
  br i1 %any, label %clamped, label %plain

plain:
  %i = sext i32 %at to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %i
  %v = load i32, ptr addrspace(1) %p
  br label %next

clamped:
  %low = call i32 @llvm.smax.i32(i32 %at, i32 0)
  %last = sub i32 %width, 1
  %both = call i32 @llvm.smin.i32(i32 %low, i32 %last)
  %j = sext i32 %both to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %j
  %w = load i32, ptr addrspace(1) %q
  br label %next

next:
  %new = phi i32 [ %v, %plain ], [ %w, %clamped ]
  %sum.next = add i32 %sum, %new
  %dx.next = add nsw i32 %dx, 1
  %more = icmp slt i32 %dx, 1
  br i1 %more, label %loop, label %end

end:
  %o = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum.next, ptr addrspace(1) %o
  ret void
}

; A question that two branches ask, of a read and of a write at the same place: packs inside have neither.
; CHECK-LABEL: define {{.*}} @__weft_kernel_in_place(
; CHECK: items.pack:
; CHECK: br i1 {{.*}}, label %{{.*}}, label %[[INSIDE:[^,]*inside[^,]*]], !prof
; CHECK: [[INSIDE]]:
; CHECK-NOT: br i1
; CHECK: load <8 x i32>, ptr addrspace(1)
; CHECK-NOT: br i1
; CHECK: store <8 x i32>
define void @in_place(ptr addrspace(1) align 4 %image, i32 %width) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %x = trunc i64 %id to i32
  %below = icmp slt i32 %x, 0
  %above = icmp sge i32 %x, %width
  %outside = or i1 %below, %above
  %any = call i1 @__weft_any(i1 %outside)
  br i1 %any, label %clamped, label %read

clamped:
  %low = call i32 @llvm.smax.i32(i32 %x, i32 0)
  %last = sub i32 %width, 1
  %both = call i32 @llvm.smin.i32(i32 %low, i32 %last)
  br label %read

read:
  %at = phi i32 [ %x, %entry ], [ %both, %clamped ]
  %i = sext i32 %at to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %image, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %new = add i32 %v, 1
  br i1 %any, label %guarded, label %write

guarded:
  br i1 %outside, label %end, label %write

write:
  %j = sext i32 %x to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %image, i64 %j
  store i32 %new, ptr addrspace(1) %q
  br label %end

end:
  ret void
}
