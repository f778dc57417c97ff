; RUN: %weft-opt --passes=linearize,verify -S %s | FileCheck %s
; Branches and masks have the line of the branch they come from; variables stay.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i32 @f(
; CHECK: loop:
; CHECK: #dbg_value(i32 %i, [[V:![0-9]+]], !DIExpression(), [[LINE4:![0-9]+]])
; CHECK: select i1 %loop.active, i1 %more, i1 false, !dbg [[LINE4]]
; CHECK: select i1 {{%.*}}, i32 %i.next, i32 {{%.*}}, !dbg [[LINE4]]
; CHECK: call i1 @__weft_any(i1 {{%.*}}), !dbg [[LINE4]]
; CHECK-NEXT: br i1 {{%.*}}, label %loop, label %loop.done, !dbg [[LINE4]]
; CHECK: %c = icmp slt i32 %x, %n, !dbg [[LINE5:![0-9]+]]
; CHECK-NEXT: br label %then, !dbg [[LINE5]]
; CHECK: [[R:%.*]] = select i1 %c, i32 2, i32 {{%.*}}, !dbg [[LINE5]]
; CHECK: #dbg_value(i32 [[R]], [[V]], !DIExpression(), [[LINE5]])
; CHECK-DAG: [[LINE4]] = !DILocation(line: 4
; CHECK-DAG: [[LINE5]] = !DILocation(line: 5
define i32 @f(i32 %x, i32 %n) "weft.pack"="x" !dbg !4 {
entry:
  br label %loop, !dbg !8
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ], !dbg !8
    #dbg_value(i32 %i, !9, !DIExpression(), !8)
  %i.next = add i32 %i, 1, !dbg !8
  %more = icmp slt i32 %i.next, %x, !dbg !8
  br i1 %more, label %loop, label %exit, !dbg !8
exit:
  %c = icmp slt i32 %x, %n, !dbg !11
  br i1 %c, label %then, label %end, !dbg !11
then:
    #dbg_value(i32 1, !9, !DIExpression(), !11)
  br label %end, !dbg !11
end:
  %r = phi i32 [ %i.next, %exit ], [ 2, %then ], !dbg !11
    #dbg_value(i32 %r, !9, !DIExpression(), !11)
  ret i32 %r, !dbg !11
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 4, scope: !4)
!9 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 3, type: !7)
!11 = !DILocation(line: 5, scope: !4)
