; RUN: %weft-opt --passes=fixed-images,verify -S %s | FileCheck %s
; What is known of the first image is constant, also in a function that gets it; of the second nothing is known. Codes
; that are read and written with the same largest one stay as they are, with another one they do not.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i1 @__weft_is_known(ptr addrspace(2))
declare i1 @__weft_is_small(ptr addrspace(2))

; CHECK-NOT: @__weft_is_
; CHECK-LABEL: define void @known(ptr addrspace(2) {{[^"]*}}"weft.small_image" %a, ptr addrspace(2) {{[^"]*}}%b,
; CHECK-NEXT: store i32 4277, ptr addrspace(1) %out
; CHECK-NEXT: [[ORDER:%.*]] = call i32 @order(ptr addrspace(2) %b)
; CHECK: store i32 [[ORDER]], ptr addrspace(1)
; CHECK: [[N:%.*]] = select i1 false, i32 {{.*}}, i32 2
; CHECK: store i32 [[N]], ptr addrspace(1)
; CHECK: define internal i32 @order(
; CHECK: load i32, ptr addrspace(2) {{.*}}!invariant.load
define void @known(ptr addrspace(2) align 8 dereferenceable(472) %a, ptr addrspace(2) align 8 dereferenceable(472) %b,
                   ptr %s, ptr addrspace(1) %out) "weft.kernel" !weft.fixed !0 {
  %first = call i32 @order(ptr addrspace(2) %a)
  store i32 %first, ptr addrspace(1) %out
  %second = call i32 @order(ptr addrspace(2) %b)
  %out.1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %second, ptr addrspace(1) %out.1
  %known.a = call i1 @__weft_is_known(ptr addrspace(2) %a)
  %known.b = call i1 @__weft_is_known(ptr addrspace(2) %b)
  %small.a = call i1 @__weft_is_small(ptr addrspace(2) %a)
  %sampler = ptrtoint ptr %s to i64
  %is.sampler = icmp eq i64 %sampler, 22
  %n.0 = zext i1 %known.a to i32
  %n.1 = select i1 %known.b, i32 100, i32 %n.0
  %n.2 = select i1 %small.a, i32 %n.1, i32 200
  %n.3 = select i1 %is.sampler, i32 1, i32 300
  %n = add i32 %n.2, %n.3
  %out.2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %n, ptr addrspace(1) %out.2
  ret void
}

define internal i32 @order(ptr addrspace(2) align 8 dereferenceable(472) %image) {
  %p = getelementptr i8, ptr addrspace(2) %image, i64 8
  %order = load i32, ptr addrspace(2) %p
  ret i32 %order
}

; CHECK-LABEL: define void @codes(
; CHECK-DAG: [[CHOSEN:%.*]] = select i1 %c, i32 %x, i32 255
; CHECK-DAG: store i32 [[CHOSEN]], ptr addrspace(1) %out
; CHECK-DAG: [[VALUE:%.*]] = uitofp i32 %x to float
; CHECK-DAG: [[CODE:%.*]] = fptoui float [[VALUE]] to i32
; CHECK-DAG: store i32 [[CODE]], ptr addrspace(1) %out.1
define void @codes(ptr addrspace(2) align 8 dereferenceable(472) %a, i32 %x, i1 %c, ptr addrspace(1) %out)
    "weft.kernel" !weft.fixed !3 {
  %value = call float @__weft_unorm_value(i32 %x, i32 255)
  %v.0 = insertelement <2 x float> zeroinitializer, float %value, i64 1
  %v.1 = select i1 %c, <2 x float> %v.0, <2 x float> splat (float 1.0)
  %v.2 = shufflevector <2 x float> %v.1, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %chosen = extractelement <2 x float> %v.2, i64 0
  %code = call i32 @__weft_unorm_code(float %chosen, i32 255)
  store i32 %code, ptr addrspace(1) %out
  %other = call i32 @__weft_unorm_code(float %value, i32 65535)
  %out.1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %other, ptr addrspace(1) %out.1
  ret void
}

define internal float @__weft_unorm_value(i32 %code, i32 %largest) noinline {
  %value = uitofp i32 %code to float
  ret float %value
}

define internal i32 @__weft_unorm_code(float %value, i32 %largest) noinline {
  %code = fptoui float %value to i32
  ret i32 %code
}

!0 = !{!1, !2}
!1 = !{i32 0, [64 x i8] c"\B5\10\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\01\00\00\00\01\00\00\00"}
!2 = !{i32 2, i64 22}
!3 = !{!1}
