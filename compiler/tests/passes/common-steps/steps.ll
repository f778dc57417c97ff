; RUN: %weft-opt --passes=common-steps,verify -S %s | FileCheck %s
; In a loop around a barrier an address that steps by the same for all work-items is where it began, and a number of
; steps; without a barrier, or where work-items step apart, it stays.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @address(
; CHECK: loop:
; CHECK-NEXT: %p.steps = phi i64 [ 0, %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK-NOT: phi ptr
; CHECK: %p = getelementptr inbounds float, ptr addrspace(1) %begin, i64 %p.steps
; CHECK: [[NEXT]] = add nsw i64 %p.steps, %stride
; CHECK: %next = getelementptr inbounds float, ptr addrspace(1) %begin, i64 [[NEXT]]
; CHECK: load float, ptr addrspace(1) %next
define spir_kernel void @address(ptr addrspace(1) %a, i64 %stride, i64 %n) #0 {
entry:
  %id = call i64 @__weft_global_id_x()
  %begin = getelementptr inbounds float, ptr addrspace(1) %a, i64 %id
  br label %loop

loop:
  %p = phi ptr addrspace(1) [ %begin, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %more, %loop ]
  store float 0.0, ptr addrspace(1) %p
  call void @__weft_barrier()
  %next = getelementptr inbounds float, ptr addrspace(1) %p, i64 %stride
  %ahead = load float, ptr addrspace(1) %next
  %more = add i64 %i, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %end

end:
  ret void
}

; Ints that do not wrap, in two steps: users have them in 64 bits. The last one is used behind the loop.
; CHECK-LABEL: @ints(
; CHECK: loop:
; CHECK-NEXT: %x.steps = phi i64 [ 0, %entry ], [ [[BOTH:%.*]], %loop ]
; CHECK: [[BEGIN:%.*]] = sext i32 %id to i64
; CHECK-NEXT: [[WIDE:%.*]] = add nsw i64 [[BEGIN]], %x.steps
; CHECK: getelementptr i8, ptr addrspace(1) %a, i64 [[WIDE]]
; CHECK: [[ONE:%.*]] = add nsw i64 %x.steps, 7
; CHECK: [[STEP:%.*]] = sext i32 %stride to i64
; CHECK: [[BOTH]] = add nsw i64 [[ONE]], [[STEP]]
; CHECK: store i32 %last
define spir_kernel void @ints(ptr addrspace(1) %a, i32 %stride, i32 %n) #0 {
entry:
  %id = call i32 @__weft_global_id32_x()
  br label %loop

loop:
  %x = phi i32 [ %id, %entry ], [ %last, %loop ]
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %index = sext i32 %x to i64
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %index
  store i8 0, ptr addrspace(1) %p
  call void @__weft_barrier()
  %seven = add nsw i32 %x, 7
  %last = add nsw i32 %stride, %seven
  %more = add i32 %i, 1
  %again = icmp ult i32 %more, %n
  br i1 %again, label %loop, label %end

end:
  store i32 %last, ptr addrspace(1) %a
  ret void
}

; Unsigned numbers wrap in their own type.
; CHECK-LABEL: @wraps(
; CHECK: %x.steps = phi i32 [ 0, %entry ]
; CHECK: %x = add i32 %id, %x.steps
define spir_kernel void @wraps(ptr addrspace(1) %a, i32 %stride, i32 %n) #0 {
entry:
  %id = call i32 @__weft_global_id32_x()
  br label %loop

loop:
  %x = phi i32 [ %id, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %more, %loop ]
  %index = zext i32 %x to i64
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %index
  store i8 0, ptr addrspace(1) %p
  call void @__weft_barrier()
  %next = add i32 %x, %stride
  %more = add i32 %i, 1
  %again = icmp ult i32 %more, %n
  br i1 %again, label %loop, label %end

end:
  ret void
}

; What begins with something loaded is no sum of ids, and each work-item steps by its own id.
; CHECK-LABEL: @apart(
; CHECK: %p = phi ptr addrspace(1) [ %begin, %entry ], [ %next, %loop ]
; CHECK: %q = phi i64 [ %loaded, %entry ], [ %later, %loop ]
define spir_kernel void @apart(ptr addrspace(1) %a, i64 %stride, i64 %n) #0 {
entry:
  %id = call i64 @__weft_global_id_x()
  %begin = getelementptr inbounds i64, ptr addrspace(1) %a, i64 %id
  %loaded = load i64, ptr addrspace(1) %begin
  br label %loop

loop:
  %p = phi ptr addrspace(1) [ %begin, %entry ], [ %next, %loop ]
  %q = phi i64 [ %loaded, %entry ], [ %later, %loop ]
  %i = phi i64 [ 0, %entry ], [ %more, %loop ]
  store i64 %q, ptr addrspace(1) %p
  call void @__weft_barrier()
  %next = getelementptr inbounds i64, ptr addrspace(1) %p, i64 %id
  %later = add i64 %q, %stride
  %more = add i64 %i, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %end

end:
  ret void
}

; CHECK-LABEL: @without(
; CHECK: %p = phi ptr addrspace(1)
define spir_kernel void @without(ptr addrspace(1) %a, i64 %stride, i64 %n) #0 {
entry:
  %id = call i64 @__weft_global_id_x()
  %begin = getelementptr inbounds float, ptr addrspace(1) %a, i64 %id
  br label %loop

loop:
  %p = phi ptr addrspace(1) [ %begin, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %more, %loop ]
  store float 0.0, ptr addrspace(1) %p
  %next = getelementptr inbounds float, ptr addrspace(1) %p, i64 %stride
  %more = add i64 %i, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %end

end:
  ret void
}

declare i64 @__weft_global_id_x() memory(none) nounwind
declare i32 @__weft_global_id32_x() memory(none) nounwind
declare void @__weft_barrier() convergent noduplicate

attributes #0 = { "weft.kernel" }
