; RUN: %weft-opt --cpu=x86-64-v2 --passes=row-tiles,verify -S %s | FileCheck %s
; Gathers that step by one element a round are loads from tiles; others are left alone.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; A cache line has 16 rounds. As many whole tiles as the loop has rounds for; the loop itself does what is left. Where it
; has many, and the rows lie alike, a copy of it does what is before their first line.
; CHECK-LABEL: define <4 x float> @walk(
; CHECK: %row.tile = alloca [64 x float], align 64
; CHECK: [[N:%rounds[0-9]*]] = add i64 {{.*}}, 1
; CHECK: [[PLACE0:%.*]] = ptrtoint ptr addrspace(1) {{.*}} to i64
; CHECK: [[PLACE1:%.*]] = ptrtoint ptr addrspace(1) {{.*}} to i64
; CHECK: [[OTHER:%.*]] = xor i64 [[PLACE0]], [[PLACE1]]
; CHECK: [[APART:%.*]] = and i64 [[OTHER]], 63
; CHECK: [[TO:%.*]] = sub i64 0, [[PLACE0]]
; CHECK: [[BYTES:%.*]] = and i64 [[TO]], 63
; CHECK: [[MOST:%.*]] = lshr i64 [[BYTES]], 2
; CHECK: [[LONG:%.*]] = icmp uge i64 [[N]], 512
; CHECK: [[ALIKE:%.*]] = icmp eq i64 [[APART]], 0
; CHECK: [[BOTH:%.*]] = and i1 [[ALIKE]], [[LONG]]
; CHECK: %rounds.before = select i1 [[BOTH]], i64 [[MOST]], i64 0
; CHECK: [[THERE:%.*]] = icmp eq i64 %rounds.before, 0
; CHECK: br i1 [[THERE]], label %line, label %loop.before
; CHECK: loop.before:
; CHECK: call <4 x float> @llvm.masked.gather
; CHECK: line:
; CHECK: [[START:%k[0-9]*]] = phi i64 [ 0, %entry ], [ %k.next.before, %loop.before ]
; CHECK: [[REST:%.*]] = sub i64 [[N]], %rounds.before
; CHECK: %rounds.left = urem i64 [[REST]], 16
; CHECK: [[END:%.*]] = sub i64 [[REST]], %rounds.left
; CHECK: [[NONE:%.*]] = icmp eq i64 [[END]], 0
; CHECK: br i1 [[NONE]], label %loop, label %tiles.start
; CHECK: tiles:
; CHECK: %rounds.done = phi i64
; CHECK: [[K:%k[0-9]*]] = phi i64 [ [[START]], %tiles.start ], [ [[NEXT:%.*]], %tile.end ]
; CHECK: insertelement <4 x i64> poison, i64 [[K]], i64 0
; CHECK-COUNT-4: load <4 x float>, ptr addrspace(1) {{.*}}, align 4
; CHECK-NOT: load
; CHECK: shufflevector <4 x float> {{.*}}, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK-COUNT-4: store <4 x float> {{.*}}, align 16
; CHECK: getelementptr {{.*}} i64 4
; CHECK: loop.tiled:
; CHECK: %round = phi i64 [ 0, %tiles ], [ [[ROUND:%.*]], %loop.tiled ]
; CHECK-NOT: gather
; CHECK: [[PLACE:%.*]] = getelementptr inbounds float, ptr %row.tile, i64
; CHECK: load <4 x float>, ptr [[PLACE]], align 16
; CHECK: [[ROUND]] = add nuw nsw i64 %round, 1
; CHECK: icmp eq i64 [[ROUND]], 16
; CHECK: tile.end:
; CHECK: br i1 {{.*}}, label %tiles.end, label %tiles
; CHECK: tiles.end:
; CHECK: [[DONE:%.*]] = icmp eq i64 %rounds.left, 0
; CHECK: br i1 [[DONE]], label %exit, label %loop
; CHECK: loop:
; CHECK: call <4 x float> @llvm.masked.gather
; CHECK: exit:
; CHECK: phi <4 x float> [ %sum.next, %loop ], [ {{.*}}, %tiles.end ]
define <4 x float> @walk(ptr addrspace(1) %a, <4 x i64> %rows, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %one = insertelement <4 x i64> poison, i64 %k, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %rows, %all
  %at = getelementptr float, ptr addrspace(1) %a, <4 x i64> %index
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true), <4 x float> poison)
  %sum.next = fadd <4 x float> %sum, %v
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret <4 x float> %sum.next
}

