; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; RUN: %weft-opt --passes=work-group,verify --weft-width=8 -S %s | FileCheck %s
; RUN: %weft-opt --passes=work-group,verify --weft-width=8 --weft-without=once-loops -S %s | FileCheck %s --check-prefix=WITHOUT
; A loop that is the same for a group's work-items runs once, before the loop over them, with the question whether it
; runs at all.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; WITHOUT-NOT: .once

; CHECK-LABEL: define {{.*}} @__weft_kernel_guarded(
; CHECK: items.1.once:
; CHECK: br i1 %some{{.*}},
; CHECK: mul i32 %x{{.*}},
; CHECK: items.2:
; CHECK: items.2.item.z:
; CHECK-NOT: mul i32 %x
define void @guarded(ptr addrspace(1) %p, i32 %n, i32 %seed) "weft.kernel" {
entry:
  %id = call i64 @__weft_local_id_x()
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi i32 [ %seed, %entry ], [ %x.next, %loop ]
  %x.next = mul i32 %x, 31
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i.next, %n
  br i1 %again, label %loop, label %end
end:
  %last = phi i32 [ %seed, %entry ], [ %x.next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %last, ptr addrspace(1) %at
  ret void
}

; What it writes is the same for all, too.
; CHECK-LABEL: define {{.*}} @__weft_kernel_stores(
; CHECK: items.1.once:
; CHECK: store i32 7,
define void @stores(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) "weft.kernel" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %to = getelementptr i32, ptr addrspace(1) %q, i32 %i
  store i32 7, ptr addrspace(1) %to
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i.next, %n
  br i1 %again, label %loop, label %end
end:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %n, ptr addrspace(1) %at
  ret void
}

; Not where what is chosen behind it may be a work-item's own,
; CHECK-LABEL: define {{.*}} @__weft_kernel_own_if_none(
; CHECK-NOT: .once
; CHECK: ret void
define void @own_if_none(ptr addrspace(1) %p, i32 %n, i32 %seed) "weft.kernel" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %own = load i32, ptr addrspace(1) %at
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi i32 [ %seed, %entry ], [ %x.next, %loop ]
  %x.next = mul i32 %x, 31
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i.next, %n
  br i1 %again, label %loop, label %end
end:
  %last = phi i32 [ %own, %entry ], [ %x.next, %loop ]
  store i32 %last, ptr addrspace(1) %at
  ret void
}

; nor where some work-items do not come to it,
; CHECK-LABEL: define {{.*}} @__weft_kernel_some_leave(
; CHECK-NOT: .once:
define void @some_leave(ptr addrspace(1) %p, i32 %n, i32 %seed) "weft.kernel" {
entry:
  %id = call i64 @__weft_local_id_x()
  %out = icmp ugt i64 %id, 5
  br i1 %out, label %gone, label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi i32 [ %seed, %entry ], [ %x.next, %loop ]
  %x.next = mul i32 %x, 31
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i.next, %n
  br i1 %again, label %loop, label %end
end:
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %x.next, ptr addrspace(1) %at
  br label %gone
gone:
  ret void
}

; where one of them keeps what it has loaded,
; CHECK-LABEL: define {{.*}} @__weft_kernel_keeps(
; CHECK-NOT: .once:
define void @keeps(ptr addrspace(1) %p, i32 %n, i32 %seed) "weft.kernel" {
entry:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %own = load i32, ptr addrspace(1) %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi i32 [ %seed, %entry ], [ %x.next, %loop ]
  %x.next = mul i32 %x, 31
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i.next, %n
  br i1 %again, label %loop, label %end
end:
  %sum = add i32 %own, %x.next
  store i32 %sum, ptr addrspace(1) %at
  ret void
}

; where what it reads may be another one's,
; CHECK-LABEL: define {{.*}} @__weft_kernel_reads(
; CHECK-NOT: .once:
define void @reads(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi i32 [ 0, %entry ], [ %x.next, %loop ]
  %from = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %y = load i32, ptr addrspace(1) %from
  %x.next = add i32 %x, %y
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i.next, %n
  br i1 %again, label %loop, label %end
end:
  %id = call i64 @__weft_local_id_x()
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %x.next, ptr addrspace(1) %at
  ret void
}

; or where one may have waited for another that is already behind it.
; CHECK-LABEL: define {{.*}} @__weft_kernel_waits(
; CHECK-NOT: .once:
define void @waits(ptr addrspace(1) %p, i32 %n, i32 %seed) "weft.kernel" {
entry:
  %id = call i64 @__weft_local_id_x()
  %turn = trunc i64 %id to i32
  br label %wait
wait:
  %now = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %mine = icmp eq i32 %now, %turn
  br i1 %mine, label %loop, label %wait
loop:
  %i = phi i32 [ 0, %wait ], [ %i.next, %loop ]
  %x = phi i32 [ %seed, %wait ], [ %x.next, %loop ]
  %x.next = mul i32 %x, 31
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i.next, %n
  br i1 %again, label %loop, label %end
end:
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 release
  ret void
}

declare i64 @__weft_local_id_x() memory(none)
