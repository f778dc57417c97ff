; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; Arguments are loaded once from the packed block; a pointer to __local is an offset; a struct is used in place.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%S = type { i32, [3 x i8] }

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: %args = load ptr, ptr {{%.*}}, align 8, !invariant.load
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %args, i64 0
; CHECK: %p = load ptr addrspace(1), ptr [[P]], align 16, !invariant.load
; CHECK: [[C:%.*]] = getelementptr inbounds i8, ptr %args, i64 8
; CHECK: %c = load i8, ptr [[C]], align 8
; CHECK: [[V:%.*]] = getelementptr inbounds i8, ptr %args, i64 16
; CHECK: %v = load <3 x float>, ptr [[V]], align 16
; CHECK: [[L:%.*]] = getelementptr inbounds i8, ptr %args, i64 32
; CHECK: [[OFFSET:%.*]] = load i64, ptr [[L]], align 16
; CHECK: [[LOCAL:%.*]] = getelementptr inbounds i8, ptr addrspace(3) %local.base, i64 [[OFFSET]]
; CHECK: %s = getelementptr inbounds i8, ptr %args, i64 40
; CHECK: groups:
; CHECK-NOT: load {{.*}} %args
; CHECK: store volatile i8 %c, ptr addrspace(1) %p
; CHECK: store volatile <3 x float> %v, ptr addrspace(3) [[LOCAL]]
; CHECK: load i32, ptr %s, align 4, !invariant.load
define void @k(ptr addrspace(1) %p, i8 %c, <3 x float> %v, ptr addrspace(3) %l, ptr noalias readonly byval(%S) align 4 %s) "weft.kernel" {
  store volatile i8 %c, ptr addrspace(1) %p
  store volatile <3 x float> %v, ptr addrspace(3) %l
  %x = load i32, ptr %s
  store volatile i32 %x, ptr addrspace(1) %p
  ret void
}
