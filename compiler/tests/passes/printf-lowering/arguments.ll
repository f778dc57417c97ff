; RUN: %weft-opt --passes=printf-lowering,verify -S %s | FileCheck %s
; Each argument lies at the next multiple of 8 bytes and is described as kind << 16 | bytes << 8 | lanes.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@format = private addrspace(2) constant [9 x i8] c"%d %f %s\00"

; 1025 = int, 1 lane of 4 bytes; 67585 = double; 66564 = 4 floats; 66563 = 3 floats; 272 = 16 chars; 133121 = pointer.
; CHECK: @printf.types = private unnamed_addr constant [6 x i32] [i32 1025, i32 67585, i32 66564, i32 66563, i32 272, i32 133121], align 4
; CHECK: @__weft_services = global ptr null
; CHECK-LABEL: define i32 @k(
; CHECK: [[V:%printf.values]] = alloca [72 x i8], align 8
; CHECK: call void @llvm.lifetime.start.p0(ptr [[V]])
; CHECK: store i32 %i, ptr {{%.*}}, align 8
; CHECK: [[D:%.*]] = getelementptr inbounds i8, ptr [[V]], i64 8
; CHECK: store double %d, ptr [[D]], align 8
; CHECK: getelementptr inbounds i8, ptr [[V]], i64 16
; CHECK: getelementptr inbounds i8, ptr [[V]], i64 32
; CHECK: store <3 x float> %f3
; CHECK: getelementptr inbounds i8, ptr [[V]], i64 48
; CHECK: store <16 x i8> %c
; CHECK: ptrtoint ptr addrspace(2) %s to i64
; CHECK: getelementptr inbounds i8, ptr [[V]], i64 64
; CHECK: [[SERVICES:%.*]] = load ptr, ptr @__weft_services
; CHECK: [[FIELD:%.*]] = getelementptr inbounds i8, ptr [[SERVICES]], i64 8
; CHECK: [[PRINTF:%.*]] = load ptr, ptr [[FIELD]]
; CHECK: %r = call i32 [[PRINTF]](ptr {{.*}}@format{{.*}}, i32 6, ptr @printf.types, ptr [[V]])
; CHECK: call void @llvm.lifetime.end.p0(ptr [[V]])
; CHECK: ret i32 %r
; CHECK: attributes {{.*}}"weft.kernel" "weft.uses_printf"="1"
; CHECK-NOT: declare i32 @printf
define i32 @k(i32 %i, double %d, <4 x float> %f4, <3 x float> %f3, <16 x i8> %c, ptr addrspace(2) %s) "weft.kernel" {
  %r = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %i, double %d, <4 x float> %f4, <3 x float> %f3, <16 x i8> %c, ptr addrspace(2) %s)
  ret i32 %r
}

declare i32 @printf(ptr addrspace(2), ...)
