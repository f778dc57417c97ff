; RUN: %weft-opt --passes=program-check,verify -S %s | FileCheck %s --implicit-check-not=NoDebug
; RUN: sed 's/FullDebug/NoDebug/' %s | %weft-opt --passes=program-check,verify -S - | FileCheck %s --check-prefix=NONE --implicit-check-not=!dbg --implicit-check-not=DICompileUnit
; Of a program linked from units with and without -g only the former keep their places.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @k()
; CHECK-SAME: !dbg
; CHECK: call void @f(), !dbg
; NONE-LABEL: define void @k()
define void @k() "weft.kernel" !dbg !5 {
  call void @f(), !dbg !6
  ret void, !dbg !6
}

; CHECK-LABEL: define internal void @f()
; CHECK-NOT: !dbg
; CHECK: }
; NONE: define internal void @f()
define internal void @f() !dbg !9 {
  ret void, !dbg !10
}

!llvm.dbg.cu = !{!0, !8}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !{null})
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 3, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 4, column: 5, scope: !5)
!8 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: NoDebug)
!9 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 7, type: !4, unit: !8, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 8, column: 5, scope: !9)
