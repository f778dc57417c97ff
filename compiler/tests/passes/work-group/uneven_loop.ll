; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v2 -S %s | FileCheck %s
; Work-items that run one after the other: a loop of as many iterations as each has values is not to be unrolled, unless
; the source asks for it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_rows(
; CHECK: br i1 %more{{.*}}, !llvm.loop [[VALUES:![0-9]+]]
; CHECK: br i1 %again{{[^!]*$}}
define void @rows(ptr addrspace(1) %start, ptr addrspace(1) %column, ptr addrspace(1) %x, ptr addrspace(1) %y) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %first = getelementptr inbounds i32, ptr addrspace(1) %start, i64 %id
  %behind = getelementptr inbounds i8, ptr addrspace(1) %first, i64 4
  %from = load i32, ptr addrspace(1) %first
  %to = load i32, ptr addrspace(1) %behind
  br label %values
values:
  %k = phi i32 [ %from, %entry ], [ %k.next, %values ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %values ]
  %i = sext i32 %k to i64
  %a = getelementptr inbounds i32, ptr addrspace(1) %column, i64 %i
  %c = load i32, ptr addrspace(1) %a
  %j = sext i32 %c to i64
  %b = getelementptr inbounds float, ptr addrspace(1) %x, i64 %j
  %v = load float, ptr addrspace(1) %b
  %sum.next = fadd float %sum, %v
  %k.next = add nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %to
  br i1 %more, label %values, label %scale
scale:
  br label %times
times:
  %t = phi i32 [ 0, %scale ], [ %t.next, %times ]
  %product = phi float [ %sum.next, %scale ], [ %product.next, %times ]
  %product.next = fmul float %product, 3.0
  %t.next = add nuw i32 %t, 1
  %again = icmp ult i32 %t.next, 9
  br i1 %again, label %times, label %end
end:
  %result = getelementptr inbounds float, ptr addrspace(1) %y, i64 %id
  store float %product.next, ptr addrspace(1) %result
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_hinted(
; CHECK: br i1 %more{{.*}}, !llvm.loop [[HINTED:![0-9]+]]
define void @hinted(ptr addrspace(1) %start, ptr addrspace(1) %column, ptr addrspace(1) %x, ptr addrspace(1) %y) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %first = getelementptr inbounds i32, ptr addrspace(1) %start, i64 %id
  %behind = getelementptr inbounds i8, ptr addrspace(1) %first, i64 4
  %from = load i32, ptr addrspace(1) %first
  %to = load i32, ptr addrspace(1) %behind
  br label %values
values:
  %k = phi i32 [ %from, %entry ], [ %k.next, %values ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %values ]
  %i = sext i32 %k to i64
  %a = getelementptr inbounds i32, ptr addrspace(1) %column, i64 %i
  %c = load i32, ptr addrspace(1) %a
  %j = sext i32 %c to i64
  %b = getelementptr inbounds float, ptr addrspace(1) %x, i64 %j
  %v = load float, ptr addrspace(1) %b
  %sum.next = fadd float %sum, %v
  %k.next = add nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %to
  br i1 %more, label %values, label %end, !llvm.loop !0
end:
  %result = getelementptr inbounds float, ptr addrspace(1) %y, i64 %id
  store float %sum.next, ptr addrspace(1) %result
  ret void
}

; CHECK: [[VALUES]] = distinct !{[[VALUES]], {{.*}}[[PLAIN:![0-9]+]]}
; CHECK: [[PLAIN]] = !{!"llvm.loop.unroll.runtime.disable", i32 1}

; CHECK: [[HINTED]] = distinct !{[[HINTED]], [[ENABLE:![0-9]+]]}
; CHECK: [[ENABLE]] = !{!"llvm.loop.unroll.enable"}

declare i64 @__weft_global_id_x() memory(none)

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.enable"}
