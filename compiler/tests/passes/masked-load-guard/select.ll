; RUN: %weft-opt --passes=instcombine,verify -S %s | FileCheck %s
; RUN: %weft-opt --passes='default<O2>' -S %s | FileCheck %s
; A masked load whose only use is a select by its mask stays in front of the store that replaces what it reads, wherever
; InstCombine runs; nothing is left of what keeps it there.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: fake.use

; CHECK-LABEL: define void @swap(
; CHECK: [[L:%.*]] = {{.*}}call <2 x i32> @llvm.masked.load.v2i32.p0(ptr align 4 %p, <2 x i1> %m
; CHECK: call void @llvm.masked.store.v2i32.p0({{.*}} %p
; CHECK: select <2 x i1> %m, <2 x i32> [[L]], <2 x i32> %o
define void @swap(ptr %p, ptr %q, <2 x i1> %m) {
  %l = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr align 4 %p, <2 x i1> %m, <2 x i32> zeroinitializer)
  call void @llvm.masked.store.v2i32.p0(<2 x i32> splat (i32 7), ptr align 4 %p, <2 x i1> %m)
  %o = load <2 x i32>, ptr %q
  %s = select <2 x i1> %m, <2 x i32> %l, <2 x i32> %o
  store <2 x i32> %s, ptr %q
  ret void
}

; The pattern is there only when InstCombine has simplified the condition.
; CHECK-LABEL: define void @inverse(
; CHECK: [[L:%.*]] = {{.*}}call <2 x i32> @llvm.masked.load.v2i32.p0(ptr align 4 %p, <2 x i1> %m
; CHECK: store <2 x i32> splat (i32 7), ptr %p
; CHECK: select <2 x i1> %m, <2 x i32> [[L]], <2 x i32> %o
define void @inverse(ptr %p, ptr %q, <2 x i1> %m) {
  %l = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr align 4 %p, <2 x i1> %m, <2 x i32> zeroinitializer)
  store <2 x i32> splat (i32 7), ptr %p
  %o = load <2 x i32>, ptr %q
  %n = xor <2 x i1> %m, splat (i1 true)
  %s = select <2 x i1> %n, <2 x i32> %o, <2 x i32> %l
  store <2 x i32> %s, ptr %q
  ret void
}

; In another block.
; CHECK-LABEL: define void @later(
; CHECK: [[L:%.*]] = {{.*}}call <2 x i32> @llvm.masked.load.v2i32.p0(ptr align 4 %p, <2 x i1> %m
; CHECK: br i1 %c
; CHECK: store <2 x i32> splat (i32 7), ptr %p
; CHECK: select <2 x i1> %m, <2 x i32> [[L]], <2 x i32> %o
define void @later(ptr %p, ptr %q, <2 x i1> %m, i1 %c) {
  %l = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr align 4 %p, <2 x i1> %m, <2 x i32> zeroinitializer)
  br i1 %c, label %then, label %end
then:
  store <2 x i32> splat (i32 7), ptr %p
  %o = load <2 x i32>, ptr %q
  %s = select <2 x i1> %m, <2 x i32> %l, <2 x i32> %o
  store <2 x i32> %s, ptr %q
  br label %end
end:
  ret void
}

; What else InstCombine does with masked loads it still does: one that is not needed any more goes, one with all lanes
; is plain.
; CHECK-LABEL: define void @others(
; CHECK-NOT: masked.load
; CHECK: load <2 x i32>, ptr %p, align 4
; CHECK-NOT: masked.load
; CHECK: ret void
define void @others(ptr %p, ptr %q, <2 x i1> %m) {
  %l = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr align 4 %p, <2 x i1> %m, <2 x i32> zeroinitializer)
  %zero = and <2 x i32> %l, zeroinitializer
  %k = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr align 4 %p, <2 x i1> splat (i1 true), <2 x i32> %zero)
  store <2 x i32> %k, ptr %q
  ret void
}
