; RUN: %weft-opt --passes="function(blended-stores),verify" --cpu=x86-64-v3 -S %s | FileCheck %s
; Masked stores to where all lanes have stored before are whole, unless others may have been told meanwhile.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @repeated(
; CHECK: store <8 x float> %v, ptr addrspace(1) %p
; CHECK: then:
; CHECK-NOT: br i1
; CHECK: [[LOADED:%.*]] = load <8 x float>, ptr addrspace(1) {{%.*}}, align 4
; CHECK: [[OLD:%.*]] = freeze <8 x float> [[LOADED]]
; CHECK: [[NEW:%.*]] = select <8 x i1> %mask, <8 x float> %w, <8 x float> [[OLD]]
; CHECK: store <8 x float> [[NEW]], ptr addrspace(1)
; CHECK-NOT: llvm.masked.store
define void @repeated(ptr addrspace(1) %p, ptr addrspace(1) %q, <8 x float> %v, <8 x i1> %mask, <8 x float> %w,
                      i1 %any) {
entry:
  store <8 x float> %v, ptr addrspace(1) %p, align 4
  store <8 x float> %w, ptr addrspace(1) %q, align 4
  br i1 %any, label %then, label %end
then:
  call void @llvm.masked.store.v8f32.p1(<8 x float> %w, ptr addrspace(1) align 4 %p, <8 x i1> %mask)
  br label %end
end:
  ret void
}

; CHECK-LABEL: define void @told(
; CHECK: call void @llvm.masked.store
define void @told(ptr addrspace(1) %p, ptr addrspace(1) %flag, <8 x float> %v, <8 x i1> %mask, <8 x float> %w,
                  i1 %any) {
entry:
  store <8 x float> %v, ptr addrspace(1) %p, align 4
  br label %loop
loop:
  store atomic i32 1, ptr addrspace(1) %flag release, align 4
  br i1 %any, label %then, label %loop
then:
  call void @llvm.masked.store.v8f32.p1(<8 x float> %w, ptr addrspace(1) align 4 %p, <8 x i1> %mask)
  ret void
}

; Only some lanes have; it is another place; it does not come before on all ways.
; CHECK-LABEL: define void @other(
; CHECK-COUNT-4: call void @llvm.masked.store
define void @other(ptr addrspace(1) %p, ptr addrspace(1) %q, <8 x float> %v, <8 x i1> %mask, <4 x float> %u, i1 %c) {
entry:
  store <4 x float> %u, ptr addrspace(1) %p, align 4
  call void @llvm.masked.store.v8f32.p1(<8 x float> %v, ptr addrspace(1) align 4 %p, <8 x i1> %mask)
  call void @llvm.masked.store.v8f32.p1(<8 x float> %v, ptr addrspace(1) align 4 %p, <8 x i1> %mask)
  br i1 %c, label %then, label %end
then:
  store <8 x float> %v, ptr addrspace(1) %q, align 4
  br label %end
end:
  call void @llvm.masked.store.v8f32.p1(<8 x float> %v, ptr addrspace(1) align 4 %q, <8 x i1> %mask)
  %far = getelementptr float, ptr addrspace(1) %q, i64 8
  call void @llvm.masked.store.v8f32.p1(<8 x float> %v, ptr addrspace(1) align 4 %far, <8 x i1> %mask)
  ret void
}
