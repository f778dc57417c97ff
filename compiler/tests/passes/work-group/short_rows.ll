; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v3 -S %s | FileCheck %s
; Where no row of a group has as many work-items as a form's packs have lanes, its rests are packs as wide: with narrower
; ones, as for other rows, it were another form's code.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@__weft_kernel_short(
; CHECK-NOT: v16f32
; CHECK: call void @llvm.masked.store.v32f32
; CHECK-NOT: v16f32
; CHECK: ret void
define spir_kernel void @short(ptr addrspace(1) %p) #1 !reqd_work_group_size !0 {
  %i = call i64 @__weft_global_id_x()
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %a
  call void @__weft_barrier()
  %y = fmul float %x, %x
  store float %y, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}}@__weft_kernel_long(
; CHECK: call void @llvm.masked.store.v8f32
define spir_kernel void @long(ptr addrspace(1) %p) #2 !reqd_work_group_size !1 {
  %i = call i64 @__weft_global_id_x()
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %a
  call void @__weft_barrier()
  %y = fmul float %x, %x
  store float %y, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() #0
declare void @__weft_barrier() #3

attributes #0 = { nounwind memory(none) }
attributes #1 = { nounwind "weft.kernel"="short" "weft.wanted_form"="6" }
attributes #2 = { nounwind "weft.kernel"="long" "weft.wanted_form"="6" }
attributes #3 = { convergent nounwind }

!0 = !{i32 20, i32 1, i32 1}
!1 = !{i32 40, i32 1, i32 1}
