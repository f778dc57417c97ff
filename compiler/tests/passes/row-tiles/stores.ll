; RUN: %weft-opt --cpu=x86-64-v2 --passes=row-tiles,verify -S %s | FileCheck %s
; Scatters that step by one element a round are stores of whole rows behind several rounds, where no other access of the
; loop needs them before; what a round has stored is carried to the gather that comes to it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; x[k] -= x[k - 1] * a[k]: x[k - 1] of the first round is loaded before all tiles.
; CHECK-LABEL: define void @chained(
; CHECK: %row.tile = alloca [64 x float], align 64
; CHECK: tiles.start:
; CHECK: [[FIRST:%.*]] = call <4 x float> @llvm.masked.gather
; CHECK-NOT: gather
; CHECK: tiles:
; CHECK: [[TILE:%row.carried[0-9]*]] = phi <4 x float> [ [[FIRST]], %tiles.start ], [ [[NEXT:%.*]], %tile.end ]
; CHECK-COUNT-32: load <4 x float>, ptr addrspace(1) {{.*}}, align 4
; CHECK-NOT: {{load|gather}}
; CHECK: loop.tiled:
; CHECK: [[BEFORE:%row.carried[0-9]*]] = phi <4 x float> [ [[TILE]], %tiles ], [ [[NEXT]], %loop.tiled ]
; CHECK-NOT: {{gather|scatter}}
; CHECK: load <4 x float>, ptr {{.*}}, align 16
; CHECK: [[PRODUCT:%.*]] = fmul <4 x float> [[BEFORE]],
; CHECK: [[NEXT]] = fsub <4 x float> {{.*}}, [[PRODUCT]]
; CHECK: store <4 x float> [[NEXT]], ptr {{.*}}, align 16
; CHECK: tile.end:
; CHECK: shufflevector
; CHECK: store <4 x float> {{.*}}, ptr addrspace(1) {{.*}}, align 4
; CHECK: loop:
; CHECK: call void @llvm.masked.scatter
define void @chained(ptr addrspace(1) noalias %x, ptr addrspace(1) noalias %a, <4 x i64> %rows, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %one = insertelement <4 x i64> poison, i64 %k, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %rows, %all
  %at = getelementptr float, ptr addrspace(1) %x, <4 x i64> %index
  %before = getelementptr i8, <4 x ptr addrspace(1)> %at, i64 -4
  %from = getelementptr float, ptr addrspace(1) %a, <4 x i64> %index
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %before, <4 x i1> splat (i1 true), <4 x float> poison)
  %w = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %from, <4 x i1> splat (i1 true), <4 x float> poison)
  %u = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true), <4 x float> poison)
  %product = fmul <4 x float> %v, %w
  %next = fsub <4 x float> %u, %product
  call void @llvm.masked.scatter.v4f32.v4p1(<4 x float> %next, <4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true))
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; Backward, some lanes off: these store to a place of the stack, where a square's last round is the first element.
; CHECK-LABEL: define void @backward(
; CHECK: %row.off = alloca [16 x float]
; CHECK: tile.end:
; CHECK: [[OFF:%.*]] = getelementptr i8, ptr %row.off, i64 60
; CHECK: [[SPARE:%.*]] = addrspacecast ptr [[OFF]] to ptr addrspace(1)
; CHECK: select <4 x i1> %mask, <4 x ptr addrspace(1)> {{.*}}, <4 x ptr addrspace(1)>
; CHECK: [[ROW:%.*]] = getelementptr i8, ptr addrspace(1) {{.*}}, i64 -12
; CHECK: store <4 x float> {{.*}}, ptr addrspace(1) [[ROW]], align 4
; CHECK: getelementptr i8, ptr addrspace(1) {{.*}}, i64 -60
define void @backward(ptr addrspace(1) %x, <4 x ptr addrspace(1)> %ends, i64 %n, <4 x i1> %mask, <4 x float> %v) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi <4 x float> [ %v, %entry ], [ %sum.next, %loop ]
  %back = sub nsw i64 0, %k
  %at = getelementptr float, <4 x ptr addrspace(1)> %ends, i64 %back
  %sum.next = fadd <4 x float> %sum, %v
  call void @llvm.masked.scatter.v4f32.v4p1(<4 x float> %sum.next, <4 x ptr addrspace(1)> align 4 %at, <4 x i1> %mask)
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; One value: rows of it, without a tile, nor rounds that do nothing.
; CHECK-LABEL: define void @filled(
; CHECK-NOT: alloca
; CHECK: tiles:
; CHECK-NOT: tiled
; CHECK: [[LANE:%.*]] = extractelement <4 x float> %v, i64 0
; CHECK: [[IN:%.*]] = insertelement <4 x float> poison, float [[LANE]], i64 0
; CHECK: [[ROW:%.*]] = shufflevector <4 x float> [[IN]], <4 x float> poison, <4 x i32> zeroinitializer
; CHECK: store <4 x float> [[ROW]], ptr addrspace(1)
define void @filled(ptr addrspace(1) %x, <4 x i64> %rows, i64 %n, <4 x float> %v) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %one = insertelement <4 x i64> poison, i64 %k, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %rows, %all
  %at = getelementptr float, ptr addrspace(1) %x, <4 x i64> %index
  call void @llvm.masked.scatter.v4f32.v4p1(<4 x float> %v, <4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true))
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; What has been stored is loaded from memory five rounds later; the other buffer may be the same one.
; CHECK-LABEL: define void @far(
; CHECK-NOT: tile
define void @far(ptr addrspace(1) noalias %x, <4 x i64> %rows, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %one = insertelement <4 x i64> poison, i64 %k, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %rows, %all
  %at = getelementptr float, ptr addrspace(1) %x, <4 x i64> %index
  %before = getelementptr i8, <4 x ptr addrspace(1)> %at, i64 -20
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %before, <4 x i1> splat (i1 true), <4 x float> poison)
  call void @llvm.masked.scatter.v4f32.v4p1(<4 x float> %v, <4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true))
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @one_buffer(
; CHECK-NOT: tile
define void @one_buffer(ptr addrspace(1) %x, ptr addrspace(1) %a, <4 x i64> %rows, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %one = insertelement <4 x i64> poison, i64 %k, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %rows, %all
  %at = getelementptr float, ptr addrspace(1) %x, <4 x i64> %index
  %from = getelementptr float, ptr addrspace(1) %a, <4 x i64> %index
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %from, <4 x i1> splat (i1 true), <4 x float> poison)
  call void @llvm.masked.scatter.v4f32.v4p1(<4 x float> %v, <4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true))
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; As a kernel's arguments are loaded, whose buffers do not overlap.
; CHECK-LABEL: define void @apart(
; CHECK: tiles:
define void @apart(ptr %args, <4 x i64> %rows, i64 %n) {
entry:
  %x = load ptr addrspace(1), ptr %args, !weft.apart !0
  %next = getelementptr i8, ptr %args, i64 8
  %a = load ptr addrspace(1), ptr %next, !weft.apart !1
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %one = insertelement <4 x i64> poison, i64 %k, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %rows, %all
  %at = getelementptr float, ptr addrspace(1) %x, <4 x i64> %index
  %from = getelementptr float, ptr addrspace(1) %a, <4 x i64> %index
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %from, <4 x i1> splat (i1 true), <4 x float> poison)
  call void @llvm.masked.scatter.v4f32.v4p1(<4 x float> %v, <4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true))
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

declare <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)>, <4 x i1>, <4 x float>)
declare void @llvm.masked.scatter.v4f32.v4p1(<4 x float>, <4 x ptr addrspace(1)>, <4 x i1>)

!0 = !{i32 0}
!1 = !{i32 1}
