; RUN: %weft-opt --cpu=x86-64-v3 --passes=strand-order,verify -S %s | FileCheck %s
; RUN: %weft-opt --cpu=x86-64-v3 --passes=strand-order,verify -S %s | FileCheck %s --check-prefix=OTHERS
; Where registers are short, what is kept across the next barrier is stored as soon as it is computed, blended or not.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @kept(
; CHECK: %r0 = fadd
; CHECK-NEXT: %old0 = load <8 x float>, ptr %s0
; CHECK-NEXT: %c0 = select <8 x i1> %on, <8 x float> %r0, <8 x float> %old0
; CHECK-NEXT: store <8 x float> %c0, ptr %s0
; CHECK: %r1 = fadd
; CHECK-NEXT: store <8 x float> %r1, ptr %s1
; CHECK: %r18 = fadd
; CHECK-NEXT: %old18 = load
; CHECK: ret
define void @kept(ptr noalias %p, ptr %unknown, <8 x float> %x, <8 x i1> %on) {
  %s0 = getelementptr i8, ptr %p, i64 0
  %l0 = load <8 x float>, ptr %s0, !weft.slot !0
  %s1 = getelementptr i8, ptr %p, i64 32
  %l1 = load <8 x float>, ptr %s1, !weft.slot !0
  %s2 = getelementptr i8, ptr %p, i64 64
  %l2 = load <8 x float>, ptr %s2, !weft.slot !0
  %s3 = getelementptr i8, ptr %p, i64 96
  %l3 = load <8 x float>, ptr %s3, !weft.slot !0
  %s4 = getelementptr i8, ptr %p, i64 128
  %l4 = load <8 x float>, ptr %s4, !weft.slot !0
  %s5 = getelementptr i8, ptr %p, i64 160
  %l5 = load <8 x float>, ptr %s5, !weft.slot !0
  %s6 = getelementptr i8, ptr %p, i64 192
  %l6 = load <8 x float>, ptr %s6, !weft.slot !0
  %s7 = getelementptr i8, ptr %p, i64 224
  %l7 = load <8 x float>, ptr %s7, !weft.slot !0
  %s8 = getelementptr i8, ptr %p, i64 256
  %l8 = load <8 x float>, ptr %s8, !weft.slot !0
  %s9 = getelementptr i8, ptr %p, i64 288
  %l9 = load <8 x float>, ptr %s9, !weft.slot !0
  %s10 = getelementptr i8, ptr %p, i64 320
  %l10 = load <8 x float>, ptr %s10, !weft.slot !0
  %s11 = getelementptr i8, ptr %p, i64 352
  %l11 = load <8 x float>, ptr %s11, !weft.slot !0
  %s12 = getelementptr i8, ptr %p, i64 384
  %l12 = load <8 x float>, ptr %s12, !weft.slot !0
  %s13 = getelementptr i8, ptr %p, i64 416
  %l13 = load <8 x float>, ptr %s13, !weft.slot !0
  %s14 = getelementptr i8, ptr %p, i64 448
  %l14 = load <8 x float>, ptr %s14, !weft.slot !0
  %s15 = getelementptr i8, ptr %p, i64 480
  %l15 = load <8 x float>, ptr %s15, !weft.slot !0
  %s16 = getelementptr i8, ptr %p, i64 512
  %l16 = load <8 x float>, ptr %s16, !weft.slot !0
  %s17 = getelementptr i8, ptr %p, i64 544
  %l17 = load <8 x float>, ptr %s17, !weft.slot !0
  %s18 = getelementptr i8, ptr %p, i64 576
  %l18 = load <8 x float>, ptr %s18, !weft.slot !0
  %s19 = getelementptr i8, ptr %p, i64 608
  %l19 = load <8 x float>, ptr %s19, !weft.slot !0
  %m0 = fmul <8 x float> %l0, %x
  %m1 = fmul <8 x float> %l1, %x
  %m2 = fmul <8 x float> %l2, %x
  %m3 = fmul <8 x float> %l3, %x
  %m4 = fmul <8 x float> %l4, %x
  %m5 = fmul <8 x float> %l5, %x
  %m6 = fmul <8 x float> %l6, %x
  %m7 = fmul <8 x float> %l7, %x
  %m8 = fmul <8 x float> %l8, %x
  %m9 = fmul <8 x float> %l9, %x
  %m10 = fmul <8 x float> %l10, %x
  %m11 = fmul <8 x float> %l11, %x
  %m12 = fmul <8 x float> %l12, %x
  %m13 = fmul <8 x float> %l13, %x
  %m14 = fmul <8 x float> %l14, %x
  %m15 = fmul <8 x float> %l15, %x
  %m16 = fmul <8 x float> %l16, %x
  %m17 = fmul <8 x float> %l17, %x
  %m18 = fmul <8 x float> %l18, %x
  %m19 = fmul <8 x float> %l19, %x
  %r0 = fadd <8 x float> %m0, %x
  %r1 = fadd <8 x float> %m1, %x
  %r2 = fadd <8 x float> %m2, %x
  %r3 = fadd <8 x float> %m3, %x
  %r4 = fadd <8 x float> %m4, %x
  %r5 = fadd <8 x float> %m5, %x
  %r6 = fadd <8 x float> %m6, %x
  %r7 = fadd <8 x float> %m7, %x
  %r8 = fadd <8 x float> %m8, %x
  %r9 = fadd <8 x float> %m9, %x
  %r10 = fadd <8 x float> %m10, %x
  %r11 = fadd <8 x float> %m11, %x
  %r12 = fadd <8 x float> %m12, %x
  %r13 = fadd <8 x float> %m13, %x
  %r14 = fadd <8 x float> %m14, %x
  %r15 = fadd <8 x float> %m15, %x
  %r16 = fadd <8 x float> %m16, %x
  %r17 = fadd <8 x float> %m17, %x
  %r18 = fadd <8 x float> %m18, %x
  %r19 = fadd <8 x float> %m19, %x
  %old0 = load <8 x float>, ptr %s0, !weft.slot !0
  %c0 = select <8 x i1> %on, <8 x float> %r0, <8 x float> %old0
  store <8 x float> %c0, ptr %s0, !weft.slot !0
  store <8 x float> %r1, ptr %s1, !weft.slot !0
  %old2 = load <8 x float>, ptr %s2, !weft.slot !0
  %c2 = select <8 x i1> %on, <8 x float> %r2, <8 x float> %old2
  store <8 x float> %c2, ptr %s2, !weft.slot !0
  store <8 x float> %r3, ptr %s3, !weft.slot !0
  %old4 = load <8 x float>, ptr %s4, !weft.slot !0
  %c4 = select <8 x i1> %on, <8 x float> %r4, <8 x float> %old4
  store <8 x float> %c4, ptr %s4, !weft.slot !0
  store <8 x float> %r5, ptr %s5, !weft.slot !0
  %old6 = load <8 x float>, ptr %s6, !weft.slot !0
  %c6 = select <8 x i1> %on, <8 x float> %r6, <8 x float> %old6
  store <8 x float> %c6, ptr %s6, !weft.slot !0
  store <8 x float> %r7, ptr %s7, !weft.slot !0
  %old8 = load <8 x float>, ptr %s8, !weft.slot !0
  %c8 = select <8 x i1> %on, <8 x float> %r8, <8 x float> %old8
  store <8 x float> %c8, ptr %s8, !weft.slot !0
  store <8 x float> %r9, ptr %s9, !weft.slot !0
  %old10 = load <8 x float>, ptr %s10, !weft.slot !0
  %c10 = select <8 x i1> %on, <8 x float> %r10, <8 x float> %old10
  store <8 x float> %c10, ptr %s10, !weft.slot !0
  store <8 x float> %r11, ptr %s11, !weft.slot !0
  %old12 = load <8 x float>, ptr %s12, !weft.slot !0
  %c12 = select <8 x i1> %on, <8 x float> %r12, <8 x float> %old12
  store <8 x float> %c12, ptr %s12, !weft.slot !0
  store <8 x float> %r13, ptr %s13, !weft.slot !0
  %old14 = load <8 x float>, ptr %s14, !weft.slot !0
  %c14 = select <8 x i1> %on, <8 x float> %r14, <8 x float> %old14
  store <8 x float> %c14, ptr %s14, !weft.slot !0
  store <8 x float> %r15, ptr %s15, !weft.slot !0
  %old16 = load <8 x float>, ptr %s16, !weft.slot !0
  %c16 = select <8 x i1> %on, <8 x float> %r16, <8 x float> %old16
  store <8 x float> %c16, ptr %s16, !weft.slot !0
  store <8 x float> %r17, ptr %s17, !weft.slot !0
  %old18 = load <8 x float>, ptr %s18, !weft.slot !0
  %c18 = select <8 x i1> %on, <8 x float> %r18, <8 x float> %old18
  store <8 x float> %c18, ptr %s18, !weft.slot !0
  store <8 x float> %r19, ptr %s19, !weft.slot !0
  ret void
}

; What may access the slots stays before the stores.
; CHECK-LABEL: define void @called(
; CHECK-NOT: store
; CHECK: call void @other(
; CHECK-COUNT-20: store <8 x float>
; CHECK: ret
define void @called(ptr noalias %p, ptr %unknown, <8 x float> %x, <8 x i1> %on) {
  %s0 = getelementptr i8, ptr %p, i64 0
  %l0 = load <8 x float>, ptr %s0, !weft.slot !0
  %s1 = getelementptr i8, ptr %p, i64 32
  %l1 = load <8 x float>, ptr %s1, !weft.slot !0
  %s2 = getelementptr i8, ptr %p, i64 64
  %l2 = load <8 x float>, ptr %s2, !weft.slot !0
  %s3 = getelementptr i8, ptr %p, i64 96
  %l3 = load <8 x float>, ptr %s3, !weft.slot !0
  %s4 = getelementptr i8, ptr %p, i64 128
  %l4 = load <8 x float>, ptr %s4, !weft.slot !0
  %s5 = getelementptr i8, ptr %p, i64 160
  %l5 = load <8 x float>, ptr %s5, !weft.slot !0
  %s6 = getelementptr i8, ptr %p, i64 192
  %l6 = load <8 x float>, ptr %s6, !weft.slot !0
  %s7 = getelementptr i8, ptr %p, i64 224
  %l7 = load <8 x float>, ptr %s7, !weft.slot !0
  %s8 = getelementptr i8, ptr %p, i64 256
  %l8 = load <8 x float>, ptr %s8, !weft.slot !0
  %s9 = getelementptr i8, ptr %p, i64 288
  %l9 = load <8 x float>, ptr %s9, !weft.slot !0
  %s10 = getelementptr i8, ptr %p, i64 320
  %l10 = load <8 x float>, ptr %s10, !weft.slot !0
  %s11 = getelementptr i8, ptr %p, i64 352
  %l11 = load <8 x float>, ptr %s11, !weft.slot !0
  %s12 = getelementptr i8, ptr %p, i64 384
  %l12 = load <8 x float>, ptr %s12, !weft.slot !0
  %s13 = getelementptr i8, ptr %p, i64 416
  %l13 = load <8 x float>, ptr %s13, !weft.slot !0
  %s14 = getelementptr i8, ptr %p, i64 448
  %l14 = load <8 x float>, ptr %s14, !weft.slot !0
  %s15 = getelementptr i8, ptr %p, i64 480
  %l15 = load <8 x float>, ptr %s15, !weft.slot !0
  %s16 = getelementptr i8, ptr %p, i64 512
  %l16 = load <8 x float>, ptr %s16, !weft.slot !0
  %s17 = getelementptr i8, ptr %p, i64 544
  %l17 = load <8 x float>, ptr %s17, !weft.slot !0
  %s18 = getelementptr i8, ptr %p, i64 576
  %l18 = load <8 x float>, ptr %s18, !weft.slot !0
  %s19 = getelementptr i8, ptr %p, i64 608
  %l19 = load <8 x float>, ptr %s19, !weft.slot !0
  %m0 = fmul <8 x float> %l0, %x
  %m1 = fmul <8 x float> %l1, %x
  %m2 = fmul <8 x float> %l2, %x
  %m3 = fmul <8 x float> %l3, %x
  %m4 = fmul <8 x float> %l4, %x
  %m5 = fmul <8 x float> %l5, %x
  %m6 = fmul <8 x float> %l6, %x
  %m7 = fmul <8 x float> %l7, %x
  %m8 = fmul <8 x float> %l8, %x
  %m9 = fmul <8 x float> %l9, %x
  %m10 = fmul <8 x float> %l10, %x
  %m11 = fmul <8 x float> %l11, %x
  %m12 = fmul <8 x float> %l12, %x
  %m13 = fmul <8 x float> %l13, %x
  %m14 = fmul <8 x float> %l14, %x
  %m15 = fmul <8 x float> %l15, %x
  %m16 = fmul <8 x float> %l16, %x
  %m17 = fmul <8 x float> %l17, %x
  %m18 = fmul <8 x float> %l18, %x
  %m19 = fmul <8 x float> %l19, %x
  %r0 = fadd <8 x float> %m0, %x
  %r1 = fadd <8 x float> %m1, %x
  %r2 = fadd <8 x float> %m2, %x
  %r3 = fadd <8 x float> %m3, %x
  %r4 = fadd <8 x float> %m4, %x
  %r5 = fadd <8 x float> %m5, %x
  %r6 = fadd <8 x float> %m6, %x
  %r7 = fadd <8 x float> %m7, %x
  %r8 = fadd <8 x float> %m8, %x
  %r9 = fadd <8 x float> %m9, %x
  %r10 = fadd <8 x float> %m10, %x
  %r11 = fadd <8 x float> %m11, %x
  %r12 = fadd <8 x float> %m12, %x
  %r13 = fadd <8 x float> %m13, %x
  %r14 = fadd <8 x float> %m14, %x
  %r15 = fadd <8 x float> %m15, %x
  %r16 = fadd <8 x float> %m16, %x
  %r17 = fadd <8 x float> %m17, %x
  %r18 = fadd <8 x float> %m18, %x
  %r19 = fadd <8 x float> %m19, %x
  call void @other(ptr %p)
  %old0 = load <8 x float>, ptr %s0, !weft.slot !0
  %c0 = select <8 x i1> %on, <8 x float> %r0, <8 x float> %old0
  store <8 x float> %c0, ptr %s0, !weft.slot !0
  store <8 x float> %r1, ptr %s1, !weft.slot !0
  %old2 = load <8 x float>, ptr %s2, !weft.slot !0
  %c2 = select <8 x i1> %on, <8 x float> %r2, <8 x float> %old2
  store <8 x float> %c2, ptr %s2, !weft.slot !0
  store <8 x float> %r3, ptr %s3, !weft.slot !0
  %old4 = load <8 x float>, ptr %s4, !weft.slot !0
  %c4 = select <8 x i1> %on, <8 x float> %r4, <8 x float> %old4
  store <8 x float> %c4, ptr %s4, !weft.slot !0
  store <8 x float> %r5, ptr %s5, !weft.slot !0
  %old6 = load <8 x float>, ptr %s6, !weft.slot !0
  %c6 = select <8 x i1> %on, <8 x float> %r6, <8 x float> %old6
  store <8 x float> %c6, ptr %s6, !weft.slot !0
  store <8 x float> %r7, ptr %s7, !weft.slot !0
  %old8 = load <8 x float>, ptr %s8, !weft.slot !0
  %c8 = select <8 x i1> %on, <8 x float> %r8, <8 x float> %old8
  store <8 x float> %c8, ptr %s8, !weft.slot !0
  store <8 x float> %r9, ptr %s9, !weft.slot !0
  %old10 = load <8 x float>, ptr %s10, !weft.slot !0
  %c10 = select <8 x i1> %on, <8 x float> %r10, <8 x float> %old10
  store <8 x float> %c10, ptr %s10, !weft.slot !0
  store <8 x float> %r11, ptr %s11, !weft.slot !0
  %old12 = load <8 x float>, ptr %s12, !weft.slot !0
  %c12 = select <8 x i1> %on, <8 x float> %r12, <8 x float> %old12
  store <8 x float> %c12, ptr %s12, !weft.slot !0
  store <8 x float> %r13, ptr %s13, !weft.slot !0
  %old14 = load <8 x float>, ptr %s14, !weft.slot !0
  %c14 = select <8 x i1> %on, <8 x float> %r14, <8 x float> %old14
  store <8 x float> %c14, ptr %s14, !weft.slot !0
  store <8 x float> %r15, ptr %s15, !weft.slot !0
  %old16 = load <8 x float>, ptr %s16, !weft.slot !0
  %c16 = select <8 x i1> %on, <8 x float> %r16, <8 x float> %old16
  store <8 x float> %c16, ptr %s16, !weft.slot !0
  store <8 x float> %r17, ptr %s17, !weft.slot !0
  %old18 = load <8 x float>, ptr %s18, !weft.slot !0
  %c18 = select <8 x i1> %on, <8 x float> %r18, <8 x float> %old18
  store <8 x float> %c18, ptr %s18, !weft.slot !0
  store <8 x float> %r19, ptr %s19, !weft.slot !0
  ret void
}

; Nor does a store pass a load of its slot; others do.
; CHECK-LABEL: define <8 x float> @loaded(
; CHECK-NOT: store <8 x float> %r0, ptr %s0
; CHECK: %again = load <8 x float>, ptr %s0
; CHECK: store <8 x float> %r0, ptr %s0
; CHECK: ret
; OTHERS-LABEL: define <8 x float> @loaded(
; OTHERS: %r1 = fadd
; OTHERS-NEXT: store <8 x float> %r1, ptr %s1
; OTHERS: ret
define <8 x float> @loaded(ptr noalias %p, <8 x float> %x) {
  %s0 = getelementptr i8, ptr %p, i64 0
  %l0 = load <8 x float>, ptr %s0, !weft.slot !0
  %s1 = getelementptr i8, ptr %p, i64 32
  %l1 = load <8 x float>, ptr %s1, !weft.slot !0
  %s2 = getelementptr i8, ptr %p, i64 64
  %l2 = load <8 x float>, ptr %s2, !weft.slot !0
  %s3 = getelementptr i8, ptr %p, i64 96
  %l3 = load <8 x float>, ptr %s3, !weft.slot !0
  %s4 = getelementptr i8, ptr %p, i64 128
  %l4 = load <8 x float>, ptr %s4, !weft.slot !0
  %s5 = getelementptr i8, ptr %p, i64 160
  %l5 = load <8 x float>, ptr %s5, !weft.slot !0
  %s6 = getelementptr i8, ptr %p, i64 192
  %l6 = load <8 x float>, ptr %s6, !weft.slot !0
  %s7 = getelementptr i8, ptr %p, i64 224
  %l7 = load <8 x float>, ptr %s7, !weft.slot !0
  %s8 = getelementptr i8, ptr %p, i64 256
  %l8 = load <8 x float>, ptr %s8, !weft.slot !0
  %s9 = getelementptr i8, ptr %p, i64 288
  %l9 = load <8 x float>, ptr %s9, !weft.slot !0
  %s10 = getelementptr i8, ptr %p, i64 320
  %l10 = load <8 x float>, ptr %s10, !weft.slot !0
  %s11 = getelementptr i8, ptr %p, i64 352
  %l11 = load <8 x float>, ptr %s11, !weft.slot !0
  %s12 = getelementptr i8, ptr %p, i64 384
  %l12 = load <8 x float>, ptr %s12, !weft.slot !0
  %s13 = getelementptr i8, ptr %p, i64 416
  %l13 = load <8 x float>, ptr %s13, !weft.slot !0
  %s14 = getelementptr i8, ptr %p, i64 448
  %l14 = load <8 x float>, ptr %s14, !weft.slot !0
  %s15 = getelementptr i8, ptr %p, i64 480
  %l15 = load <8 x float>, ptr %s15, !weft.slot !0
  %s16 = getelementptr i8, ptr %p, i64 512
  %l16 = load <8 x float>, ptr %s16, !weft.slot !0
  %s17 = getelementptr i8, ptr %p, i64 544
  %l17 = load <8 x float>, ptr %s17, !weft.slot !0
  %s18 = getelementptr i8, ptr %p, i64 576
  %l18 = load <8 x float>, ptr %s18, !weft.slot !0
  %s19 = getelementptr i8, ptr %p, i64 608
  %l19 = load <8 x float>, ptr %s19, !weft.slot !0
  %m0 = fmul <8 x float> %l0, %x
  %m1 = fmul <8 x float> %l1, %x
  %m2 = fmul <8 x float> %l2, %x
  %m3 = fmul <8 x float> %l3, %x
  %m4 = fmul <8 x float> %l4, %x
  %m5 = fmul <8 x float> %l5, %x
  %m6 = fmul <8 x float> %l6, %x
  %m7 = fmul <8 x float> %l7, %x
  %m8 = fmul <8 x float> %l8, %x
  %m9 = fmul <8 x float> %l9, %x
  %m10 = fmul <8 x float> %l10, %x
  %m11 = fmul <8 x float> %l11, %x
  %m12 = fmul <8 x float> %l12, %x
  %m13 = fmul <8 x float> %l13, %x
  %m14 = fmul <8 x float> %l14, %x
  %m15 = fmul <8 x float> %l15, %x
  %m16 = fmul <8 x float> %l16, %x
  %m17 = fmul <8 x float> %l17, %x
  %m18 = fmul <8 x float> %l18, %x
  %m19 = fmul <8 x float> %l19, %x
  %r0 = fadd <8 x float> %m0, %x
  %r1 = fadd <8 x float> %m1, %x
  %r2 = fadd <8 x float> %m2, %x
  %r3 = fadd <8 x float> %m3, %x
  %r4 = fadd <8 x float> %m4, %x
  %r5 = fadd <8 x float> %m5, %x
  %r6 = fadd <8 x float> %m6, %x
  %r7 = fadd <8 x float> %m7, %x
  %r8 = fadd <8 x float> %m8, %x
  %r9 = fadd <8 x float> %m9, %x
  %r10 = fadd <8 x float> %m10, %x
  %r11 = fadd <8 x float> %m11, %x
  %r12 = fadd <8 x float> %m12, %x
  %r13 = fadd <8 x float> %m13, %x
  %r14 = fadd <8 x float> %m14, %x
  %r15 = fadd <8 x float> %m15, %x
  %r16 = fadd <8 x float> %m16, %x
  %r17 = fadd <8 x float> %m17, %x
  %r18 = fadd <8 x float> %m18, %x
  %r19 = fadd <8 x float> %m19, %x
  %again = load <8 x float>, ptr %s0
  store <8 x float> %r0, ptr %s0, !weft.slot !0
  store <8 x float> %r1, ptr %s1, !weft.slot !0
  store <8 x float> %r2, ptr %s2, !weft.slot !0
  store <8 x float> %r3, ptr %s3, !weft.slot !0
  store <8 x float> %r4, ptr %s4, !weft.slot !0
  store <8 x float> %r5, ptr %s5, !weft.slot !0
  store <8 x float> %r6, ptr %s6, !weft.slot !0
  store <8 x float> %r7, ptr %s7, !weft.slot !0
  store <8 x float> %r8, ptr %s8, !weft.slot !0
  store <8 x float> %r9, ptr %s9, !weft.slot !0
  store <8 x float> %r10, ptr %s10, !weft.slot !0
  store <8 x float> %r11, ptr %s11, !weft.slot !0
  store <8 x float> %r12, ptr %s12, !weft.slot !0
  store <8 x float> %r13, ptr %s13, !weft.slot !0
  store <8 x float> %r14, ptr %s14, !weft.slot !0
  store <8 x float> %r15, ptr %s15, !weft.slot !0
  store <8 x float> %r16, ptr %s16, !weft.slot !0
  store <8 x float> %r17, ptr %s17, !weft.slot !0
  store <8 x float> %r18, ptr %s18, !weft.slot !0
  store <8 x float> %r19, ptr %s19, !weft.slot !0
  ret <8 x float> %again
}

; What a store blends stays with it: where others use that as well, it is where it was.
; CHECK-LABEL: define <8 x float> @shared(
; CHECK: %old = load <8 x float>, ptr %s0
; CHECK-NEXT: %choice = select <8 x i1> %on, <8 x float> %r0, <8 x float> %old
; CHECK-NEXT: store <8 x float> %choice, ptr %s0
; CHECK-NEXT: ret
define <8 x float> @shared(ptr noalias %p, <8 x float> %x, <8 x i1> %on) {
  %s0 = getelementptr i8, ptr %p, i64 0
  %l0 = load <8 x float>, ptr %s0, !weft.slot !0
  %s1 = getelementptr i8, ptr %p, i64 32
  %l1 = load <8 x float>, ptr %s1, !weft.slot !0
  %s2 = getelementptr i8, ptr %p, i64 64
  %l2 = load <8 x float>, ptr %s2, !weft.slot !0
  %s3 = getelementptr i8, ptr %p, i64 96
  %l3 = load <8 x float>, ptr %s3, !weft.slot !0
  %s4 = getelementptr i8, ptr %p, i64 128
  %l4 = load <8 x float>, ptr %s4, !weft.slot !0
  %s5 = getelementptr i8, ptr %p, i64 160
  %l5 = load <8 x float>, ptr %s5, !weft.slot !0
  %s6 = getelementptr i8, ptr %p, i64 192
  %l6 = load <8 x float>, ptr %s6, !weft.slot !0
  %s7 = getelementptr i8, ptr %p, i64 224
  %l7 = load <8 x float>, ptr %s7, !weft.slot !0
  %s8 = getelementptr i8, ptr %p, i64 256
  %l8 = load <8 x float>, ptr %s8, !weft.slot !0
  %s9 = getelementptr i8, ptr %p, i64 288
  %l9 = load <8 x float>, ptr %s9, !weft.slot !0
  %s10 = getelementptr i8, ptr %p, i64 320
  %l10 = load <8 x float>, ptr %s10, !weft.slot !0
  %s11 = getelementptr i8, ptr %p, i64 352
  %l11 = load <8 x float>, ptr %s11, !weft.slot !0
  %s12 = getelementptr i8, ptr %p, i64 384
  %l12 = load <8 x float>, ptr %s12, !weft.slot !0
  %s13 = getelementptr i8, ptr %p, i64 416
  %l13 = load <8 x float>, ptr %s13, !weft.slot !0
  %s14 = getelementptr i8, ptr %p, i64 448
  %l14 = load <8 x float>, ptr %s14, !weft.slot !0
  %s15 = getelementptr i8, ptr %p, i64 480
  %l15 = load <8 x float>, ptr %s15, !weft.slot !0
  %s16 = getelementptr i8, ptr %p, i64 512
  %l16 = load <8 x float>, ptr %s16, !weft.slot !0
  %s17 = getelementptr i8, ptr %p, i64 544
  %l17 = load <8 x float>, ptr %s17, !weft.slot !0
  %s18 = getelementptr i8, ptr %p, i64 576
  %l18 = load <8 x float>, ptr %s18, !weft.slot !0
  %s19 = getelementptr i8, ptr %p, i64 608
  %l19 = load <8 x float>, ptr %s19, !weft.slot !0
  %m0 = fmul <8 x float> %l0, %x
  %m1 = fmul <8 x float> %l1, %x
  %m2 = fmul <8 x float> %l2, %x
  %m3 = fmul <8 x float> %l3, %x
  %m4 = fmul <8 x float> %l4, %x
  %m5 = fmul <8 x float> %l5, %x
  %m6 = fmul <8 x float> %l6, %x
  %m7 = fmul <8 x float> %l7, %x
  %m8 = fmul <8 x float> %l8, %x
  %m9 = fmul <8 x float> %l9, %x
  %m10 = fmul <8 x float> %l10, %x
  %m11 = fmul <8 x float> %l11, %x
  %m12 = fmul <8 x float> %l12, %x
  %m13 = fmul <8 x float> %l13, %x
  %m14 = fmul <8 x float> %l14, %x
  %m15 = fmul <8 x float> %l15, %x
  %m16 = fmul <8 x float> %l16, %x
  %m17 = fmul <8 x float> %l17, %x
  %m18 = fmul <8 x float> %l18, %x
  %m19 = fmul <8 x float> %l19, %x
  %r0 = fadd <8 x float> %m0, %x
  %r1 = fadd <8 x float> %m1, %x
  %r2 = fadd <8 x float> %m2, %x
  %r3 = fadd <8 x float> %m3, %x
  %r4 = fadd <8 x float> %m4, %x
  %r5 = fadd <8 x float> %m5, %x
  %r6 = fadd <8 x float> %m6, %x
  %r7 = fadd <8 x float> %m7, %x
  %r8 = fadd <8 x float> %m8, %x
  %r9 = fadd <8 x float> %m9, %x
  %r10 = fadd <8 x float> %m10, %x
  %r11 = fadd <8 x float> %m11, %x
  %r12 = fadd <8 x float> %m12, %x
  %r13 = fadd <8 x float> %m13, %x
  %r14 = fadd <8 x float> %m14, %x
  %r15 = fadd <8 x float> %m15, %x
  %r16 = fadd <8 x float> %m16, %x
  %r17 = fadd <8 x float> %m17, %x
  %r18 = fadd <8 x float> %m18, %x
  %r19 = fadd <8 x float> %m19, %x
  store <8 x float> %r1, ptr %s1, !weft.slot !0
  store <8 x float> %r2, ptr %s2, !weft.slot !0
  store <8 x float> %r3, ptr %s3, !weft.slot !0
  store <8 x float> %r4, ptr %s4, !weft.slot !0
  store <8 x float> %r5, ptr %s5, !weft.slot !0
  store <8 x float> %r6, ptr %s6, !weft.slot !0
  store <8 x float> %r7, ptr %s7, !weft.slot !0
  store <8 x float> %r8, ptr %s8, !weft.slot !0
  store <8 x float> %r9, ptr %s9, !weft.slot !0
  store <8 x float> %r10, ptr %s10, !weft.slot !0
  store <8 x float> %r11, ptr %s11, !weft.slot !0
  store <8 x float> %r12, ptr %s12, !weft.slot !0
  store <8 x float> %r13, ptr %s13, !weft.slot !0
  store <8 x float> %r14, ptr %s14, !weft.slot !0
  store <8 x float> %r15, ptr %s15, !weft.slot !0
  store <8 x float> %r16, ptr %s16, !weft.slot !0
  store <8 x float> %r17, ptr %s17, !weft.slot !0
  store <8 x float> %r18, ptr %s18, !weft.slot !0
  store <8 x float> %r19, ptr %s19, !weft.slot !0
  %old = load <8 x float>, ptr %s0, !weft.slot !0
  %choice = select <8 x i1> %on, <8 x float> %r0, <8 x float> %old
  store <8 x float> %choice, ptr %s0, !weft.slot !0
  ret <8 x float> %old
}

declare void @other(ptr)

!0 = !{}
