; RUN: %weft-opt --passes=component-stores,verify -S %s | FileCheck %s
; What other work-items may write to a vector's other components stays.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @one(
; CHECK: [[X:%.*]] = extractelement <4 x float> {{%.*}}, i64 1
; CHECK: [[AT:%.*]] = getelementptr inbounds float, ptr addrspace(1) %p, i64 1
; CHECK: store float [[X]], ptr addrspace(1) [[AT]], align 4
; CHECK-NOT: store
; CHECK: ret void
define void @one(ptr addrspace(1) %p, float %x) {
  %v = load <4 x float>, ptr addrspace(1) %p, align 16
  %w = insertelement <4 x float> %v, float %x, i64 1
  store <4 x float> %w, ptr addrspace(1) %p, align 16
  ret void
}

; Components 0, and 2 and 3.
; CHECK-LABEL: define void @runs(
; CHECK: extractelement <4 x float> {{%.*}}, i64 0
; CHECK: store float {{%.*}}, ptr addrspace(3) {{%.*}}, align 16
; CHECK: [[XY:%.*]] = shufflevector <4 x float> {{%.*}}, <4 x float> poison, <2 x i32> <i32 2, i32 3>
; CHECK: [[AT:%.*]] = getelementptr inbounds float, ptr addrspace(3) %p, i64 2
; CHECK: store <2 x float> [[XY]], ptr addrspace(3) [[AT]], align 8
; CHECK-NOT: store
; CHECK: ret void
define void @runs(ptr addrspace(3) %p, <3 x float> %x) {
  %v = load <4 x float>, ptr addrspace(3) %p, align 16
  %u = shufflevector <3 x float> %x, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  %w = shufflevector <4 x float> %v, <4 x float> %u, <4 x i32> <i32 5, i32 1, i32 4, i32 6>
  store <4 x float> %w, ptr addrspace(3) %p, align 16
  ret void
}

; CHECK-LABEL: define void @any(
; CHECK: [[LONG:%.*]] = zext i32 %k to i64
; CHECK: [[PLACE:%.*]] = and i64 [[LONG]], 7
; CHECK: [[AT:%.*]] = getelementptr inbounds i16, ptr addrspace(4) %p, i64 [[PLACE]]
; CHECK: store volatile i16 %x, ptr addrspace(4) [[AT]], align 2
; CHECK-NOT: store
; CHECK: ret void
define void @any(ptr addrspace(4) %p, i16 %x, i32 %k) {
  %v = load volatile <8 x i16>, ptr addrspace(4) %p, align 16
  %w = insertelement <8 x i16> %v, i16 %x, i32 %k
  store volatile <8 x i16> %w, ptr addrspace(4) %p, align 16
  ret void
}

; Of a work-item's own memory, of another place, of what something wrote in between, and of all components.
; CHECK-LABEL: define void @wholes(
; CHECK-COUNT-5: store <4 x float>
; CHECK-NOT: store
; CHECK: ret void
define void @wholes(ptr %own, ptr addrspace(1) %p, ptr addrspace(1) %q, <4 x float> %x, float %y) {
  %v = load <4 x float>, ptr %own, align 16
  %w = insertelement <4 x float> %v, float %y, i64 1
  store <4 x float> %w, ptr %own, align 16
  %v1 = load <4 x float>, ptr addrspace(1) %p, align 16
  %w1 = insertelement <4 x float> %v1, float %y, i64 1
  store <4 x float> %w1, ptr addrspace(1) %q, align 16
  %v2 = load <4 x float>, ptr addrspace(1) %p, align 16
  store <4 x float> %x, ptr addrspace(1) %q, align 16
  %w2 = insertelement <4 x float> %v2, float %y, i64 1
  store <4 x float> %w2, ptr addrspace(1) %p, align 16
  %v3 = load <4 x float>, ptr addrspace(1) %p, align 16
  %w3 = shufflevector <4 x float> %v3, <4 x float> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  store <4 x float> %w3, ptr addrspace(1) %p, align 16
  ret void
}

; A chain that is followed once: both operands are the same. Beyond the vector, k is its last component.
; CHECK-LABEL: define void @chain(
; CHECK: call i64 @llvm.umin.i64(i64 {{%.*}}, i64 2)
; CHECK: store float
; CHECK: store float {{%.*}}, ptr addrspace(1) {{%.*}}, align 8
; CHECK-NOT: store
; CHECK: ret void
define void @chain(ptr addrspace(1) %p, ptr addrspace(1) %q, float %x, i32 %k) {
  %v = load <3 x float>, ptr addrspace(1) %p, align 16
  %w = insertelement <3 x float> %v, float %x, i32 %k
  store <3 x float> %w, ptr addrspace(1) %p, align 16
  %c0 = load <4 x float>, ptr addrspace(1) %q, align 16
  %c1 = shufflevector <4 x float> %c0, <4 x float> %c0, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c2 = shufflevector <4 x float> %c1, <4 x float> %c1, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c3 = shufflevector <4 x float> %c2, <4 x float> %c2, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c4 = shufflevector <4 x float> %c3, <4 x float> %c3, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c5 = shufflevector <4 x float> %c4, <4 x float> %c4, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c6 = shufflevector <4 x float> %c5, <4 x float> %c5, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c7 = shufflevector <4 x float> %c6, <4 x float> %c6, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c8 = shufflevector <4 x float> %c7, <4 x float> %c7, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c9 = shufflevector <4 x float> %c8, <4 x float> %c8, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c10 = shufflevector <4 x float> %c9, <4 x float> %c9, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c11 = shufflevector <4 x float> %c10, <4 x float> %c10, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c12 = shufflevector <4 x float> %c11, <4 x float> %c11, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c13 = shufflevector <4 x float> %c12, <4 x float> %c12, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c14 = shufflevector <4 x float> %c13, <4 x float> %c13, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c15 = shufflevector <4 x float> %c14, <4 x float> %c14, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c16 = shufflevector <4 x float> %c15, <4 x float> %c15, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c17 = shufflevector <4 x float> %c16, <4 x float> %c16, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c18 = shufflevector <4 x float> %c17, <4 x float> %c17, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c19 = shufflevector <4 x float> %c18, <4 x float> %c18, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c20 = shufflevector <4 x float> %c19, <4 x float> %c19, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c21 = shufflevector <4 x float> %c20, <4 x float> %c20, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c22 = shufflevector <4 x float> %c21, <4 x float> %c21, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c23 = shufflevector <4 x float> %c22, <4 x float> %c22, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c24 = shufflevector <4 x float> %c23, <4 x float> %c23, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c25 = shufflevector <4 x float> %c24, <4 x float> %c24, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c26 = shufflevector <4 x float> %c25, <4 x float> %c25, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c27 = shufflevector <4 x float> %c26, <4 x float> %c26, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c28 = shufflevector <4 x float> %c27, <4 x float> %c27, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c29 = shufflevector <4 x float> %c28, <4 x float> %c28, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %c30 = shufflevector <4 x float> %c29, <4 x float> %c29, <4 x i32> <i32 4, i32 1, i32 6, i32 3>
  %last = insertelement <4 x float> %c30, float %x, i64 2
  store <4 x float> %last, ptr addrspace(1) %q, align 16
  ret void
}
