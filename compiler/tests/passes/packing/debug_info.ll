; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; Packed instructions have the line of what they come from.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK-SAME: !dbg [[SP:![0-9]+]]
; CHECK: items.pack:
; CHECK: load <4 x i32>, {{.*}}, !dbg [[LINE3:![0-9]+]]
; CHECK: icmp slt <4 x i32> {{.*}}, !dbg [[LINE4:![0-9]+]]
; CHECK: call void @llvm.masked.store{{.*}}, !dbg [[LINE5:![0-9]+]]
; CHECK: items.rest:
; CHECK: call <4 x i32> @llvm.masked.load{{.*}}, !dbg [[LINE3]]
; CHECK: select <4 x i1> %rest.mask, {{.*}}, !dbg [[LINE4]]
; CHECK: call void @llvm.masked.store{{.*}}, !dbg [[LINE5]]
; CHECK-DAG: [[SP]] = distinct !DISubprogram(name: "k"
; CHECK-DAG: [[LINE3]] = !DILocation(line: 3, scope: [[SP]])
; CHECK-DAG: [[LINE4]] = !DILocation(line: 4, scope: [[SP]])
; CHECK-DAG: [[LINE5]] = !DILocation(line: 5, scope: [[SP]])
define void @k(ptr addrspace(1) %p) "weft.kernel" !dbg !4 {
entry:
  %id = call i64 @__weft_global_id_x(), !dbg !8
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id, !dbg !8
  %v = load i32, ptr addrspace(1) %a, !dbg !8
  %c = icmp slt i32 %v, 5, !dbg !9
  br i1 %c, label %then, label %end, !dbg !9
then:
  store i32 7, ptr addrspace(1) %a, !dbg !10
  br label %end, !dbg !10
end:
  ret void, !dbg !9
}

declare i64 @__weft_global_id_x() memory(none)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!8 = !DILocation(line: 3, scope: !4)
!9 = !DILocation(line: 4, scope: !4)
!10 = !DILocation(line: 5, scope: !4)
