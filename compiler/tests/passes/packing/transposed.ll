; RUN: %weft-opt --passes=work-group,verify --weft-width=8 --cpu=x86-64-v3 -S %s | FileCheck %s
; The elements of vectors in memory are gathered by shuffles within 128 bits where more shuffles follow: a float4's even
; elements, then its odd ones, of two vectors at a time; the last step puts them in order.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[A:%.*]] = load <8 x float>
; CHECK: [[B:%.*]] = load <8 x float>
; CHECK: [[C:%.*]] = load <8 x float>
; CHECK: [[D:%.*]] = load <8 x float>
; CHECK-DAG: [[E0:%.*]] = shufflevector <8 x float> [[A]], <8 x float> [[B]], <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
; CHECK-DAG: [[E1:%.*]] = shufflevector <8 x float> [[C]], <8 x float> [[D]], <8 x i32> <i32 0, i32 2, i32 8, i32 10, i32 4, i32 6, i32 12, i32 14>
; CHECK-DAG: [[O0:%.*]] = shufflevector <8 x float> [[A]], <8 x float> [[B]], <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
; CHECK-DAG: [[O1:%.*]] = shufflevector <8 x float> [[C]], <8 x float> [[D]], <8 x i32> <i32 1, i32 3, i32 9, i32 11, i32 5, i32 7, i32 13, i32 15>
; Work-item l's element 0 is number 2 * l of the even ones: 0, 2 of a block of A, 4, 6 of one of B, and so on.
; CHECK-DAG: [[X:%.*]] = shufflevector <8 x float> [[E0]], <8 x float> [[E1]], <8 x i32> <i32 0, i32 4, i32 2, i32 6, i32 8, i32 12, i32 10, i32 14>
; CHECK-DAG: [[Z:%.*]] = shufflevector <8 x float> [[E0]], <8 x float> [[E1]], <8 x i32> <i32 1, i32 5, i32 3, i32 7, i32 9, i32 13, i32 11, i32 15>
; CHECK-DAG: [[Y:%.*]] = shufflevector <8 x float> [[O0]], <8 x float> [[O1]], <8 x i32> <i32 0, i32 4, i32 2, i32 6, i32 8, i32 12, i32 10, i32 14>
; CHECK-DAG: [[W:%.*]] = shufflevector <8 x float> [[O0]], <8 x float> [[O1]], <8 x i32> <i32 1, i32 5, i32 3, i32 7, i32 9, i32 13, i32 11, i32 15>
; CHECK: [[XY:%.*]] = fadd <8 x float> [[X]], [[Y]]
; CHECK: [[XYZ:%.*]] = fadd <8 x float> [[XY]], [[Z]]
; CHECK: fadd <8 x float> [[XYZ]], [[W]]
; CHECK: items.pack.next:
define void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds <4 x float>, ptr addrspace(1) %p, i64 %id
  %v = load <4 x float>, ptr addrspace(1) %a, align 16
  %x = extractelement <4 x float> %v, i32 0
  %y = extractelement <4 x float> %v, i32 1
  %z = extractelement <4 x float> %v, i32 2
  %w = extractelement <4 x float> %v, i32 3
  %xy = fadd float %x, %y
  %xyz = fadd float %xy, %z
  %s = fadd float %xyz, %w
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %s, ptr addrspace(1) %to
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
