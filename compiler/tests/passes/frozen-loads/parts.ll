; RUN: %weft-opt --passes=frozen-parts,verify -S %s | FileCheck %s
; What is loaded, taken apart, and may be written over afterwards, is loaded once: LLVM 22 would load the second element
; of @both again behind the store.

; CHECK-LABEL: @both
; CHECK: [[V:%.*]] = load <2 x double>, ptr %p
; CHECK-NEXT: [[F:%.*]] = freeze <2 x double> [[V]]
; CHECK: store <2 x i64>
; CHECK: shufflevector <2 x double> [[F]]
define <2 x double> @both(ptr %p, ptr %q) {
  %v = load <2 x double>, ptr %p, align 1
  store <2 x i64> zeroinitializer, ptr %p, align 1
  %second = shufflevector <2 x double> %v, <2 x double> zeroinitializer, <2 x i32> <i32 1, i32 3>
  %chosen = select <2 x i1> <i1 true, i1 false>, <2 x double> %second, <2 x double> zeroinitializer
  %scalar = extractelement <2 x double> %chosen, i64 0
  store double %scalar, ptr %q, align 1
  %r = shufflevector <2 x double> splat (double 1.0), <2 x double> %chosen, <2 x i32> <i32 0, i32 2>
  ret <2 x double> %r
}

; One thing is made of it.
; CHECK-LABEL: @one
; CHECK-NOT: freeze
define <2 x double> @one(ptr %p) {
  %v = load <2 x double>, ptr %p, align 1
  store <2 x i64> zeroinitializer, ptr %p, align 1
  %r = shufflevector <2 x double> %v, <2 x double> zeroinitializer, <2 x i32> <i32 1, i32 3>
  ret <2 x double> %r
}

; Nothing writes there.
; CHECK-LABEL: @apart
; CHECK-NOT: freeze
define <2 x double> @apart(ptr noalias %p, ptr noalias %q) {
  %v = load <2 x double>, ptr %p, align 1
  %second = shufflevector <2 x double> %v, <2 x double> zeroinitializer, <2 x i32> <i32 1, i32 3>
  %scalar = extractelement <2 x double> %v, i64 0
  store double %scalar, ptr %q, align 1
  ret <2 x double> %second
}

; No part of it.
; CHECK-LABEL: @whole
; CHECK-NOT: freeze
define <2 x double> @whole(ptr %p, ptr %q) {
  %v = load <2 x double>, ptr %p, align 1
  store <2 x double> %v, ptr %q, align 1
  ret <2 x double> %v
}
