; RUN: %weft-opt --passes='print<shapes>' -o %t %s | FileCheck %s
; Steps from lane to lane, through arithmetic, addresses and extensions.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: shapes of 'f':
; CHECK: +3 %triple = mul i64 %id, 3
; CHECK-NEXT: uniform %same = add i64 %n, 7
; CHECK-NEXT: -1 %back = sub i64 %same, %id
; CHECK-NEXT: varying %square = mul i64 %id, %id
; CHECK-NEXT: +12 %at = getelementptr float, ptr addrspace(1) %p, i64 %triple
; CHECK-NEXT: varying %v = load float
; CHECK-NEXT: uniform %u = load float
; CHECK-NEXT: varying %w = xor i64 %x, %n
define void @f(i64 %id, i64 %n, i64 %x, ptr addrspace(1) %p) #0 {
  %triple = mul i64 %id, 3
  %same = add i64 %n, 7
  %back = sub i64 %same, %id
  %square = mul i64 %id, %id
  %at = getelementptr float, ptr addrspace(1) %p, i64 %triple
  %v = load float, ptr addrspace(1) %at
  %u = load float, ptr addrspace(1) %p
  %w = xor i64 %x, %n
  ret void
}

attributes #0 = { "weft.shapes"="id:1,x" }
