; RUN: %weft-opt --passes=fma-lowering,verify -S %s | FileCheck %s
; CPUs without fused multiply-adds.

; One rounding: in doubles, the sum rounded to odd.
; CHECK-LABEL: @once
; CHECK-NOT: llvm.fma
; CHECK: [[A:%.*]] = fpext <4 x float> %a to <4 x double>
; CHECK: [[B:%.*]] = fpext <4 x float> %b to <4 x double>
; CHECK: [[P:%.*]] = fmul <4 x double> [[A]], [[B]]
; CHECK: [[C:%.*]] = fpext <4 x float> %c to <4 x double>
; CHECK: [[S:%.*]] = fadd <4 x double> [[P]], [[C]]
; CHECK: fcmp one <4 x double>
; CHECK: [[ODD:%.*]] = or <4 x i64>
; CHECK: [[WIDE:%.*]] = bitcast <4 x i64> [[ODD]] to <4 x double>
; CHECK: [[R:%.*]] = fptrunc <4 x double> [[WIDE]] to <4 x float>
; CHECK: ret <4 x float> [[R]]
define <4 x float> @once(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %r = call <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %c)
  ret <4 x float> %r
}

; An exact product: rounded twice.
; CHECK-LABEL: @nearly
; CHECK: [[P:%.*]] = fmul double
; CHECK: [[S:%.*]] = fadd double [[P]], {{.*}}
; CHECK-NEXT: [[R:%.*]] = fptrunc double [[S]] to float
; CHECK-NEXT: ret float [[R]]
define float @nearly(float %a, float %b, float %c) {
  %r = call arcp float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %r
}

; Dekker's product, Knuth's sum; what is too large for them is rounded twice.
; CHECK-LABEL: @of_doubles
; CHECK: fmul double %a, 0x41A0000002000000
; CHECK: fmul double %b, 0x41A0000002000000
; CHECK: [[P:%.*]] = fmul double %a, %b
; CHECK: [[S:%.*]] = fadd double [[P]], %c
; CHECK: [[BETTER:%.*]] = fadd double [[S]], {{.*}}
; CHECK-NEXT: [[IS:%.*]] = fcmp ord double [[BETTER]], [[BETTER]]
; CHECK-NEXT: [[R:%.*]] = select i1 [[IS]], double [[BETTER]], double [[S]]
; CHECK-NEXT: ret double [[R]]
define double @of_doubles(double %a, double %b, double %c) {
  %r = call arcp double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %r
}

; The product, too.
; CHECK-LABEL: @contracted
; CHECK-NEXT: [[P:%.*]] = fmul <2 x double> %a, %b
; CHECK-NEXT: [[S:%.*]] = fadd <2 x double> [[P]], %c
; CHECK-NEXT: ret <2 x double> [[S]]
define <2 x double> @contracted(<2 x double> %a, <2 x double> %b, <2 x double> %c) {
  %r = call contract <2 x double> @llvm.fma.v2f64(<2 x double> %a, <2 x double> %b, <2 x double> %c)
  ret <2 x double> %r
}

; Libm's.
; CHECK-LABEL: @doubles_once
; CHECK-NEXT: call double @llvm.fma.f64
define double @doubles_once(double %a, double %b, double %c) {
  %r = call double @llvm.fma.f64(double %a, double %b, double %c)
  ret double %r
}
