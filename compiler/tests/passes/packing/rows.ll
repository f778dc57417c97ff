; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v2 -S %s | FileCheck --check-prefix=NO-MASKS %s
; Vectors that lie one work-item's after the other's in memory are worked on in that order, as long as that needs fewer
; shuffles than one vector of lanes for each element.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_sum(
; CHECK: items.pack:
; CHECK: [[X0:%.*]] = load <4 x float>, ptr addrspace(1) [[X:%.*]], align 16
; CHECK: [[X1P:%.*]] = getelementptr i8, ptr addrspace(1) [[X]], i64 16
; CHECK: [[X1:%.*]] = load <4 x float>, ptr addrspace(1) [[X1P]], align 16
; CHECK-COUNT-6: load <4 x float>
; CHECK-COUNT-4: fadd <4 x float>
; CHECK-COUNT-4: fneg <4 x float>
; CHECK-NOT: {{shufflevector|extractelement|insertelement}}
; CHECK-COUNT-4: store <4 x float>
; CHECK-NOT: store
; CHECK: items.pack.next:
; The rest of a row: a work-item's bit of the mask for all of its elements, two floats at a time.
; CHECK: items.rest:
; CHECK: [[M0:%.*]] = shufflevector <4 x i1> %rest.mask, {{.*}}, <4 x i32> <i32 0, i32 0, i32 1, i32 1>
; CHECK: call <4 x i64> @llvm.masked.load{{.*}}, <4 x i1> [[M0]],
; CHECK: [[M1:%.*]] = shufflevector <4 x i1> %rest.mask, {{.*}}, <4 x i32> <i32 2, i32 2, i32 3, i32 3>
; CHECK: call <4 x i64> @llvm.masked.load{{.*}}, <4 x i1> [[M1]],
define void @sum(ptr addrspace(1) %p, ptr addrspace(1) %q) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds <4 x float>, ptr addrspace(1) %p, i64 %id
  %b = getelementptr inbounds <4 x float>, ptr addrspace(1) %q, i64 %id
  %x = load <4 x float>, ptr addrspace(1) %a, align 16
  %y = load <4 x float>, ptr addrspace(1) %b, align 16
  %s = fadd <4 x float> %x, %y
  %n = fneg <4 x float> %s
  store <4 x float> %n, ptr addrspace(1) %a, align 16
  ret void
}

; What all lanes have in common is repeated from lane to lane, a scalar of the work-item from element to element; a
; comparison gives a mask for each element.
; CHECK-LABEL: define {{.*}} @__weft_kernel_scalars(
; CHECK: items.pack:
; CHECK-COUNT-2: load <4 x i32>
; CHECK: [[W:%.*]] = load <4 x i32>
; CHECK: [[W0:%.*]] = shufflevector <4 x i32> [[W]], <4 x i32> poison, <4 x i32> <i32 0, i32 0, i32 1, i32 1>
; CHECK: [[W1:%.*]] = shufflevector <4 x i32> [[W]], <4 x i32> poison, <4 x i32> <i32 2, i32 2, i32 3, i32 3>
; CHECK: mul <4 x i32> {{.*}}, [[W0]]
; CHECK: mul <4 x i32> {{.*}}, [[W1]]
; CHECK-COUNT-2: add <4 x i32> {{%.*}}, [[U:%.*]]
; CHECK-COUNT-2: icmp slt <4 x i32> {{%.*}}, [[U]]
; CHECK-COUNT-2: select <4 x i1>
; CHECK-NOT: shufflevector
; CHECK: store <4 x i32>
; CHECK: items.pack.next:
define void @scalars(ptr addrspace(1) %p, ptr addrspace(1) %q, <2 x i32> %u) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds <2 x i32>, ptr addrspace(1) %p, i64 %id
  %b = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  %x = load <2 x i32>, ptr addrspace(1) %a
  %w = load i32, ptr addrspace(1) %b
  %first = insertelement <2 x i32> poison, i32 %w, i64 0
  %ws = shufflevector <2 x i32> %first, <2 x i32> poison, <2 x i32> zeroinitializer
  %m = mul <2 x i32> %x, %ws
  %s = add <2 x i32> %m, %u
  %c = icmp slt <2 x i32> %s, %u
  %r = select <2 x i1> %c, <2 x i32> %s, <2 x i32> %x
  store <2 x i32> %r, ptr addrspace(1) %a
  ret void
}

