; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v4 -S %s | FileCheck %s
; What goes round a loop in memory is waited for as what does in a register: rows whose elements are each made of the
; one before are walked by a few lanes at once, rows without that by one, whose lines of the cache are its own.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-DAG: attributes {{.*}} "weft.entry"="chain" {{.*}}"weft.pack_width"="4"
define void @chain(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) "weft.kernel" {
entry:
  %id = call i32 @__weft_global_id32_x()
  %row = mul nsw i32 %id, %n
  %before = add i32 %row, -1
  br label %loop
loop:
  %i = phi i32 [ 1, %entry ], [ %i.next, %loop ]
  %there = add nsw i32 %row, %i
  %there.64 = sext i32 %there to i64
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %there.64
  %left = add i32 %before, %i
  %left.64 = sext i32 %left to i64
  %b = getelementptr inbounds float, ptr addrspace(1) %p, i64 %left.64
  %c = getelementptr inbounds float, ptr addrspace(1) %q, i64 %there.64
  %x = load float, ptr addrspace(1) %b
  %y = load float, ptr addrspace(1) %c
  %z = fdiv float %x, %y
  store float %z, ptr addrspace(1) %a
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-DAG: attributes {{.*}} "weft.entry"="ahead" "weft.form"="1"
define void @ahead(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) "weft.kernel" {
entry:
  %id = call i32 @__weft_global_id32_x()
  %row = mul nsw i32 %id, %n
  %after = add i32 %row, 1
  br label %loop
loop:
  %i = phi i32 [ 1, %entry ], [ %i.next, %loop ]
  %there = add nsw i32 %row, %i
  %there.64 = sext i32 %there to i64
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %there.64
  %right = add i32 %after, %i
  %right.64 = sext i32 %right to i64
  %b = getelementptr inbounds float, ptr addrspace(1) %p, i64 %right.64
  %c = getelementptr inbounds float, ptr addrspace(1) %q, i64 %there.64
  %x = load float, ptr addrspace(1) %b
  %y = load float, ptr addrspace(1) %c
  %z = fdiv float %x, %y
  store float %z, ptr addrspace(1) %a
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare i32 @__weft_global_id32_x()
