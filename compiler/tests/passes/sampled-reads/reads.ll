; RUN: %weft-opt --passes=sampled-reads,verify -S %s | FileCheck %s
; A read by a sampler that is a constant comes in its place, also when it comes through casts, and so do one or two by
; samplers that are not known. Of three none does.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define internal i64 @__weft_by_lane_sample_f_2d(ptr addrspace(2) %image, i64 %sampler) noinline {
  %sum = mul i64 %sampler, 3
  ret i64 %sum
}

; CHECK-LABEL: define i64 @known(
; CHECK-NOT: call
; CHECK: ret i64 66
define i64 @known(ptr addrspace(2) %a) {
  %s = ptrtoint ptr inttoptr (i64 22 to ptr) to i64
  %v = call i64 @__weft_by_lane_sample_f_2d(ptr addrspace(2) %a, i64 %s)
  ret i64 %v
}

; CHECK-LABEL: define i64 @two(
; CHECK-NOT: call
; CHECK: ret i64
define i64 @two(ptr addrspace(2) %a, i64 %s) {
  %v = call i64 @__weft_by_lane_sample_f_2d(ptr addrspace(2) %a, i64 %s)
  %w = call i64 @__weft_by_lane_sample_f_2d(ptr addrspace(2) %a, i64 %v)
  ret i64 %w
}

; CHECK-LABEL: define i64 @three(
; CHECK: call i64 @__weft_by_lane_sample_f_2d(ptr addrspace(2) %a, i64 %s)
; CHECK: call i64 @__weft_by_lane_sample_f_2d(
; CHECK: call i64 @__weft_by_lane_sample_f_2d(
; CHECK-NOT: call
; CHECK: add i64 %x, 6
define i64 @three(ptr addrspace(2) %a, i64 %s) {
  %v = call i64 @__weft_by_lane_sample_f_2d(ptr addrspace(2) %a, i64 %s)
  %w = call i64 @__weft_by_lane_sample_f_2d(ptr addrspace(2) %a, i64 %v)
  %x = call i64 @__weft_by_lane_sample_f_2d(ptr addrspace(2) %a, i64 %w)
  %known = call i64 @__weft_by_lane_sample_f_2d(ptr addrspace(2) %a, i64 2)
  %sum = add i64 %x, %known
  ret i64 %sum
}