; Lanes that are off read what the first one that is on does; where none is, there are no tiles.
; CHECK-LABEL: define <4 x float> @masked(
; CHECK: [[ANY:%.*]] = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %mask)
; CHECK: select i1 [[ANY]], i64 {{.*}}, i64 0
; CHECK: tiles:
; CHECK: [[BITS:%.*]] = bitcast <4 x i1> %mask to i4
; CHECK: [[FIRST:%.*]] = call i4 @llvm.cttz.i4(i4 [[BITS]], i1 true)
; CHECK: [[ON:%.*]] = extractelement <4 x ptr addrspace(1)> [[AT:%.*]], i4 [[FIRST]]
; CHECK: select <4 x i1> %mask, <4 x ptr addrspace(1)> [[AT]], <4 x ptr addrspace(1)>
; CHECK: loop.tiled:
; CHECK: [[V:%.*]] = load <4 x float>, ptr
; CHECK: select <4 x i1> %mask, <4 x float> [[V]], <4 x float> zeroinitializer
define <4 x float> @masked(ptr addrspace(1) %a, <4 x i32> %rows, i32 %n, <4 x i1> %mask) {
entry:
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %one = insertelement <4 x i32> poison, i32 %k, i64 0
  %all = shufflevector <4 x i32> %one, <4 x i32> poison, <4 x i32> zeroinitializer
  %index = add nsw <4 x i32> %rows, %all
  %wide = sext <4 x i32> %index to <4 x i64>
  %at = getelementptr float, ptr addrspace(1) %a, <4 x i64> %wide
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %at, <4 x i1> %mask, <4 x float> zeroinitializer)
  %sum.next = fadd <4 x float> %sum, %v
  %k.next = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret <4 x float> %sum.next
}

; An index that wraps around before it is extended goes elsewhere then: there are tiles where no lane's does.
; CHECK-LABEL: define <4 x float> @wraps(
; CHECK: [[LAST:%.*]] = zext i32 {{.*}} to i64
; CHECK: [[COUNT:%.*]] = add i64 [[LAST]], 1
; CHECK: [[FIRST:%.*]] = zext <4 x i32> {{.*}} to <4 x i64>
; CHECK: [[END:%.*]] = add <4 x i64> [[FIRST]],
; CHECK: [[OFFSET:%.*]] = sub <4 x i64> [[END]], zeroinitializer
; CHECK: [[IN:%.*]] = icmp ult <4 x i64> [[OFFSET]], splat (i64 4294967296)
; CHECK: call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> [[IN]])
; CHECK: select i1 {{.*}}, i64 [[COUNT]], i64 0
; CHECK: tiles:

; Half of all are before the place, and the first lane's is spread.
; CHECK-LABEL: define <4 x float> @wraps_at_half(
; CHECK: zext <4 x i32> {{.*}} to <4 x i64>
; CHECK: icmp ult <4 x i64> {{.*}}, splat (i64 4294967296)
; CHECK: tiles:

; One of 16 bits is not looked at.
; CHECK-LABEL: define <4 x float> @narrow(
; CHECK-NOT: tile
define <4 x float> @wraps(ptr addrspace(1) %a, <4 x i32> %rows, i32 %n) {
entry:
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %one = insertelement <4 x i32> poison, i32 %k, i64 0
  %all = shufflevector <4 x i32> %one, <4 x i32> poison, <4 x i32> zeroinitializer
  %index = add <4 x i32> %rows, %all
  %wide = zext <4 x i32> %index to <4 x i64>
  %at = getelementptr float, ptr addrspace(1) %a, <4 x i64> %wide
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true), <4 x float> poison)
  %sum.next = fadd <4 x float> %sum, %v
  %k.next = add nuw i32 %k, 1
  %more = icmp ult i32 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret <4 x float> %sum.next
}

