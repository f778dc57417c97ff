; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; Code that is not known, calls itself, or is called by pointer, and printf run for one lane after the other, for
; those that are on.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @unknown(i32)

; The first level of a recursion is packed.
; CHECK-LABEL: define internal <4 x i32> @recursive.packed.4(<4 x i32> %x)
; CHECK: [[REST:%.*]] = sub <4 x i32> %x, splat (i32 1)
; CHECK: [[BIT:%.*]] = and i4 {{%.*}}, 1
; CHECK: [[ON:%.*]] = icmp ne i4 [[BIT]], 0
; CHECK: br i1 [[ON]], label %lane, label %lane.next
; CHECK: [[X:%.*]] = extractelement <4 x i32> [[REST]], i64 0
; CHECK: call i32 @recursive(i32 [[X]])
; CHECK-COUNT-3: call i32 @recursive(
; CHECK-LABEL: define internal <4 x i32> @recursive.masked.4(
define internal i32 @recursive(i32 %x) {
entry:
  %c = icmp sgt i32 %x, 1
  br i1 %c, label %again, label %end
again:
  %y = sub i32 %x, 1
  %r = call i32 @recursive(i32 %y)
  br label %end
end:
  %s = phi i32 [ %r, %again ], [ 1, %entry ]
  ret i32 %s
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_declaration(
; CHECK: items.pack:
; CHECK: [[V:%.*]] = load <4 x i32>
; CHECK: [[X:%.*]] = extractelement <4 x i32> [[V]], i64 0
; CHECK: [[Y:%.*]] = call i32 @unknown(i32 [[X]])
; CHECK: insertelement <4 x i32> poison, i32 [[Y]], i64 0
; CHECK-COUNT-3: call i32 @unknown(
; CHECK-NOT: call i32 @unknown(
; CHECK: items.rest:
; CHECK: br i1
; CHECK: lane{{.*}}:
; CHECK-NEXT: extractelement <4 x i32> {{%.*}}, i64 0
; CHECK-NEXT: call i32 @unknown(
; CHECK-COUNT-3: call i32 @unknown(
; CHECK: items.rest.next:
define void @declaration(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %w = call i32 @unknown(i32 %v)
  store i32 %w, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_recursion(
; CHECK: items.pack:
; CHECK: call <4 x i32> @recursive.packed.4(
; CHECK: items.rest:
; CHECK: call <4 x i32> @recursive.masked.4(<4 x i32> {{%.*}}, <4 x i1> %rest.mask)
define void @recursion(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %w = call i32 @recursive(i32 %v)
  store i32 %w, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_pointer(
; CHECK: items.pack:
; CHECK: call void %f(i32 [[V:%.*]])
; CHECK: [[V1:%.*]] = add i32 [[V]], 1
; CHECK: call void %f(i32 [[V1]])
; CHECK-COUNT-2: call void %f(
; CHECK-NOT: call void %f(
; CHECK: items.rest:
define void @pointer(ptr addrspace(1) %p, ptr %f) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %v = trunc i64 %id to i32
  call void %f(i32 %v)
  ret void
}

@format = private addrspace(2) constant [3 x i8] c"%d\00"
declare i32 @printf(ptr addrspace(2), ...)

; CHECK-LABEL: define {{.*}} @__weft_kernel_printing(
; CHECK: items.pack:
; CHECK: [[C:%.*]] = icmp eq <4 x i32>
; CHECK: [[MASK:%.*]] = freeze <4 x i1> [[C]]
; CHECK: [[BITS:%.*]] = bitcast <4 x i1> {{%.*}} to i4
; CHECK: [[BIT:%.*]] = and i4 [[BITS]], 1
; CHECK: [[ON:%.*]] = icmp ne i4 [[BIT]], 0
; CHECK: br i1 [[ON]], label %[[LANE:lane.*]], label %[[NEXT:lane.next.*]]
; CHECK: [[LANE]]:
; CHECK-NEXT: call {{.*}} @printf(ptr addrspace(2) @format, i32 [[V:%.*]])
; CHECK-NEXT: br label %[[NEXT]]
; CHECK: [[V1:%.*]] = add i32 [[V]], 1
; CHECK-NEXT: call {{.*}} @printf(ptr addrspace(2) @format, i32 [[V1]])
; CHECK-COUNT-2: @printf(
; CHECK-NOT: @printf(
; CHECK: items.rest:
define void @printing(ptr addrspace(1) %p) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %v = trunc i64 %id to i32
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %w = load i32, ptr addrspace(1) %a
  %c = icmp eq i32 %w, 0
  br i1 %c, label %then, label %end
then:
  %n = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %v)
  br label %end
end:
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
