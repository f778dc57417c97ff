; RUN: %weft-opt --passes=work-group,verify --weft-guarded-bodies --cpu=x86-64-v3 -S %s | FileCheck %s
; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v3 -S %s | FileCheck %s
; A body that is best run for one work-item at a time, behind what is loaded, is a function that packs of work-items call
; for those of them that have anything to do. It counts as one at a time.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@__weft_kernel_level(
; CHECK: load <32 x i8>, ptr addrspace(1)
; CHECK: call void @__weft_by_lane_level.body(
define spir_kernel void @level(ptr addrspace(1) %todo, ptr addrspace(1) %first, ptr addrspace(1) %to,
                               ptr addrspace(1) %cost) #1 {
entry:
  %i = call i64 @__weft_global_id_x()
  %a = getelementptr i8, ptr addrspace(1) %todo, i64 %i
  %t = load i8, ptr addrspace(1) %a
  %has = icmp ne i8 %t, 0
  br i1 %has, label %body, label %end

body:
  store i8 0, ptr addrspace(1) %a
  %f = getelementptr i32, ptr addrspace(1) %first, i64 %i
  %from = load i32, ptr addrspace(1) %f
  %next.f = getelementptr i32, ptr addrspace(1) %f, i64 1
  %last = load i32, ptr addrspace(1) %next.f
  %any = icmp slt i32 %from, %last
  br i1 %any, label %edge, label %end

edge:
  %e = phi i32 [ %from, %body ], [ %e.next, %edge.next ]
  %e.wide = sext i32 %e to i64
  %b = getelementptr i32, ptr addrspace(1) %to, i64 %e.wide
  %node = load i32, ptr addrspace(1) %b
  %node.wide = sext i32 %node to i64
  %c = getelementptr i32, ptr addrspace(1) %cost, i64 %node.wide
  %old = load i32, ptr addrspace(1) %c
  %new = icmp slt i32 %old, 0
  br i1 %new, label %visit, label %edge.next

visit:
  store i32 %e, ptr addrspace(1) %c
  br label %edge.next

edge.next:
  %e.next = add nsw i32 %e, 1
  %more = icmp slt i32 %e.next, %last
  br i1 %more, label %edge, label %end

end:
  ret void
}

; Who has a lock is to give it back before others ask for it.
; CHECK-LABEL: define {{.*}}@__weft_kernel_lock(
; CHECK-NOT: call void @__weft_by_lane
; CHECK: ret void
define spir_kernel void @lock(ptr addrspace(1) %todo, ptr addrspace(1) %lock, ptr addrspace(1) %out) #2 {
entry:
  %i = call i64 @__weft_global_id_x()
  %a = getelementptr i8, ptr addrspace(1) %todo, i64 %i
  %t = load i8, ptr addrspace(1) %a
  %has = icmp ne i8 %t, 0
  br i1 %has, label %take, label %leave

take:
  %pair = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 monotonic monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %leave, label %take

leave:
  %b = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 1, ptr addrspace(1) %b
  br i1 %has, label %give, label %end

give:
  %old = atomicrmw xchg ptr addrspace(1) %lock, i32 0 monotonic
  br label %end

end:
  ret void
}

; Nor is a body somebody's own that all have or none.
; CHECK-LABEL: define {{.*}}@__weft_kernel_same(
; CHECK-NOT: call void @__weft_by_lane
; CHECK: ret void
define spir_kernel void @same(ptr addrspace(1) %todo, ptr addrspace(1) %out, i32 %n) #3 {
entry:
  %i = call i64 @__weft_global_id_x()
  %t = load i64, ptr addrspace(1) %todo
  %has = icmp ult i64 %i, %t
  br i1 %has, label %round, label %end

round:
  %k = phi i32 [ 0, %entry ], [ %k.next, %round ]
  %b = getelementptr i32, ptr addrspace(1) %out, i64 %i
  %x = load i32, ptr addrspace(1) %b
  %y = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %k, ptr addrspace(1) %y
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %round, label %end

end:
  ret void
}

declare i64 @__weft_global_id_x() #0

; CHECK: attributes {{.*}}"weft.entry"="level"{{.*}}"weft.form"="1"{{.*}}"weft.pack_width"="32"

attributes #0 = { nounwind memory(none) }
attributes #1 = { nounwind "weft.kernel"="level" }
attributes #2 = { nounwind "weft.kernel"="lock" }
attributes #3 = { nounwind "weft.kernel"="same" }
