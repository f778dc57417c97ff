; RUN: %weft-opt --passes="function(plane-loops),verify" -S %s | FileCheck %s
; Loops that load vectors from another plane of memory in each round have four rounds in one.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <16 x i32> @planes(
; CHECK-COUNT-4: load <16 x i32>
; CHECK: br i1
; CHECK: load <16 x i32>
; CHECK-NOT: load <16 x i32>
; CHECK: ret <16 x i32>
define <16 x i32> @planes(ptr addrspace(1) %in, i64 %plane, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <16 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at = mul i64 %i, %plane
  %a = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %x = load <16 x i32>, ptr addrspace(1) %a, align 4
  %more = add <16 x i32> %sum, %x
  %next = add nuw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret <16 x i32> %more
}

; A page is far, and so is a layer that is clamped.
; CHECK-LABEL: define <16 x i32> @clamped(
; CHECK-COUNT-4: load <16 x i32>
; CHECK: ret <16 x i32>
define <16 x i32> @clamped(ptr addrspace(1) %in, i64 %last, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <16 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %layer = call i64 @llvm.umin.i64(i64 %i, i64 %last)
  %a = getelementptr [1024 x i32], ptr addrspace(1) %in, i64 %layer
  %x = load <16 x i32>, ptr addrspace(1) %a, align 4
  %more = add <16 x i32> %sum, %x
  %next = add nuw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret <16 x i32> %more
}

; What is near is foreseen.
; CHECK-LABEL: define <16 x i32> @near(
; CHECK: load <16 x i32>
; CHECK-NOT: load <16 x i32>
; CHECK: ret <16 x i32>
define <16 x i32> @near(ptr addrspace(1) %in, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <16 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %a = getelementptr [512 x i32], ptr addrspace(1) %in, i64 %i
  %x = load <16 x i32>, ptr addrspace(1) %a, align 4
  %more = add <16 x i32> %sum, %x
  %next = add nuw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret <16 x i32> %more
}

; So is what scalars are: a line of theirs has the next ones.
; CHECK-LABEL: define i32 @scalars(
; CHECK: load i32
; CHECK-NOT: load i32
; CHECK: ret i32
define i32 @scalars(ptr addrspace(1) %in, i64 %plane, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = mul i64 %i, %plane
  %a = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %x = load i32, ptr addrspace(1) %a, align 4
  %more = add i32 %sum, %x
  %next = add nuw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret i32 %more
}

; Nor is there much to foresee where a round reads a kilobyte.
; CHECK-LABEL: define <256 x i32> @wide(
; CHECK: load <256 x i32>
; CHECK-NOT: load <256 x i32>
; CHECK: ret <256 x i32>
define <256 x i32> @wide(ptr addrspace(1) %in, i64 %plane, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <256 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at = mul i64 %i, %plane
  %a = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %x = load <256 x i32>, ptr addrspace(1) %a, align 4
  %more = add <256 x i32> %sum, %x
  %next = add nuw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret <256 x i32> %more
}

; Stores wait for nothing.
; CHECK-LABEL: define void @writes(
; CHECK: load <16 x i32>
; CHECK-NOT: load <16 x i32>
; CHECK: ret void
define void @writes(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %plane, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = mul i64 %i, %plane
  %a = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %x = load <16 x i32>, ptr addrspace(1) %a, align 4
  %b = getelementptr i32, ptr addrspace(1) %out, i64 %at
  store <16 x i32> %x, ptr addrspace(1) %b, align 4
  %next = add nuw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret void
}

; The source has said that the loop is to stay.
; CHECK-LABEL: define <16 x i32> @stays(
; CHECK: load <16 x i32>
; CHECK-NOT: load <16 x i32>
; CHECK: ret <16 x i32>
define <16 x i32> @stays(ptr addrspace(1) %in, i64 %plane, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <16 x i32> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at = mul i64 %i, %plane
  %a = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %x = load <16 x i32>, ptr addrspace(1) %a, align 4
  %more = add <16 x i32> %sum, %x
  %next = add nuw i64 %i, 1
  %end = icmp eq i64 %next, %n
  br i1 %end, label %done, label %loop, !llvm.loop !0
done:
  ret <16 x i32> %more
}

declare i64 @llvm.umin.i64(i64, i64)

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
