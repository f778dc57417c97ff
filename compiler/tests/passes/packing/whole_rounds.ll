; RUN: %weft-opt --passes=work-group,verify --weft-width=8 --cpu=x86-64-v3 -S %s | FileCheck %s
; RUN: %weft-opt --passes=work-group,verify --weft-width=8 --cpu=x86-64-v3 --weft-without=whole-rounds -S %s | FileCheck %s --check-prefix=WITHOUT
; Loops that go through elements in steps of the range: rounds in which all lanes are have no masks.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Rounds go on without masks while the last lane is below the bound; then those that are left.
; CHECK-LABEL: define {{.*}} @__weft_kernel_stride(
; CHECK: items.pack:
; CHECK: loop.whole{{.*}}:
; CHECK-NOT: masked
; CHECK: load <8 x float>, ptr addrspace(1)
; CHECK-NOT: masked
; CHECK: store <8 x float>
; CHECK: [[LAST:%.*]] = add i64 %next.whole{{.*}}, 7
; CHECK: icmp uge i64 {{%.*}}, %n
; CHECK: br i1 {{%.*}}, label %loop.some{{.*}}, label %loop.whole
; CHECK: loop.some{{.*}}:
; CHECK: loop.i{{.*}}:
; CHECK: llvm.masked.load
; CHECK: llvm.masked.store
; CHECK: items.rest:
; WITHOUT-LABEL: define {{.*}} @__weft_kernel_stride(
; WITHOUT-NOT: whole
; WITHOUT: define
define void @stride(ptr addrspace(1) %p, ptr addrspace(1) noalias %q, i64 %n, i64 %step) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %any = icmp ult i64 %id, %n
  br i1 %any, label %way, label %end
way:
  br label %loop
loop:
  %i = phi i64 [ %id, %way ], [ %next, %loop ]
  %from = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %from
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %i
  store float %v, ptr addrspace(1) %to
  %next = add i64 %i, %step
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  br label %end
end:
  ret void
}

; Sums leave from either.
; CHECK-LABEL: define {{.*}} @__weft_kernel_sums(
; CHECK: loop.whole{{.*}}:
; CHECK: [[SUM:%.*]] = fadd <8 x float> %sum.whole
; CHECK: loop.some{{.*}}:
; CHECK: [[STAYS:%.*]] = freeze <8 x i1>
; CHECK: loop.i{{.*}}:
; CHECK: %sum.i = phi <8 x float> [ [[SUM]], %loop.some
; CHECK: loop.done{{.*}}:
; CHECK: select <8 x i1> {{%.*}}, <8 x float> {{%.*}}, <8 x float> [[SUM]]
; CHECK: items.pack.next:
define void @sums(ptr addrspace(1) %p, ptr addrspace(1) noalias %q, i64 %n, i64 %step) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %from = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %v
  %next = add i64 %i, %step
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %all = phi float [ %sum.next, %loop ]
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %all, ptr addrspace(1) %to
  ret void
}

; Two loops of one guard: neither is entered by all because the other one was.
; CHECK-LABEL: define {{.*}} @__weft_kernel_either(
; CHECK: items.pack:
; CHECK: br i1 {{%.*}}, label %entry1.part{{.*}}, label %other.whole
; CHECK: entry1.part{{.*}}:
; CHECK: br i1 {{%.*}}, label %entry1.part.part{{.*}}, label %one.whole
; CHECK: items.rest:
define void @either(ptr addrspace(1) %p, ptr addrspace(1) noalias %q, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %below = icmp ult i64 %id, 100
  br i1 %below, label %one.way, label %other.way
one.way:
  br label %one
one:
  %i = phi i64 [ %id, %one.way ], [ %i.next, %one ]
  %from = getelementptr inbounds i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %from
  %to = getelementptr inbounds i64, ptr addrspace(1) %q, i64 %i
  store i64 %v, ptr addrspace(1) %to
  %i.next = add i64 %i, 64
  %i.more = icmp ult i64 %i.next, %n
  br i1 %i.more, label %one, label %end
other.way:
  br label %other
other:
  %j = phi i64 [ %id, %other.way ], [ %j.next, %other ]
  %at = getelementptr inbounds i64, ptr addrspace(1) %q, i64 %j
  %w = load i64, ptr addrspace(1) %at
  %twice = add i64 %w, %w
  store i64 %twice, ptr addrspace(1) %at
  %j.next = add i64 %j, 32
  %j.more = icmp ult i64 %j.next, %n
  br i1 %j.more, label %other, label %end
end:
  ret void
}

; What ends with what was loaded, or is left in the middle, has no such rounds.
; CHECK-LABEL: define {{.*}} @__weft_kernel_others(
; CHECK-NOT: whole
; CHECK: ret void
define void @others(ptr addrspace(1) %p, ptr addrspace(1) noalias %q, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %from = getelementptr inbounds i64, ptr addrspace(1) %p, i64 %i
  %next = load i64, ptr addrspace(1) %from
  %to = getelementptr inbounds i64, ptr addrspace(1) %q, i64 %i
  store i64 %next, ptr addrspace(1) %to
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %second
second:
  %j = phi i64 [ %id, %loop ], [ %j.next, %on ]
  %at = getelementptr inbounds i64, ptr addrspace(1) %q, i64 %j
  %w = load i64, ptr addrspace(1) %at
  %is.odd = icmp eq i64 %w, 3
  br i1 %is.odd, label %end, label %on
on:
  store i64 %j, ptr addrspace(1) %at
  %j.next = add i64 %j, 64
  %again = icmp ult i64 %j.next, %n
  br i1 %again, label %second, label %end
end:
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
