; RUN: %weft-opt --passes='print<cost>' --weft-width=1 -o %t %s | FileCheck %s
; How often loops are taken to run: as numbers say; up to an argument as arrays are long, and so much less or more often
; as steps and what is computed with it say; 8 times where the bound is loaded or doubles.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: x 1000.00 %number.next = add
; CHECK: x 256.00 %less.next = add
; CHECK: x 64.00 %steps.next = add
; CHECK: x 16.00 %tiles.next = add
; CHECK: x 512.00 %twice.next = add
; CHECK: x 4096.00 %many.next = add
; CHECK: x 256.00 %down.next = add
; CHECK: x 8.00 %loaded.next = add
; CHECK: x 8.00 %doubled.next = shl
define void @turns(ptr addrspace(1) %p, i32 %n) {
entry:
  %wide = zext nneg i32 %n to i64
  %first = add nsw i32 %n, -1
  %tile.count = sdiv i32 %n, 16
  %twice.count = shl nsw i32 %n, 1
  %many.count = mul nsw i32 %n, 1000
  %loaded.count = load i32, ptr addrspace(1) %p
  br label %number
number:
  %number.i = phi i32 [ 0, %entry ], [ %number.next, %number ]
  %number.next = add i32 %number.i, 1
  %number.more = icmp slt i32 %number.next, 1000
  br i1 %number.more, label %number, label %less
less: ; no block of its own before it
  %less.i = phi i64 [ 1, %number ], [ %less.next, %less ]
  %less.next = add i64 %less.i, 1
  %less.more = icmp ult i64 %less.next, %wide
  br i1 %less.more, label %less, label %steps
steps:
  %steps.i = phi i32 [ 0, %less ], [ %steps.next, %steps ]
  %steps.next = add i32 %steps.i, 4
  %steps.more = icmp slt i32 %steps.next, %first
  br i1 %steps.more, label %steps, label %tiles
tiles:
  %tiles.i = phi i32 [ 0, %steps ], [ %tiles.next, %tiles ]
  %tiles.next = add i32 %tiles.i, 1
  %tiles.more = icmp slt i32 %tiles.next, %tile.count
  br i1 %tiles.more, label %tiles, label %twice
twice:
  %twice.i = phi i32 [ 0, %tiles ], [ %twice.next, %twice ]
  %twice.next = add i32 %twice.i, 1
  %twice.more = icmp slt i32 %twice.next, %twice.count
  br i1 %twice.more, label %twice, label %many
many:
  %many.i = phi i32 [ 0, %twice ], [ %many.next, %many ]
  %many.next = add i32 %many.i, 1
  %many.more = icmp slt i32 %many.next, %many.count
  br i1 %many.more, label %many, label %down
down:
  %down.i = phi i32 [ %first, %many ], [ %down.next, %down ]
  %down.next = add i32 %down.i, -1
  %down.more = icmp sgt i32 %down.next, 0
  br i1 %down.more, label %down, label %loaded
loaded:
  %loaded.i = phi i32 [ 0, %down ], [ %loaded.next, %loaded ]
  %loaded.next = add i32 %loaded.i, 1
  %loaded.more = icmp slt i32 %loaded.next, %loaded.count
  br i1 %loaded.more, label %loaded, label %doubled
doubled:
  %doubled.i = phi i32 [ 1, %loaded ], [ %doubled.next, %doubled ]
  %doubled.next = shl i32 %doubled.i, 1
  %doubled.more = icmp slt i32 %doubled.next, %n
  br i1 %doubled.more, label %doubled, label %end
end:
  ret void
}

; As long as what is loaded equals what is loaded elsewhere, twice; until it equals that, as often as the counter says.
; Each round but the last one goes on behind what may end the loop. What is loaded equals something that is no constant
; one time in four.
; CHECK-LABEL: cost of 'data'
; CHECK: x 2.00 %same.next = add
; CHECK: x 1.00 %same.more = icmp
; CHECK: x 256.00 %other.next = add
; CHECK: x 255.00 %other.more = icmp
; CHECK: x 0.25 %found = add
define i32 @data(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %key, i32 %n) {
entry:
  br label %same
same:
  %same.i = phi i32 [ 0, %entry ], [ %same.next, %equal ]
  %p.at = getelementptr i8, ptr addrspace(1) %p, i32 %same.i
  %q.at = getelementptr i8, ptr addrspace(1) %q, i32 %same.i
  %a = load i8, ptr addrspace(1) %p.at
  %b = load i8, ptr addrspace(1) %q.at
  %same.next = add nuw nsw i32 %same.i, 1
  %differs = icmp ne i8 %a, %b
  br i1 %differs, label %search, label %equal
equal:
  %same.more = icmp slt i32 %same.next, %n
  br i1 %same.more, label %same, label %search
search:
  br label %other
other:
  %other.i = phi i32 [ 0, %search ], [ %other.next, %more ]
  %c.at = getelementptr i32, ptr addrspace(1) %p, i32 %other.i
  %c = load i32, ptr addrspace(1) %c.at
  %other.next = add nuw nsw i32 %other.i, 1
  %is = icmp eq i32 %c, %key
  br i1 %is, label %after, label %more
more:
  %other.more = icmp slt i32 %other.next, %n
  br i1 %other.more, label %other, label %after
after:
  %d = load i32, ptr addrspace(1) %q
  %chosen = icmp eq i32 %d, %key
  br i1 %chosen, label %then, label %end
then:
  %found = add i32 %key, 5
  store i32 %found, ptr addrspace(1) %q
  br label %end
end:
  ret i32 0
}
