; RUN: %weft-opt --cpu=x86-64-v2 --passes=row-tiles,verify -S %s | FileCheck %s
; Rows stay as they are where what is known of buffers is known within a round alone, and where the loop orders what it
; accesses; loops whose rounds are counted by others are tiled after these.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; A function with restrict that each round calls: rounds may get the same buffer as another argument.
; CHECK-LABEL: define void @called(
; CHECK-NOT: tiles:
; CHECK: ret void
define void @called(ptr addrspace(1) %x, ptr addrspace(1) %a, <4 x i64> %rows, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %one = insertelement <4 x i64> poison, i64 %k, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %rows, %all
  %at = getelementptr float, ptr addrspace(1) %x, <4 x i64> %index
  %from = getelementptr float, ptr addrspace(1) %a, <4 x i64> %index
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  call void @llvm.experimental.noalias.scope.decl(metadata !3)
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %from, <4 x i1> splat (i1 true), <4 x float> poison), !alias.scope !3, !noalias !0
  call void @llvm.masked.scatter.v4f32.v4p1(<4 x float> %v, <4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true)), !alias.scope !0, !noalias !3
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; The same of all rounds.
; CHECK-LABEL: define void @before(
; CHECK: tiles:
; CHECK: ret void
define void @before(ptr addrspace(1) %x, ptr addrspace(1) %a, <4 x i64> %rows, i64 %n) {
entry:
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  call void @llvm.experimental.noalias.scope.decl(metadata !3)
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %one = insertelement <4 x i64> poison, i64 %k, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %rows, %all
  %at = getelementptr float, ptr addrspace(1) %x, <4 x i64> %index
  %from = getelementptr float, ptr addrspace(1) %a, <4 x i64> %index
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %from, <4 x i1> splat (i1 true), <4 x float> poison), !alias.scope !3, !noalias !0
  call void @llvm.masked.scatter.v4f32.v4p1(<4 x float> %v, <4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true)), !alias.scope !0, !noalias !3
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; Another work-item that sees the flag sees the row.
; CHECK-LABEL: define void @released(
; CHECK-NOT: tiles:
; CHECK: ret void
define void @released(ptr addrspace(1) noalias %x, ptr addrspace(1) noalias %flags, <4 x i64> %rows, i64 %n, <4 x float> %v) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %one = insertelement <4 x i64> poison, i64 %k, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %rows, %all
  %at = getelementptr float, ptr addrspace(1) %x, <4 x i64> %index
  call void @llvm.masked.scatter.v4f32.v4p1(<4 x float> %v, <4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true))
  %flag = getelementptr i32, ptr addrspace(1) %flags, i64 %k
  store atomic i32 1, ptr addrspace(1) %flag release, align 4
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @counted(
; CHECK: tiles:
; CHECK: tiles{{[0-9]+}}:
; CHECK: ret void
define void @counted(ptr addrspace(1) noalias %a, <4 x i64> %rows, i64 %n, ptr addrspace(1) noalias %out) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %s = phi <4 x i32> [ zeroinitializer, %entry ], [ %s.next, %loop ]
  %c = phi i64 [ %n, %entry ], [ %c.next, %loop ]
  %one = insertelement <4 x i64> poison, i64 %k, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %rows, %all
  %from = getelementptr i32, ptr addrspace(1) %a, <4 x i64> %index
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p1(<4 x ptr addrspace(1)> align 4 %from, <4 x i1> splat (i1 true), <4 x i32> poison)
  %s.next = xor <4 x i32> %v, %s
  %twice = mul i64 %c, 1664525
  %c.next = xor i64 %twice, %k
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %again

again:
  %j = phi i64 [ 0, %loop ], [ %j.next, %again ]
  %t = phi <4 x i32> [ %s.next, %loop ], [ %t.next, %again ]
  %j.one = insertelement <4 x i64> poison, i64 %j, i64 0
  %j.all = shufflevector <4 x i64> %j.one, <4 x i64> poison, <4 x i32> zeroinitializer
  %j.index = add <4 x i64> %rows, %j.all
  %j.from = getelementptr i32, ptr addrspace(1) %a, <4 x i64> %j.index
  %w = call <4 x i32> @llvm.masked.gather.v4i32.v4p1(<4 x ptr addrspace(1)> align 4 %j.from, <4 x i1> splat (i1 true), <4 x i32> poison)
  %t.next = add <4 x i32> %w, %t
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp ult i64 %j.next, %c.next
  br i1 %j.more, label %again, label %exit

exit:
  store <4 x i32> %t.next, ptr addrspace(1) %out, align 4
  ret void
}

; As many lanes as a tile of the bytes' rounds has no room for: fewer rounds.
; CHECK-LABEL: define void @wide(
; CHECK: alloca [1024 x i64], align 64
; CHECK: alloca [1024 x i8], align 64
; CHECK: ret void
define void @wide(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, <64 x i64> %rows, i64 %n, ptr addrspace(1) noalias %out) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %s = phi <64 x i64> [ zeroinitializer, %entry ], [ %s.next, %loop ]
  %one = insertelement <64 x i64> poison, i64 %k, i64 0
  %all = shufflevector <64 x i64> %one, <64 x i64> poison, <64 x i32> zeroinitializer
  %index = add <64 x i64> %rows, %all
  %from = getelementptr i64, ptr addrspace(1) %a, <64 x i64> %index
  %bytes = getelementptr i8, ptr addrspace(1) %b, <64 x i64> %index
  %v = call <64 x i64> @llvm.masked.gather.v64i64.v64p1(<64 x ptr addrspace(1)> align 8 %from, <64 x i1> splat (i1 true), <64 x i64> poison)
  %w = call <64 x i8> @llvm.masked.gather.v64i8.v64p1(<64 x ptr addrspace(1)> align 1 %bytes, <64 x i1> splat (i1 true), <64 x i8> poison)
  %x = zext <64 x i8> %w to <64 x i64>
  %sum = add <64 x i64> %x, %v
  %s.next = xor <64 x i64> %sum, %s
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  store <64 x i64> %s.next, ptr addrspace(1) %out, align 8
  ret void
}

declare void @llvm.experimental.noalias.scope.decl(metadata)
declare <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)>, <4 x i1>, <4 x float>)
declare void @llvm.masked.scatter.v4f32.v4p1(<4 x float>, <4 x ptr addrspace(1)>, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p1(<4 x ptr addrspace(1)>, <4 x i1>, <4 x i32>)
declare <64 x i64> @llvm.masked.gather.v64i64.v64p1(<64 x ptr addrspace(1)>, <64 x i1>, <64 x i64>)
declare <64 x i8> @llvm.masked.gather.v64i8.v64p1(<64 x ptr addrspace(1)>, <64 x i1>, <64 x i8>)

!0 = !{!1}
!1 = distinct !{!1, !2, !"p"}
!2 = distinct !{!2, !"call"}
!3 = !{!4}
!4 = distinct !{!4, !2, !"q"}
