; RUN: %weft-opt --cpu=x86-64-v3 --passes=row-gathers,verify -S %s | FileCheck %s
; RUN: %weft-opt --cpu=x86-64-v2 --passes=row-gathers,verify -S %s | FileCheck %s --check-prefix=NARROW
; RUN: %weft-opt --cpu=znver5 --passes=row-gathers,verify -S %s | FileCheck %s --check-prefix=SCATTERS
; Words that each lane has next to each other are one access for each lane.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Two words of 8 bytes, of whose halves there are four elements: lanes 0 and 4, 1 and 5, 2 and 6, 3 and 7 side by side.
; CHECK-LABEL: define <8 x i32> @halves(
; CHECK-NOT: @llvm.masked.gather
; CHECK-COUNT-8: load <4 x i32>, ptr %{{.*}}, align 16
; CHECK: shufflevector <8 x i32> {{.*}} <i32 2, i32 10, i32 3, i32 11, i32 6, i32 14, i32 7, i32 15>
; CHECK-NOT: lshr
; CHECK-NOT: trunc
; CHECK: ret
; NARROW-LABEL: define <8 x i32> @halves(
; NARROW-COUNT-8: load <4 x i32>, ptr
; NARROW-NOT: shufflevector <8 x i32> {{.*}} <i32 0, i32 8, i32 1
; NARROW: ret
; SCATTERS-LABEL: define <8 x i32> @halves(
; SCATTERS-NOT: @llvm.masked.gather
; SCATTERS-COUNT-8: load <4 x i32>, ptr %{{.*}}, align 16
; SCATTERS-NOT: @llvm.masked.gather
; SCATTERS: ret
define <8 x i32> @halves(ptr %p, <8 x i32> %i) {
  %q = getelementptr i8, ptr %p, i64 8
  %wide = zext <8 x i32> %i to <8 x i64>
  %a = getelementptr [16 x i8], ptr %p, <8 x i64> %wide
  %v = call <8 x i64> @llvm.masked.gather.v8i64.v8p0(<8 x ptr> align 16 %a, <8 x i1> splat (i1 true), <8 x i64> poison)
  %v0 = trunc <8 x i64> %v to <8 x i32>
  %s1 = lshr <8 x i64> %v, splat (i64 32)
  %v1 = trunc <8 x i64> %s1 to <8 x i32>
  %b = getelementptr [16 x i8], ptr %q, <8 x i64> %wide
  %w = call <8 x i64> @llvm.masked.gather.v8i64.v8p0(<8 x ptr> align 8 %b, <8 x i1> splat (i1 true), <8 x i64> poison)
  %w0 = trunc <8 x i64> %w to <8 x i32>
  %s3 = lshr <8 x i64> %w, splat (i64 32)
  %w1 = trunc <8 x i64> %s3 to <8 x i32>
  %r0 = add <8 x i32> %v0, %v1
  %r1 = mul <8 x i32> %w0, %w1
  %r = xor <8 x i32> %r0, %r1
  ret <8 x i32> %r
}

; Lanes that are off read a place of 16 bytes, and get what the gathers gave them.
; CHECK-LABEL: define <4 x double> @masked(
; CHECK: %[[SLOT:.*]] = alloca [16 x i8], align 16
; CHECK: select <4 x i1> %mask, <4 x ptr> %{{.*}}, <4 x ptr> %{{.*}}
; CHECK-NOT: @llvm.masked.gather
; CHECK-COUNT-4: load <2 x i64>, ptr %{{.*}}, align 1
; CHECK: select <4 x i1> %mask, <4 x double> %{{.*}}, <4 x double> splat (double 1.000000e+00)
; CHECK: select <4 x i1> %mask, <4 x double> %{{.*}}, <4 x double> zeroinitializer
; CHECK: ret
define <4 x double> @masked(<4 x ptr> %p, <4 x i1> %mask) {
  %b = getelementptr i8, <4 x ptr> %p, i64 8
  %w = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> align 8 %b, <4 x i1> %mask, <4 x double> zeroinitializer)
  %v = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> align 8 %p, <4 x i1> %mask, <4 x double> splat (double 1.0))
  %r = fadd <4 x double> %v, %w
  ret <4 x double> %r
}

; Not what is stored to meanwhile, has another mask, leaves a gap, or comes in other sizes.
; CHECK-LABEL: define <4 x i64> @apart(
; CHECK-COUNT-8: call {{.*}} @llvm.masked.gather
; CHECK: ret
define <4 x i64> @apart(<4 x ptr> %p, <4 x i1> %mask, ptr %q, <4 x ptr> %o) {
  %b = getelementptr i8, <4 x ptr> %p, i64 8
  %w = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> align 8 %b, <4 x i1> %mask, <4 x i64> zeroinitializer)
  store i64 1, ptr %q
  %v = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> align 8 %p, <4 x i1> %mask, <4 x i64> zeroinitializer)
  %c = getelementptr i8, <4 x ptr> %p, i64 8
  %x = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> align 8 %c, <4 x i1> splat (i1 true), <4 x i64> poison)
  %d = getelementptr i8, <4 x ptr> %p, i64 24
  %y = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> align 8 %d, <4 x i1> splat (i1 true), <4 x i64> poison)
  %e = getelementptr i8, <4 x ptr> %o, i64 8
  %f = getelementptr i8, <4 x ptr> %o, i64 12
  %z = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> align 8 %o, <4 x i1> %mask, <4 x i64> zeroinitializer)
  %g = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %e, <4 x i1> %mask, <4 x i32> zeroinitializer)
  %h = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %f, <4 x i1> %mask, <4 x i32> zeroinitializer)
  %i = getelementptr i8, <4 x ptr> %o, i64 16
  %j = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> align 8 %i, <4 x i1> %mask, <4 x i64> zeroinitializer)
  %r0 = add <4 x i64> %v, %w
  %r1 = add <4 x i64> %x, %y
  %k = add <4 x i32> %g, %h
  %l = zext <4 x i32> %k to <4 x i64>
  %r2 = add <4 x i64> %z, %l
  %r3 = add <4 x i64> %r0, %r1
  %r4 = add <4 x i64> %r2, %j
  %r = add <4 x i64> %r3, %r4
  ret <4 x i64> %r
}

