; RUN: %weft-opt --passes=local-memory,verify -S %s | FileCheck %s
; The debugger finds a static local variable as one of the kernel's own.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@k.t = internal addrspace(3) global i32 undef, align 4, !dbg !10

; CHECK: [[T:%k.t.*]] = getelementptr
; CHECK: store ptr addrspace(3) [[T]], ptr %k.t.address
; CHECK: #dbg_declare(ptr %k.t.address, [[VAR:![0-9]+]], !DIExpression(DW_OP_deref),
; CHECK: [[VAR]] = !DILocalVariable(name: "t", scope: {{.*}}, file: {{.*}}, line: 3
define void @k() "weft.kernel" !dbg !4 {
  store i32 1, ptr addrspace(3) @k.t, !dbg !9
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
!9 = !DILocation(line: 4, scope: !4)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "t", scope: !4, file: !1, line: 3, type: !7, isLocal: true, isDefinition: true)
!12 = !{!10}
