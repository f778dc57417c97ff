; RUN: not %weft-opt --passes=program-check -S %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; Calls that later passes have nothing to make of; each is said.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@format = internal addrspace(2) constant [3 x i8] c"%d\00"

; CHECK-DAG: a.cl:4:5: error: calls by pointers to functions are not supported
; CHECK-DAG: a.cl:5:5: error: 'barrier_user' is not declared here with the type that it is defined with
; CHECK-DAG: a.cl:6:5: error: an argument of printf has a type that cannot be printed
; CHECK-DAG: error: 'jumps' asks for its work-item, or has barriers or local variables, and cannot become part of its callers: contains indirect branches (in 'jumps')
define void @k(ptr %pointer, i128 %wide, i32 %where) "weft.kernel" !dbg !5 {
  call void %pointer(), !dbg !6
  call void @barrier_user(i32 1), !dbg !7
  %n = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 1), !dbg !7
  %m = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i128 %wide), !dbg !8
  call void @jumps(i32 %where), !dbg !8
  call void asm sideeffect "nop", ""(), !dbg !8
  ret void, !dbg !8
}

define internal void @barrier_user() {
  call void @__weft_barrier()
  ret void
}

@places = internal constant [2 x ptr] [ptr blockaddress(@jumps, %here), ptr blockaddress(@jumps, %there)]

define internal void @jumps(i32 %where) {
  %place = getelementptr ptr, ptr @places, i32 %where
  %to = load ptr, ptr %place
  call void @__weft_barrier()
  indirectbr ptr %to, [label %here, label %there]

here:
  call void @__weft_barrier()
  ret void

there:
  ret void
}

declare i32 @printf(ptr addrspace(2), ...)
declare void @__weft_barrier() convergent noduplicate

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "a.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 3, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 4, column: 5, scope: !5)
!7 = !DILocation(line: 5, column: 5, scope: !5)
!8 = !DILocation(line: 6, column: 5, scope: !5)