; Rows far from each other have no place of their own in common.
; CHECK-LABEL: define <2 x i64> @far(
; CHECK-COUNT-2: alloca [16 x i8]
; CHECK-NOT: alloca
; CHECK: ret
define <2 x i64> @far(<2 x ptr> %p, <2 x i1> %mask) {
  %p1 = getelementptr i8, <2 x ptr> %p, i64 8
  %p2 = getelementptr i8, <2 x ptr> %p, i64 8000000000
  %p3 = getelementptr i8, <2 x ptr> %p, i64 8000000008
  %a = call <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr> align 8 %p, <2 x i1> %mask, <2 x i64> zeroinitializer)
  %b = call <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr> align 8 %p1, <2 x i1> %mask, <2 x i64> zeroinitializer)
  %c = call <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr> align 8 %p2, <2 x i1> %mask, <2 x i64> zeroinitializer)
  %d = call <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr> align 8 %p3, <2 x i1> %mask, <2 x i64> zeroinitializer)
  %r0 = add <2 x i64> %a, %b
  %r1 = mul <2 x i64> %c, %d
  %r = xor <2 x i64> %r0, %r1
  ret <2 x i64> %r
}

; Fields of a structure, in any order; each lane's row is stored where the last word was.
; CHECK-LABEL: define void @stores(
; CHECK-NOT: @llvm.masked.scatter
; CHECK-COUNT-8: store <4 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: ret
; SCATTERS-LABEL: define void @stores(
; SCATTERS-NOT: @llvm.masked.scatter
; SCATTERS-COUNT-8: store <4 x i32> %{{.*}}, ptr %{{.*}}, align 4
; SCATTERS: ret
define void @stores(ptr %p, <8 x i64> %i, <8 x float> %a, <8 x i32> %b, <8 x float> %c, <8 x i32> %d) {
  %p0 = getelementptr [16 x i8], ptr %p, <8 x i64> %i
  %p1 = getelementptr i8, <8 x ptr> %p0, <8 x i64> splat (i64 4)
  %q = getelementptr i8, ptr %p, i64 8
  %p2 = getelementptr [16 x i8], ptr %q, <8 x i64> %i
  %p3 = getelementptr i8, <8 x ptr> %p2, i64 4
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %a, <8 x ptr> align 4 %p0, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %d, <8 x ptr> align 4 %p3, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %b, <8 x ptr> align 4 %p1, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %c, <8 x ptr> align 4 %p2, <8 x i1> splat (i1 true))
  ret void
}

; Not where one lane's row may overlap another one's: a barrier may have been between the stores.
; CHECK-LABEL: define void @steps(
; CHECK-COUNT-4: @llvm.masked.scatter
; CHECK: ret
define void @steps(ptr %p, <8 x i64> %i, <8 x i32> %a) {
  %p0 = getelementptr i32, ptr %p, <8 x i64> %i
  %p1 = getelementptr i8, <8 x ptr> %p0, i64 4
  %p2 = getelementptr i8, <8 x ptr> %p0, i64 8
  %p3 = getelementptr i8, <8 x ptr> %p0, i64 12
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %a, <8 x ptr> align 4 %p0, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %a, <8 x ptr> align 4 %p1, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %a, <8 x ptr> align 4 %p2, <8 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %a, <8 x ptr> align 4 %p3, <8 x i1> splat (i1 true))
  ret void
}

; What is shifted lies as far apart as what is scaled.
; CHECK-LABEL: define void @shifted(
; CHECK-NOT: @llvm.masked.scatter
; CHECK-COUNT-4: store <2 x i64>
; CHECK: ret
define void @shifted(ptr %p, <4 x i32> %i, <4 x i64> %a) {
  %wide = sext <4 x i32> %i to <4 x i64>
  %twice = shl nsw <4 x i64> %wide, splat (i64 1)
  %p0 = getelementptr i64, ptr %p, <4 x i64> %twice
  %p1 = getelementptr i8, <4 x ptr> %p0, i64 8
  call void @llvm.masked.scatter.v4i64.v4p0(<4 x i64> %a, <4 x ptr> align 8 %p0, <4 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v4i64.v4p0(<4 x i64> %a, <4 x ptr> align 8 %p1, <4 x i1> splat (i1 true))
  ret void
}

; Not with a load in between, nor two stores to one place.
; CHECK-LABEL: define <4 x i64> @kept(
; CHECK-COUNT-5: @llvm.masked.scatter
; CHECK: ret
define <4 x i64> @kept(<4 x ptr> %p, <4 x ptr> %q, <4 x i64> %a, <4 x i64> %b, <4 x i1> %mask) {
  %p1 = getelementptr i8, <4 x ptr> %p, i64 8
  call void @llvm.masked.scatter.v4i64.v4p0(<4 x i64> %a, <4 x ptr> align 8 %p, <4 x i1> %mask)
  %v = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> align 8 %q, <4 x i1> %mask, <4 x i64> zeroinitializer)
  call void @llvm.masked.scatter.v4i64.v4p0(<4 x i64> %b, <4 x ptr> align 8 %p1, <4 x i1> %mask)
  fence seq_cst
  call void @llvm.masked.scatter.v4i64.v4p0(<4 x i64> %a, <4 x ptr> align 8 %p, <4 x i1> %mask)
  call void @llvm.masked.scatter.v4i64.v4p0(<4 x i64> %b, <4 x ptr> align 8 %p1, <4 x i1> %mask)
  call void @llvm.masked.scatter.v4i64.v4p0(<4 x i64> %v, <4 x ptr> align 8 %p, <4 x i1> %mask)
  ret <4 x i64> %v
}

; Two lanes make up no square.
; CHECK-LABEL: define <2 x i32> @two(
; CHECK-COUNT-4: load <4 x i32>
; CHECK: ret
define <2 x i32> @two(<2 x ptr> %p) {
  %p1 = getelementptr i8, <2 x ptr> %p, i64 4
  %p2 = getelementptr i8, <2 x ptr> %p, i64 8
  %p3 = getelementptr i8, <2 x ptr> %p, i64 12
  %a = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 %p, <2 x i1> splat (i1 true), <2 x i32> poison)
  %b = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 %p1, <2 x i1> splat (i1 true), <2 x i32> poison)
  %c = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 %p2, <2 x i1> splat (i1 true), <2 x i32> poison)
  %d = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 %p3, <2 x i1> splat (i1 true), <2 x i32> poison)
  %r0 = add <2 x i32> %a, %b
  %r1 = mul <2 x i32> %c, %d
  %r = xor <2 x i32> %r0, %r1
  ret <2 x i32> %r
}

