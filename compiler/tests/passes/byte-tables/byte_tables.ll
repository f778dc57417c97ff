; RUN: %weft-opt --cpu=znver4 --passes=byte-tables,verify -S %s | FileCheck %s
; RUN: %weft-opt --cpu=skylake-avx512 --passes=byte-tables,verify -S %s | FileCheck --check-prefix=NONE %s
; Bytes at one place by indexes of eight bits are looked up in four registers, if these are of one page and a lane is
; on.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <16 x i8> @by_bytes(
; CHECK: %[[P:.*]] = ptrtoint ptr %table to i64
; CHECK: %[[IN:.*]] = and i64 %[[P]], 4095
; CHECK: %[[FITS:.*]] = icmp ule i64 %[[IN]], 3840
; CHECK: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> %mask)
; CHECK: %[[BOTH:.*]] = and i1 %[[FITS]], %[[ANY]]
; CHECK: br i1 %[[BOTH]]
; CHECK-COUNT-4: load <64 x i8>
; CHECK-COUNT-2: call <64 x i8> @llvm.x86.avx512.vpermi2var.qi.512
; CHECK: select <16 x i1> %mask
; CHECK: call <16 x i8> @llvm.masked.gather
; CHECK: phi <16 x i8>
; NONE-LABEL: define <16 x i8> @by_bytes(
; NONE-NOT: load <64 x i8>
; NONE: ret <16 x i8>
define <16 x i8> @by_bytes(ptr %table, <16 x i8> %index, <16 x i1> %mask) {
  %wide = zext <16 x i8> %index to <16 x i64>
  %p = getelementptr i8, ptr %table, <16 x i64> %wide
  %v = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %p, <16 x i1> %mask,
                                                      <16 x i8> zeroinitializer)
  ret <16 x i8> %v
}

; Of four bits one register is enough, whatever the index's type is.
; CHECK-LABEL: define <128 x i8> @by_nibbles(
; CHECK: icmp ule i64 %{{.*}}, 4032
; CHECK-COUNT-1: load <64 x i8>
; CHECK-COUNT-2: call <64 x i8> @llvm.x86.avx512.permvar.qi.512
; CHECK: ret
define <128 x i8> @by_nibbles(ptr %table, <128 x i32> %index) {
  %low = and <128 x i32> %index, splat (i32 15)
  %wide = zext <128 x i32> %low to <128 x i64>
  %p = getelementptr i8, ptr %table, <128 x i64> %wide
  %v = call <128 x i8> @llvm.masked.gather.v128i8.v128p0(<128 x ptr> align 1 %p, <128 x i1> splat (i1 true),
                                                         <128 x i8> poison)
  ret <128 x i8> %v
}

; An index may be anything.
; CHECK-LABEL: define <16 x i8> @by_words(
; CHECK-NOT: load <64 x i8>
; CHECK: ret <16 x i8>
define <16 x i8> @by_words(ptr %table, <16 x i32> %index) {
  %wide = zext <16 x i32> %index to <16 x i64>
  %p = getelementptr i8, ptr %table, <16 x i64> %wide
  %v = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %p, <16 x i1> splat (i1 true),
                                                      <16 x i8> poison)
  ret <16 x i8> %v
}

; Few lanes are loads of their own.
; CHECK-LABEL: define <4 x i8> @few(
; CHECK-NOT: load <64 x i8>
; CHECK: ret <4 x i8>
define <4 x i8> @few(ptr %table, <4 x i8> %index) {
  %wide = zext <4 x i8> %index to <4 x i64>
  %p = getelementptr i8, ptr %table, <4 x i64> %wide
  %v = call <4 x i8> @llvm.masked.gather.v4i8.v4p0(<4 x ptr> align 1 %p, <4 x i1> splat (i1 true), <4 x i8> poison)
  ret <4 x i8> %v
}

; Seven bits are two registers.
; CHECK-LABEL: define <16 x i8> @by_seven(
; CHECK: icmp ule i64 %{{.*}}, 3968
; CHECK-COUNT-2: load <64 x i8>
; CHECK: call <64 x i8> @llvm.x86.avx512.vpermi2var.qi.512
; CHECK-NOT: vpermi2var
; CHECK: ret <16 x i8>
define <16 x i8> @by_seven(ptr %table, <16 x i32> %index) {
  %low = and <16 x i32> %index, splat (i32 127)
  %wide = zext <16 x i32> %low to <16 x i64>
  %p = getelementptr i8, ptr %table, <16 x i64> %wide
  %v = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %p, <16 x i1> splat (i1 true),
                                                      <16 x i8> poison)
  ret <16 x i8> %v
}

; Indexes of eight bits that are not extended may be negative.
; CHECK-LABEL: define <16 x i8> @negative(
; CHECK-NOT: load <64 x i8>
; CHECK: ret <16 x i8>
define <16 x i8> @negative(ptr %table, <16 x i8> %index) {
  %p = getelementptr i8, ptr %table, <16 x i8> %index
  %v = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %p, <16 x i1> splat (i1 true),
                                                      <16 x i8> poison)
  ret <16 x i8> %v
}

; Of an object no more is read than it has, whatever lanes are on; at an unknown place of it nothing is known.
; CHECK-LABEL: define <16 x i8> @constants(
; CHECK-NOT: br i1
; CHECK: load <9 x i8>, ptr {{.*}}@ten
; CHECK-NOT: masked.gather
; CHECK: ret <16 x i8>
@ten = internal constant [10 x i8] c"abcdefghij"
define <16 x i8> @constants(<16 x i8> %index, <16 x i1> %mask) {
  %low = and <16 x i8> %index, splat (i8 7)
  %wide = zext <16 x i8> %low to <16 x i64>
  %p = getelementptr i8, ptr getelementptr (i8, ptr @ten, i64 1), <16 x i64> %wide
  %v = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %p, <16 x i1> %mask,
                                                      <16 x i8> zeroinitializer)
  ret <16 x i8> %v
}

; CHECK-LABEL: define <16 x i8> @somewhere(
; CHECK: masked.gather
; CHECK-NOT: permvar
; CHECK: ret <16 x i8>
define <16 x i8> @somewhere(<16 x i8> %index, i64 %start) {
  %low = and <16 x i8> %index, splat (i8 7)
  %wide = zext <16 x i8> %low to <16 x i64>
  %table = getelementptr i8, ptr @ten, i64 %start
  %p = getelementptr i8, ptr %table, <16 x i64> %wide
  %v = call <16 x i8> @llvm.masked.gather.v16i8.v16p0(<16 x ptr> align 1 %p, <16 x i1> splat (i1 true),
                                                      <16 x i8> poison)
  ret <16 x i8> %v
}
