; RUN: %weft-opt --passes=half-lowering,verify -S %s | FileCheck %s
; RUN: %weft-opt "--passes=half-lowering,function(instcombine)" -S %s | FileCheck --check-prefix=LATER %s
; CPUs that only convert halves: a fused multiply-add and a double's conversion are rounded once.

; CHECK-LABEL: @from_double
; CHECK-NEXT: [[F:%.*]] = fptrunc double %x to float
; CHECK-NEXT: [[BACK:%.*]] = fpext float [[F]] to double
; CHECK-NEXT: [[MAG:%.*]] = call double @llvm.fabs.f64(double [[BACK]])
; CHECK-NEXT: [[OF:%.*]] = call double @llvm.fabs.f64(double %x)
; CHECK-NEXT: [[BEYOND:%.*]] = fcmp ogt double [[MAG]], [[OF]]
; CHECK-NEXT: [[INEXACT:%.*]] = fcmp one double [[BACK]], %x
; CHECK-NEXT: [[MINUS:%.*]] = sext i1 [[BEYOND]] to i32
; CHECK-NEXT: [[LOST:%.*]] = sext i1 [[INEXACT]] to i32
; CHECK-NEXT: [[BITS:%.*]] = bitcast float [[F]] to i32
; CHECK-NEXT: [[DOWN:%.*]] = add i32 [[BITS]], [[MINUS]]
; CHECK-NEXT: [[LAST:%.*]] = lshr i32 [[LOST]], 31
; CHECK-NEXT: [[ODD:%.*]] = or i32 [[DOWN]], [[LAST]]
; CHECK-NEXT: [[FLOAT:%.*]] = bitcast i32 [[ODD]] to float
; CHECK-NEXT: [[H:%.*]] = fptrunc float [[FLOAT]] to half
; CHECK-NEXT: ret half [[H]]
define half @from_double(double %x) {
  %h = fptrunc double %x to half
  ret half %h
}

; mad's: rounded to float, then to half.
; CHECK-LABEL: @contracted
; CHECK: [[P:%.*]] = fmul contract <4 x float>
; CHECK: [[S:%.*]] = fadd contract <4 x float> [[P]], {{.*}}
; CHECK-NEXT: [[H:%.*]] = fptrunc <4 x float> [[S]] to <4 x half>
; CHECK-NEXT: ret <4 x half> [[H]]
define <4 x half> @contracted(<4 x half> %a, <4 x half> %b, <4 x half> %c) {
  %r = call contract <4 x half> @llvm.fma.v4f16(<4 x half> %a, <4 x half> %b, <4 x half> %c)
  ret <4 x half> %r
}

; CHECK-LABEL: @fused
; CHECK-NOT: llvm.fma
; CHECK: [[A:%.*]] = fpext <4 x half> %a to <4 x float>
; CHECK: [[B:%.*]] = fpext <4 x half> %b to <4 x float>
; CHECK: [[P:%.*]] = fmul <4 x float> [[A]], [[B]]
; CHECK: [[C:%.*]] = fpext <4 x half> %c to <4 x float>
; CHECK: [[S:%.*]] = fadd <4 x float> [[P]], [[C]]
; CHECK: [[C2:%.*]] = fsub <4 x float> [[S]], [[P]]
; CHECK: [[P2:%.*]] = fsub <4 x float> [[S]], [[C2]]
; CHECK-DAG: [[OF_P:%.*]] = fsub <4 x float> [[P]], [[P2]]
; CHECK-DAG: [[OF_C:%.*]] = fsub <4 x float> [[C]], [[C2]]
; CHECK: [[LACKS:%.*]] = fadd <4 x float> [[OF_P]], [[OF_C]]
; CHECK: fcmp one <4 x float> [[LACKS]], zeroinitializer
; CHECK: fptrunc <4 x float> {{.*}} to <4 x half>
define <4 x half> @fused(<4 x half> %a, <4 x half> %b, <4 x half> %c) {
  %r = call <4 x half> @llvm.fma.v4f16(<4 x half> %a, <4 x half> %b, <4 x half> %c)
  ret <4 x half> %r
}

; One rounding already.
; CHECK-LABEL: @others
; CHECK-NEXT: fptrunc float %f to half
; CHECK-NEXT: fptrunc double %d to float
; CHECK-NEXT: call float @llvm.fma.f32
; CHECK-NEXT: fadd half
define half @others(float %f, double %d, half %x) {
  %h = fptrunc float %f to half
  %g = fptrunc double %d to float
  %m = call float @llvm.fma.f32(float %g, float %f, float %f)
  %s = fadd half %h, %x
  ret half %s
}

; One call of C's for each element otherwise. LLVM does not find out what is computed.
; CHECK-LABEL: @greater
; CHECK-NEXT: [[LESS:%.*]] = fcmp olt <4 x half> %a, %b
; CHECK-NEXT: [[NONE:%.*]] = fcmp uno <4 x half> %a, %a
; CHECK-NEXT: [[SECOND:%.*]] = or <4 x i1> [[LESS]], [[NONE]]
; CHECK-NEXT: select <4 x i1> [[SECOND]], <4 x half> %b, <4 x half> %a
; LATER-LABEL: @greater
; LATER-NOT: maxnum
; LATER: ret
define <4 x half> @greater(<4 x half> %a, <4 x half> %b) {
  %r = call nnan nsz <4 x half> @llvm.maxnum.v4f16(<4 x half> %a, <4 x half> %b)
  ret <4 x half> %r
}

; CHECK-LABEL: @lesser
; CHECK-NEXT: [[GREATER:%.*]] = fcmp ogt half %a, %b
; CHECK-NEXT: [[NONE:%.*]] = fcmp uno half %a, %a
; CHECK-NEXT: [[SECOND:%.*]] = or i1 [[GREATER]], [[NONE]]
; CHECK-NEXT: select i1 [[SECOND]], half %b, half %a
; LATER-LABEL: @lesser
; LATER-NOT: minnum
; LATER: ret
define half @lesser(half %a, half %b) {
  %r = call half @llvm.minnum.f16(half %a, half %b)
  ret half %r
}

; Code generation would make one of two that may be contracted.
; CHECK-LABEL: @by_way_of_float
; CHECK-NEXT: fptrunc contract double %x to float
; CHECK-NEXT: fptrunc float
define half @by_way_of_float(double %x) {
  %f = fptrunc contract double %x to float
  %h = fptrunc contract float %f to half
  ret half %h
}
