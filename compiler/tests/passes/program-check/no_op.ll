; RUN: %weft-opt --passes=program-check,verify -S %s | FileCheck %s
; Nothing is changed in a program that does nothing wrong: what is called by a constant condition stays as well, and
; places stay in units that emit them.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @k
; CHECK: br i1 false
; CHECK: call void @f(), !dbg
; CHECK: call void @f(), !dbg
define void @k() "weft.kernel" !dbg !5 {
  br i1 false, label %never, label %done, !dbg !6

never:
  call void @f(), !dbg !6
  br label %done, !dbg !6

done:
  call void @f(), !dbg !6
  ret void, !dbg !6
}

; CHECK-LABEL: define internal void @f
; CHECK: alloca i32, i64 4
define internal void @f() {
  %a = alloca i32, i64 4
  store volatile i32 1, ptr %a
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
; CHECK: !DICompileUnit({{.*}}emissionKind: LineTablesOnly
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 3, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 4, column: 5, scope: !5)
