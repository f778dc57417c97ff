; RUN: %weft-opt --passes=work-group,verify --weft-width=4 -S %s | FileCheck %s
; Elements stored together in one word: one that is poison does not make poison of the other.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}} @__weft_kernel_pair(
; CHECK: [[FIRST:%.*]] = freeze <4 x i8> %
; CHECK: [[LOW:%.*]] = zext <4 x i8> [[FIRST]] to <4 x i16>
; CHECK: [[SECOND:%.*]] = freeze <4 x i8> poison
; CHECK: [[ZEXT:%.*]] = zext <4 x i8> [[SECOND]] to <4 x i16>
; CHECK: [[HIGH:%.*]] = shl <4 x i16> [[ZEXT]], splat (i16 8)
; CHECK: [[BOTH:%.*]] = or <4 x i16> [[LOW]], [[HIGH]]
; CHECK: store <4 x i16> [[BOTH]]
define void @pair(ptr addrspace(1) %in, ptr addrspace(1) %out) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %p = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %id
  %x = load i8, ptr addrspace(1) %p
  %v = insertelement <2 x i8> poison, i8 %x, i64 0
  %q = getelementptr inbounds <2 x i8>, ptr addrspace(1) %out, i64 %id
  store <2 x i8> %v, ptr addrspace(1) %q
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
