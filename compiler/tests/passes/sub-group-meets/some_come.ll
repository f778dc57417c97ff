; Where only some come, the kernel has a state for the place, and one for its end. All agree on the first state that one
; of them is in and meet there; those who are in it go on, up to where they stay, where all come by again. What is used
; on another way than it was computed on lies in a variable, or is computed once more.
; RUN: %weft-opt --passes=sub-group-meets,verify -S %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

declare i32 @__weft_sub_group_meet() convergent
declare void @__weft_sub_group_stay() convergent
declare i64 @__weft_sub_group_local_id()
declare void @__weft_barrier() convergent

; CHECK-LABEL: define void @k(
; CHECK: [[KEPT:%.*]] = alloca i32
; CHECK: then:
; CHECK: %value = load i32, ptr addrspace(1) %in
; CHECK-NEXT: store i32 %value, ptr [[KEPT]]
; The place has state 1.
; CHECK: store i32 1, ptr %state
; CHECK-NEXT: br label %states
; CHECK: active.1:
; CHECK: store i32 [[MET:%.*]], ptr addrspace(1) %out
; CHECK-NEXT: br label %state.1.stay
; CHECK: stay.1:
; CHECK: load i32, ptr [[KEPT]]
; The barrier has state 2, the end 3.
; CHECK: join:
; CHECK: store i32 2, ptr
; CHECK-NEXT: br label %states
; CHECK: active.2:
; CHECK: store i32 3, ptr
; CHECK-NEXT: br label %states
; CHECK: states.end:
; CHECK-NEXT: ret void
; CHECK: states:
; CHECK-NEXT: call void @__weft_sub_group_barrier()
; CHECK: %all.states = load <32 x i32>
; CHECK: %are.there = icmp ult <32 x i32>
; CHECK: select <32 x i1> %are.there, <32 x i32> %all.states, <32 x i32> splat (i32 3)
; CHECK: %first.state = call i32 @llvm.vector.reduce.umin.v32i32
; CHECK: store i32 %active, ptr %active.place
; CHECK-NEXT: switch i32 %first.state, label %states.end [
; CHECK-NEXT: i32 1, label %state.1
; CHECK-NEXT: i32 2, label %state.2
; CHECK: state.1:
; CHECK-NEXT: call void @__weft_sub_group_barrier()
; CHECK: [[MET]] = load i32
; CHECK: br i1 {{%is.active.*}}, label %active.1, label %state.1.stay
; CHECK: state.1.stay:
; CHECK-NEXT: call void @__weft_sub_group_barrier()
; CHECK: br i1 {{%is.active.*}}, label %stay.1, label %states
; CHECK: state.2:
; CHECK-NEXT: call void @__weft_barrier()
; CHECK: br i1 {{%is.active.*}}, label %active.2, label %states
define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %id = call i64 @__weft_sub_group_local_id()
  %odd = trunc i64 %id to i1
  br i1 %odd, label %then, label %join

then:
  %value = load i32, ptr addrspace(1) %in
  %met = call i32 @__weft_sub_group_meet()
  store i32 %met, ptr addrspace(1) %out
  call void @__weft_sub_group_stay()
  store i32 %value, ptr addrspace(1) %out
  br label %join

join:
  call void @__weft_barrier()
  ret void
}

attributes #0 = { "weft.kernel" }
