; RUN: %weft-opt --passes=work-group,verify --weft-width=16 -S %s | FileCheck %s
; What many work-items do one after the other is a loop, four in a turn, or one of those that are on if some may be off:
; their operands and results lie in memory, odd integers as whole bytes.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i1 @unknown(i32, i24, i1)

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[TURN:lanes.*]]:
; CHECK: [[OF_TURN:%lane.*]] = phi i64 [ 0, %items.pack ], [ [[NEXT_TURN:%.*]], %[[TURN]] ]
; CHECK: load i32, ptr
; CHECK: load i8, ptr
; CHECK-COUNT-4: call i1 @unknown(
; CHECK-NOT: call i1 @unknown(
; CHECK: [[NEXT_TURN]] = add nuw nsw i64 [[OF_TURN]], 4
; CHECK: [[MORE:%.*]] = icmp ult i64 [[NEXT_TURN]], 16
; CHECK: br i1 [[MORE]], label %[[TURN]],
; CHECK: items.rest:
; CHECK: [[BITS:%.*]] = bitcast <16 x i1> {{%.*}} to i16
; CHECK: [[WHOLE:%.*]] = zext <16 x i24> {{%.*}} to <16 x i32>
; CHECK: store <16 x i32> [[WHOLE]], ptr [[ODDS:%.*]], align 64
; CHECK: store <16 x i8> {{%.*}}, ptr [[BOOLS:%.*]], align 64
; CHECK: br i1 {{%.*}}, label %[[LOOP:lanes.*]], label %[[END:.*]]
; CHECK: [[LOOP]]:
; CHECK: [[REST:%lanes.rest.*]] = phi i16 [ [[BITS]], %items.rest ], [ [[NEXT:%.*]], %[[LOOP]] ]
; CHECK: [[FIRST:%.*]] = call i16 @llvm.cttz.i16(i16 [[REST]], i1 true)
; CHECK: [[LANE:%.*]] = zext i16 [[FIRST]] to i64
; The work-item id steps by one.
; CHECK: [[STEP:%.*]] = trunc i64 [[LANE]] to i32
; CHECK: add i32 {{%.*}}, [[STEP]]
; CHECK: [[AT:%.*]] = getelementptr i32, ptr [[ODDS]], i64 [[LANE]]
; CHECK: [[WORD:%.*]] = load i32, ptr [[AT]]
; CHECK: trunc i32 [[WORD]] to i24
; CHECK: getelementptr i8, ptr [[BOOLS]], i64 [[LANE]]
; CHECK: [[RESULT:%.*]] = call i1 @unknown(
; CHECK: [[BYTE:%.*]] = zext i1 [[RESULT]] to i8
; CHECK: [[PLACE:%.*]] = getelementptr i8, ptr [[RESULTS:%.*]], i64 [[LANE]]
; CHECK: store i8 [[BYTE]], ptr [[PLACE]]
; CHECK: [[LESS:%.*]] = sub i16 [[REST]], 1
; CHECK: [[NEXT]] = and i16 [[REST]], [[LESS]]
; CHECK: br i1 {{%.*}}, label %[[LOOP]], label %[[END]]
; CHECK: [[END]]:
; CHECK: [[ALL:%.*]] = load <16 x i8>, ptr [[RESULTS]], align 64
; CHECK: trunc <16 x i8> [[ALL]] to <16 x i1>
define void @k(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %number = trunc i64 %id to i32
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %odd = trunc i32 %v to i24
  %bool = icmp sgt i32 %v, 5
  %w = call i1 @unknown(i32 %number, i24 %odd, i1 %bool)
  %r = zext i1 %w to i32
  store i32 %r, ptr addrspace(1) %a
  ret void
}

; Where all may be on, they are seen to first.
; CHECK-LABEL: define {{.*}} @__weft_kernel_some(
; CHECK: items.pack:
; CHECK: [[ALL:%.*]] = call i1 @llvm.vector.reduce.and.v16i1(
; CHECK: br i1 [[ALL]], label %[[WHOLE:lanes.all.*]], label %[[SOME:lanes.some.*]]
; CHECK-COUNT-4: call i1 @unknown(
; CHECK-NOT: call i1 @unknown(
; CHECK: trunc <16 x i8> {{%.*}} to <16 x i1>
; CHECK-NEXT: br label %[[END:lanes.done.*]]
; CHECK: call i1 @unknown(
; CHECK-NOT: call i1 @unknown(
; CHECK: trunc <16 x i8> {{%.*}} to <16 x i1>
; CHECK-NEXT: br label %[[END]]
define void @some(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %bool = icmp sgt i32 %v, 5
  br i1 %bool, label %then, label %end
then:
  %w = call i1 @unknown(i32 %v, i24 5, i1 false)
  %r = zext i1 %w to i32
  store i32 %r, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; A lane widens and adds up its address itself, of the bytes that lie in memory.
; CHECK-LABEL: define {{.*}} @__weft_kernel_counted(
; CHECK: items.pack:
; CHECK: store <16 x i8> {{%.*}}, ptr [[BYTES:%lanes.*]], align 64
; CHECK-NOT: store <16 x
; CHECK: [[AT:%.*]] = getelementptr i8, ptr [[BYTES]], i64 %lane
; CHECK: [[BYTE:%.*]] = load i8, ptr [[AT]]
; CHECK: [[INDEX:%.*]] = zext i8 [[BYTE]] to i64
; CHECK: [[PLACE:%.*]] = getelementptr i32, ptr addrspace(1) {{%.*}}, i64 [[INDEX]]
; CHECK: [[FIELD:%.*]] = getelementptr i8, ptr addrspace(1) [[PLACE]], i64 4
; CHECK: atomicrmw add ptr addrspace(1) [[FIELD]], i32 1 monotonic
define void @counted(ptr addrspace(1) %p, ptr addrspace(1) %counts) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %id
  %v = load i8, ptr addrspace(1) %a
  %index = zext i8 %v to i64
  %place = getelementptr inbounds i32, ptr addrspace(1) %counts, i64 %index
  %field = getelementptr i8, ptr addrspace(1) %place, i64 4
  %old = atomicrmw add ptr addrspace(1) %field, i32 1 monotonic
  ret void
}

declare i64 @__weft_global_id_x()
