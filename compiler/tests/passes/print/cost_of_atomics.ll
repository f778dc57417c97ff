; RUN: %weft-opt --print-cost --weft-width=1 -o %t %s | FileCheck %s
; What is tested before an atomic operation on it mostly keeps work-items from that; another test says nothing.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: cost of 'tested':
; CHECK: x 0.1{{[23]}} %old = cmpxchg
define void @tested(ptr addrspace(1) %p, ptr addrspace(1) %level) {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %at = load i32, ptr addrspace(1) %a
  %b = getelementptr inbounds i32, ptr addrspace(1) %level, i32 %at
  %x = load i32, ptr addrspace(1) %b
  %c = icmp slt i32 %x, 0
  br i1 %c, label %try, label %end

try:
  %old = cmpxchg ptr addrspace(1) %b, i32 -1, i32 7 monotonic monotonic
  br label %end

end:
  ret void
}

; CHECK-LABEL: cost of 'another':
; CHECK: x 0.50 %old = cmpxchg
define void @another(ptr addrspace(1) %p, ptr addrspace(1) %level) {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %at = load i32, ptr addrspace(1) %a
  %b = getelementptr inbounds i32, ptr addrspace(1) %level, i32 %at
  %c = icmp slt i32 %at, 0
  br i1 %c, label %try, label %end

try:
  %old = cmpxchg ptr addrspace(1) %b, i32 -1, i32 7 monotonic monotonic
  br label %end

end:
  ret void
}

declare i64 @__weft_global_id_x()
