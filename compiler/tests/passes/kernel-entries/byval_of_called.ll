; RUN: %weft-opt --passes=kernel-entries,verify -S %s | FileCheck %s
; RUN: %weft-opt --passes='kernel-entries,function(sroa),cgscc(argpromotion),verify' -S %s | \
; RUN:   FileCheck %s --check-prefix=NUMBERS
; Functions that kernels call get the place of what is passed by value, and copy it themselves: what they are given may
; be changed while they run, and is not to be changed by them. Of small ones the numbers are passed.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { double, double }

; CHECK-LABEL: define internal double @called(
; CHECK-SAME: ptr readonly align 8 dereferenceable(16) %p, ptr %other)
; CHECK: [[COPY:%.*]] = alloca %pair, align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 [[COPY]], ptr align 8 %p, i64 16, i1 false)
; CHECK: store double 1.0{{.*}}, ptr %other
; CHECK: load double, ptr [[COPY]]
define double @called(ptr byval(%pair) align 8 %p, ptr %other) {
  store double 1.0, ptr %other
  %x = load double, ptr %p
  store double %x, ptr %p
  ret double %x
}

; What reads a copy reads nothing of its caller's; what reads the caller's place does, and is no tail of it.
; CHECK-LABEL: define internal double @pure(
; CHECK-SAME: [[READS:#[0-9]+]] {
define double @pure(ptr byval(%pair) align 8 %p) memory(none) {
  %x = load double, ptr %p
  ret double %x
}

; CHECK-LABEL: define internal double @taken(ptr byval(%pair) align 8 %p)
define double @taken(ptr byval(%pair) align 8 %p) {
  %x = load double, ptr %p
  ret double %x
}

; CHECK-LABEL: define dso_local void @kernel(
; CHECK: call double @called(ptr align 8 %v, ptr %v)
; CHECK: {{^ *}}%y = call double @pure(ptr align 8 %v)
; CHECK: attributes [[READS]] = { memory(argmem: read) }
; NUMBERS-LABEL: define dso_local void @kernel(
; NUMBERS: [[X:%.*]] = load double, ptr %v
; NUMBERS: call double @called(double [[X]], double {{.*}}, ptr %v)
define void @kernel(ptr %out, ptr %where) "weft.kernel" {
  %v = alloca %pair
  store %pair { double 2.0, double 3.0 }, ptr %v
  %x = call double @called(ptr byval(%pair) align 8 %v, ptr %v)
  store double %x, ptr %out
  %y = tail call double @pure(ptr byval(%pair) align 8 %v)
  store double %y, ptr %out
  store ptr @taken, ptr %where
  ret void
}
