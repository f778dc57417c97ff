; Work-items that take a lock in a loop are not packed: the one that has it could not go on while the others wait.
; A loop around an exchange that nothing waits for is packed.
; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @__weft_global_id_x() memory(none)

; CHECK-LABEL: define dso_local void @__weft_kernel_lock(
; CHECK-NOT: x i32>
; CHECK-LABEL: define dso_local void @__weft_kernel_sum(
; CHECK: <4 x i32>
define void @lock(ptr addrspace(1) %lock, ptr addrspace(1) %out) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  br label %try

try:
  %was = atomicrmw xchg ptr addrspace(1) %lock, i32 1 acquire
  %free = icmp eq i32 %was, 0
  br i1 %free, label %held, label %try

held:
  %t = trunc i64 %id to i32
  %v = load i32, ptr addrspace(1) %out
  %sum = add i32 %v, %t
  store i32 %sum, ptr addrspace(1) %out
  store atomic i32 0, ptr addrspace(1) %lock release, align 4
  ret void
}

define void @sum(ptr addrspace(1) %total, ptr addrspace(1) %in) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %first = load i32, ptr addrspace(1) %total
  br label %try

try:
  %old = phi i32 [ %first, %entry ], [ %seen, %try ]
  %new = mul i32 %old, %v
  %pair = cmpxchg ptr addrspace(1) %total, i32 %old, i32 %new monotonic monotonic
  %seen = extractvalue { i32, i1 } %pair, 0
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %try

end:
  store i32 %v, ptr addrspace(1) %a
  ret void
}
