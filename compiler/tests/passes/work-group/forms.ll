; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v3 -S %s | FileCheck %s
; What other forms may be as fast is told, 16 bits each: 1 + log2 of the lanes, 16 times their dimension, and how many
; times as long it is expected to take. A kernel that is to have one form has it, whatever is expected, and no others.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-DAG: define {{.*}}@__weft_kernel_chosen({{.*}} [[CHOSEN:#[0-9]+]] {
define spir_kernel void @chosen(ptr addrspace(1) %p) #1 {
  %i = call i64 @__weft_global_id_x()
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %a
  %y = fmul float %x, %x
  store float %y, ptr addrspace(1) %a
  ret void
}

; CHECK-DAG: define {{.*}}@__weft_kernel_narrow({{.*}} [[NARROW:#[0-9]+]] {
define spir_kernel void @narrow(ptr addrspace(1) %p) #2 {
  %i = call i64 @__weft_global_id_x()
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %a
  %y = fmul float %x, %x
  store float %y, ptr addrspace(1) %a
  ret void
}

; CHECK-DAG: define {{.*}}@__weft_kernel_single({{.*}} [[SINGLE:#[0-9]+]] {
define spir_kernel void @single(ptr addrspace(1) %p) #3 {
  %i = call i64 @__weft_global_id_x()
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %a
  %y = fmul float %x, %x
  store float %y, ptr addrspace(1) %a
  ret void
}

; Rows of dimension 1 lie 4,096 bytes apart, so its lanes are slower, and it is asked for all the same.
; CHECK-DAG: define {{.*}}@__weft_kernel_other_dimension({{.*}} [[OTHER:#[0-9]+]] {
define spir_kernel void @other_dimension(ptr addrspace(1) %p) #4 {
  %i = call i64 @__weft_global_id_x()
  %j = call i64 @__weft_global_id_y()
  %row = shl i64 %j, 10
  %at = add i64 %row, %i
  %a = getelementptr float, ptr addrspace(1) %p, i64 %at
  %x = load float, ptr addrspace(1) %a
  %y = fmul float %x, %x
  store float %y, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() #0
declare i64 @__weft_global_id_y() #0

; CHECK-DAG: attributes [[CHOSEN]] = {{{.*}}"weft.form"="{{[3-9]}}"{{.*}}"weft.other_forms"="{{[0-9]+}}"
; CHECK-DAG: attributes [[NARROW]] = {{{.*}}"weft.form"="3" "weft.has_barrier"="0" "weft.merged_items"="4" "weft.pack_width"="4"
; CHECK-DAG: attributes [[SINGLE]] = {{{.*}}"weft.form"="1" "weft.has_barrier"="0" "weft.private_bytes"="0"
; CHECK-DAG: attributes [[OTHER]] = {{{.*}}"weft.form"="19" "weft.has_barrier"="0"{{.*}}"weft.private_bytes"="0"

attributes #0 = { nounwind memory(none) }
attributes #1 = { nounwind "weft.kernel"="chosen" }
attributes #2 = { nounwind "weft.kernel"="narrow" "weft.wanted_form"="3" }
attributes #3 = { nounwind "weft.kernel"="single" "weft.wanted_form"="1" }
attributes #4 = { nounwind "weft.kernel"="other_dimension" "weft.wanted_form"="19" }
