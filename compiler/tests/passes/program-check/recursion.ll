; RUN: not %weft-opt --passes=program-check -S %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; Functions that kernels reach and that call themselves, directly, in turns or by an alias, are errors with the whole
; cycle; what no kernel reaches is none.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: error: recursion is not supported: 'f' calls 'g', 'g' calls 'h', 'h' calls 'f' (in 'f')
define void @k(i32 %n) "weft.kernel" {
  call void @leaf()
  call void @f(i32 %n)
  ret void
}

define internal void @leaf() {
  ret void
}

define internal void @f(i32 %n) {
  call void @leaf()
  %c = icmp eq i32 %n, 7
  br i1 %c, label %again, label %done

again:
  call void @g(i32 %n)
  br label %done

done:
  ret void
}

@alias = internal alias void (i32), ptr @h

define internal void @g(i32 %n) {
  call void @alias(i32 %n)
  ret void
}

define internal void @h(i32 %n) {
  call void @f(i32 %n)
  ret void
}

define internal void @unreached(i32 %n) {
  call void @unreached(i32 %n)
  ret void
}
