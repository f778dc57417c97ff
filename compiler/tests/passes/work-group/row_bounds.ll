; RUN: %weft-opt --passes=work-group,verify --weft-width=8 --cpu=x86-64-v3 -S %s | FileCheck %s
; RUN: %weft-opt --passes=work-group,verify --weft-width=8 --cpu=x86-64-v3 --weft-without=row-bounds -S %s | FileCheck %s --check-prefix=WITHOUT
; RUN: %weft-opt --passes=work-group,verify --weft-width=8 --cpu=skylake-avx512 -S %s | FileCheck %s --check-prefix=LINES
; A row of work-items ends where the rest of it has nothing to do; those before do not ask. Where vectors are as wide as
; lines of the cache, full packs begin with such lines.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; WITHOUT-NOT: row.end

; CHECK-LABEL: define {{.*}} @__weft_kernel_below(
; CHECK: %row.first = phi i64
; CHECK: %row.first.id = freeze i32
; CHECK: [[FIRST:%.*]] = sext i32 %row.first.id to i64
; CHECK: [[LIMIT:%.*]] = sext i32 %row.limit to i64
; CHECK: [[COUNT:%.*]] = sub i64 [[LIMIT]], [[FIRST]]
; CHECK: [[SOME:%.*]] = icmp slt i64 [[FIRST]], [[LIMIT]]
; CHECK: [[ITEMS:%.*]] = select i1 [[SOME]], i64 [[COUNT]], i64 0
; CHECK: [[BOUND:%.*]] = select i1 %crosses, i64 -1, i64 [[ITEMS]]

; CHECK: %row.end = call i64 @llvm.umin.i64(i64 [[BOUND]], i64 %local.size.x)
; CHECK: [[FULL:%.*]] = and i64 %row.end, -8
; CHECK: items.pack:
; CHECK-NOT: icmp
; CHECK: store <8 x i32>
; CHECK: items.pack.next:
; CHECK: items.rest:
; CHECK: icmp slt <8 x i32>
; CHECK: call void @llvm.masked.store
define void @below(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %i = trunc i64 %id to i32
  %c = icmp slt i32 %i, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 5, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; What is the same for the row is asked once, and its places are the same for all rows. Of an id that is equal to
; something the larger part of the row is free.
; CHECK-LABEL: define {{.*}} @__weft_kernel_inside(
; CHECK: items.item.y:
; CHECK-DAG: %cy = icmp ult i64 %global.id.y, %h
; CHECK-DAG: %row.choice = freeze i1 %cy
; CHECK-NOT: select i1 %row.choice
; CHECK: br i1 %row.choice, label %items.item.y.row, label %items.next.y
; CHECK: items.item.y.row:
; CHECK: %row.end =
; CHECK: items.pack:
; CHECK-NOT: %w
; CHECK-NOT: %h
; CHECK-NOT: %odd
; CHECK: items.pack.next:
; CHECK: items.rest:
; CHECK: icmp ne <8 x i64>
define void @inside(ptr addrspace(1) %p, i64 %w, i64 %h, i64 %odd) "weft.kernel" {
entry:
  %x = call i64 @__weft_global_id_x()
  %y = call i64 @__weft_global_id_y()
  %cx = icmp ult i64 %x, %w
  %cy = icmp ult i64 %y, %h
  %both = select i1 %cx, i1 %cy, i1 false
  %not.odd = icmp ne i64 %x, %odd
  %all = and i1 %both, %not.odd
  br i1 %all, label %then, label %end
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %x
  store i32 5, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Of a row all have something to do, or nobody.
; CHECK-LABEL: define {{.*}} @__weft_kernel_rows(
; CHECK: items.item.y:
; CHECK: %row.choice = freeze i1 %c
; CHECK-NEXT: br i1 %row.choice, label %items.item.y.row, label %items.next.y
; CHECK: items.pack:
; CHECK-NOT: icmp
; CHECK: store <8 x i32>
; CHECK: items.pack.next:
define void @rows(ptr addrspace(1) %p, i64 %h) "weft.kernel" {
entry:
  %x = call i64 @__weft_global_id_x()
  %y = call i64 @__weft_global_id_y()
  %c = icmp ult i64 %y, %h
  br i1 %c, label %then, label %end
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %x
  store i32 5, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; One of the row, if it is in it; packs are asked.
; CHECK-LABEL: define {{.*}} @__weft_kernel_one(
; CHECK: [[DISTANCE:%.*]] = sub i64 %row.limit, %row.first
; CHECK: [[BEHIND:%.*]] = add i64 [[DISTANCE]], 1
; CHECK: [[INSIDE:%.*]] = icmp ult i64 [[DISTANCE]], %local.size.x
; CHECK: select i1 [[INSIDE]], i64 [[BEHIND]], i64 0
; CHECK: %row.end =
; CHECK: %row.begin = select i1 false, i64 0, i64 [[DISTANCE]]
; CHECK: items.pack:
; CHECK: icmp {{.*}} i64
; CHECK: items.pack.next:
define void @one(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %l = call i64 @__weft_local_id_x()
  %other = icmp ne i64 %l, %n
  br i1 %other, label %end, label %then
then:
  store i32 5, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; A row with a sum that wraps has no bound, and all of it is asked; that of another sum does not wrap.
; CHECK-LABEL: define {{.*}} @__weft_kernel_wraps(
; CHECK: items.item.y:
; CHECK: [[OTHERS:%.*]] = sub i64 %local.size.x, 1
; CHECK: [[LAST:%.*]] = sub i64 -1, [[OTHERS]]
; CHECK: [[FINE:%.*]] = icmp ule i64 %row.first.id, [[LAST]]
; CHECK: [[END:%.*]] = select i1 [[FINE]], i64 {{%.*}}, i64 -1
; CHECK: [[WHOLE:%.*]] = select i1 [[FINE]], i64 {{%.*}}, i64 0
; CHECK: [[BOUND:%.*]] = select i1 %crosses, i64 -1, i64 [[END]]
; CHECK: %row.end = call i64 @llvm.umin.i64(i64 [[BOUND]], i64 %local.size.x)
; CHECK: call i64 @llvm.umin.i64(i64 %row.end, i64 [[WHOLE]])
; CHECK: items.pack:
; CHECK-NOT: icmp
; CHECK: store <8 x i32>
; CHECK: items.rest:
; CHECK: icmp ult <8 x i64>
define void @wraps(ptr addrspace(1) %p, i64 %n, i64 %m) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %sum = add i64 %id, %m
  %c = icmp ult i64 %sum, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 5, ptr addrspace(1) %a
  br label %end
end:
  ret void
}
; CHECK-LABEL: define {{.*}} @__weft_kernel_sum(
; CHECK: %sum = add i64 {{.*}}, %m
; CHECK-NOT: icmp ule
; CHECK: %row.end =
; CHECK: ret void
define void @sum(ptr addrspace(1) %p, i64 %n, i64 %m) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %sum = add nuw i64 %id, %m
  %c = icmp ult i64 %sum, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 5, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Behind another question only some work-items promise that, and the row's first may not be among them.
; CHECK-LABEL: define {{.*}} @__weft_kernel_promised(
; CHECK: %row.end = call i64 @llvm.umin.i64(i64 {{%.*}}, i64 %local.size.x)
; CHECK: %row.begin =
; CHECK-NOT: %n
; CHECK: items.pack:
; CHECK: %n,
; CHECK: icmp ult <8 x i64>
; CHECK: items.pack.next:
define void @promised(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %few = icmp ult i64 %id, 10
  br i1 %few, label %end, label %more
more:
  %i = sub nuw i64 %id, 10
  %c = icmp ult i64 %i, %n
  br i1 %c, label %then, label %end
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %i
  store i32 5, ptr addrspace(1) %a
  br label %end
end:
  ret void
}
; CHECK-LABEL: define {{.*}} @__weft_kernel_promised_too(
; CHECK: %row.end = call i64 @llvm.umin.i64(i64 {{%.*}}, i64 %local.size.x)
; CHECK: %row.begin =
; CHECK-NOT: %n
; CHECK: items.pack:
; CHECK: %n,
; CHECK: icmp ult <8 x i64>
; CHECK: items.pack.next:
define void @promised_too(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %many = icmp uge i64 %id, 10
  %i = sub nuw i64 %id, 10
  %c = icmp ult i64 %i, %n
  %both = select i1 %many, i1 %c, i1 false
  br i1 %both, label %then, label %end
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %i
  store i32 5, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_promised_equal(
; CHECK: items.item.y:
; CHECK-NOT: {{%n$|%n,}}
; CHECK: items.pack:
; CHECK: icmp eq <8 x i64>
; CHECK: items.pack.next:
define void @promised_equal(ptr addrspace(1) %p, i64 %n, i32 %k) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %x = trunc i64 %id to i32
  %many = icmp sge i32 %x, 10
  %sum = add nsw i32 %x, %k
  %i = sext i32 %sum to i64
  %c = icmp eq i64 %i, %n
  %both = select i1 %many, i1 %c, i1 false
  br i1 %both, label %then, label %end
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %i
  store i32 5, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Two questions one behind the other: the row ends at the greater bound, and both are asked.
; CHECK-LABEL: define {{.*}} @__weft_kernel_twice(
; CHECK: call i64 @llvm.umax.i64(
; CHECK: %row.end =
; CHECK: items.pack:
; CHECK: icmp ult <8 x i64>
; CHECK: icmp ult <8 x i64>
; CHECK: items.pack.next:
define void @twice(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n, i64 %m) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %b = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  %c = icmp ult i64 %id, %n
  br i1 %c, label %first, label %next
first:
  store i32 5, ptr addrspace(1) %a
  br label %next
next:
  %d = icmp ult i64 %id, %m
  br i1 %d, label %second, label %end
second:
  store i32 6, ptr addrspace(1) %b
  br label %end
end:
  ret void
}

; Those who pass the question do something, too.
; CHECK-LABEL: define {{.*}} @__weft_kernel_stores(
; CHECK-NOT: row.end
; CHECK: ret void
define void @stores(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %c = icmp ult i64 %id, %n
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %v = phi i32 [ 1, %entry ], [ 2, %then ]
  store i32 %v, ptr addrspace(1) %a
  ret void
}
; CHECK-LABEL: define {{.*}} @__weft_kernel_waits(
; CHECK-NOT: row.end
; CHECK: ret void
define void @waits(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %c = icmp ult i64 %id, %n
  br i1 %c, label %then, label %loop
loop:
  %v = load volatile i32, ptr addrspace(1) %p
  %again = icmp eq i32 %v, 0
  br i1 %again, label %loop, label %end
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 5, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Where something is done before, all run, and those beyond the bound are asked.
; CHECK-LABEL: define {{.*}} @__weft_kernel_after(
; CHECK: [[ITEMS:%.*]] = select i1 {{%.*}}, i64 {{%.*}}, i64 0
; CHECK: [[ROW:%.*]] = select i1 %row.choice, i64 -1, i64 [[ITEMS]]
; CHECK: [[BOUND:%.*]] = select i1 %crosses, i64 -1, i64 [[ROW]]
; CHECK: %row.end = call i64 @llvm.umin.i64(i64 [[BOUND]], i64 %local.size.x)
; CHECK: call i64 @llvm.umin.i64(i64 %row.end, i64 [[ITEMS]])
; CHECK: items.pack:
; CHECK-NOT: icmp {{.*}} <8 x i64>
; CHECK: items.pack.next:
; CHECK: items.rest:
; CHECK: icmp {{.*}} <8 x i64>
define void @after(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n, i1 %all) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %b = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  %c = icmp ult i64 %id, %n
  br i1 %all, label %first, label %next
first:
  store i32 5, ptr addrspace(1) %a
  br label %next
next:
  br i1 %c, label %second, label %end
second:
  store i32 6, ptr addrspace(1) %b
  br label %end
end:
  ret void
}

; Between barriers: the way through is the same for a row, and so is what it keeps for all, which the group's first does
; in any case.
; CHECK-LABEL: define {{.*}} @__weft_kernel_tree(
; CHECK: items.1.item.y:
; CHECK: [[DONE:%done.*]] = icmp eq i32 %row.limit, 0
; CHECK: select i1 [[DONE]], i64 {{.*}}, i64
; CHECK: [[IS_FIRST:%.*]] = icmp eq i64 %local.row{{.*}}, 0
; CHECK: [[FIRST:%.*]] = zext i1 [[IS_FIRST]] to i64
; CHECK: call i64 @llvm.umax.i64(i64 {{.*}}, i64 [[FIRST]])
; CHECK: %row.end{{.*}} = call i64 @llvm.umin
; CHECK: items.1.pack:
; CHECK-NOT: icmp ugt <8 x i32>
; CHECK: items.1.rest:
define void @tree(ptr addrspace(1) %p, ptr addrspace(3) %t, i32 %n) "weft.kernel" {
entry:
  %l = call i64 @__weft_local_id_x()
  %i = trunc i64 %l to i32
  %own = getelementptr inbounds i32, ptr addrspace(3) %t, i64 %l
  store i32 %i, ptr addrspace(3) %own
  br label %loop
loop:
  %s = phi i32 [ %n, %entry ], [ %half, %joined ]
  call void @__weft_barrier()
  %half = lshr i32 %s, 1
  %done = icmp eq i32 %half, 0
  br i1 %done, label %out, label %round
round:
  %c = icmp ugt i32 %half, %i
  br i1 %c, label %then, label %joined
then:
  %wide = zext i32 %half to i64
  %other = getelementptr inbounds i32, ptr addrspace(3) %own, i64 %wide
  %v = load i32, ptr addrspace(3) %other
  store i32 %v, ptr addrspace(3) %own
  br label %joined
joined:
  br label %loop
out:
  %first = icmp eq i32 %i, 0
  br i1 %first, label %write, label %end
write:
  %sum = load i32, ptr addrspace(3) %t
  store i32 %sum, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; Rows begin late, too: with the first that has something to do, and full packs with the first that is free.
; LINES: [[AFTER:%.*]] = add i64 [[BEGIN:%.*]], 7
; LINES-NEXT: [[LINE:%.*]] = and i64 [[AFTER]], -8
; LINES-NEXT: [[FIRST:%.*]] = call i64 @llvm.umin.i64(i64 [[LINE]], i64 %row.end)
; LINES: %full.begin = select i1 {{%.*}}, i64 [[FIRST]], i64 %row.end
; CHECK-LABEL: define {{.*}} @__weft_kernel_between(
; CHECK: items.item.y:
; CHECK: [[FROM:%.*]] = select i1 {{%.*}}, i64 0, i64 {{%.*}}
; CHECK: %row.end =
; CHECK: %row.begin = select i1 %crosses, i64 0, i64 [[FROM]]
; CHECK: %full.items = and i64 {{%.*}}, -8
; CHECK: %full.begin = select
; CHECK: [[SOME:%.*]] = icmp ult i64 %row.begin, %row.end
; CHECK: br i1 [[SOME]], label %items.item.y.row.packs, label %items.next.y
; CHECK: items.pack:
; CHECK: %local.id.x = phi i64 [ %full.begin, %items.item.y.row.packs ], [ {{%.*}}, %items.pack.next ]
; CHECK-NOT: icmp
; CHECK: store <8 x i32>
; CHECK: items.pack.next:
; CHECK: br i1 {{%.*}}, label %items.item.y.row.packs.next, label %items.pack
; CHECK: items.rest:
; CHECK: [[LIMIT:%.*]] = select i1 {{%.*}}, i64 %full.begin, i64 %row.end
; CHECK: [[LEFT:%.*]] = sub nuw nsw i64 [[LIMIT]], %local.id.x
; CHECK: items.item.y.row.packs:
; CHECK: [[AT:%packs.at]] = phi i64 [ %row.begin, %items.item.y.row ], [ %packs.reached, %items.item.y.row.packs.next ]
; CHECK: [[FULL:%.*]] = icmp eq i64 [[AT]], %full.begin
; CHECK: br i1 [[FULL]], label %items.pack, label %items.rest
; CHECK: items.item.y.row.packs.next:
; CHECK: icmp ult i64 %packs.reached, %row.end
define void @between(ptr addrspace(1) %p, i32 %n, i32 %m) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %x = trunc i64 %id to i32
  %above = icmp sgt i32 %x, %m
  %below = icmp slt i32 %x, %n
  %both = and i1 %above, %below
  br i1 %both, label %then, label %end
then:
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 5, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Where both ways have something to do, all run, and those between two ends are not asked; of one end it is not known on
; which side most are.
; CHECK-LABEL: define {{.*}} @__weft_kernel_border(
; CHECK: %row.end = call i64 @llvm.umin.i64(i64 {{%.*}}, i64 %local.size.x)
; CHECK: %full.begin =
; CHECK: items.pack:
; CHECK-NOT: icmp
; CHECK: store <8 x i32> splat (i32 5)
; CHECK-NOT: splat (i32 6)
; CHECK: items.pack.next:
; CHECK: items.rest:
; CHECK: icmp sgt <8 x i32>
define void @border(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %x = trunc i64 %id to i32
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %above = icmp sgt i32 %x, 0
  %below = icmp slt i32 %x, %n
  %both = and i1 %above, %below
  br i1 %both, label %then, label %else
then:
  store i32 5, ptr addrspace(1) %a
  br label %end
else:
  store i32 6, ptr addrspace(1) %a
  br label %end
end:
  ret void
}
; CHECK-LABEL: define {{.*}} @__weft_kernel_side(
; CHECK-NOT: row.end
; CHECK: ret void
define void @side(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %x = trunc i64 %id to i32
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %above = icmp sgt i32 %x, 0
  br i1 %above, label %then, label %else
then:
  store i32 5, ptr addrspace(1) %a
  br label %end
else:
  store i32 6, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
declare i64 @__weft_global_id_y() memory(none)
declare i64 @__weft_local_id_x() memory(none)
declare void @__weft_barrier() convergent noduplicate
