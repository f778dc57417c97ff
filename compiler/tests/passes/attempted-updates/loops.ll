; RUN: %weft-opt --passes=attempted-updates,verify -S %s | FileCheck %s
; What is exchanged until nobody came in between is one operation, whatever the first round expects; not if a round does
; something else as well, or what is to stand there is not what stood there and a value that stays the same.

; CHECK-LABEL: define float @sum(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[OLD:%.*]] = atomicrmw fadd ptr %p, float %v syncscope("agent") acquire, align 4
; CHECK-NEXT: bitcast float [[OLD]]
; CHECK: ret float
define float @sum(ptr %p, float %v) {
entry:
  br label %loop
loop:
  %old = load volatile i32, ptr %p
  %f = bitcast i32 %old to float
  %s = fadd float %v, %f
  %n = bitcast float %s to i32
  %x = cmpxchg ptr %p, i32 %old, i32 %n syncscope("agent") acquire monotonic, align 4
  %won = extractvalue { i32, i1 } %x, 1
  br i1 %won, label %exit, label %loop
exit:
  %there = extractvalue { i32, i1 } %x, 0
  %r = bitcast i32 %there to float
  ret float %r
}

; CHECK-LABEL: define i64 @found(
; CHECK: [[OLD:%.*]] = atomicrmw sub ptr %p, i64 %v monotonic, align 8
; CHECK-NEXT: [[NEW:%.*]] = sub i64 [[OLD]], %v
; CHECK-NEXT: ret i64 [[NEW]]
define i64 @found(ptr %p, i64 %v) {
entry:
  %first = load i64, ptr %p
  br label %loop
loop:
  %old = phi i64 [ %first, %entry ], [ %there, %loop ]
  %n = sub i64 %old, %v
  %x = cmpxchg ptr %p, i64 %old, i64 %n monotonic monotonic, align 8
  %there = extractvalue { i64, i1 } %x, 0
  %won = extractvalue { i64, i1 } %x, 1
  br i1 %won, label %exit, label %loop
exit:
  ret i64 %n
}

; What one finds may be what the next one adds.
; CHECK-LABEL: define i32 @chained(
; CHECK: [[FIRST:%.*]] = atomicrmw add ptr %p, i32 %v monotonic
; CHECK-NEXT: [[SECOND:%.*]] = atomicrmw umax ptr %q, i32 [[FIRST]] monotonic
; CHECK-NEXT: ret i32 [[SECOND]]
define i32 @chained(ptr %p, ptr %q, i32 %v) {
entry:
  br label %one
one:
  %old = load i32, ptr %p
  %n = add i32 %old, %v
  %x = cmpxchg ptr %p, i32 %old, i32 %n monotonic monotonic, align 4
  %won = extractvalue { i32, i1 } %x, 1
  br i1 %won, label %two, label %one
two:
  %other = load i32, ptr %q
  %m = call i32 @llvm.umax.i32(i32 %old, i32 %other)
  %y = cmpxchg ptr %q, i32 %other, i32 %m monotonic monotonic, align 4
  %done = extractvalue { i32, i1 } %y, 1
  br i1 %done, label %exit, label %two
exit:
  ret i32 %other
}

; The stronger order of the two counts; the load's, where it is the strongest, is nobody else's.
; CHECK-LABEL: define void @failing(
; CHECK: atomicrmw xor ptr %p, i32 %v acquire
define void @failing(ptr %p, i32 %v) {
entry:
  br label %loop
loop:
  %old = phi i32 [ 0, %entry ], [ %there, %loop ]
  %n = xor i32 %v, %old
  %x = cmpxchg weak ptr %p, i32 %old, i32 %n monotonic acquire, align 4
  %there = extractvalue { i32, i1 } %x, 0
  %won = extractvalue { i32, i1 } %x, 1
  br i1 %won, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @acquired(
; CHECK: cmpxchg
define void @acquired(ptr %p, i32 %v) {
entry:
  br label %loop
loop:
  %old = load atomic i32, ptr %p acquire, align 4
  %n = add i32 %old, %v
  %x = cmpxchg ptr %p, i32 %old, i32 %n monotonic monotonic, align 4
  %won = extractvalue { i32, i1 } %x, 1
  br i1 %won, label %exit, label %loop
exit:
  ret void
}

; In a loop around it: once in each of its rounds.
; CHECK-LABEL: define void @around(
; CHECK: outer:
; CHECK: atomicrmw fsub ptr %p, double %v monotonic
; CHECK: br i1 %again, label %outer, label %exit
define void @around(ptr %p, double %v, i32 %rounds) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  br label %loop
loop:
  %old = load double, ptr %p
  %from = bitcast double %old to i64
  %s = fsub double %old, %v
  %n = bitcast double %s to i64
  %x = cmpxchg ptr %p, i64 %from, i64 %n monotonic monotonic, align 8
  %won = extractvalue { i64, i1 } %x, 1
  br i1 %won, label %latch, label %loop
latch:
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %rounds
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @reversed(
; CHECK: cmpxchg
define void @reversed(ptr %p, i32 %v) {
entry:
  br label %loop
loop:
  %old = load i32, ptr %p
  %n = sub i32 %v, %old
  %x = cmpxchg ptr %p, i32 %old, i32 %n monotonic monotonic, align 4
  %won = extractvalue { i32, i1 } %x, 1
  br i1 %won, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @pushed(
; CHECK: cmpxchg
define void @pushed(ptr %p, ptr %next, i32 %v) {
entry:
  br label %loop
loop:
  %old = load i32, ptr %p
  %n = add i32 %old, %v
  store i32 %old, ptr %next
  %x = cmpxchg ptr %p, i32 %old, i32 %n monotonic monotonic, align 4
  %won = extractvalue { i32, i1 } %x, 1
  br i1 %won, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @elsewhere(
; CHECK: cmpxchg
define void @elsewhere(ptr %p, ptr %q, i32 %v) {
entry:
  br label %loop
loop:
  %old = load i32, ptr %q
  %n = add i32 %old, %v
  %x = cmpxchg ptr %p, i32 %old, i32 %n monotonic monotonic, align 4
  %won = extractvalue { i32, i1 } %x, 1
  br i1 %won, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @until_it_fails(
; CHECK: cmpxchg
define void @until_it_fails(ptr %p, i32 %v) {
entry:
  br label %loop
loop:
  %old = load i32, ptr %p
  %n = add i32 %old, %v
  %x = cmpxchg ptr %p, i32 %old, i32 %n monotonic monotonic, align 4
  %won = extractvalue { i32, i1 } %x, 1
  br i1 %won, label %loop, label %exit
exit:
  ret void
}
