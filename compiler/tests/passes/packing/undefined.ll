; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; What was never written is undefined, not poison: bits of it that are written later count, others do not matter.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_lowest_byte(
; CHECK-NOT: poison, %
; CHECK: [[X:%.*]] = phi <4 x i32> [ undef, {{%.*}} ], [ [[NEXT:%.*]], {{%.*}} ]
; CHECK: [[HIGH:%.*]] = and <4 x i32> [[X]], splat (i32 -256)
; CHECK: [[NEXT]] = or <4 x i32> [[HIGH]]
define void @lowest_byte(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %element = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi i32 [ undef, %entry ], [ %x.next, %loop ]
  %at = getelementptr inbounds i32, ptr addrspace(1) %element, i64 %i
  %byte = load i8, ptr addrspace(1) %at
  %low = zext i8 %byte to i32
  %high = and i32 %x, -256
  %x.next = or i32 %high, %low
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end

end:
  %written = and i32 %x.next, 255
  store i32 %written, ptr addrspace(1) %element
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
