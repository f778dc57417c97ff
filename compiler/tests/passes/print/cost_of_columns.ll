; RUN: %weft-opt --print-cost --cpu=x86-64-v3 --weft-width=16 -o %t %s | FileCheck %s
; A column that is walked down is in another page each round, where no line was fetched ahead: the distance is an
; argument, which a counter is multiplied by or grows by, or a constant of many bytes. Where all work-items step by how
; many they are, or by little, lines were.
; A bound of global ids is at one place of a launch, one of local ids in each group: of the packs that come to what is
; behind it, one in 16 has lanes that are off, or one in 4 of a group of 64: masks add four times as much to 2 cycles.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: cost of 'far':
; CHECK: 11.00 x {{[0-9.]+}} %a = load
; CHECK: 11.00 x {{[0-9.]+}} %b = load
; CHECK: 11.00 x {{[0-9.]+}} %c = load
; CHECK: 6.00 x {{[0-9.]+}} %d = load
; CHECK: 6.00 x {{[0-9.]+}} %e = load
; CHECK: 6.00 x {{[0-9.]+}} %f = load
define void @far(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n, i64 %m) {
entry:
  %id = call i64 @__weft_global_id_x()
  %size = call i64 @__weft_local_size_x()
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %row = phi i64 [ 0, %entry ], [ %row.next, %loop ]
  %all = phi i64 [ 0, %entry ], [ %all.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %times = mul i64 %i, %m
  %at.a = add i64 %times, %id
  %pa = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at.a
  %a = load float, ptr addrspace(1) %pa
  %at.b = add i64 %row, %id
  %pb = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at.b
  %b = load float, ptr addrspace(1) %pb
  %thousand = mul i64 %i, 1024
  %at.c = add i64 %thousand, %id
  %pc = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at.c
  %c = load float, ptr addrspace(1) %pc
  %at.d = add i64 %all, %id
  %pd = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at.d
  %d = load float, ptr addrspace(1) %pd
  %hundred = mul i64 %i, 128
  %at.e = add i64 %hundred, %id
  %pe = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at.e
  %e = load float, ptr addrspace(1) %pe
  %all.times = mul i64 %i, %size
  %at.f = add i64 %all.times, %id
  %pf = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at.f
  %f = load float, ptr addrspace(1) %pf
  %ab = fadd float %a, %b
  %cd = fadd float %c, %d
  %abcd = fadd float %ab, %cd
  %abcde = fadd float %abcd, %e
  %abcdef = fadd float %abcde, %f
  %sum.next = fadd float %sum, %abcdef
  %i.next = add i64 %i, 1
  %row.next = add i64 %row, %m
  %all.next = add i64 %all, %size
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %end

end:
  %pq = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %sum.next, ptr addrspace(1) %pq
  ret void
}

; CHECK-LABEL: cost of 'bounded':
; CHECK: 2.40 x {{[0-9.]+}} store float %a
; CHECK: 3.58 x {{[0-9.]+}} store float %c
define void @bounded(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) !reqd_work_group_size !0 {
  %id = call i64 @__weft_global_id_x()
  %local = call i64 @__weft_local_id_x()
  %in = icmp slt i64 %id, %n
  br i1 %in, label %global.in, label %next

global.in:
  %pa = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %a = load float, ptr addrspace(1) %pa
  %pb = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %a, ptr addrspace(1) %pb
  br label %next

next:
  %first = icmp slt i64 %local, %n
  br i1 %first, label %local.in, label %end

local.in:
  %pc = getelementptr inbounds float, ptr addrspace(1) %p, i64 %local
  %c = load float, ptr addrspace(1) %pc
  %pd = getelementptr inbounds float, ptr addrspace(1) %q, i64 %local
  store float %c, ptr addrspace(1) %pd
  br label %end

end:
  ret void
}

!0 = !{i32 64, i32 1, i32 1}

declare i64 @__weft_global_id_x()
declare i64 @__weft_local_id_x()
declare i64 @__weft_local_size_x()
