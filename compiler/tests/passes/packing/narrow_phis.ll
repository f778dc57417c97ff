; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; An int that a loop carries in 64 bits, as InstCombine leaves `id += get_local_size(0)`, is one number for a pack: nobody
; looks at its upper half. Where somebody does, it stays as it is.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_sum(
; CHECK: items.pack:
; CHECK: [[START:%.*]] = trunc i64 {{%.*}} to i32
; CHECK: loop{{.*}}:
; CHECK-NOT: phi <4 x i64>
; CHECK: [[AT:%.*]] = phi i32 [ [[START]], {{%.*}} ], [ [[NEXT:%.*]], {{%.*}} ]
; CHECK-NOT: phi <4 x i64>
; CHECK-NOT: gather
; CHECK: [[I:%.*]] = sext i32 [[AT]] to i64
; CHECK: [[FROM:%.*]] = getelementptr {{.*}}float, ptr addrspace(1) %p, i64 [[I]]
; CHECK: load <4 x float>, ptr addrspace(1) [[FROM]], align 4
; CHECK: [[NEXT]] = add i32 [[AT]], {{%.*}}
; CHECK: items.pack.next:
define void @sum(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %size = call i64 @__weft_local_size_x()
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %at = phi i64 [ %id, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %t = trunc i64 %at to i32
  %i = sext i32 %t to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %from
  %sum.next = fadd float %sum, %v
  %next = add nsw i64 %i, %size
  %k.next = add nuw i32 %k, 1
  %more = icmp ult i32 %k.next, %n
  br i1 %more, label %loop, label %end
end:
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %sum.next, ptr addrspace(1) %to
  ret void
}

; All 64 bits are stored in the end.
; CHECK-LABEL: define {{.*}} @__weft_kernel_kept(
; CHECK: items.pack:
; CHECK-NOT: phi i32
; CHECK: phi <4 x i64>
; CHECK: items.pack.next:
define void @kept(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %size = call i64 @__weft_local_size_x()
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %at = phi i64 [ %id, %entry ], [ %next, %loop ]
  %t = trunc i64 %at to i32
  %i = sext i32 %t to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %from
  %next = add nsw i64 %i, %size
  %k.next = add nuw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %end
end:
  %to = getelementptr inbounds i64, ptr addrspace(1) %q, i64 %id
  store i64 %at, ptr addrspace(1) %to
  ret void
}

; A trunc that promises something of the upper half looks at it.
; CHECK-LABEL: define {{.*}} @__weft_kernel_promised(
; CHECK: items.pack:
; CHECK-NOT: phi <4 x i32>
; CHECK: [[D:%.*]] = phi <4 x i64>
; CHECK-NOT: phi <4 x i32>
; CHECK: [[C:%.*]] = select <4 x i1> {{%.*}}, <4 x i64> [[D]], <4 x i64> splat (i64 7)
; CHECK: trunc nsw <4 x i64> [[C]] to <4 x i32>
; CHECK: items.pack.next:
define void @promised(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i16, ptr addrspace(1) %p, i64 %id
  %first = load i16, ptr addrspace(1) %a
  %start = sext i16 %first to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %d = phi i64 [ %start, %entry ], [ %next, %loop ]
  %even = and i64 %d, 1
  %is.even = icmp eq i64 %even, 0
  %c = select i1 %is.even, i64 %d, i64 7
  %t = trunc nsw i64 %c to i32
  %f = sitofp i32 %t to float
  %r = mul i64 %k, 64
  %row = add i64 %r, %id
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %row
  store float %f, ptr addrspace(1) %to
  %from = getelementptr inbounds i16, ptr addrspace(1) %p, i64 %row
  %v = load i16, ptr addrspace(1) %from
  %next = sext i16 %v to i64
  %k.next = add nuw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A join, without a loop: the sum and what it is made of. Shorter truncs take what they need.
; CHECK-LABEL: define {{.*}} @__weft_kernel_join(
; CHECK: items.pack:
; CHECK-NOT: add <4 x i64>
; CHECK: [[S:%.*]] = add <4 x i32>
; CHECK: trunc <4 x i32> [[S]] to <4 x i8>
; CHECK: items.pack.next:
define void @join(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n, i1 %flag) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i64, ptr addrspace(1) %p, i64 %id
  %v = load i64, ptr addrspace(1) %a
  br i1 %flag, label %one, label %both
one:
  %w = load i64, ptr addrspace(1) %q
  br label %both
both:
  %x = phi i64 [ %v, %entry ], [ %w, %one ]
  %s = add nuw i64 %x, %v
  %t = trunc i64 %s to i8
  %to = getelementptr inbounds i8, ptr addrspace(1) %q, i64 %id
  store i8 %t, ptr addrspace(1) %to
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
declare i64 @__weft_local_size_x() memory(none)
