; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v3 -S %s | FileCheck %s
; A form may end rows in one pack as wide as the others, with a mask (64 in its number), where narrower ones are usual.
; Where they are not, it is the form without. Along another dimension it is for launches with as many work-items as usual.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@__weft_kernel_usual(
; CHECK: call void @llvm.masked.store.v8f32
define spir_kernel void @usual(ptr addrspace(1) %p) #1 {
  %i = call i64 @__weft_global_id_x()
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %a
  %y = fmul float %x, %x
  store float %y, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}}@__weft_kernel_wide(
; CHECK-NOT: v8f32
; CHECK: call void @llvm.masked.store.v32f32
; CHECK-NOT: v8f32
; CHECK: ret void
define spir_kernel void @wide(ptr addrspace(1) %p) #2 {
  %i = call i64 @__weft_global_id_x()
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %a
  %y = fmul float %x, %x
  store float %y, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}}@__weft_kernel_same(
define spir_kernel void @same(ptr addrspace(1) %p) #3 {
  %i = call i64 @__weft_global_id_x()
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %a
  %y = fmul float %x, %x
  store float %y, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}}@__weft_kernel_columns(
; CHECK: icmp uge i64 %{{.*}}, 8
define spir_kernel void @columns(ptr addrspace(1) %p) #4 {
  %i = call i64 @__weft_global_id_x()
  %j = call i64 @__weft_global_id_y()
  %row = mul i64 %i, 1000
  %at = add i64 %row, %j
  %a = getelementptr float, ptr addrspace(1) %p, i64 %at
  %x = load float, ptr addrspace(1) %a
  %y = fmul float %x, %x
  store float %y, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() #0
declare i64 @__weft_global_id_y() #0

; CHECK: attributes {{.*}}"weft.form"="6"{{.*}}"weft.pack_width"="32"
; CHECK: attributes {{.*}}"weft.form"="70"{{.*}}"weft.pack_width"="32"
; CHECK: attributes {{.*}}"weft.form"="3"{{.*}}"weft.pack_width"="4"
; CHECK: attributes {{.*}}"weft.form"="86"

attributes #0 = { nounwind memory(none) }
attributes #1 = { nounwind "weft.kernel"="usual" "weft.wanted_form"="6" }
attributes #2 = { nounwind "weft.kernel"="wide" "weft.wanted_form"="70" }
attributes #3 = { nounwind "weft.kernel"="same" "weft.wanted_form"="67" }
attributes #4 = { nounwind "weft.kernel"="columns" "weft.wanted_form"="86" }
