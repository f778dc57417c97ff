; Where work-items cannot go different ways, places to meet at are barriers of the sub-group: in straight lines, in
; loops of as many rounds for all, and where ways have joined again. All work-items come.
; RUN: %weft-opt --passes=sub-group-meets,verify -S %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare i32 @__weft_sub_group_meet() convergent
declare void @__weft_sub_group_stay() convergent
declare i64 @__weft_sub_group_local_id()

; CHECK-LABEL: define void @k(
; CHECK-NOT: __weft_sub_group_states
; CHECK: join:
; CHECK: loop:
; CHECK: call void @__weft_sub_group_barrier()
; CHECK-NEXT: [[ITEMS:%.*]] = call i64 @__weft_sub_group_items()
; CHECK-NEXT: %items = trunc i64 [[ITEMS]] to i32
; CHECK-NEXT: [[OFF:%.*]] = sub nuw i32 32, %items
; CHECK-NEXT: %all.items = lshr i32 -1, [[OFF]]
; CHECK: store i32 %all.items
; CHECK-NEXT: call void @__weft_sub_group_barrier()
; CHECK-NEXT: add i32
; CHECK-NOT: __weft_sub_group_meet
define void @k(ptr addrspace(1) %out, i32 %rounds) #0 {
entry:
  %id = call i64 @__weft_sub_group_local_id()
  %odd = trunc i64 %id to i1
  br i1 %odd, label %then, label %join

then:
  store i32 1, ptr addrspace(1) %out
  br label %join

join:
  br label %loop

loop:
  %round = phi i32 [ 0, %join ], [ %next, %loop ]
  %met = call i32 @__weft_sub_group_meet()
  store i32 %met, ptr addrspace(1) %out
  call void @__weft_sub_group_stay()
  %next = add i32 %round, 1
  %more = icmp ult i32 %next, %rounds
  br i1 %more, label %loop, label %done

done:
  ret void
}

attributes #0 = { "weft.kernel" }
