; RUN: %weft-opt --print-cost --weft-width=1 --cpu=x86-64-v3 -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=ONE
; RUN: %weft-opt --print-cost --weft-width=16 --cpu=x86-64-v3 -o /dev/null %s 2>&1 | FileCheck %s
; What is tried until nobody came in between: one lane of a pack after the other wins a place that all have, and of places
; that are looked up few are the same. Volatile accesses are one lane's after the other's.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; ONE-LABEL: cost of 'one_place'
; ONE: x 1.25 %old = load
; CHECK-LABEL: cost of 'one_place'
; CHECK: x {{(1[6-9]|2[0-9])\.[0-9]*}} %old = load
define void @one_place(ptr addrspace(1) %p, ptr addrspace(1) %next) "weft.kernel" {
entry:
  %id = call i32 @__weft_global_id32_x()
  %mine = getelementptr i32, ptr addrspace(1) %next, i32 %id
  br label %loop
loop:
  %old = load i32, ptr addrspace(1) %p
  store i32 %old, ptr addrspace(1) %mine
  %x = cmpxchg ptr addrspace(1) %p, i32 %old, i32 %id monotonic monotonic
  %won = extractvalue { i32, i1 } %x, 1
  br i1 %won, label %end, label %loop
end:
  ret void
}

; ONE-LABEL: cost of 'many_places'
; ONE: x 1.25 %old = load
; CHECK-LABEL: cost of 'many_places'
; CHECK: {{[0-9]+}}.00 x {{[12]\.[0-9]*}} %old = load volatile
define void @many_places(ptr addrspace(3) %p, ptr addrspace(1) %q) "weft.kernel" {
entry:
  %id = call i32 @__weft_global_id32_x()
  %mine = getelementptr i32, ptr addrspace(1) %q, i32 %id
  %where = load i32, ptr addrspace(1) %mine
  %at = getelementptr i32, ptr addrspace(3) %p, i32 %where
  br label %loop
loop:
  %old = load volatile i32, ptr addrspace(3) %at
  %new = add i32 %old, 1
  store volatile i32 %new, ptr addrspace(3) %at
  %is = load volatile i32, ptr addrspace(3) %at
  %won = icmp eq i32 %is, %new
  br i1 %won, label %end, label %loop
end:
  ret void
}

declare i32 @__weft_global_id32_x() memory(none)