; Sixteen lanes are a square of registers of 64 bytes, of four parts each.
; SCATTERS-LABEL: define <16 x float> @sixteen(
; SCATTERS-NOT: @llvm.masked.gather
; SCATTERS-COUNT-16: load <4 x i32>, ptr %{{.*}}, align 1
; SCATTERS: shufflevector <16 x i32> {{.*}} <i32 0, i32 16, i32 1, i32 17, i32 4, i32 20, i32 5, i32 21, i32 8, i32 24, i32 9, i32 25, i32 12, i32 28, i32 13, i32 29>
; SCATTERS: select <16 x i1> %mask, <16 x float> %{{.*}}, <16 x float> zeroinitializer
; SCATTERS-NOT: @llvm.masked.scatter
; SCATTERS-COUNT-16: store <4 x i32> %{{.*}}, ptr %{{.*}}, align 4
; SCATTERS-NOT: @llvm.masked.scatter
; SCATTERS: ret
define <16 x float> @sixteen(<16 x ptr> %p, <16 x i1> %mask, ptr %o, <16 x i64> %i) {
  %p1 = getelementptr i8, <16 x ptr> %p, i64 4
  %p2 = getelementptr i8, <16 x ptr> %p, i64 8
  %p3 = getelementptr i8, <16 x ptr> %p, i64 12
  %a = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %p, <16 x i1> %mask, <16 x float> zeroinitializer)
  %b = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %p1, <16 x i1> %mask, <16 x float> zeroinitializer)
  %c = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %p2, <16 x i1> %mask, <16 x float> zeroinitializer)
  %d = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %p3, <16 x i1> %mask, <16 x float> zeroinitializer)
  %o0 = getelementptr [16 x i8], ptr %o, <16 x i64> %i
  %o1 = getelementptr i8, <16 x ptr> %o0, i64 4
  %o2 = getelementptr i8, <16 x ptr> %o0, i64 8
  %o3 = getelementptr i8, <16 x ptr> %o0, i64 12
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %a, <16 x ptr> align 4 %o0, <16 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %b, <16 x ptr> align 4 %o1, <16 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %c, <16 x ptr> align 4 %o2, <16 x i1> splat (i1 true))
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %d, <16 x ptr> align 4 %o3, <16 x i1> splat (i1 true))
  %r = fadd <16 x float> %a, %d
  ret <16 x float> %r
}

