; RUN: %weft-opt --passes=apart-arguments,verify -S %s | FileCheck %s
; RUN: %weft-opt --passes=apart-arguments,work-group,verify --weft-width=4 -S %s | FileCheck --check-prefix=ENTRY %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define void @sum(ptr addrspace(1) %c, ptr addrspace(1) %a, i64 %n) [[K:#[0-9]+]]
; CHECK: loop:
; CHECK: store float
; CHECK: exit:
; CHECK-NOT: store
; CHECK: define void @restricted(
; CHECK: define void @meets(
; CHECK: define void @conditional(

; In the copy the sum is stored behind the loop. The others have none.
; CHECK: define void @sum.apart(ptr addrspace(1) noalias %c, ptr addrspace(1) noalias %a, i64 %n) [[COPY:#[0-9]+]]
; CHECK: loop:
; CHECK-NOT: store
; CHECK: {{^}}exit
; CHECK: store float
; CHECK-NOT: define
; CHECK: attributes [[COPY]] = {{{.*}}"weft.kernel"="sum.apart"

; ENTRY-LABEL: define dso_local void @__weft_kernel_sum(
; ENTRY: [[FIELD:%.*]] = getelementptr inbounds i8, ptr %launch, i64 112
; ENTRY: %field = load i64, ptr [[FIELD]]
; ENTRY: [[APART:%.*]] = icmp uge i64 %field, 1
; ENTRY: br i1 [[APART]], label %other, label %own
; ENTRY: call void @__weft_kernel_sum.apart(ptr %launch, ptr %memory, i64 %first, i64 %end)
; ENTRY: define internal void @__weft_kernel_sum.apart(
define void @sum(ptr addrspace(1) %c, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  %i = call i64 @__weft_global_id_x()
  %to = getelementptr float, ptr addrspace(1) %c, i64 %i
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %a, i64 %k
  %v = load float, ptr addrspace(1) %from
  %old = load float, ptr addrspace(1) %to
  %new = fadd float %old, %v
  store float %new, ptr addrspace(1) %to
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; The source says it.
define void @restricted(ptr addrspace(1) noalias %c, ptr addrspace(1) noalias %a, i64 %n) "weft.kernel" {
entry:
  %i = call i64 @__weft_global_id_x()
  %to = getelementptr float, ptr addrspace(1) %c, i64 %i
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %a, i64 %k
  %v = load float, ptr addrspace(1) %from
  store float %v, ptr addrspace(1) %to
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; Behind a barrier there is what other work-items have written.
define void @meets(ptr addrspace(1) %c, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  %i = call i64 @__weft_global_id_x()
  %to = getelementptr float, ptr addrspace(1) %c, i64 %i
  call void @__weft_barrier()
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %from = getelementptr float, ptr addrspace(1) %a, i64 %k
  %v = load float, ptr addrspace(1) %from
  store float %v, ptr addrspace(1) %to
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; A store that not each round has stays where it is.
define void @conditional(ptr addrspace(1) %c, ptr addrspace(1) %a, i64 %n) "weft.kernel" {
entry:
  %i = call i64 @__weft_global_id_x()
  %to = getelementptr float, ptr addrspace(1) %c, i64 %i
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %from = getelementptr float, ptr addrspace(1) %a, i64 %k
  %v = load float, ptr addrspace(1) %from
  %is.positive = fcmp ogt float %v, 0.0
  br i1 %is.positive, label %then, label %next

then:
  store float %v, ptr addrspace(1) %to
  br label %next

next:
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

declare i64 @__weft_global_id_x() #0
declare void @__weft_barrier()

attributes #0 = { nounwind memory(none) }
