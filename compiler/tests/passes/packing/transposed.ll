; RUN: %weft-opt --passes=work-group,verify --weft-width=8 --cpu=x86-64-v3 -S %s | FileCheck %s
; The elements of vectors in memory are gathered by shuffles within 128 bits: rows of 16 bytes are loaded for each lane,
; those of lanes 0 to 3 and 4 to 7 into the halves of registers.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[R0:%.*]] = load <4 x float>, ptr addrspace(1) [[P:%.*]], align 16
; CHECK: [[P4:%.*]] = getelementptr i8, ptr addrspace(1) [[P]], i64 64
; CHECK: [[R4:%.*]] = load <4 x float>, ptr addrspace(1) [[P4]], align 16
; CHECK: [[A:%.*]] = shufflevector <4 x float> [[R0]], <4 x float> [[R4]], <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK-COUNT-6: load <4 x float>
; CHECK: shufflevector <8 x float> [[A]], <8 x float> {{%.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK-COUNT-7: shufflevector <8 x float>
; CHECK-NOT: shufflevector
; CHECK-COUNT-3: fadd <8 x float>
; CHECK: items.pack.next:
; Rows far apart, whose elements are used one row after the other: the second row is loaded when it is needed. The first
; half of a row is none.
; CHECK-LABEL: define {{.*}} @__weft_kernel_far(
; CHECK: items.pack:
; CHECK-COUNT-8: load <4 x float>
; CHECK-COUNT-8: shufflevector <8 x float>
; CHECK-COUNT-3: fadd <8 x float>
; CHECK-COUNT-8: load <4 x float>
; CHECK-COUNT-8: shufflevector <8 x float>
; CHECK-COUNT-4: fadd <8 x float>
; CHECK-NOT: load <4 x float>
; CHECK: items.pack.next:
; CHECK-LABEL: define {{.*}} @__weft_kernel_half(
; CHECK: items.pack:
; CHECK-NOT: load <4 x float>
; CHECK: items.pack.next:
; A store between the loads of two rows stays between them.
; CHECK-LABEL: define {{.*}} @__weft_kernel_between(
; CHECK: items.pack:
; CHECK-COUNT-8: load <4 x i32>
; CHECK: store <8 x i32>
; CHECK-COUNT-8: load <4 x i32>
; CHECK: items.pack.next:
; Rows one after the other are stored two at a time: lanes 0 and 1 have the first halves of what is turned, lanes 2 and 3
; of the next, lanes 4 and 5 the second halves.
; CHECK-LABEL: define {{.*}} @__weft_kernel_stored(
; CHECK: items.pack:
; CHECK-COUNT-4: shufflevector <8 x float> {{.*}}, <8 x float> {{.*}}, <8 x i32>
; CHECK: [[S0:%.*]] = shufflevector <8 x float> {{.*}}, <8 x float> {{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK: [[S1:%.*]] = shufflevector <8 x float> {{.*}}, <8 x float> {{.*}}, <8 x i32> <i32 2, i32 10, i32 3, i32 11, i32 6, i32 14, i32 7, i32 15>
; CHECK: [[S2:%.*]] = shufflevector <8 x float> {{.*}}, <8 x float> {{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK: [[S3:%.*]] = shufflevector <8 x float> {{.*}}, <8 x float> {{.*}}, <8 x i32> <i32 2, i32 10, i32 3, i32 11, i32 6, i32 14, i32 7, i32 15>
; CHECK: [[H0:%.*]] = shufflevector <8 x float> [[S0]], <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: [[H1:%.*]] = shufflevector <8 x float> [[S1]], <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: [[R0:%.*]] = shufflevector <4 x float> [[H0]], <4 x float> [[H1]], <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: store <8 x float> [[R0]], ptr addrspace(1) [[TO:%[^,]*]], align 4
; CHECK: [[H2:%.*]] = shufflevector <8 x float> [[S2]], <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: [[TO2:%.*]] = getelementptr i8, ptr addrspace(1) [[TO]], i64 32
; CHECK: store <8 x float> {{.*}}, ptr addrspace(1) [[TO2]], align 4
; CHECK: [[H4:%.*]] = shufflevector <8 x float> [[S0]], <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK: [[TO4:%.*]] = getelementptr i8, ptr addrspace(1) [[TO]], i64 64
; CHECK: store <8 x float> {{.*}}, ptr addrspace(1) [[TO4]], align 4
; CHECK: items.pack.next:
define void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds <4 x float>, ptr addrspace(1) %p, i64 %id
  %v = load <4 x float>, ptr addrspace(1) %a, align 16
  %x = extractelement <4 x float> %v, i32 0
  %y = extractelement <4 x float> %v, i32 1
  %z = extractelement <4 x float> %v, i32 2
  %w = extractelement <4 x float> %v, i32 3
  %xy = fadd float %x, %y
  %xyz = fadd float %xy, %z
  %s = fadd float %xyz, %w
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %s, ptr addrspace(1) %to
  ret void
}

define void @far(ptr addrspace(1) %p, ptr addrspace(1) %q) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a0 = getelementptr inbounds [100 x float], ptr addrspace(1) %p, i64 %id
  %a1 = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 4
  %a2 = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 8
  %a3 = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 12
  %a4 = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 16
  %a5 = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 20
  %a6 = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 24
  %a7 = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 28
  %v0 = load float, ptr addrspace(1) %a0
  %v1 = load float, ptr addrspace(1) %a1
  %s1 = fadd float %v0, %v1
  %v2 = load float, ptr addrspace(1) %a2
  %s2 = fadd float %s1, %v2
  %v3 = load float, ptr addrspace(1) %a3
  %s3 = fadd float %s2, %v3
  %v4 = load float, ptr addrspace(1) %a4
  %s4 = fadd float %s3, %v4
  %v5 = load float, ptr addrspace(1) %a5
  %s5 = fadd float %s4, %v5
  %v6 = load float, ptr addrspace(1) %a6
  %s6 = fadd float %s5, %v6
  %v7 = load float, ptr addrspace(1) %a7
  %s7 = fadd float %s6, %v7
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %s7, ptr addrspace(1) %to
  ret void
}

define void @half(ptr addrspace(1) %p, ptr addrspace(1) %q) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a0 = getelementptr inbounds [4 x float], ptr addrspace(1) %p, i64 %id
  %a1 = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 4
  %v0 = load float, ptr addrspace(1) %a0
  %v1 = load float, ptr addrspace(1) %a1
  %s = fadd float %v0, %v1
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %s, ptr addrspace(1) %to
  ret void
}

define void @between(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds [8 x i32], ptr addrspace(1) %p, i64 %id
  %b = getelementptr inbounds i8, ptr addrspace(1) %a, i64 16
  %v = load <4 x i32>, ptr addrspace(1) %a, align 16
  %x = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %to = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  store i32 %x, ptr addrspace(1) %to
  %w = load <4 x i32>, ptr addrspace(1) %b, align 16
  %y = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %w)
  %there = getelementptr inbounds i32, ptr addrspace(1) %r, i64 %id
  store i32 %y, ptr addrspace(1) %there
  ret void
}

define void @stored(ptr addrspace(1) %p, ptr addrspace(1) %q) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %from = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %x = load float, ptr addrspace(1) %from
  %y = fadd float %x, 1.0
  %z = fadd float %x, 2.0
  %w = fadd float %x, 3.0
  %a0 = getelementptr inbounds [4 x float], ptr addrspace(1) %q, i64 %id
  %a1 = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 4
  %a2 = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 8
  %a3 = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 12
  store float %x, ptr addrspace(1) %a0
  store float %y, ptr addrspace(1) %a1
  store float %z, ptr addrspace(1) %a2
  store float %w, ptr addrspace(1) %a3
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
