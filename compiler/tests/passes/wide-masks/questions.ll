; RUN: %weft-opt --cpu=haswell --passes=wide-masks,verify -S %s | FileCheck %s
; Questions about a mask of several registers that its own block asks: the registers are joined.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i1 @asked(
; CHECK: [[LESS:%.*]] = icmp slt <32 x i32> %a, %b
; CHECK: sext <32 x i1> [[LESS]] to <32 x i32>
; CHECK: or <16 x i32>
; CHECK: [[JOINED:%.*]] = or <8 x i32>
; CHECK: [[SIGNS:%.*]] = icmp slt <8 x i32> [[JOINED]], zeroinitializer
; CHECK: bitcast <8 x i1> [[SIGNS]] to i8
define i1 @asked(<32 x i32> %a, <32 x i32> %b) {
  %less = icmp slt <32 x i32> %a, %b
  %bits = bitcast <32 x i1> %less to i32
  %any = icmp ne i32 %bits, 0
  ret i1 %any
}

; One register has an instruction for it; other questions need all lanes.
; CHECK-LABEL: define i1 @other(
; CHECK-NOT: or <
; CHECK: ret i1
define i1 @other(<8 x i32> %a, <8 x i32> %b, <32 x i32> %c, <32 x i32> %d) {
  %less = icmp slt <8 x i32> %a, %b
  %bits = bitcast <8 x i1> %less to i8
  %any = icmp ne i8 %bits, 0
  %equal = icmp eq <32 x i32> %c, %d
  %all.bits = bitcast <32 x i1> %equal to i32
  %all = icmp eq i32 %all.bits, -1
  %r = and i1 %any, %all
  ret i1 %r
}
