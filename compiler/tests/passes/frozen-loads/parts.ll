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

; Each choice has the one before it twice: there are 2^48 ways from the load to what is made of it.
; CHECK-LABEL: @network
; CHECK: freeze
define void @network(ptr %p, i1 %c) {
  %v0 = load <2 x double>, ptr %p, align 1
  %s0 = shufflevector <2 x double> %v0, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v1 = select i1 %c, <2 x double> %v0, <2 x double> %s0
  %s1 = shufflevector <2 x double> %v1, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v2 = select i1 %c, <2 x double> %v1, <2 x double> %s1
  %s2 = shufflevector <2 x double> %v2, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v3 = select i1 %c, <2 x double> %v2, <2 x double> %s2
  %s3 = shufflevector <2 x double> %v3, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v4 = select i1 %c, <2 x double> %v3, <2 x double> %s3
  %s4 = shufflevector <2 x double> %v4, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v5 = select i1 %c, <2 x double> %v4, <2 x double> %s4
  %s5 = shufflevector <2 x double> %v5, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v6 = select i1 %c, <2 x double> %v5, <2 x double> %s5
  %s6 = shufflevector <2 x double> %v6, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v7 = select i1 %c, <2 x double> %v6, <2 x double> %s6
  %s7 = shufflevector <2 x double> %v7, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v8 = select i1 %c, <2 x double> %v7, <2 x double> %s7
  %s8 = shufflevector <2 x double> %v8, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v9 = select i1 %c, <2 x double> %v8, <2 x double> %s8
  %s9 = shufflevector <2 x double> %v9, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v10 = select i1 %c, <2 x double> %v9, <2 x double> %s9
  %s10 = shufflevector <2 x double> %v10, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v11 = select i1 %c, <2 x double> %v10, <2 x double> %s10
  %s11 = shufflevector <2 x double> %v11, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v12 = select i1 %c, <2 x double> %v11, <2 x double> %s11
  %s12 = shufflevector <2 x double> %v12, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v13 = select i1 %c, <2 x double> %v12, <2 x double> %s12
  %s13 = shufflevector <2 x double> %v13, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v14 = select i1 %c, <2 x double> %v13, <2 x double> %s13
  %s14 = shufflevector <2 x double> %v14, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v15 = select i1 %c, <2 x double> %v14, <2 x double> %s14
  %s15 = shufflevector <2 x double> %v15, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v16 = select i1 %c, <2 x double> %v15, <2 x double> %s15
  %s16 = shufflevector <2 x double> %v16, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v17 = select i1 %c, <2 x double> %v16, <2 x double> %s16
  %s17 = shufflevector <2 x double> %v17, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v18 = select i1 %c, <2 x double> %v17, <2 x double> %s17
  %s18 = shufflevector <2 x double> %v18, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v19 = select i1 %c, <2 x double> %v18, <2 x double> %s18
  %s19 = shufflevector <2 x double> %v19, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v20 = select i1 %c, <2 x double> %v19, <2 x double> %s19
  %s20 = shufflevector <2 x double> %v20, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v21 = select i1 %c, <2 x double> %v20, <2 x double> %s20
  %s21 = shufflevector <2 x double> %v21, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v22 = select i1 %c, <2 x double> %v21, <2 x double> %s21
  %s22 = shufflevector <2 x double> %v22, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v23 = select i1 %c, <2 x double> %v22, <2 x double> %s22
  %s23 = shufflevector <2 x double> %v23, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v24 = select i1 %c, <2 x double> %v23, <2 x double> %s23
  %s24 = shufflevector <2 x double> %v24, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v25 = select i1 %c, <2 x double> %v24, <2 x double> %s24
  %s25 = shufflevector <2 x double> %v25, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v26 = select i1 %c, <2 x double> %v25, <2 x double> %s25
  %s26 = shufflevector <2 x double> %v26, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v27 = select i1 %c, <2 x double> %v26, <2 x double> %s26
  %s27 = shufflevector <2 x double> %v27, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v28 = select i1 %c, <2 x double> %v27, <2 x double> %s27
  %s28 = shufflevector <2 x double> %v28, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v29 = select i1 %c, <2 x double> %v28, <2 x double> %s28
  %s29 = shufflevector <2 x double> %v29, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v30 = select i1 %c, <2 x double> %v29, <2 x double> %s29
  %s30 = shufflevector <2 x double> %v30, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v31 = select i1 %c, <2 x double> %v30, <2 x double> %s30
  %s31 = shufflevector <2 x double> %v31, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v32 = select i1 %c, <2 x double> %v31, <2 x double> %s31
  %s32 = shufflevector <2 x double> %v32, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v33 = select i1 %c, <2 x double> %v32, <2 x double> %s32
  %s33 = shufflevector <2 x double> %v33, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v34 = select i1 %c, <2 x double> %v33, <2 x double> %s33
  %s34 = shufflevector <2 x double> %v34, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v35 = select i1 %c, <2 x double> %v34, <2 x double> %s34
  %s35 = shufflevector <2 x double> %v35, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v36 = select i1 %c, <2 x double> %v35, <2 x double> %s35
  %s36 = shufflevector <2 x double> %v36, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v37 = select i1 %c, <2 x double> %v36, <2 x double> %s36
  %s37 = shufflevector <2 x double> %v37, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v38 = select i1 %c, <2 x double> %v37, <2 x double> %s37
  %s38 = shufflevector <2 x double> %v38, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v39 = select i1 %c, <2 x double> %v38, <2 x double> %s38
  %s39 = shufflevector <2 x double> %v39, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v40 = select i1 %c, <2 x double> %v39, <2 x double> %s39
  %s40 = shufflevector <2 x double> %v40, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v41 = select i1 %c, <2 x double> %v40, <2 x double> %s40
  %s41 = shufflevector <2 x double> %v41, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v42 = select i1 %c, <2 x double> %v41, <2 x double> %s41
  %s42 = shufflevector <2 x double> %v42, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v43 = select i1 %c, <2 x double> %v42, <2 x double> %s42
  %s43 = shufflevector <2 x double> %v43, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v44 = select i1 %c, <2 x double> %v43, <2 x double> %s43
  %s44 = shufflevector <2 x double> %v44, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v45 = select i1 %c, <2 x double> %v44, <2 x double> %s44
  %s45 = shufflevector <2 x double> %v45, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v46 = select i1 %c, <2 x double> %v45, <2 x double> %s45
  %s46 = shufflevector <2 x double> %v46, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v47 = select i1 %c, <2 x double> %v46, <2 x double> %s46
  %s47 = shufflevector <2 x double> %v47, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %v48 = select i1 %c, <2 x double> %v47, <2 x double> %s47
  store <2 x double> %v48, ptr %p, align 1
  ret void
}

; CHECK-LABEL: @never
; CHECK-NOT: freeze
define void @never(ptr %p) {
  ret void
dead:
  %v = load <2 x double>, ptr %p, align 1
  %a = shufflevector <2 x double> %v, <2 x double> %a, <2 x i32> <i32 1, i32 3>
  br label %dead
}
