; RUN: %weft-opt --passes=near-indexes,verify -S %s | FileCheck %s
; Where a block accesses p[i] and p[i + c], by an index of 32 bits that may wrap, the second one is at the first one's
; address and a constant: 2^32 elements away it would not be in the same object.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; Also where the constant is within a sum, and the address has a constant of its own.
; CHECK-LABEL: define void @row(
; CHECK: %a0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %x0
; CHECK: load float, ptr addrspace(1) %a0
; CHECK: [[ONE:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 4
; CHECK: load float, ptr addrspace(1) [[ONE]]
; CHECK: [[SEVEN:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 28
; CHECK: store float %v1, ptr addrspace(1) [[SEVEN]]
; CHECK: [[LESS:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %a0, i64 -8
; CHECK: store float %v0, ptr addrspace(1) [[LESS]]
define void @row(ptr addrspace(1) %p, i32 %i, i32 %j) {
  %even = shl i32 %j, 1
  %s0 = add i32 %even, %i
  %x0 = zext i32 %s0 to i64
  %a0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %x0
  %v0 = load float, ptr addrspace(1) %a0
  %odd = or disjoint i32 %even, 1
  %s1 = add i32 %i, %odd
  %x1 = zext i32 %s1 to i64
  %a1 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %x1
  %v1 = load float, ptr addrspace(1) %a1
  %s2 = add i32 %s1, 2
  %x2 = zext i32 %s2 to i64
  %a2 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %x2
  %f2 = getelementptr inbounds i8, ptr addrspace(1) %a2, i64 16
  store float %v1, ptr addrspace(1) %f2
  %s3 = add i32 %s0, -2
  %x3 = zext i32 %s3 to i64
  %a3 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %x3
  store float %v0, ptr addrspace(1) %a3
  ret void
}

; Of what may be larger than 2^32 elements nothing is known, nor where a sum is extended in another way, may lie outside
; of its object, is of another block, is far away, or behind a barrier.
; CHECK-LABEL: define void @others(
; CHECK-NOT: getelementptr inbounds i8
; CHECK: ret void
define void @others(ptr addrspace(1) %p, i32 %i, i1 %c) {
  %x0 = zext i32 %i to i64
  %x1 = sext i32 %i to i64
  %s2 = add i32 %i, 1
  %x2 = zext i32 %s2 to i64
  %s3 = add i32 %i, 300000
  %x3 = zext i32 %s3 to i64
  %short0 = getelementptr inbounds i16, ptr addrspace(1) %p, i64 %x0
  store i16 0, ptr addrspace(1) %short0
  %short2 = getelementptr inbounds i16, ptr addrspace(1) %p, i64 %x2
  store i16 0, ptr addrspace(1) %short2
  %int0 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %x0
  store i32 0, ptr addrspace(1) %int0
  %int1 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %x1
  store i32 0, ptr addrspace(1) %int1
  %int2 = getelementptr i32, ptr addrspace(1) %p, i64 %x2
  store i32 0, ptr addrspace(1) %int2
  %int3 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %x3
  store i32 0, ptr addrspace(1) %int3
  call void @__weft_barrier()
  %int4 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %x2
  store i32 0, ptr addrspace(1) %int4
  br i1 %c, label %then, label %end

then:
  %s5 = add i32 %i, 2
  %x5 = zext i32 %s5 to i64
  %int5 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %x5
  store i32 0, ptr addrspace(1) %int5
  br label %end

end:
  ret void
}

; Local memory has no 4 GiB.
; CHECK-LABEL: define void @local(
; CHECK: [[NEXT:%.*]] = getelementptr inbounds i8, ptr addrspace(3) %a0, i64 1
; CHECK: store i8 1, ptr addrspace(3) [[NEXT]]
define void @local(ptr addrspace(3) %p, i32 %i) {
  %x0 = sext i32 %i to i64
  %a0 = getelementptr inbounds i8, ptr addrspace(3) %p, i64 %x0
  store i8 0, ptr addrspace(3) %a0
  %s1 = add i32 %i, 1
  %x1 = sext i32 %s1 to i64
  %a1 = getelementptr inbounds i8, ptr addrspace(3) %p, i64 %x1
  store i8 1, ptr addrspace(3) %a1
  ret void
}

declare void @__weft_barrier() convergent

; Of another base, where no sum wraps: nothing says that both are in one object.
; CHECK-LABEL: define void @bases(
; CHECK: %x0 = sext
; CHECK: [[Q:%.*]] = getelementptr double, ptr addrspace(1) %q, i64 %x0
; CHECK: [[BEFORE:%.*]] = getelementptr i8, ptr addrspace(1) [[Q]], i64 -16
; CHECK: load double, ptr addrspace(1) [[BEFORE]]
; CHECK: store double 0.000000e+00, ptr addrspace(1) [[Q]]
; CHECK: load float, ptr addrspace(1) %wraps
define void @bases(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r, i32 %n, i32 %j) {
  %s0 = sub nsw i32 %n, %j
  %x0 = sext i32 %s0 to i64
  %a0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 %x0
  %v0 = load float, ptr addrspace(1) %a0
  %less = add nsw i32 %n, -2
  %s1 = sub nsw i32 %less, %j
  %x1 = sext i32 %s1 to i64
  %a1 = getelementptr inbounds double, ptr addrspace(1) %q, i64 %x1
  %v1 = load double, ptr addrspace(1) %a1
  %a2 = getelementptr inbounds double, ptr addrspace(1) %q, i64 %x0
  store double 0.0, ptr addrspace(1) %a2
  %s3 = sub i32 %less, %j
  %x3 = sext i32 %s3 to i64
  %wraps = getelementptr inbounds float, ptr addrspace(1) %r, i64 %x3
  %v3 = load float, ptr addrspace(1) %wraps
  ret void
}

; From one end of all numbers to the other.
; CHECK-LABEL: define void @ends(
; CHECK: load float, ptr addrspace(1) %high
; CHECK: load float, ptr addrspace(1) %low
define void @ends(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %i) {
  %s0 = add nsw i32 %i, 2147483647
  %x0 = sext i32 %s0 to i64
  %high = getelementptr inbounds float, ptr addrspace(1) %p, i64 %x0
  %v0 = load float, ptr addrspace(1) %high
  %s1 = add nsw i32 %i, -2147483648
  %x1 = sext i32 %s1 to i64
  %low = getelementptr inbounds float, ptr addrspace(1) %q, i64 %x1
  %v1 = load float, ptr addrspace(1) %low
  ret void
}
