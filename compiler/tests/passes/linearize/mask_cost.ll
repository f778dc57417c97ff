; RUN: %weft-opt --cpu=x86-64-v3 --passes=linearize,verify -S %s | FileCheck %s --check-prefixes=CHECK,AVX2
; RUN: %weft-opt --cpu=x86-64-v4 --passes=linearize,verify -S %s | FileCheck %s --check-prefixes=CHECK,REGISTERS
; Code is skipped when nobody is to run it where that costs less than its masks; and what was rare stays so.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @sum(
; AVX2: br i1 %{{.*}}, label %then.body, label %end
; AVX2-NOT: !prof
; REGISTERS-NOT: br i1
; CHECK: ret void
define void @sum(i32 %id, ptr %a, ptr %b, i32 %n) "weft.pack"="id,a,b" {
entry:
  %c = icmp slt i32 %id, %n
  br i1 %c, label %then, label %end
then:
  %x = load i32, ptr %a, align 4
  %y = load i32, ptr %b, align 4
  %z = add i32 %x, %y
  store i32 %z, ptr %a, align 4
  br label %end
end:
  ret void
}

; CHECK-LABEL: define void @rare(
; CHECK: br i1 %{{.*}}, label %then.body, label %end, !prof [[RARE:![0-9]+]]
; CHECK: ret void
; CHECK: [[RARE]] = !{!"branch_weights", i32 1, i32 31}
define void @rare(i32 %id, ptr %a, i32 %n) "weft.pack"="id,a" {
entry:
  %c = icmp slt i32 %id, %n
  br i1 %c, label %then, label %end, !prof !0
then:
  %x = load i32, ptr %a, align 4
  %y = sdiv i32 100, %x
  %z = sdiv i32 %y, %n
  store i32 %z, ptr %a, align 4
  br label %end
end:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 2000}
