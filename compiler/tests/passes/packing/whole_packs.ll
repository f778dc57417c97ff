; RUN: %weft-opt --passes=work-group,verify --weft-without=row-bounds --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; RUN: %weft-opt --passes=work-group,verify --weft-without=row-bounds --weft-width=4 --cpu=x86-64-v3 -S %s | FileCheck %s --check-prefix=AVX2
; What a bound guards runs without masks in packs that pass it as a whole.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_bound(
; CHECK: items.pack:
; CHECK: [[C:%.*]] = icmp ult <4 x i64>
; CHECK: [[LAST:%.*]] = add i64 %global.id.x, 3
; CHECK: [[MISSES:%.*]] = icmp uge i64 [[LAST]], %n
; CHECK: [[ANY:%.*]] = freeze i1 [[MISSES]]
; CHECK: br i1 [[ANY]], label %[[PART:.*]], label %[[WHOLE:[^,]*]]
; CHECK: [[WHOLE]]:
; CHECK: [[V:%.*]] = load <4 x i32>
; CHECK: load <4 x i32>
; CHECK: load <4 x i32>
; CHECK: [[W:%.*]] = add <4 x i32> {{.*}}, [[V]]
; CHECK: store <4 x i32> [[W]]
; CHECK: br label %[[END:.*]]
; CHECK: [[PART]]:
; CHECK: call <4 x i32> @llvm.masked.load{{.*}}, <4 x i1> [[C]],
; CHECK: call void @llvm.masked.store{{.*}}, <4 x i1> [[C]])
; CHECK: [[END]]:
; CHECK: [[R:%.*]] = phi <4 x i32> {{.*}}[ [[W]], %[[WHOLE]] ]
; CHECK: items.rest:
; CHECK-NOT: .whole
; CHECK: ret void
define void @bound(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %c = icmp ult i64 %id, %n
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  br i1 %c, label %inside, label %end
inside:
  %v = load i32, ptr addrspace(1) %a
  %left = getelementptr inbounds i32, ptr addrspace(1) %a, i64 -1
  %x = load i32, ptr addrspace(1) %left
  %right = getelementptr inbounds i32, ptr addrspace(1) %a, i64 1
  %y = load i32, ptr addrspace(1) %right
  %sum = add i32 %x, %y
  %w = add i32 %sum, %v
  store i32 %w, ptr addrspace(1) %a
  br label %end
end:
  %r = phi i32 [ %w, %inside ], [ 7, %entry ]
  %b = getelementptr inbounds i32, ptr addrspace(1) %a, i64 100
  store i32 %r, ptr addrspace(1) %b
  ret void
}

; Few accesses are not worth another question, where the CPU has registers for masks.
; AVX2-LABEL: define {{.*}} @__weft_kernel_few(
; AVX2: .whole
; AVX2: ret void
; CHECK-LABEL: define {{.*}} @__weft_kernel_few(
; CHECK-NOT: .whole
; CHECK: ret void
define void @few(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %c = icmp ult i64 %id, %n
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  br i1 %c, label %inside, label %end
inside:
  %v = load i32, ptr addrspace(1) %a
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Data are no bounds, and what a bound guards inside of a part of a pack has its mask.
; CHECK-LABEL: define {{.*}} @__weft_kernel_data(
; CHECK-NOT: .whole
; CHECK: ret void
define void @data(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %c = icmp slt i32 %v, 5
  br i1 %c, label %small, label %end
small:
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %a
  %d = icmp ult i64 %id, %n
  br i1 %d, label %inside, label %end
inside:
  %b = getelementptr inbounds i32, ptr addrspace(1) %a, i64 100
  store i32 %w, ptr addrspace(1) %b
  br label %end
end:
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
