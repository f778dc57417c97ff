; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v4 -S %s | FileCheck %s
; A loop whose iterations wait for each other gets several vectors side by side, unless there are no registers for
; them.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Eight vectors of eight floats are under way at once.
; CHECK-DAG: attributes {{.*}} "weft.entry"="chain" {{.*}}"weft.pack_width"="64"
define void @chain(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi float [ %v, %entry ], [ %x.next, %loop ]
  %y = fmul float %x, %x
  %x.next = fadd float %y, %v
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  store float %x.next, ptr addrspace(1) %a
  ret void
}

; Eleven values of the loop are alive in two vectors each, of 32 registers.
; CHECK-DAG: attributes {{.*}} "weft.entry"="registers" {{.*}}"weft.pack_width"="16"
define void @registers(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %v0 = load float, ptr addrspace(1) %a
  %v1 = fmul float %v0, %v0
  %v2 = fmul float %v1, %v1
  %v3 = fmul float %v2, %v2
  %v4 = fmul float %v3, %v3
  %v5 = fmul float %v4, %v4
  %v6 = fmul float %v5, %v5
  %v7 = fmul float %v6, %v6
  %v8 = fmul float %v7, %v7
  %v9 = fmul float %v8, %v8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %x0 = phi float [ 0.0, %entry ], [ %x8, %loop ]
  %x1 = fmul float %x0, %v0
  %x2 = fadd float %x1, %v1
  %x3 = fmul float %x2, %v2
  %x4 = fadd float %x3, %v3
  %x5 = fmul float %x4, %v4
  %x6 = fadd float %x5, %v5
  %x7 = fmul float %x6, %v6
  %x9 = fadd float %x7, %v7
  %x10 = fmul float %x9, %v8
  %x8 = fadd float %x10, %v9
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  store float %x8, ptr addrspace(1) %a
  ret void
}

; The elements of a vector do not wait for each other.
; CHECK-DAG: attributes {{.*}} "weft.entry"="independent" {{.*}}"weft.pack_width"="8"
define void @independent(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds <8 x float>, ptr addrspace(1) %p, i64 %id
  %v = load <8 x float>, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi <8 x float> [ %v, %entry ], [ %x.next, %loop ]
  %x.next = fmul <8 x float> %x, %v
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  store <8 x float> %x.next, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
