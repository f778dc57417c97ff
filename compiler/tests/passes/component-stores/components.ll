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
