; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; Updates of one place by all lanes are one update; those of different places come one after the other.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_sum(
; CHECK: items.pack:
; CHECK: [[ALL:%.*]] = call i32 @llvm.vector.reduce.add.v4i32(
; CHECK: atomicrmw add ptr addrspace(1) %u, i32 [[ALL]] syncscope("device") monotonic
; CHECK-NOT: atomicrmw
; CHECK: items.rest:
; CHECK: [[ON:%.*]] = select <4 x i1> %rest.mask, <4 x i32> {{%.*}}, <4 x i32> zeroinitializer
; CHECK: [[ALL:%.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> [[ON]])
; CHECK-NEXT: atomicrmw add ptr addrspace(1) %u, i32 [[ALL]] syncscope("device") monotonic
; CHECK-NOT: atomicrmw
; CHECK: items.rest.next:
define void @sum(ptr addrspace(1) %u, ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %v = trunc i64 %id to i32
  %old = atomicrmw add ptr addrspace(1) %u, i32 %v syncscope("device") monotonic
  ret void
}

; As if the lanes had come one after the other.
; CHECK-LABEL: define {{.*}} @__weft_kernel_old_value(
; CHECK: items.pack:
; CHECK: [[OLD:%.*]] = atomicrmw add ptr addrspace(1) %u, i32 4
; CHECK-NEXT: [[ONE:%.*]] = insertelement <4 x i32> poison, i32 [[OLD]], i64 0
; CHECK-NEXT: [[SPLAT:%.*]] = shufflevector <4 x i32> [[ONE]], <4 x i32> poison, <4 x i32> zeroinitializer
; CHECK-NEXT: [[EACH:%.*]] = add <4 x i32> [[SPLAT]], <i32 0, i32 1, i32 2, i32 3>
; CHECK: store <4 x i32> [[EACH]],
; CHECK-NOT: atomicrmw
; CHECK: items.rest:
define void @old_value(ptr addrspace(1) %u, ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %old = atomicrmw add ptr addrspace(1) %u, i32 1 syncscope("device") monotonic
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  store i32 %old, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_exchange(
; CHECK: items.pack:
; CHECK-COUNT-4: atomicrmw xchg ptr addrspace(1) %u, i32
; CHECK-NOT: atomicrmw
; CHECK: items.rest:
define void @exchange(ptr addrspace(1) %u, ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %v = trunc i64 %id to i32
  %old = atomicrmw xchg ptr addrspace(1) %u, i32 %v syncscope("device") monotonic
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_divergent(
; CHECK: items.pack:
; CHECK: atomicrmw add ptr addrspace(1) [[A:%.*]], i32 1
; CHECK: [[B:%.*]] = getelementptr i8, ptr addrspace(1) [[A]], i64 4
; CHECK: atomicrmw add ptr addrspace(1) [[B]], i32 1
; CHECK-COUNT-2: atomicrmw add
; CHECK-NOT: atomicrmw
; CHECK: items.rest:
; CHECK: [[BIT:%.*]] = and i4 {{%.*}}, 1
; CHECK: [[ON:%.*]] = icmp ne i4 [[BIT]], 0
; CHECK: br i1 [[ON]], label %[[LANE:lane.*]], label %[[NEXT:lane.next.*]]
; CHECK: [[LANE]]:
; CHECK-NEXT: atomicrmw add
; CHECK-NEXT: br label %[[NEXT]]
; CHECK-COUNT-3: atomicrmw add
; CHECK: items.rest.next:
define void @divergent(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %old = atomicrmw add ptr addrspace(1) %a, i32 1 syncscope("device") monotonic
  ret void
}

; The largest of the lanes' floats, NaN for those that are off: of a number and a NaN the number is taken.
; CHECK-LABEL: define {{.*}} @__weft_kernel_largest(
; CHECK: items.pack:
; CHECK: [[ALL:%.*]] = call float @llvm.vector.reduce.fmax.v4f32(
; CHECK: atomicrmw fmax ptr addrspace(1) %u, float [[ALL]] syncscope("device") monotonic
; CHECK-NOT: atomicrmw
; CHECK: items.rest:
; CHECK: select <4 x i1> %rest.mask, <4 x float> {{%.*}}, <4 x float> splat (float {{0x7FF8000000000000|\+qnan}})
; CHECK: atomicrmw fmax
; CHECK-NOT: atomicrmw
; CHECK: items.rest.next:
define void @largest(ptr addrspace(1) %u, ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %v = uitofp i64 %id to float
  %old = atomicrmw fmax ptr addrspace(1) %u, float %v syncscope("device") monotonic
  ret void
}

; A sum of floats is rounded after each lane: in their order, from what is there, as one exchange. Lanes that are off add
; -0, which changes nothing.
; CHECK-LABEL: define {{.*}} @__weft_kernel_float_difference(
; CHECK: items.pack:
; CHECK: [[MINUS:%.*]] = fneg <4 x float>
; CHECK: [[FIRST:%.*]] = load atomic i32, ptr addrspace(1) %u syncscope("device") monotonic
; CHECK: sum{{.*}}:
; CHECK: [[SEEN:%.*]] = phi i32 [ [[FIRST]], {{.*}} ], [ [[NEXT:%.*]], %sum{{.*}} ]
; CHECK: [[FROM:%.*]] = bitcast i32 [[SEEN]] to float
; CHECK: [[TO:%.*]] = call float @llvm.vector.reduce.fadd.v4f32(float [[FROM]], <4 x float> [[MINUS]])
; CHECK: [[BITS:%.*]] = bitcast float [[TO]] to i32
; CHECK: [[TRY:%.*]] = cmpxchg weak ptr addrspace(1) %u, i32 [[SEEN]], i32 [[BITS]] syncscope("device") acq_rel acquire
; CHECK: [[NEXT]] = extractvalue { i32, i1 } [[TRY]], 0
; CHECK: [[DONE:%.*]] = extractvalue { i32, i1 } [[TRY]], 1
; CHECK: br i1 [[DONE]],
; CHECK-NOT: cmpxchg
; CHECK: items.rest:
; CHECK: select <4 x i1> %rest.mask, <4 x float> {{%.*}}, <4 x float> splat (float {{-0.000000e\+00|-0.0}})
; CHECK-NOT: llvm.vector.reduce.or
; CHECK: cmpxchg weak
; CHECK: items.rest.next:
define void @float_difference(ptr addrspace(1) %u, ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %v = uitofp i64 %id to float
  %old = atomicrmw fsub ptr addrspace(1) %u, float %v syncscope("device") acq_rel
  ret void
}

; Each lane sees what those before it left.
; CHECK-LABEL: define {{.*}} @__weft_kernel_old_double(
; CHECK: items.pack:
; CHECK: sum{{.*}}:
; CHECK: [[A:%.*]] = bitcast i64 {{%.*}} to double
; CHECK: [[B:%.*]] = fadd double [[A]],
; CHECK: [[C:%.*]] = fadd double [[B]],
; CHECK: [[D:%.*]] = fadd double [[C]],
; CHECK: [[E:%.*]] = fadd double [[D]],
; CHECK: bitcast double [[E]] to i64
; CHECK: cmpxchg weak
; CHECK: store <4 x double>
; CHECK: items.rest:
define void @old_double(ptr addrspace(1) %u, ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds double, ptr addrspace(1) %p, i64 %id
  %v = load double, ptr addrspace(1) %a
  %old = atomicrmw fadd ptr addrspace(1) %u, double %v syncscope("device") monotonic
  store double %old, ptr addrspace(1) %a
  ret void
}

; Local memory and different places: one lane after the other.
; CHECK-LABEL: define {{.*}} @__weft_kernel_float_lanes(
; CHECK: items.pack:
; CHECK-COUNT-4: atomicrmw fadd ptr addrspace(3) %{{.*}}, float
; CHECK-COUNT-4: atomicrmw fadd ptr addrspace(1) %{{.*}}, float
; CHECK-NOT: atomicrmw
; CHECK: items.rest:
define void @float_lanes(ptr addrspace(3) %l, ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %v = uitofp i64 %id to float
  %old = atomicrmw fadd ptr addrspace(3) %l, float %v syncscope("workgroup") monotonic
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %other = atomicrmw fadd ptr addrspace(1) %a, float %v syncscope("device") monotonic
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
