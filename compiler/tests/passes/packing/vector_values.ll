; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; A vector of the source is one vector of lanes for each element.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK-COUNT-4: load <4 x float>, ptr addrspace(1)
; CHECK-NOT: load
; Element 3 is overwritten and never computed; inserting, extracting and shuffling elements costs nothing.
; CHECK-COUNT-3: fadd <4 x float>
; CHECK-NOT: {{fadd|extractelement|insertelement}}
; CHECK-COUNT-4: store <4 x float>
; CHECK-NOT: store
; CHECK: items.pack.next:
define void @k(ptr addrspace(1) %p, <4 x float> %u) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds <4 x float>, ptr addrspace(1) %p, i64 %id
  %v = load <4 x float>, ptr addrspace(1) %a
  %w = fadd <4 x float> %v, %u
  %x = extractelement <4 x float> %w, i32 0
  %r = insertelement <4 x float> %w, float %x, i32 3
  %s = shufflevector <4 x float> %r, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  store <4 x float> %s, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
