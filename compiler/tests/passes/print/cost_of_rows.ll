; RUN: %weft-opt --print-cost --cpu=x86-64-v4 --weft-width=8 -o %t %s | FileCheck %s --check-prefixes=CHECK,NARROW
; RUN: %weft-opt --print-cost --cpu=x86-64-v4 --weft-width=64 -o %t %s | FileCheck %s --check-prefixes=CHECK,WIDE
; What is computed from the launch alone is there once for a row of packs. What is taken modulo a number that is smaller
; than the pack never goes on as before, so that each lane loads by itself; modulo a large one it mostly does. Packs
; come beyond an edge the more often, the wider they are: 8 and 64 of 768.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: cost of 'k':
; CHECK: 0.00 x 1.00 %step = sdiv
; CHECK: {{[1-9][0-9]+\.[0-9]+}} x 1.00 %a = load
; NARROW: {{[0-9]\.[0-9]+}} x 1.00 %b = load
; NARROW: x 0.01 %c = load
; WIDE: x 0.08 %c = load
define void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n, i32 %m) {
  %id = call i64 @__weft_global_id_x()
  %step = sdiv i32 %n, %m
  %wide = sext i32 %step to i64
  %short = and i64 %id, 3
  %at = add i64 %short, %wide
  %pa = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %a = load float, ptr addrspace(1) %pa
  %long = and i64 %id, 65535
  %pb = getelementptr inbounds float, ptr addrspace(1) %p, i64 %long
  %b = load float, ptr addrspace(1) %pb
  %beyond = icmp uge i64 %id, %wide
  %any = call i1 @__weft_any(i1 %beyond)
  br i1 %any, label %edge, label %end

edge:
  %c = load float, ptr addrspace(1) %p
  br label %end

end:
  %d = phi float [ %c, %edge ], [ %a, %0 ]
  %e = fadd float %d, %b
  %pq = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %e, ptr addrspace(1) %pq
  ret void
}

declare i64 @__weft_global_id_x()
declare i1 @__weft_any(i1)
