; RUN: %weft-opt --passes="function(masked-loads),verify" --cpu=x86-64-v3 -S %s | FileCheck %s --check-prefixes=CHECK,AVX2
; RUN: %weft-opt --passes="function(masked-loads),verify" --cpu=x86-64-v2 -S %s | FileCheck %s --check-prefixes=CHECK,SSE
; RUN: %weft-opt --passes="function(masked-loads),verify" --cpu=x86-64-v4 -S %s | FileCheck %s --check-prefixes=AVX512
; Masked loads that the CPU has no instruction for are whole loads, if a lane is on and the page does not end before the
; last lane's element, else a loop over the lanes that are on.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <16 x i8> @bytes(
; CHECK: [[PLACE:%.*]] = ptrtoint ptr addrspace(1) %p to i64
; CHECK: [[ANY:%.*]] = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> %mask)
; CHECK: [[IN_PAGE:%.*]] = and i64 [[PLACE]], 4095
; CHECK: [[FITS:%.*]] = icmp ule i64 [[IN_PAGE]], 4080
; CHECK: [[IS_WHOLE:%.*]] = and i1 [[ANY]], [[FITS]]
; CHECK: br i1 [[IS_WHOLE]], label %[[WHOLE:.*]], label %[[BY_LANE:.*]], !prof
; CHECK: [[WHOLE]]:
; CHECK: [[SAME:%.*]] = inttoptr i64 [[PLACE]] to ptr addrspace(1)
; CHECK: [[ALL:%.*]] = load <16 x i8>, ptr addrspace(1) [[SAME]], align 1, !tbaa [[BYTE:![0-9]+]]
; CHECK: [[BY_LANE]]:
; CHECK: br i1 {{%.*}}, label %[[LOOP:lanes.*]], label %[[DONE:lanes.end.*]]
; CHECK: [[LOADED:%.*]] = phi <16 x i8> [ [[ALL]], %[[WHOLE]] ], [ [[SINGLE:%.*]], %[[DONE]] ]
; CHECK: select <16 x i1> %mask, <16 x i8> [[LOADED]], <16 x i8> %off
; CHECK: [[LOOP]]:
; CHECK: [[LANE:%.*]] = zext i16 {{%.*}} to i64
; CHECK: [[ELEMENT:%.*]] = getelementptr i8, ptr addrspace(1) %p, i64 [[LANE]]
; CHECK: load i8, ptr addrspace(1) [[ELEMENT]], align 1, !tbaa [[BYTE]]
; CHECK: br i1 {{%.*}}, label %[[LOOP]], label %[[DONE]]
; CHECK: [[DONE]]:
; CHECK: [[SINGLE]] = load <16 x i8>, ptr
; AVX512: @llvm.masked.load.v16i8
define <16 x i8> @bytes(ptr addrspace(1) %p, <16 x i1> %mask, <16 x i8> %off) {
  %v = call <16 x i8> @llvm.masked.load.v16i8.p1(ptr addrspace(1) align 1 %p, <16 x i1> %mask, <16 x i8> %off), !tbaa !0
  ret <16 x i8> %v
}

; CHECK-LABEL: define <8 x i32> @words(
; AVX2: @llvm.masked.load.v8i32
; SSE: icmp ule i64 {{%.*}}, 4064
; SSE: load <8 x i32>, ptr addrspace(1) {{%.*}}, align 4
define <8 x i32> @words(ptr addrspace(1) %p, <8 x i1> %mask) {
  %v = call <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) align 4 %p, <8 x i1> %mask, <8 x i32> poison)
  ret <8 x i32> %v
}

; Nothing that is aligned like this goes beyond its page.
; CHECK-LABEL: define <16 x i8> @aligned(
; CHECK-NOT: 4080
; CHECK: load <16 x i8>, ptr addrspace(1) {{%.*}}, align 16
define <16 x i8> @aligned(ptr addrspace(1) %p, <16 x i1> %mask) {
  %v = call <16 x i8> @llvm.masked.load.v16i8.p1(ptr addrspace(1) align 16 %p, <16 x i1> %mask, <16 x i8> poison)
  ret <16 x i8> %v
}

; Loops that are in none of each other take turns at the same memory.
; CHECK-LABEL: define <16 x i8> @two(
; CHECK: alloca
; CHECK-NOT: alloca
; CHECK: ret
define <16 x i8> @two(ptr addrspace(1) %p, ptr addrspace(1) %q, <16 x i1> %mask) {
  %v = call <16 x i8> @llvm.masked.load.v16i8.p1(ptr addrspace(1) align 1 %p, <16 x i1> %mask, <16 x i8> poison)
  %w = call <16 x i8> @llvm.masked.load.v16i8.p1(ptr addrspace(1) align 1 %q, <16 x i1> %mask, <16 x i8> poison)
  %x = xor <16 x i8> %v, %w
  ret <16 x i8> %x
}

; Two lanes, lanes that are known, odd integers: as they were.
; CHECK-LABEL: define void @others(
; CHECK: @llvm.masked.load.v2i16
; CHECK: @llvm.masked.load.v4i16
; CHECK: @llvm.masked.load.v8i24
define void @others(ptr addrspace(1) %p, <2 x i1> %two, <8 x i1> %eight) {
  %a = call <2 x i16> @llvm.masked.load.v2i16.p1(ptr addrspace(1) align 2 %p, <2 x i1> %two, <2 x i16> poison)
  %b = call <4 x i16> @llvm.masked.load.v4i16.p1(ptr addrspace(1) align 2 %p, <4 x i1> <i1 1, i1 1, i1 1, i1 0>, <4 x i16> poison)
  %c = call <8 x i24> @llvm.masked.load.v8i24.p1(ptr addrspace(1) align 4 %p, <8 x i1> %eight, <8 x i24> poison)
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"char", !2}
!2 = !{!"root"}