; Bytes are words as well: of 16 lanes, 16 bytes each.
; CHECK-LABEL: define void @bytes(
; CHECK-NOT: @llvm.masked
; CHECK-COUNT-16: load <16 x i8>, ptr
; CHECK-COUNT-64: shufflevector <16 x i8>
; CHECK-NOT: @llvm.masked
; CHECK: ret
define void @bytes(ptr %p, <16 x i32> %i, ptr %q) {
  %wide = zext <16 x i32> %i to <16 x i64>
  %q0 = getelementptr i8, ptr %p, i64 0
  %a0 = getelementptr [16 x i8], ptr %q0, <16 x i64> %wide
  %v0 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a0, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q1 = getelementptr i8, ptr %p, i64 1
  %a1 = getelementptr [16 x i8], ptr %q1, <16 x i64> %wide
  %v1 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a1, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q2 = getelementptr i8, ptr %p, i64 2
  %a2 = getelementptr [16 x i8], ptr %q2, <16 x i64> %wide
  %v2 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a2, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q3 = getelementptr i8, ptr %p, i64 3
  %a3 = getelementptr [16 x i8], ptr %q3, <16 x i64> %wide
  %v3 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a3, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q4 = getelementptr i8, ptr %p, i64 4
  %a4 = getelementptr [16 x i8], ptr %q4, <16 x i64> %wide
  %v4 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a4, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q5 = getelementptr i8, ptr %p, i64 5
  %a5 = getelementptr [16 x i8], ptr %q5, <16 x i64> %wide
  %v5 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a5, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q6 = getelementptr i8, ptr %p, i64 6
  %a6 = getelementptr [16 x i8], ptr %q6, <16 x i64> %wide
  %v6 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a6, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q7 = getelementptr i8, ptr %p, i64 7
  %a7 = getelementptr [16 x i8], ptr %q7, <16 x i64> %wide
  %v7 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a7, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q8 = getelementptr i8, ptr %p, i64 8
  %a8 = getelementptr [16 x i8], ptr %q8, <16 x i64> %wide
  %v8 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a8, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q9 = getelementptr i8, ptr %p, i64 9
  %a9 = getelementptr [16 x i8], ptr %q9, <16 x i64> %wide
  %v9 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a9, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q10 = getelementptr i8, ptr %p, i64 10
  %a10 = getelementptr [16 x i8], ptr %q10, <16 x i64> %wide
  %v10 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a10, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q11 = getelementptr i8, ptr %p, i64 11
  %a11 = getelementptr [16 x i8], ptr %q11, <16 x i64> %wide
  %v11 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a11, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q12 = getelementptr i8, ptr %p, i64 12
  %a12 = getelementptr [16 x i8], ptr %q12, <16 x i64> %wide
  %v12 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a12, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q13 = getelementptr i8, ptr %p, i64 13
  %a13 = getelementptr [16 x i8], ptr %q13, <16 x i64> %wide
  %v13 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a13, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q14 = getelementptr i8, ptr %p, i64 14
  %a14 = getelementptr [16 x i8], ptr %q14, <16 x i64> %wide
  %v14 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a14, <16 x i1> splat (i1 true), <16 x i8> poison)
  %q15 = getelementptr i8, ptr %p, i64 15
  %a15 = getelementptr [16 x i8], ptr %q15, <16 x i64> %wide
  %v15 = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %a15, <16 x i1> splat (i1 true), <16 x i8> poison)
  %r0 = getelementptr [16 x i8], ptr %q, i64 0
  store <16 x i8> %v0, ptr %r0
  %r1 = getelementptr [16 x i8], ptr %q, i64 1
  store <16 x i8> %v1, ptr %r1
  %r2 = getelementptr [16 x i8], ptr %q, i64 2
  store <16 x i8> %v2, ptr %r2
  %r3 = getelementptr [16 x i8], ptr %q, i64 3
  store <16 x i8> %v3, ptr %r3
  %r4 = getelementptr [16 x i8], ptr %q, i64 4
  store <16 x i8> %v4, ptr %r4
  %r5 = getelementptr [16 x i8], ptr %q, i64 5
  store <16 x i8> %v5, ptr %r5
  %r6 = getelementptr [16 x i8], ptr %q, i64 6
  store <16 x i8> %v6, ptr %r6
  %r7 = getelementptr [16 x i8], ptr %q, i64 7
  store <16 x i8> %v7, ptr %r7
  %r8 = getelementptr [16 x i8], ptr %q, i64 8
  store <16 x i8> %v8, ptr %r8
  %r9 = getelementptr [16 x i8], ptr %q, i64 9
  store <16 x i8> %v9, ptr %r9
  %r10 = getelementptr [16 x i8], ptr %q, i64 10
  store <16 x i8> %v10, ptr %r10
  %r11 = getelementptr [16 x i8], ptr %q, i64 11
  store <16 x i8> %v11, ptr %r11
  %r12 = getelementptr [16 x i8], ptr %q, i64 12
  store <16 x i8> %v12, ptr %r12
  %r13 = getelementptr [16 x i8], ptr %q, i64 13
  store <16 x i8> %v13, ptr %r13
  %r14 = getelementptr [16 x i8], ptr %q, i64 14
  store <16 x i8> %v14, ptr %r14
  %r15 = getelementptr [16 x i8], ptr %q, i64 15
  store <16 x i8> %v15, ptr %r15
  ret void
}
