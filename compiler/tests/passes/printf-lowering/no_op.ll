; RUN: %weft-opt --passes=printf-lowering,verify -S %s | FileCheck %s
; Without printf nothing happens, and no services variable appears.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: __weft_services
; CHECK-NOT: weft.uses_printf
define void @k() "weft.kernel" {
  ret void
}
