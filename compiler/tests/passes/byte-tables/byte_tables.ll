; RUN: %weft-opt --cpu=znver4 --passes=byte-tables,verify -S %s | FileCheck %s
; RUN: %weft-opt --cpu=skylake-avx512,-prefer-256-bit --passes=byte-tables,verify -S %s | FileCheck --check-prefixes=SHUFFLED,WIDE %s
; RUN: %weft-opt --cpu=x86-64-v3 --passes=byte-tables,verify -S %s | FileCheck --check-prefixes=SHUFFLED,MIDDLE %s
; RUN: %weft-opt --cpu=x86-64-v2 --passes=byte-tables,verify -S %s | FileCheck --check-prefixes=SHUFFLED,NARROW %s
; RUN: %weft-opt --cpu=x86-64 --passes=byte-tables,verify -S %s | FileCheck --check-prefix=NONE %s
; Bytes at one place by indexes of eight bits are looked up in registers, if these are of one page and a lane is on:
; four of 64 bytes, or sixteen of 16 that are shuffled by four bits, of which the other bits choose one. Else one lane
; looks after the other.

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
; CHECK: store <16 x i8> %index, ptr %[[LANES:.*]], align
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %[[LANES]], i64
; CHECK: select i1 %{{.*}}, ptr %{{.*}}, ptr %[[PLACE]]
; CHECK: phi <16 x i8>
; CHECK-NOT: @llvm.masked.gather
; CHECK: ret
; SHUFFLED-LABEL: define <16 x i8> @by_bytes(
; SHUFFLED: icmp ule i64 %{{.*}}, 3840
; SHUFFLED: %[[LOW:.*]] = and <16 x i8> %{{.*}}, splat (i8 15)
; SHUFFLED: shl <8 x i16> %{{.*}}, splat (i16 3)
; SHUFFLED: %[[FOUR:.*]] = icmp slt <16 x i8>
; SHUFFLED: shl <8 x i16> %{{.*}}, splat (i16 2)
; SHUFFLED: shl <8 x i16> %{{.*}}, splat (i16 1)
; SHUFFLED: %[[FIRST:.*]] = load <16 x i8>, ptr
; SHUFFLED: %[[A:.*]] = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> %[[FIRST]], <16 x i8> %[[LOW]])
; SHUFFLED: %[[B:.*]] = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(
; SHUFFLED: select <16 x i1> %[[FOUR]], <16 x i8> %[[B]], <16 x i8> %[[A]]
; SHUFFLED-COUNT-14: call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(
; SHUFFLED-NOT: @llvm.masked.gather
; SHUFFLED: ret
; NONE-LABEL: define <16 x i8> @by_bytes(
; NONE: @llvm.masked.gather
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
; SHUFFLED-LABEL: define <128 x i8> @by_nibbles(
; SHUFFLED: icmp ule i64 %{{.*}}, 4080
; SHUFFLED-COUNT-1: load <16 x i8>
; WIDE-COUNT-2: call <64 x i8> @llvm.x86.avx512.pshuf.b.512
; MIDDLE-COUNT-4: call <32 x i8> @llvm.x86.avx2.pshuf.b
; NARROW-COUNT-8: call <16 x i8> @llvm.x86.ssse3.pshuf.b.128
; SHUFFLED: ret
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

; For eight lanes sixteen registers are more than eight loads.
; CHECK-LABEL: define <8 x i8> @eight(
; CHECK-COUNT-4: load <64 x i8>
; CHECK: ret <8 x i8>
; SHUFFLED-LABEL: define <8 x i8> @eight(
; SHUFFLED-NOT: pshuf.b
; SHUFFLED: call <8 x i8> @llvm.masked.gather
; SHUFFLED: ret <8 x i8>
define <8 x i8> @eight(ptr %table, <8 x i8> %index) {
  %wide = zext <8 x i8> %index to <8 x i64>
  %p = getelementptr i8, ptr %table, <8 x i64> %wide
  %v = call <8 x i8> @llvm.masked.gather.v8i8.v8p0(<8 x ptr> align 1 %p, <8 x i1> splat (i1 true), <8 x i8> poison)
  ret <8 x i8> %v
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
