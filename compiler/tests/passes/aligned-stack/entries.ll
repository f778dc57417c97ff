; RUN: %weft-opt -S --passes=aligned-stack -o - %s | FileCheck %s
; RUN: %weft-opt -S --passes=aligned-stack -o - %s | llc -mcpu=x86-64-v4 -o - | FileCheck %s --check-prefix=ASM
; RUN: sed '/llvm.module.flags/d' %s | %weft-opt -S --passes=aligned-stack -o - | FileCheck %s --check-prefix=USUAL
; What can be called from outside aligns the stack and calls what it was; calls between functions stay calls of that,
; and addresses those of what aligns.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; USUAL-NOT: .aligned
; USUAL-NOT: stackrealign

; CHECK: @table = constant [1 x ptr] [ptr @sum]
@table = constant [1 x ptr] [ptr @sum]

; CHECK: define i32 @sum(ptr noalias %0, i32 %1) #[[ALIGNS:[0-9]+]] {
; CHECK-NEXT: %3 = notail call i32 @sum.aligned(ptr %0, i32 %1)
; CHECK-NEXT: ret i32 %3
; CHECK: define dso_local i32 @sum.aligned(ptr noalias %p, i32 %n) #[[OWN:[0-9]+]] {
; CHECK: call void @inner()

; ASM-LABEL: sum:
; ASM: andq $-64, %rsp
; ASM: callq {{.*}}sum.aligned
; ASM-LABEL: sum.aligned:
; ASM-NOT: andq
; ASM: vmovaps %zmm{{[0-9]+}}, {{[0-9]*}}(%rsp){{.*}}Spill
; ASM: callq inner
; ASM-NOT: vmovups {{[0-9]*}}(%rsp)
; ASM: .size sum.aligned
define i32 @sum(ptr noalias %p, i32 %n) #0 {
  %x = load <16 x float>, ptr %p
  call void @inner()
  store <16 x float> %x, ptr %p
  ret i32 %n
}

; CHECK: define void @other(ptr %0) #[[ALIGNS]] {
; CHECK-NEXT: notail call void @other.aligned(ptr %0)
; CHECK-NEXT: ret void
; CHECK: define dso_local void @other.aligned(ptr %p) #[[OWN]] {
; CHECK-NEXT: call i32 @sum.aligned(ptr %p, i32 1)
define void @other(ptr %p) #0 {
  call i32 @sum(ptr %p, i32 1)
  ret void
}

; CHECK: define internal void @inner() #[[INNER:[0-9]+]] {
define internal void @inner() #1 {
  call void asm sideeffect "", "~{memory}"()
  ret void
}

; CHECK: declare void @outer()
declare void @outer()

; CHECK-DAG: attributes #[[ALIGNS]] = { nounwind "stackrealign" "weft.entry"="sum" }
; CHECK-DAG: attributes #[[OWN]] = { nounwind }
; CHECK-DAG: attributes #[[INNER]] = { noinline nounwind }
attributes #0 = { nounwind "weft.entry"="sum" }
attributes #1 = { noinline nounwind }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"override-stack-alignment", i32 64}