define <4 x float> @wraps_at_half(ptr addrspace(1) %a, <4 x i32> %rows, i32 %n) {
entry:
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %one = insertelement <4 x i32> poison, i32 %k, i64 0
  %all = shufflevector <4 x i32> %one, <4 x i32> poison, <4 x i32> zeroinitializer
  %index = add <4 x i32> %rows, %all
  %half = xor <4 x i32> %index, splat (i32 -2147483648)
  %wide = sext <4 x i32> %half to <4 x i64>
  %at = getelementptr float, ptr addrspace(1) %a, <4 x i64> %wide
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true), <4 x float> poison)
  %sum.next = fadd <4 x float> %sum, %v
  %k.next = add nuw i32 %k, 1
  %more = icmp ult i32 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret <4 x float> %sum.next
}

define <4 x float> @narrow(ptr addrspace(1) %a, <4 x i16> %rows, i16 %n) {
entry:
  br label %loop

loop:
  %k = phi i16 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %one = insertelement <4 x i16> poison, i16 %k, i64 0
  %all = shufflevector <4 x i16> %one, <4 x i16> poison, <4 x i32> zeroinitializer
  %index = add <4 x i16> %rows, %all
  %wide = zext <4 x i16> %index to <4 x i64>
  %at = getelementptr float, ptr addrspace(1) %a, <4 x i64> %wide
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true), <4 x float> poison)
  %sum.next = fadd <4 x float> %sum, %v
  %k.next = add nuw i16 %k, 1
  %more = icmp ult i16 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret <4 x float> %sum.next
}

; What the loop writes may be what it reads later.
; CHECK-LABEL: define void @written(
; CHECK-NOT: tile
define void @written(ptr addrspace(1) %a, ptr addrspace(1) %b, <4 x i64> %rows, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %one = insertelement <4 x i64> poison, i64 %k, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %rows, %all
  %at = getelementptr float, ptr addrspace(1) %a, <4 x i64> %index
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true), <4 x float> poison)
  %to = getelementptr <4 x float>, ptr addrspace(1) %b, i64 %k
  store <4 x float> %v, ptr addrspace(1) %to
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @written_elsewhere(
; CHECK: tiles:
define void @written_elsewhere(ptr addrspace(1) %a, ptr addrspace(1) noalias %b, <4 x i64> %rows, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %one = insertelement <4 x i64> poison, i64 %k, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %rows, %all
  %at = getelementptr float, ptr addrspace(1) %a, <4 x i64> %index
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true), <4 x float> poison)
  %to = getelementptr <4 x float>, ptr addrspace(1) %b, i64 %k
  store <4 x float> %v, ptr addrspace(1) %to
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret void
}

; Steps of two elements, a mask that changes, an end that depends on what is read.
; CHECK-LABEL: define <4 x float> @others(
; CHECK-NOT: tile
define <4 x float> @others(ptr addrspace(1) %a, <4 x i64> %rows, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %mask = phi <4 x i1> [ splat (i1 true), %entry ], [ %mask.next, %next ]
  %two = mul nsw i64 %k, 2
  %one = insertelement <4 x i64> poison, i64 %two, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %rows, %all
  %at = getelementptr float, ptr addrspace(1) %a, <4 x i64> %index
  %v = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %at, <4 x i1> splat (i1 true), <4 x float> poison)
  %one.1 = insertelement <4 x i64> poison, i64 %k, i64 0
  %all.1 = shufflevector <4 x i64> %one.1, <4 x i64> poison, <4 x i32> zeroinitializer
  %index.1 = add <4 x i64> %rows, %all.1
  %at.1 = getelementptr float, ptr addrspace(1) %a, <4 x i64> %index.1
  %w = call <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)> align 4 %at.1, <4 x i1> %mask, <4 x float> zeroinitializer)
  %mask.next = fcmp olt <4 x float> %v, %w
  %first = extractelement <4 x i1> %mask.next, i64 0
  br i1 %first, label %next, label %exit

next:
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret <4 x float> %w
}

declare <4 x float> @llvm.masked.gather.v4f32.v4p1(<4 x ptr addrspace(1)>, <4 x i1>, <4 x float>)
