; RUN: %weft-opt --passes=wide-masks,verify -S %s | FileCheck %s
; RUN: %weft-opt --cpu=haswell --passes=wide-masks,verify -S %s | FileCheck %s --check-prefix=WIDE
; RUN: %weft-opt --cpu=x86-64-v4 --passes=wide-masks,verify -S %s | FileCheck %s --check-prefix=REGISTERS
; RUN: %weft-opt --cpu=skylake-avx512 --passes=wide-masks,verify -S %s | FileCheck %s --check-prefix=REGISTERS
; A loop that lanes leave at different times: its mask is a vector of integers, as wide as what is selected by it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; WIDE-NOT: phi <16 x i1>
; Where masks have registers of their own nothing changes.
; REGISTERS: phi <16 x i1>
; REGISTERS-NOT: sext <16 x i1>

; CHECK-LABEL: define <16 x float> @loop(
; CHECK: entry:
; CHECK: [[FIRST:%.*]] = icmp sgt <16 x i32> %n, zeroinitializer
; CHECK-NEXT: [[FIRST_WIDE:%.*]] = sext <16 x i1> [[FIRST]] to <16 x i32>
; CHECK: loop:
; CHECK-NOT: phi <16 x i1>
; CHECK: [[ACTIVE_WIDE:%.*]] = phi <16 x i32> [ [[FIRST_WIDE]], %entry ], [ [[NEXT_WIDE:%.*]], %loop ]
; CHECK: [[ACTIVE:%.*]] = icmp slt <16 x i32> [[ACTIVE_WIDE]], zeroinitializer
; CHECK: select <16 x i1> [[ACTIVE]], <16 x float>
; CHECK: [[LESS:%.*]] = icmp slt <16 x i32>
; CHECK-NEXT: [[LESS_WIDE:%.*]] = sext <16 x i1> [[LESS]] to <16 x i32>
; CHECK: [[KEPT:%.*]] = freeze <16 x i32> [[LESS_WIDE]]
; CHECK: [[NEXT_WIDE]] = and <16 x i32> [[ACTIVE_WIDE]], [[KEPT]]
; Whether a lane is on: registers of 128 bits are joined.
; CHECK-COUNT-2: or <{{8|4}} x i32>
; CHECK: [[SIGNS:%.*]] = icmp slt <4 x i32> {{%.*}}, zeroinitializer
; CHECK: bitcast <4 x i1> [[SIGNS]] to i4
; CHECK: exit:
; CHECK: [[BEFORE:%.*]] = icmp slt <16 x i32> [[FIRST_WIDE]], zeroinitializer
; CHECK: select <16 x i1> [[BEFORE]]
define <16 x float> @loop(<16 x i32> %n, <16 x float> %x) {
entry:
  %first = icmp sgt <16 x i32> %n, zeroinitializer
  br label %loop
loop:
  %active = phi <16 x i1> [ %first, %entry ], [ %next, %loop ]
  %i = phi <16 x i32> [ zeroinitializer, %entry ], [ %i.next, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %sum.next, %loop ]
  %sum.all = fadd <16 x float> %sum, %x
  %sum.next = select <16 x i1> %active, <16 x float> %sum.all, <16 x float> %sum
  %i.next = add <16 x i32> %i, splat (i32 1)
  %less = icmp slt <16 x i32> %i.next, %n
  %less.kept = freeze <16 x i1> %less
  %next = and <16 x i1> %active, %less.kept
  %bits = bitcast <16 x i1> %next to i16
  %none = icmp eq i16 %bits, 0
  br i1 %none, label %exit, label %loop
exit:
  %r = select <16 x i1> %first, <16 x float> %sum.next, <16 x float> %x
  ret <16 x float> %r
}

; Doubles are chosen: 64 bits. What a lane that is off would choose from may be poison.
; CHECK-LABEL: define <4 x double> @chosen(
; CHECK: sext <4 x i1> {{.*}} to <4 x i64>
; CHECK: then:
; CHECK: [[C:%.*]] = fcmp
; CHECK: [[C_WIDE:%.*]] = sext <4 x i1> [[C]] to <4 x i64>
; CHECK: [[C_KEPT:%.*]] = freeze <4 x i64> [[C_WIDE]]
; CHECK: [[BOTH:%.*]] = and <4 x i64> {{%.*}}, [[C_KEPT]]
; CHECK: end:
; CHECK: [[M:%.*]] = phi <4 x i64> [ [[BOTH]], %then ], [ splat (i64 -1), %entry ]
; CHECK: [[ON:%.*]] = icmp slt <4 x i64> [[M]], zeroinitializer
; CHECK: select <4 x i1> [[ON]], <4 x double>
define <4 x double> @chosen(<4 x double> %a, <4 x double> %b, i1 %branch) {
entry:
  %less = fcmp olt <4 x double> %a, %b
  br i1 %branch, label %then, label %end
then:
  %c = fcmp ogt <4 x double> %a, zeroinitializer
  %both = select <4 x i1> %less, <4 x i1> %c, <4 x i1> zeroinitializer
  br label %end
end:
  %m = phi <4 x i1> [ %both, %then ], [ splat (i1 true), %entry ]
  %r = select <4 x i1> %m, <4 x double> %a, <4 x double> %b
  ret <4 x double> %r
}

; One condition of all lanes among the masks.
; CHECK-LABEL: define <8 x float> @uniform(
; CHECK: [[ALL:%.*]] = sext i1 %more to i32
; CHECK: [[SPLAT:%.*]] = shufflevector <8 x i32>
; CHECK: [[KEPT:%.*]] = freeze <8 x i32>
; CHECK: [[M:%.*]] = and <8 x i32> [[SPLAT]], [[KEPT]]
; CHECK: next:
; CHECK: icmp slt <8 x i32> [[M]], zeroinitializer
define <8 x float> @uniform(<8 x float> %a, i1 %more) {
  %less = fcmp olt <8 x float> %a, zeroinitializer
  %m = select i1 %more, <8 x i1> %less, <8 x i1> zeroinitializer
  br label %next
next:
  %r = select <8 x i1> %m, <8 x float> %a, <8 x float> zeroinitializer
  ret <8 x float> %r
}

; The mask that a function is called with.
; CHECK-LABEL: define <8 x float> @called(
; CHECK-NEXT: [[MASK:%.*]] = sext <8 x i1> %mask to <8 x i32>
; CHECK: [[BOTH:%.*]] = and <8 x i32> [[MASK]],
; CHECK: next:
; CHECK: icmp slt <8 x i32> [[BOTH]], zeroinitializer
define <8 x float> @called(<8 x float> %a, <8 x i1> %mask) {
  %less = fcmp olt <8 x float> %a, zeroinitializer
  %m = and <8 x i1> %mask, %less
  br label %next
next:
  %r = select <8 x i1> %m, <8 x float> %a, <8 x float> zeroinitializer
  ret <8 x float> %r
}

; What is no logic of masks keeps its operand as it was.
; CHECK-LABEL: define <4 x i32> @shuffled(
; CHECK: next:
; CHECK: [[M:%.*]] = icmp slt <8 x i32> {{%.*}}, zeroinitializer
; CHECK: shufflevector <8 x i1> [[M]]
define <4 x i32> @shuffled(<8 x i32> %a, <4 x i32> %b) {
  %m = icmp slt <8 x i32> %a, zeroinitializer
  br label %next
next:
  %low = shufflevector <8 x i1> %m, <8 x i1> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  br label %last
last:
  %r = select <4 x i1> %low, <4 x i32> %b, <4 x i32> zeroinitializer
  ret <4 x i32> %r
}

; Nothing lives across blocks.
; CHECK-LABEL: define <8 x i32> @here(
; CHECK-NOT: sext
; CHECK: ret
define <8 x i32> @here(<8 x i32> %a) {
  %m = icmp slt <8 x i32> %a, zeroinitializer
  %r = select <8 x i1> %m, <8 x i32> %a, <8 x i32> zeroinitializer
  ret <8 x i32> %r
}

; A CPU with mask registers.
; CHECK-LABEL: define <8 x i32> @registers(
; CHECK-NOT: sext
; CHECK: ret
define <8 x i32> @registers(<8 x i32> %a) #0 {
  %m = icmp slt <8 x i32> %a, zeroinitializer
  br label %next
next:
  %r = select <8 x i1> %m, <8 x i32> %a, <8 x i32> zeroinitializer
  ret <8 x i32> %r
}

attributes #0 = { "target-features"="+avx512f,+avx512vl" }
