; Work-items wait for one another at the end of a round where they may have gone by a place to meet at, or when the last
; one is in a loop within. Where all come to the last place of each round, that is enough. States are in the order of
; the source, a loop's before those behind it.
; RUN: %weft-opt --passes=sub-group-meets,verify -S %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare i32 @__weft_sub_group_meet() convergent
declare i64 @__weft_sub_group_local_id()

; CHECK-LABEL: define void @passed_by(
; CHECK: then:
; CHECK: store i32 1, ptr
; CHECK: latch:
; CHECK: store i32 2, ptr
; CHECK: done:
; CHECK: store i32 3, ptr
; CHECK: switch i32 %first.state, label %states.end [
; CHECK-NEXT: i32 1, label %state.1
; CHECK-NEXT: i32 2, label %state.2
; CHECK-NEXT: i32 3, label %state.3
; CHECK-NEXT: ]
define void @passed_by(i64 %rounds) #0 {
entry:
  %id = call i64 @__weft_sub_group_local_id()
  br label %loop

loop:
  %round = phi i64 [ 0, %entry ], [ %next, %latch ]
  %bit = trunc i64 %round to i1
  br i1 %bit, label %then, label %latch

then:
  call i32 @__weft_sub_group_meet()
  br label %latch

latch:
  %next = add i64 %round, 1
  %more = icmp ult i64 %next, %id
  br i1 %more, label %loop, label %done

done:
  call i32 @__weft_sub_group_meet()
  ret void
}

; CHECK-LABEL: define void @come_by(
; CHECK: switch i32 %first.state, label %states.end [
; CHECK-NEXT: i32 1, label %state.1
; CHECK-NEXT: ]
define void @come_by(i64 %rounds) #0 {
entry:
  %id = call i64 @__weft_sub_group_local_id()
  br label %loop

loop:
  %round = phi i64 [ 0, %entry ], [ %next, %loop ]
  call i32 @__weft_sub_group_meet()
  %next = add i64 %round, 1
  %more = icmp ult i64 %next, %id
  br i1 %more, label %loop, label %done

done:
  ret void
}

; CHECK-LABEL: define void @within(
; CHECK: inner:
; CHECK: store i32 1, ptr
; CHECK: latch:
; CHECK: store i32 2, ptr
; CHECK: switch i32 %first.state, label %states.end [
; CHECK-NEXT: i32 1, label %state.1
; CHECK-NEXT: i32 2, label %state.2
; CHECK-NEXT: ]
define void @within(i64 %rounds) #0 {
entry:
  %id = call i64 @__weft_sub_group_local_id()
  br label %loop

loop:
  %round = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %inner

inner:
  %i = phi i64 [ 0, %loop ], [ %i.next, %inner ]
  call i32 @__weft_sub_group_meet()
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, %round
  br i1 %again, label %inner, label %latch

latch:
  %next = add i64 %round, 1
  %more = icmp ult i64 %next, %id
  br i1 %more, label %loop, label %done

done:
  ret void
}

attributes #0 = { "weft.kernel" }
