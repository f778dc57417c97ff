; RUN: %weft-opt --passes=byte-divisions,verify -S %s | FileCheck %s
; Bytes are divided by constants as 16 bits, which the signs are kept of; by others and by powers of two as they were.

; CHECK-LABEL: define <8 x i8> @signs(
; CHECK-NEXT: [[W:%.*]] = sext <8 x i8> %x to <8 x i16>
; CHECK-NEXT: [[Q:%.*]] = sdiv <8 x i16> [[W]], splat (i16 -9)
; CHECK-NEXT: [[T:%.*]] = trunc <8 x i16> [[Q]] to <8 x i8>
; CHECK-NEXT: ret <8 x i8> [[T]]
define <8 x i8> @signs(<8 x i8> %x) {
  %q = sdiv <8 x i8> %x, splat (i8 -9)
  ret <8 x i8> %q
}

; CHECK-LABEL: define <4 x i8> @remainders(
; CHECK-NEXT: [[W:%.*]] = zext <4 x i8> %x to <4 x i16>
; CHECK-NEXT: [[R:%.*]] = urem <4 x i16> [[W]], <i16 3, i16 200, i16 7, i16 4>
; CHECK-NEXT: [[T:%.*]] = trunc <4 x i16> [[R]] to <4 x i8>
; CHECK-NEXT: ret <4 x i8> [[T]]
define <4 x i8> @remainders(<4 x i8> %x) {
  %q = urem <4 x i8> %x, <i8 3, i8 200, i8 7, i8 4>
  ret <4 x i8> %q
}

; CHECK-LABEL: define <4 x i8> @others(
; CHECK-NEXT: sdiv <4 x i8> %x, splat (i8 4)
; CHECK-NEXT: udiv <4 x i8> {{%.*}}, %y
; CHECK-NEXT: udiv <4 x i16>
; CHECK-NEXT: udiv i8 {{%.*}}, 9
; CHECK-NEXT: insertelement
define <4 x i8> @others(<4 x i8> %x, <4 x i8> %y, <4 x i16> %z, i8 %s, ptr %p) {
  %a = sdiv <4 x i8> %x, splat (i8 4)
  %b = udiv <4 x i8> %a, %y
  %c = udiv <4 x i16> %z, splat (i16 9)
  %d = udiv i8 %s, 9
  %e = insertelement <4 x i8> %b, i8 %d, i32 0
  store <4 x i16> %c, ptr %p
  ret <4 x i8> %e
}
