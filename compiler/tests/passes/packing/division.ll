; RUN: %weft-opt --passes=work-group,verify --weft-width=4 --cpu=x86-64-v4 -S %s | FileCheck %s
; Lanes that are off divide by 1; numbers of 32 bits are divided as doubles.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_k(
; CHECK: items.pack:
; CHECK: [[C:%.*]] = icmp ne <4 x i32> [[V:%.*]], zeroinitializer
; CHECK: [[BY:%.*]] = select <4 x i1> [[C]], <4 x i32> [[V]], <4 x i32> splat (i32 1)
; CHECK: [[FLOAT:%.*]] = uitofp <4 x i32> [[BY]] to <4 x double>
; CHECK: [[EXACT:%.*]] = fdiv <4 x double> splat (double 1.000000e+03), [[FLOAT]]
; CHECK: [[Q:%.*]] = fptoui <4 x double> [[EXACT]] to <4 x i32>
; CHECK: select <4 x i1> [[C]], <4 x i32> [[Q]], <4 x i32> zeroinitializer
; CHECK: items.rest:
; CHECK: [[THEN:%.*]] = select <4 x i1> %rest.mask, <4 x i1> {{%.*}}, <4 x i1> zeroinitializer
; CHECK: select <4 x i1> [[THEN]], <4 x i32> {{%.*}}, <4 x i32> splat (i32 1)
define void @k(ptr addrspace(1) %p) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %c = icmp ne i32 %v, 0
  br i1 %c, label %then, label %end
then:
  %q = udiv i32 1000, %v
  br label %end
end:
  %r = phi i32 [ %q, %then ], [ 0, %entry ]
  store i32 %r, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_wide(
; CHECK: items.pack:
; CHECK: sdiv <4 x i64> splat (i64 1000), {{%.*}}
; CHECK: items.rest:
; CHECK: [[BY:%.*]] = select <4 x i1> %rest.mask, <4 x i64> {{%.*}}, <4 x i64> splat (i64 1)
; CHECK: sdiv <4 x i64> splat (i64 1000), [[BY]]
define void @wide(ptr addrspace(1) %p) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i64, ptr addrspace(1) %p, i64 %id
  %v = load i64, ptr addrspace(1) %a
  %q = sdiv i64 1000, %v
  store i64 %q, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
