; RUN: %weft-opt --passes=plain-debug-info,verify -S %s | FileCheck %s
; Clang's address space operations leave locations; other operations stay.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: @g = addrspace(1) global i32 0, !dbg [[G:![0-9]+]]
@g = addrspace(1) global i32 0, !dbg !10

; CHECK: #dbg_declare(ptr %x, {{![0-9]+}}, !DIExpression(), {{![0-9]+}})
; CHECK: #dbg_declare(ptr %x, {{![0-9]+}}, !DIExpression(DW_OP_plus_uconst, 4), {{![0-9]+}})
; CHECK: #dbg_value(i32 1, {{![0-9]+}}, !DIExpression(DW_OP_constu, 1, DW_OP_plus), {{![0-9]+}})
; CHECK: [[G]] = !DIGlobalVariableExpression(var: {{.*}}, expr: !DIExpression())
define void @k() !dbg !4 {
  %x = alloca [2 x i32]
    #dbg_declare(ptr %x, !8, !DIExpression(DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef), !9)
    #dbg_declare(ptr %x, !13, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_constu, 0, DW_OP_swap, DW_OP_xderef), !9)
    #dbg_value(i32 1, !14, !DIExpression(DW_OP_constu, 1, DW_OP_plus), !9)
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, globals: !12)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 2, type: !7)
!9 = !DILocation(line: 4, scope: !4)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression(DW_OP_constu, 1, DW_OP_swap, DW_OP_xderef))
!11 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 3, type: !7, isDefinition: true)
!12 = !{!10}
!13 = !DILocalVariable(name: "y", scope: !4, file: !1, line: 2, type: !7)
!14 = !DILocalVariable(name: "z", scope: !4, file: !1, line: 2, type: !7)