; One value is split into components instead of two.
; CHECK-LABEL: define {{.*}} @__weft_kernel_split_late(
; CHECK: items.pack:
; CHECK-COUNT-4: load <4 x float>
; CHECK-NOT: shufflevector
; CHECK: [[R0:%.*]] = fadd <4 x float>
; CHECK: [[R1:%.*]] = fadd <4 x float>
; CHECK: [[S0:%.*]] = shufflevector <4 x float> [[R0]], <4 x float> [[R1]], <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: [[S1:%.*]] = shufflevector <4 x float> [[R0]], <4 x float> [[R1]], <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: fmul <4 x float> [[S0]], [[S1]]
; CHECK: items.pack.next:
define void @split_late(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds <2 x float>, ptr addrspace(1) %p, i64 %id
  %b = getelementptr inbounds <2 x float>, ptr addrspace(1) %q, i64 %id
  %x = load <2 x float>, ptr addrspace(1) %a
  %y = load <2 x float>, ptr addrspace(1) %b
  %s = fadd <2 x float> %x, %y
  %s0 = extractelement <2 x float> %s, i64 0
  %s1 = extractelement <2 x float> %s, i64 1
  %v = fmul float %s0, %s1
  %to = getelementptr inbounds float, ptr addrspace(1) %r, i64 %id
  store float %v, ptr addrspace(1) %to
  ret void
}

; Both are wanted by element as well: rows would save nothing.
; CHECK-LABEL: define {{.*}} @__weft_kernel_split_early(
; CHECK: items.pack:
; CHECK: shufflevector <4 x float> {{.*}}, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: fadd <4 x float>
; CHECK: items.pack.next:
define void @split_early(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds <2 x float>, ptr addrspace(1) %p, i64 %id
  %b = getelementptr inbounds <2 x float>, ptr addrspace(1) %q, i64 %id
  %x = load <2 x float>, ptr addrspace(1) %a
  %y = load <2 x float>, ptr addrspace(1) %b
  %s = fadd <2 x float> %x, %y
  %s0 = extractelement <2 x float> %s, i64 0
  %x1 = extractelement <2 x float> %x, i64 1
  %y1 = extractelement <2 x float> %y, i64 1
  %v = fmul float %s0, %x1
  %w = fmul float %v, %y1
  %to = getelementptr inbounds float, ptr addrspace(1) %r, i64 %id
  store float %w, ptr addrspace(1) %to
  ret void
}

; A sum over a loop is split once, behind it.
; CHECK-LABEL: define {{.*}} @__weft_kernel_loop(
; CHECK: items.pack:
; CHECK: phi <4 x float>
; CHECK: phi <4 x float>
; CHECK-COUNT-2: load <4 x float>
; CHECK-NOT: shufflevector
; CHECK: br i1
; CHECK: shufflevector <4 x float> {{.*}}, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: items.pack.next:
define void @loop(ptr addrspace(1) %p, ptr addrspace(1) %r, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi <2 x float> [ zeroinitializer, %entry ], [ %more, %body ]
  %row = mul i64 %i, 1000
  %at = add i64 %row, %id
  %a = getelementptr inbounds <2 x float>, ptr addrspace(1) %p, i64 %at
  %x = load <2 x float>, ptr addrspace(1) %a
  %more = fadd <2 x float> %sum, %x
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %body
exit:
  %s0 = extractelement <2 x float> %more, i64 0
  %s1 = extractelement <2 x float> %more, i64 1
  %v = fsub float %s0, %s1
  %to = getelementptr inbounds float, ptr addrspace(1) %r, i64 %id
  store float %v, ptr addrspace(1) %to
  ret void
}

; Under a mask small elements are accessed as one integer for each work-item. Lane 0's address is only aligned to the lanes'
; distance: it may be off.
; CHECK-LABEL: define {{.*}} @__weft_kernel_bytes(
; CHECK: items.pack:
; CHECK: call <4 x i32> @llvm.masked.load.v4i32{{.*}}(ptr addrspace(1) align 4
; CHECK: bitcast <4 x i32> {{.*}} to <16 x i8>
; CHECK-COUNT-4: add <4 x i8>
; CHECK: call void @llvm.masked.store.v4i32{{.*}}, ptr addrspace(1) align 4
; CHECK: items.pack.next:
; A CPU that cannot leave lanes out has no rows there.
; NO-MASKS-LABEL: define {{.*}} @__weft_kernel_bytes(
; NO-MASKS: items.pack:
; NO-MASKS-NOT: shufflevector <4 x i8>
; NO-MASKS: items.pack.next:
define void @bytes(ptr addrspace(1) %p, ptr addrspace(1) %q) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds <4 x i8>, ptr addrspace(1) %p, i64 %id
  %b = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  %c = load i32, ptr addrspace(1) %b
  %on = icmp eq i32 %c, 0
  br i1 %on, label %then, label %exit
then:
  %x = load <4 x i8>, ptr addrspace(1) %a, align 8
  %y = add <4 x i8> %x, splat (i8 3)
  store <4 x i8> %y, ptr addrspace(1) %a, align 8
  br label %exit
exit:
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
