; RUN: %weft-opt --print-cost --weft-width=1 --cpu=x86-64-v3 -o /dev/null %s 2>&1 | FileCheck --check-prefix=ONE %s
; RUN: %weft-opt --print-cost --weft-width=16 --cpu=x86-64-v3 -o /dev/null %s 2>&1 | FileCheck --check-prefix=PACK %s
; The ways of a switch are as likely as each other, also of the one that another goes on to, and a default that never
; runs is none of them: it ends no loop, and lets no work-item come by what is behind the switch.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; ONE: %first:
; ONE-NEXT: x 2.00 {{.*}}add
; ONE: %second:
; ONE-NEXT: x 2.00 {{.*}}xor
; ONE: %last:
; ONE: x 4.00 {{.*}}mul
; ONE: %behind:
; ONE: x 8.00{{ +}}%more = icmp
; PACK: %loop:
; PACK: x 8.00 {{.*}}load i32
; PACK: %behind:
; PACK: x 8.00{{ +}}%more = icmp
; PACK: %exit:
; PACK-NEXT: x 1.00 {{.*}}store
define void @cases(ptr addrspace(1) %p, ptr addrspace(1) %q) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %behind ]
  %x = phi i32 [ 1, %entry ], [ %y, %behind ]
  %at = zext i32 %i to i64
  %b = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %at
  %v = load i32, ptr addrspace(1) %b
  %case = and i32 %v, 3
  switch i32 %case, label %never [
    i32 0, label %first
    i32 1, label %second
    i32 2, label %third
    i32 3, label %last
  ]
first:
  %x.first = add i32 %x, 17
  br label %behind
second:
  %x.second = xor i32 %x, 85
  br label %behind
third:
  %x.third = or i32 %x, %i
  br label %last
last:
  %x.before = phi i32 [ %x, %loop ], [ %x.third, %third ]
  %x.last = mul i32 %x.before, %x.before
  br label %behind
never:
  unreachable
behind:
  %y = phi i32 [ %x.first, %first ], [ %x.second, %second ], [ %x.last, %last ]
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %loop, label %exit
exit:
  store i32 %y, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x()
