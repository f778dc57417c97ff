; A sub-group runs past its own barriers alone and waits for the others at the group's. What is the same for a group's
; work-items is kept for each sub-group: the first may be in another round of the loop than those behind it.
; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare void @__weft_barrier() convergent
declare void @__weft_sub_group_barrier() convergent
declare i64 @__weft_sub_group_id()
declare i64 @__weft_sub_group_local_id()
declare i64 @__weft_local_id_x()

; CHECK-LABEL: define dso_local void @__weft_kernel_k(
; CHECK: %group.items = mul
; CHECK: phase:
; CHECK: %phase.start = phi i32 [ 0, %group ], [ %phase.after, %phase.next ]
; CHECK: sub.group:
; CHECK: %sub.group.first = phi i64 [ 0, %phase ], [ [[NEXT:%.*]], %sub.group.next ]
; CHECK: %sub.group.items = call i64 @llvm.umin.i64(i64 {{%.*}}, i64 32)
; CHECK: %sub.group.id = udiv exact i64 %sub.group.first, 32
; CHECK: [[ROUND:%sub.group.slot]] = getelementptr inbounds [4 x i8], ptr %context.slot, i64 %sub.group.first
; The group's barrier leads to region 2, which begins another phase.
; CHECK: [[LATER:%.*]] = icmp eq i32 %phase.start, 2
; CHECK: br i1 [[LATER]], label %items.2, label %items
; CHECK: sub.group.next:
; CHECK: %phase.after = phi i32 [ 2, %items.1.end ], [ %next.region, %items.2.end ]
; CHECK: [[NEXT]] = add nuw i64 %sub.group.first, 32
; CHECK: icmp ult i64 [[NEXT]], %group.items
; CHECK: phase.next:
; CHECK: [[DONE:%.*]] = icmp eq i32 %phase.after, 0
; CHECK: br i1 [[DONE]], label %group.next, label %phase
; The sub-group's own barrier leads to region 1 at once, from the start and from the loop.
; CHECK: store i32 %round, ptr [[ROUND]]
; CHECK: items.end:
; CHECK-NEXT: br label %items.1
; CHECK: items.1.end:
; CHECK-NEXT: br label %sub.group.next
; CHECK: load i32, ptr [[ROUND]]
; CHECK: items.2.end:
; CHECK: label %items.1
define void @k(ptr addrspace(1) %out, i32 %rounds) #0 {
entry:
  br label %loop

loop:
  %round = phi i32 [ 0, %entry ], [ %after, %body.end ]
  call void @__weft_sub_group_barrier()
  %id = call i64 @__weft_sub_group_id()
  %place = call i64 @__weft_sub_group_local_id()
  %sum = add i64 %id, %place
  %address = getelementptr i64, ptr addrspace(1) %out, i64 %sum
  store i64 %sum, ptr addrspace(1) %address
  call void @__weft_barrier()
  br label %body.end

body.end:
  %after = add i32 %round, 1
  %more = icmp ult i32 %after, %rounds
  br i1 %more, label %loop, label %done

done:
  ret void
}

attributes #0 = { convergent "weft.kernel" }
