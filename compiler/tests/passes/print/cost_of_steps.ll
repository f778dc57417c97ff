; RUN: %weft-opt --print-cost --weft-width=8 -o %t %s | FileCheck %s
; An id that is made wide by a shift to the left and an exact one back still steps by one from lane to lane: its load is
; one access for the pack, and costs less than one of which nothing is known.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: cost of 'widened':
; CHECK: 1.00 x 1.00 %x = load
; CHECK: 1.00 x 1.00 %y = load
; CHECK-NOT: 1.00 x 1.00 %z = load
; CHECK: %z = load
define void @widened(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %x = load float, ptr addrspace(1) %a
  %high = shl i64 %id, 32
  %low = ashr exact i64 %high, 32
  %b = getelementptr inbounds float, ptr addrspace(1) %p, i64 %low
  %y = load float, ptr addrspace(1) %b
  %square = mul i64 %id, %id
  %c = getelementptr inbounds float, ptr addrspace(1) %p, i64 %square
  %z = load float, ptr addrspace(1) %c
  %xy = fadd float %x, %y
  %xyz = fadd float %xy, %z
  %d = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %xyz, ptr addrspace(1) %d
  ret void
}

; Whether any work-item of the pack goes on is asked once for the pack, and all of them know the answer: what hangs on
; it is done once, not once for each lane as a call of which nothing is known.
; CHECK-LABEL: cost of 'agreed':
; CHECK: {{[0-4]\.[0-9]+}} x 1.00 %any = call
; CHECK: 16.00 x 1.00 %z = load
; CHECK: {{[01]\.[0-9]+}} x 1.00 %w = load
define void @agreed(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %id = call i64 @__weft_global_id_x()
  %c = icmp ult i64 %id, 100
  %any = call i1 @__weft_any(i1 %c)
  %square = mul i64 %id, %id
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %square
  %z = load float, ptr addrspace(1) %a
  %chosen = select i1 %any, i64 7, i64 9
  %b = getelementptr inbounds float, ptr addrspace(1) %p, i64 %chosen
  %w = load float, ptr addrspace(1) %b
  %zw = fadd float %z, %w
  %d = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %zw, ptr addrspace(1) %d
  ret void
}

declare i64 @__weft_global_id_x()
declare i1 @__weft_any(i1)
