; RUN: %weft-opt --cpu=x86-64-v3 --passes=rare-leaves,verify -S %s | FileCheck %s
; What lanes take along is chosen in rounds in which some leave, of which the loop asks.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define <32 x i32> @search(
; CHECK: round:
; CHECK: [[ACTIVE:%.*]] = phi <32 x i1> [ splat (i1 true), %entry ], [ [[STAY:%.*]], %next ]
; CHECK: [[FOUND:%.*]] = phi <32 x i32> [ poison, %entry ], [ [[NEWEST:%.*]], %next ]
; CHECK: [[GOES_ON:%.*]] = fcmp ult
; CHECK-NOT: select <32 x i1> {{.*}}, <32 x i32>
; CHECK: %leaves =
; CHECK: [[NOT:%.*]] = xor <32 x i1> [[GOES_ON]], splat (i1 true)
; CHECK: [[LEAVES:%.*]] = select <32 x i1> [[ACTIVE]], <32 x i1> [[NOT]], <32 x i1> zeroinitializer
; CHECK: [[FROZEN:%.*]] = freeze <32 x i1> [[LEAVES]]
; CHECK: [[ANY:%.*]] = call i1 @llvm.vector.reduce.or.v32i1(<32 x i1> [[FROZEN]])
; CHECK: br i1 [[ANY]], label %round.update, label %round.go, !prof
; CHECK: round.update:
; CHECK: [[TAKEN:%.*]] = select <32 x i1> {{.*}}, <32 x i32> {{.*}}, <32 x i32> [[FOUND]]
; CHECK: br i1 {{.*}}, label %round.go, label %done
; CHECK: round.go:
; CHECK-DAG: [[NEWEST]] = phi <32 x i32> [ [[TAKEN]], %round.update ], [ [[FOUND]], %round ]
; CHECK-DAG: [[STAY]] = phi <32 x i1> [ {{.*}}, %round.update ], [ [[ACTIVE]], %round ]
; CHECK: br label %next
; CHECK: done:
; CHECK: phi <32 x i32> [ [[TAKEN]], %round.update ], [ [[NEWEST]], %next ]
define <32 x i32> @search(ptr %table, <32 x float> %x, i32 %n) {
entry:
  br label %round

round:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %active = phi <32 x i1> [ splat (i1 true), %entry ], [ %stay, %next ]
  %found = phi <32 x i32> [ poison, %entry ], [ %taken, %next ]
  %address = getelementptr float, ptr %table, i32 %i
  %element = load float, ptr %address
  %e = insertelement <32 x float> poison, float %element, i64 0
  %elements = shufflevector <32 x float> %e, <32 x float> poison, <32 x i32> zeroinitializer
  %j = insertelement <32 x i32> poison, i32 %i, i64 0
  %is = shufflevector <32 x i32> %j, <32 x i32> poison, <32 x i32> zeroinitializer
  %goes.on = fcmp ult <32 x float> %elements, %x
  %stay = select <32 x i1> %active, <32 x i1> %goes.on, <32 x i1> zeroinitializer
  %not = xor <32 x i1> %goes.on, splat (i1 true)
  %leaves = select <32 x i1> %active, <32 x i1> %not, <32 x i1> zeroinitializer
  %taken = select <32 x i1> %leaves, <32 x i32> %is, <32 x i32> %found
  %frozen = freeze <32 x i1> %stay
  %any = call i1 @llvm.vector.reduce.or.v32i1(<32 x i1> %frozen)
  br i1 %any, label %next, label %done

next:
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %round, label %done

done:
  %result = phi <32 x i32> [ %taken, %round ], [ %taken, %next ]
  ret <32 x i32> %result
}

; Two conditions, and a chain of what is taken along.

; CHECK-LABEL: define <32 x i32> @two_ways(
; CHECK: round:
; CHECK: [[NOBODY:%.*]] = xor <32 x i1> [[STAY:%.*]], splat (i1 true)
; CHECK: select <32 x i1> %active, <32 x i1> [[NOBODY]], <32 x i1> zeroinitializer
; CHECK: br i1 {{.*}}, label %round.update, label %round.go
; CHECK: round.update:
; CHECK: [[FIRST:%.*]] = select <32 x i1> %leaves.first, <32 x i32> splat (i32 7), <32 x i32> %found
; CHECK: [[SECOND:%.*]] = select <32 x i1> %leaves.second, <32 x i32> %is, <32 x i32> [[FIRST]]
; CHECK: round.go:
; CHECK-DAG: phi <32 x i32> [ [[SECOND]], %round.update ], [ %found, %round ]
; CHECK: br label %next
define <32 x i32> @two_ways(<32 x i32> %x, <32 x i32> %y, i32 %n) {
entry:
  br label %round

round:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %active = phi <32 x i1> [ splat (i1 true), %entry ], [ %stay, %next ]
  %found = phi <32 x i32> [ poison, %entry ], [ %second, %next ]
  %j = insertelement <32 x i32> poison, i32 %i, i64 0
  %is = shufflevector <32 x i32> %j, <32 x i32> poison, <32 x i32> zeroinitializer
  %below.x = icmp ult <32 x i32> %is, %x
  %stay.first = select <32 x i1> %active, <32 x i1> %below.x, <32 x i1> zeroinitializer
  %not.first = xor <32 x i1> %below.x, splat (i1 true)
  %leaves.first = select <32 x i1> %active, <32 x i1> %not.first, <32 x i1> zeroinitializer
  %below.y = icmp ult <32 x i32> %is, %y
  %stay = select <32 x i1> %stay.first, <32 x i1> %below.y, <32 x i1> zeroinitializer
  %not.second = xor <32 x i1> %below.y, splat (i1 true)
  %leaves.second = select <32 x i1> %stay.first, <32 x i1> %not.second, <32 x i1> zeroinitializer
  %first = select <32 x i1> %leaves.first, <32 x i32> splat (i32 7), <32 x i32> %found
  %second = select <32 x i1> %leaves.second, <32 x i32> %is, <32 x i32> %first
  %frozen = freeze <32 x i1> %stay
  %any = call i1 @llvm.vector.reduce.or.v32i1(<32 x i1> %frozen)
  br i1 %any, label %next, label %done

next:
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %round, label %done

done:
  %result = phi <32 x i32> [ %second, %round ], [ %second, %next ]
  ret <32 x i32> %result
}

; Lanes that compare what each has of its own in every round, that take along a constant, with a bound near by, and
; without one, leave soon or may do so.

; CHECK-LABEL: define <8 x i32> @own_elements(
; CHECK-NOT: update:
; CHECK-LABEL: define <8 x i32> @constant(
; CHECK-NOT: update:
; CHECK-LABEL: define <8 x i32> @near_bound(
; CHECK-NOT: update:
; CHECK-LABEL: define <8 x i32> @unbounded(
; CHECK-NOT: update:
; CHECK: ret
define <8 x i32> @own_elements(ptr %text, <8 x i32> %x, i32 %n) {
entry:
  br label %round

round:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %active = phi <8 x i1> [ splat (i1 true), %entry ], [ %stay, %next ]
  %found = phi <8 x i32> [ poison, %entry ], [ %taken, %next ]
  %j = insertelement <8 x i32> poison, i32 %i, i64 0
  %is = shufflevector <8 x i32> %j, <8 x i32> poison, <8 x i32> zeroinitializer
  %address = getelementptr i32, ptr %text, i32 %i
  %own = load <8 x i32>, ptr %address
  %goes.on = icmp ult <8 x i32> %is, %own
  %stay = select <8 x i1> %active, <8 x i1> %goes.on, <8 x i1> zeroinitializer
  %not = xor <8 x i1> %goes.on, splat (i1 true)
  %leaves = select <8 x i1> %active, <8 x i1> %not, <8 x i1> zeroinitializer
  %taken = select <8 x i1> %leaves, <8 x i32> %is, <8 x i32> %found
  %any = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %stay)
  br i1 %any, label %next, label %done

next:
  %i.next = add nuw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %round, label %done

done:
  %result = phi <8 x i32> [ %taken, %round ], [ %taken, %next ]
  ret <8 x i32> %result
}

define <8 x i32> @constant(ptr %text, <8 x i32> %x, i32 %n) {
entry:
  br label %round

round:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %active = phi <8 x i1> [ splat (i1 true), %entry ], [ %stay, %next ]
  %found = phi <8 x i32> [ poison, %entry ], [ %taken, %next ]
  %j = insertelement <8 x i32> poison, i32 %i, i64 0
  %is = shufflevector <8 x i32> %j, <8 x i32> poison, <8 x i32> zeroinitializer
  %goes.on = icmp ult <8 x i32> %is, %x
  %stay = select <8 x i1> %active, <8 x i1> %goes.on, <8 x i1> zeroinitializer
  %not = xor <8 x i1> %goes.on, splat (i1 true)
  %leaves = select <8 x i1> %active, <8 x i1> %not, <8 x i1> zeroinitializer
  %taken = select <8 x i1> %leaves, <8 x i32> splat (i32 1), <8 x i32> %found
  %any = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %stay)
  br i1 %any, label %next, label %done

next:
  %i.next = add nuw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %round, label %done

done:
  %result = phi <8 x i32> [ %taken, %round ], [ %taken, %next ]
  ret <8 x i32> %result
}

define <8 x i32> @near_bound(ptr %text, <8 x i32> %x, i32 %n) {
entry:
  br label %round

round:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %active = phi <8 x i1> [ splat (i1 true), %entry ], [ %stay, %next ]
  %found = phi <8 x i32> [ poison, %entry ], [ %taken, %next ]
  %j = insertelement <8 x i32> poison, i32 %i, i64 0
  %is = shufflevector <8 x i32> %j, <8 x i32> poison, <8 x i32> zeroinitializer
  %goes.on = icmp ult <8 x i32> %is, %x
  %stay = select <8 x i1> %active, <8 x i1> %goes.on, <8 x i1> zeroinitializer
  %not = xor <8 x i1> %goes.on, splat (i1 true)
  %leaves = select <8 x i1> %active, <8 x i1> %not, <8 x i1> zeroinitializer
  %taken = select <8 x i1> %leaves, <8 x i32> %is, <8 x i32> %found
  %any = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %stay)
  br i1 %any, label %next, label %done

next:
  %i.next = add nuw i32 %i, 1
  %more = icmp ult i32 %i.next, 16
  br i1 %more, label %round, label %done

done:
  %result = phi <8 x i32> [ %taken, %round ], [ %taken, %next ]
  ret <8 x i32> %result
}

define <8 x i32> @unbounded(ptr %text, <8 x i32> %x, i32 %n) {
entry:
  br label %round

round:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %active = phi <8 x i1> [ splat (i1 true), %entry ], [ %stay, %next ]
  %found = phi <8 x i32> [ poison, %entry ], [ %taken, %next ]
  %j = insertelement <8 x i32> poison, i32 %i, i64 0
  %is = shufflevector <8 x i32> %j, <8 x i32> poison, <8 x i32> zeroinitializer
  %goes.on = icmp ult <8 x i32> %is, %x
  %stay = select <8 x i1> %active, <8 x i1> %goes.on, <8 x i1> zeroinitializer
  %not = xor <8 x i1> %goes.on, splat (i1 true)
  %leaves = select <8 x i1> %active, <8 x i1> %not, <8 x i1> zeroinitializer
  %taken = select <8 x i1> %leaves, <8 x i32> %is, <8 x i32> %found
  %any = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %stay)
  br i1 %any, label %next, label %done

next:
  %i.next = add nuw i32 %i, 1
  br label %round

done:
  %result = phi <8 x i32> [ %taken, %round ]
  ret <8 x i32> %result
}

declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
declare i1 @llvm.vector.reduce.or.v32i1(<32 x i1>)
