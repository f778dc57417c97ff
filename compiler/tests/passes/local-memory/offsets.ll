; RUN: %weft-opt --passes=local-memory,verify -S %s | FileCheck %s
; Variables follow each other as they ask for alignment; arrays start on cache lines. Kernels do not share.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@k.c = internal addrspace(3) global i8 undef, align 1
@k.l = internal addrspace(3) global i64 undef, align 8
@k.a = internal addrspace(3) global [40 x i32] undef, align 4
@k.w = internal addrspace(3) global i32 undef, align 128
@j.x = internal addrspace(3) global i32 undef, align 4
@unused = internal addrspace(3) global i32 undef, align 4

; CHECK-NOT: addrspace(3) global
; CHECK-LABEL: define void @k(
; CHECK: [[BASE:%.*]] = call ptr addrspace(3) @__weft_local_base()
; CHECK-DAG: [[C:%k.c.*]] = getelementptr inbounds i8, ptr addrspace(3) [[BASE]], i64 0
; CHECK-DAG: [[L:%k.l.*]] = getelementptr inbounds i8, ptr addrspace(3) [[BASE]], i64 8
; CHECK-DAG: [[A:%k.a.*]] = getelementptr inbounds i8, ptr addrspace(3) [[BASE]], i64 64
; CHECK-DAG: [[W:%k.w.*]] = getelementptr inbounds i8, ptr addrspace(3) [[BASE]], i64 256
; CHECK: store i8 1, ptr addrspace(3) [[C]]
; CHECK: store i64 2, ptr addrspace(3) [[L]]
; CHECK: getelementptr [40 x i32], ptr addrspace(3) [[A]], i64 0, i64 %i
; CHECK: store i32 4, ptr addrspace(3) [[W]]
define void @k(i64 %i) "weft.kernel" {
  store i8 1, ptr addrspace(3) @k.c
  store i64 2, ptr addrspace(3) @k.l
  %p = getelementptr [40 x i32], ptr addrspace(3) @k.a, i64 0, i64 %i
  store i32 3, ptr addrspace(3) %p
  store i32 4, ptr addrspace(3) @k.w
  ret void
}

; CHECK-LABEL: define void @j(
; CHECK: getelementptr inbounds i8, ptr addrspace(3) {{.*}}, i64 0
define void @j() "weft.kernel" {
  store i32 1, ptr addrspace(3) @j.x
  ret void
}

; CHECK: "weft.kernel" "weft.local_bytes"="260"
; CHECK: "weft.kernel" "weft.local_bytes"="4"
