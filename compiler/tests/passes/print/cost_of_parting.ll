; RUN: %weft-opt --print-cost --weft-width=8 --cpu=x86-64-v3 -o /dev/null %s 2>&1 | FileCheck %s
; RUN: %weft-opt --passes=work-group --cpu=x86-64-v3 -S %s | FileCheck %s --check-prefix=WIDTH
; RUN: %weft-opt --passes=work-group --cpu=skylake-avx512 -S %s | FileCheck %s --check-prefix=MANY
; A loop that work-items leave one after the other, on one side of a bound: packs come to it as often as to the bound's
; side, and run it until the last work-item is done. Lanes at a known distance cost a load and an insertion, others
; their addresses as well.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: cost of 'search'
; CHECK: %loop:
; CHECK: 0.00 x {{(6|7)\.[0-9]*}} %low = phi
; CHECK-LABEL: cost of 'columns'
; CHECK: 7.60 x 1.00 %far = load
; CHECK: 20.00 x 1.00 %any = load
define void @search(ptr addrspace(1) %p, i32 %n) "weft.kernel" {
entry:
  %id64 = call i64 @__weft_global_id_x()
  %id = trunc i64 %id64 to i32
  %within = icmp slt i32 %id, %n
  br i1 %within, label %one, label %other
one:
  br label %before
before:
  br label %loop
loop:
  %low = phi i32 [ %id, %before ], [ %v, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %low
  %v = load i32, ptr addrspace(1) %at
  %again = icmp slt i32 %v, %id
  br i1 %again, label %loop, label %end
other:
  %out = getelementptr i32, ptr addrspace(1) %p, i64 %id64
  store i32 1, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

define void @columns(ptr addrspace(3) %p, ptr addrspace(3) %q) "weft.kernel" {
  %id = call i64 @__weft_local_id_x()
  %row = mul i64 %id, 65
  %a = getelementptr i32, ptr addrspace(3) %p, i64 %row
  %far = load i32, ptr addrspace(3) %a
  %b = getelementptr i32, ptr addrspace(3) %q, i32 %far
  %any = load i32, ptr addrspace(3) %b
  store i32 %any, ptr addrspace(3) %a
  ret void
}

; Fields of structures are taken apart: with sixteen registers, in one of them each.
; WIDTH-LABEL: define {{.*}} @__weft_kernel_fields(
; WIDTH-SAME: [[FIELDS:#[0-9]+]]
; MANY-LABEL: define {{.*}} @__weft_kernel_fields(
; MANY-SAME: [[FIELDS:#[0-9]+]]
define void @fields(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %s = getelementptr inbounds { float, float, float, float }, ptr addrspace(1) %p, i64 %id
  %s1 = getelementptr inbounds i8, ptr addrspace(1) %s, i64 4
  %s2 = getelementptr inbounds i8, ptr addrspace(1) %s, i64 8
  %s3 = getelementptr inbounds i8, ptr addrspace(1) %s, i64 12
  %x = load float, ptr addrspace(1) %s
  %y = load float, ptr addrspace(1) %s1
  %z = load float, ptr addrspace(1) %s2
  %w = load float, ptr addrspace(1) %s3
  %xy = fmul float %x, %y
  %zw = fmul float %z, %w
  %sum = fadd float %xy, %zw
  store float %sum, ptr addrspace(1) %s
  store float %xy, ptr addrspace(1) %s1
  store float %zw, ptr addrspace(1) %s2
  store float %x, ptr addrspace(1) %s3
  ret void
}
; WIDTH: attributes [[FIELDS]] = {{.*}} "weft.pack_width"="8"
; MANY: attributes [[FIELDS]] = {{.*}} "weft.pack_width"="{{16|32}}"

declare i64 @__weft_global_id_x() memory(none)
declare i64 @__weft_local_id_x() memory(none)
