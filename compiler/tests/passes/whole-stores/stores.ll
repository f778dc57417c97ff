; RUN: %weft-opt --passes="function(whole-stores,early-cse<memssa>),verify" -S %s | FileCheck %s
; What is written back as it was stays written where its neighbours change.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { float, float, float }

; Also next to one that stays for its neighbour's sake.
; CHECK-LABEL: define void @copied(
; CHECK: [[Y:%.*]] = load float, ptr addrspace(1) %y
; CHECK: [[Z:%.*]] = load float, ptr addrspace(1) %z
; CHECK: store float 0.{{.*}}, ptr addrspace(1) %at
; CHECK: [[SAME_Y:%.*]] = freeze float [[Y]]
; CHECK: store float [[SAME_Y]], ptr addrspace(1) %y
; CHECK: [[SAME_Z:%.*]] = freeze float [[Z]]
; CHECK: store float [[SAME_Z]], ptr addrspace(1) %z
define void @copied(ptr addrspace(1) %p, i64 %i) {
  %at = getelementptr inbounds %pair, ptr addrspace(1) %p, i64 %i
  %y = getelementptr inbounds i8, ptr addrspace(1) %at, i64 4
  %z = getelementptr inbounds i8, ptr addrspace(1) %at, i64 8
  %v = load float, ptr addrspace(1) %y
  %w = load float, ptr addrspace(1) %z
  %to = getelementptr inbounds %pair, ptr addrspace(1) %p, i64 %i
  %to.y = getelementptr inbounds i8, ptr addrspace(1) %to, i64 4
  %to.z = getelementptr inbounds i8, ptr addrspace(1) %to, i64 8
  store float 0.0, ptr addrspace(1) %to
  store float %v, ptr addrspace(1) %to.y
  store float %w, ptr addrspace(1) %to.z
  ret void
}

; Nothing changes, or nothing next to it.
; CHECK-LABEL: define void @alone(
; CHECK-NOT: freeze
; CHECK: store float 0.{{.*}}, ptr addrspace(1) %far
; CHECK-NOT: store
; CHECK: ret void
define void @alone(ptr addrspace(1) %p, i64 %i) {
  %at = getelementptr inbounds %pair, ptr addrspace(1) %p, i64 %i
  %far = getelementptr inbounds i8, ptr addrspace(1) %at, i64 8
  %v = load float, ptr addrspace(1) %at
  store float 0.0, ptr addrspace(1) %far
  store float %v, ptr addrspace(1) %at
  ret void
}
