; RUN: %weft-opt --passes=work-group,verify --weft-width=1 -S %s | FileCheck %s
; The entry has the kernel's subprogram; a variable in the context is told to the debugger in each region.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define {{.*}} @__weft_kernel_k({{.*}} !dbg [[SP:![0-9]+]]
; CHECK: items.item.x:
; CHECK: [[X:%x.*]] = getelementptr inbounds [4 x i8]
; CHECK: store ptr [[X]], ptr %x.address
; CHECK: #dbg_declare(ptr %x.address, [[VAR:![0-9]+]], !DIExpression(DW_OP_deref), [[LINE:![0-9]+]])
; CHECK: store volatile i32 1, ptr [[X]], align 4, !dbg
; CHECK: br i1 {{.*}}, !llvm.loop [[LOOP:![0-9]+]]
; CHECK: items.1.item.x:
; CHECK: [[X1:%x.*]] = getelementptr inbounds [4 x i8]
; CHECK: store ptr [[X1]], ptr %x.address
; CHECK-DAG: [[SP]] = distinct !DISubprogram(name: "k"
; CHECK-DAG: [[LOOP]] = distinct !{[[LOOP]], {{![0-9]+}}, {{![0-9]+}}, [[NOVEC:![0-9]+]], [[NOUNROLL:![0-9]+]]}
; CHECK-DAG: [[NOVEC]] = !{!"llvm.loop.vectorize.enable", i1 false}
; CHECK-DAG: [[NOUNROLL]] = !{!"llvm.loop.unroll.disable"}
; CHECK-DAG: [[VAR]] = !DILocalVariable(name: "x"
define void @k(ptr addrspace(1) %p) "weft.kernel" !dbg !4 {
  %x = alloca i32, align 4, !dbg !9
    #dbg_declare(ptr %x, !8, !DIExpression(), !9)
  store volatile i32 1, ptr %x, !dbg !9
  call void @__weft_barrier(), !dbg !9
  %v = load volatile i32, ptr %x, !dbg !9
  store i32 %v, ptr addrspace(1) %p, !dbg !9
  ret void, !dbg !9
}

declare void @__weft_barrier() convergent noduplicate
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_group_id_x() memory(none)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 2, type: !7)
!9 = !DILocation(line: 2, scope: !4)
