; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; What a version of the kernel would gain from is told; a version's groups have one size.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; A group with a barrier runs on its own; the second and the third argument bound loops, the fourth does not.
; CHECK-LABEL: define dso_local void @__weft_kernel_bounds(
; CHECK-SAME: [[BOUNDS:#[0-9]+]]
define void @bounds(ptr addrspace(1) %p, i32 %n, i8 %m, i32 %other) "weft.kernel" {
entry:
  %id = call i64 @__weft_local_id_x()
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %half = lshr i32 %n, 1
  %wide = sext i8 %m to i32
  br label %first
first:
  %i = phi i32 [ 0, %entry ], [ %i.next, %first ]
  store volatile i32 %other, ptr addrspace(1) %a
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %half
  br i1 %more, label %first, label %middle
middle:
  call void @__weft_barrier()
  br label %second
second:
  %j = phi i32 [ %wide, %middle ], [ %j.next, %second ]
  store volatile i32 %other, ptr addrspace(1) %a
  %j.next = add i32 %j, 1
  %again = icmp sgt i32 %wide, %j.next
  br i1 %again, label %second, label %exit
exit:
  ret void
}

; The second argument chooses a way, and with the third a value; the fourth does so for each work-item.
; CHECK-LABEL: define dso_local void @__weft_kernel_choices(
; CHECK-SAME: [[CHOICES:#[0-9]+]]
define void @choices(ptr addrspace(1) %p, i32 %way, i8 %m, i32 %each, i32 %other) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %narrow = trunc i64 %id to i32
  %is.even = icmp eq i32 %way, 0
  %is.small = icmp slt i8 %m, 3
  %both = and i1 %is.even, %is.small
  %value = select i1 %both, i32 %other, i32 7
  %inside = icmp slt i32 %narrow, %each
  br i1 %inside, label %some, label %exit
some:
  store volatile i32 %value, ptr addrspace(1) %a
  br i1 %is.even, label %more, label %exit
more:
  store volatile i32 %other, ptr addrspace(1) %a
  br label %exit
exit:
  ret void
}

; Rows of groups are long anyway.
; CHECK-LABEL: define dso_local void @__weft_kernel_merged(
; CHECK-SAME: [[MERGED:#[0-9]+]]
define void @merged(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 1, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define dso_local void @__weft_kernel_even(
; CHECK: group:
; CHECK-NOT: umin
; CHECK: store i64 32
; CHECK-NOT: umin
; CHECK: ret void
define void @even(ptr addrspace(1) %p) "weft.kernel" "weft.even_groups" !reqd_work_group_size !0 {
  %id = call i64 @__weft_local_id_x()
  %size = call i64 @__weft_local_size_x()
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %id
  store i64 %size, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() #0
declare i64 @__weft_local_id_x() #0
declare i64 @__weft_local_size_x() #0
declare void @__weft_barrier() convergent noduplicate

; CHECK-DAG: attributes [[BOUNDS]] = {{.*}}"weft.wants_arguments"="6" "weft.wants_local_size"="1"
; CHECK-DAG: attributes [[CHOICES]] = {{.*}}"weft.wants_arguments"="6"{{ }}
; CHECK-DAG: attributes [[MERGED]] = { nounwind {{.*}}"weft.entry"="merged" "weft.form"="1" "weft.has_barrier"="0" "weft.private_bytes"="0" }

attributes #0 = { nounwind memory(none) }

!0 = !{i32 32, i32 4, i32 1}
