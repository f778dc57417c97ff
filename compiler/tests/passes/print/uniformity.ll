; RUN: %weft-opt --passes='print<weft-uniformity>' -o %t %s | FileCheck %s
; What differs between the lanes of a pack, and which branches they take different ways.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: uniformity of 'f':
; CHECK: %entry:
; CHECK-NEXT: uniform %a = add i32 %n, 1
; CHECK-NEXT: divergent %b = add i32 %x, %a
; CHECK-NEXT: uniform %big = icmp sgt i32 %n, 4
; CHECK-NEXT: uniform br i1 %big
; CHECK: %inner:
; CHECK-NEXT: divergent %odd = trunc i32 %b to i1
; CHECK-NEXT: divergent br i1 %odd
; CHECK: %join:
; Which way a lane came differs, although both values are the same for all.
; CHECK: divergent %r = phi i32
define i32 @f(i32 %x, i32 %n) #0 {
entry:
  %a = add i32 %n, 1
  %b = add i32 %x, %a
  %big = icmp sgt i32 %n, 4
  br i1 %big, label %inner, label %out
inner:
  %odd = trunc i32 %b to i1
  br i1 %odd, label %left, label %join
left:
  br label %join
join:
  %r = phi i32 [ %a, %inner ], [ %n, %left ]
  br label %out
out:
  %s = phi i32 [ %r, %join ], [ 0, %entry ]
  ret i32 %s
}

attributes #0 = { "weft.pack"="x" }
