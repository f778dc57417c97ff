; RUN: %weft-opt --passes=work-group,verify --weft-width=16 -S %s | FileCheck %s
; RUN: %weft-opt --passes=work-group,verify --weft-width=16 --weft-without=few-lanes -S %s | FileCheck %s --check-prefix=WITHOUT
; Work behind a condition that few work-items of a pack pass is a function of one of them; that of most is packed.
; WITHOUT-NOT: __weft_by_lane_
; WITHOUT-NOT: ctpop

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Two of sixteen are few. What the work changes it returns; its own variable is its own, and an id is given to it.
; CHECK-LABEL: define {{.*}} @__weft_kernel_found(
; CHECK: [[RARE:%.*]] = icmp eq <16 x i32>
; CHECK: [[BITS:%.*]] = bitcast <16 x i1> {{.*}} to i16
; CHECK: [[COUNT:%.*]] = call i16 @llvm.ctpop.i16(i16 [[BITS]])
; CHECK: icmp ule i16 [[COUNT]], 2
; CHECK: call { i32, float } @__weft_by_lane_found{{.*}}(i64 %global.size.x, i32 {{.*}}, ptr addrspace(1) %p)
; CHECK: llvm.masked.gather.v16i32
define void @found(ptr addrspace(1) %p) "weft.kernel" {
entry:
  %own = alloca [4 x i32]
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %rare = icmp eq i32 %v, 77
  br i1 %rare, label %before, label %end
before:
  call void @llvm.lifetime.start.p0(ptr %own)
  %size = call i64 @__weft_global_size_x()
  %short = trunc i64 %size to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %next, %loop ]
  %f = phi float [ 1.0, %before ], [ %g, %loop ]
  %slot = and i32 %i, 3
  %o = getelementptr [4 x i32], ptr %own, i32 0, i32 %slot
  store i32 %v, ptr %o
  %far = mul i32 %i, %v
  %b = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %far
  %w = load i32, ptr addrspace(1) %b
  %sum = add i32 %w, %short
  store i32 %sum, ptr addrspace(1) %b
  %g = fmul float %f, 2.0
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %w
  br i1 %more, label %loop, label %after
after:
  %last = load i32, ptr %o
  call void @llvm.lifetime.end.p0(ptr %own)
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %last, %after ]
  %s = phi float [ 0.0, %entry ], [ %g, %after ]
  store i32 %r, ptr addrspace(1) %a
  %c = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %d = getelementptr inbounds float, ptr addrspace(1) %c, i64 1000
  store float %s, ptr addrspace(1) %d
  ret void
}
; What compares ids with bounds all of a pack pass, or none.
; CHECK-LABEL: define {{.*}} @__weft_kernel_within(
; CHECK-NOT: __weft_by_lane_
; CHECK: ret void
define void @within(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %inside = icmp eq i64 %id, %n
  br i1 %inside, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %b = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %i
  store i32 %v, ptr addrspace(1) %b
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %v
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A variable that lives from one visit to the next is no function's.
; CHECK-LABEL: define {{.*}} @__weft_kernel_kept_variable(
; CHECK-NOT: __weft_by_lane_
; CHECK: ret void
define void @kept_variable(ptr addrspace(1) %p) "weft.kernel" {
entry:
  %own = alloca [4 x i32]
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  br label %rounds
rounds:
  %k = phi i64 [ 0, %entry ], [ %k.next, %end ]
  %ak = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %k
  %v = load i32, ptr addrspace(1) %ak
  %slot = and i32 %v, 3
  %rare = icmp eq i32 %v, 77
  br i1 %rare, label %before, label %end
before:
  %o = getelementptr [4 x i32], ptr %own, i32 0, i32 %slot
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %next, %loop ]
  %old = load i32, ptr %o
  store i32 %i, ptr %o
  store i32 %old, ptr addrspace(1) %ak
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %old
  br i1 %more, label %loop, label %end
end:
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, 100
  br i1 %again, label %rounds, label %done
done:
  ret void
}

; A variable of all work-items lies as packs have it.
; CHECK-LABEL: define {{.*}} @__weft_kernel_shared_variable(
; CHECK-NOT: __weft_by_lane_
; CHECK: ret void
define void @shared_variable(ptr addrspace(1) %p) "weft.kernel" {
entry:
  %own = alloca [4 x i32]
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %slot = and i32 %v, 3
  %o = getelementptr [4 x i32], ptr %own, i32 0, i32 %slot
  store i32 %v, ptr %o
  %rare = icmp eq i32 %v, 77
  br i1 %rare, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr %o
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %v
  br i1 %more, label %loop, label %end
end:
  %r = load i32, ptr %o
  store i32 %r, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define internal { i32, float } @__weft_by_lane_found{{.*}}(i64 %size, i32 %v, ptr addrspace(1) %p)
; CHECK-SAME: #[[ATTRIBUTES:[0-9]+]]
; CHECK: %own = alloca [{{.*}} x i32]
; CHECK: phi i32
; CHECK: load i32, ptr addrspace(1)
; CHECK-NOT: x i32>
; CHECK: ret { i32, float }
; CHECK: attributes #[[ATTRIBUTES]] = {{.*}}noinline

declare i64 @__weft_global_id_x()
declare i64 @__weft_global_size_x() memory(none)
