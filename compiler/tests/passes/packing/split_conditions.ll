; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v3 --weft-width=8 --weft-without=row-bounds -S %s | FileCheck %s
; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v3 --weft-width=8 --weft-without=split-conditions,row-bounds -S %s | FileCheck %s --check-prefix=WHOLE
; What the lanes of a pack agree on is asked by itself, before what they may not agree on.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@__weft_kernel_inside(
; CHECK: items.pack:
; CHECK: [[ROW:%.*]] = icmp slt i32 {{%.*}}, %height
; CHECK: [[FROZEN:%.*]] = freeze i1 [[ROW]]
; CHECK: br i1 [[FROZEN]], label %{{.*}}varying
; CHECK: varying{{.*}}:
; CHECK-NOT: select <8 x i1>
; CHECK: store <8 x float>
; WHOLE-LABEL: define {{.*}}@__weft_kernel_inside(
; WHOLE: items.pack:
; WHOLE-NOT: varying
; WHOLE: ret
define void @inside(ptr addrspace(1) %out, i32 %width, i32 %height) "weft.kernel" {
entry:
  %idx = call i64 @__weft_global_id_x()
  %x = trunc i64 %idx to i32
  %idy = call i64 @__weft_global_id_y()
  %y = trunc i64 %idy to i32
  %column = icmp slt i32 %x, %width
  %row = icmp slt i32 %y, %height
  %both = select i1 %row, i1 %column, i1 false
  br i1 %both, label %then, label %end
then:
  %line = mul nsw i32 %y, %width
  %i = add nsw i32 %line, %x
  %wide = sext i32 %i to i64
  %at = getelementptr inbounds float, ptr addrspace(1) %out, i64 %wide
  %v = load float, ptr addrspace(1) %at, align 4
  %s = fadd float %v, 1.0
  store float %s, ptr addrspace(1) %at, align 4
  br label %end
end:
  ret void
}

; A condition that decides whether the other one means anything: that is frozen. Either leads past the code.
; CHECK-LABEL: define {{.*}}@__weft_kernel_either(
; CHECK: items.pack:
; CHECK: [[ROW:%.*]] = freeze i1
; CHECK: br i1 [[ROW]], label %[[END:.*]], label %[[VARYING:.*]]
; CHECK: [[VARYING]]:
; CHECK: store <8 x float>
define void @either(ptr addrspace(1) %out, i32 %width, i32 %height) "weft.kernel" {
entry:
  %idx = call i64 @__weft_global_id_x()
  %x = trunc i64 %idx to i32
  %idy = call i64 @__weft_global_id_y()
  %y = trunc i64 %idy to i32
  %column = icmp sge i32 %x, %width
  %row = icmp sgt i32 %y, %height
  %any = select i1 %column, i1 true, i1 %row
  br i1 %any, label %end, label %then
then:
  %at = getelementptr inbounds float, ptr addrspace(1) %out, i64 %idx
  store float 1.0, ptr addrspace(1) %at, align 4
  br label %end
end:
  ret void
}

; Code on both sides: one branch.
; CHECK-LABEL: define {{.*}}@__weft_kernel_sides(
; CHECK: items.pack:
; CHECK-NOT: varying
; CHECK: ret void
define void @sides(ptr addrspace(1) %out, i32 %width, i32 %height) "weft.kernel" {
entry:
  %idx = call i64 @__weft_global_id_x()
  %x = trunc i64 %idx to i32
  %idy = call i64 @__weft_global_id_y()
  %y = trunc i64 %idy to i32
  %at = getelementptr inbounds float, ptr addrspace(1) %out, i64 %idx
  %column = icmp sgt i32 %x, %width
  %row = icmp sgt i32 %y, %height
  %any = select i1 %column, i1 true, i1 %row
  br i1 %any, label %then, label %else
then:
  store float 1.0, ptr addrspace(1) %at, align 4
  br label %end
else:
  store float 2.0, ptr addrspace(1) %at, align 4
  br label %end
end:
  ret void
}

declare i64 @__weft_global_id_x()
declare i64 @__weft_global_id_y()
