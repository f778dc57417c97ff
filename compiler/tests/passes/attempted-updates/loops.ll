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
