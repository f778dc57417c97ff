; RUN: %weft-opt --passes=service-lowering,verify -S %s | FileCheck %s
; Calls go through the field of weft_services, and who makes them is marked, also through functions.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: declare {{.*}}service
; CHECK: define void @k(ptr addrspace(1) %e) [[K:#[0-9]+]]
define void @k(ptr addrspace(1) %e) "weft.kernel" {
  call void @f(ptr addrspace(1) %e)
  ret void
}

; CHECK: define void @quiet() [[Q:#[0-9]+]]
define void @quiet() "weft.kernel" {
  ret void
}

; Who asks for the queue may be given one.
; CHECK: define void @asks(ptr addrspace(1) %p) [[K]]
define void @asks(ptr addrspace(1) %p) "weft.kernel" {
  %queue = call ptr addrspace(1) @__weft_default_queue()
  store ptr addrspace(1) %queue, ptr addrspace(1) %p
  ret void
}

; retain_event is the eighth pointer behind the two numbers of 4 bytes.
; CHECK: define void @f(ptr addrspace(1) %e)
; CHECK: [[SERVICES:%.*]] = load ptr, ptr @__weft_services
; CHECK: [[FIELD:%.*]] = getelementptr inbounds i8, ptr [[SERVICES]], i64 64
; CHECK: [[RETAIN:%.*]] = load ptr, ptr [[FIELD]]
; CHECK: call void [[RETAIN]](ptr addrspace(1) %e)
define void @f(ptr addrspace(1) %e) {
  call void @__weft_service_retain_event(ptr addrspace(1) %e)
  ret void
}

; CHECK: attributes [[K]] = { {{.*}}"weft.enqueues"="1"
; CHECK: attributes [[Q]] = { "weft.kernel" }
declare ptr addrspace(1) @__weft_default_queue() memory(none)
declare void @__weft_service_retain_event(ptr addrspace(1))
