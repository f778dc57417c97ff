; RUN: %weft-opt --passes=kernel-entries,verify -S %s | FileCheck %s
; The debugger looks at the copy of a struct argument.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%S = type { i32 }

; CHECK: [[COPY:%.*]] = alloca %S
; CHECK: #dbg_declare(ptr [[COPY]],
define void @k(ptr byval(%S) align 4 %s) "weft.kernel" !dbg !4 {
    #dbg_declare(ptr %s, !8, !DIExpression(), !9)
  store i32 1, ptr %s, !dbg !9
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "s", arg: 1, scope: !4, file: !1, line: 1, type: !7)
!9 = !DILocation(line: 2, scope: !4)
