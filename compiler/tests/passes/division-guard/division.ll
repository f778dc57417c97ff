; Integer divisions get a divisor that cannot trap; those by harmless constants stay as they are.
; RUN: %weft-opt --passes=division-guard,verify -S %s | FileCheck %s

; CHECK-LABEL: @unsigned_by_a_variable
; CHECK: [[D:%.*]] = freeze i32 %b
; CHECK: [[Z:%.*]] = icmp eq i32 [[D]], 0
; CHECK: [[S:%.*]] = select i1 [[Z]], i32 1, i32 [[D]]
; CHECK: udiv i32 %a, [[S]]
define i32 @unsigned_by_a_variable(i32 %a, i32 %b) {
  %r = udiv i32 %a, %b
  ret i32 %r
}

; The smallest value by -1 overflows.
; CHECK-LABEL: @signed_remainder_by_a_variable
; CHECK-DAG: icmp eq i64 {{%.*}}, 0
; CHECK-DAG: icmp eq i64 {{%.*}}, -1
; CHECK-DAG: icmp eq i64 {{%.*}}, -9223372036854775808
; CHECK: [[S:%.*]] = select i1 {{%.*}}, i64 1, i64
; CHECK: srem i64 {{%.*}}, [[S]]
define i64 @signed_remainder_by_a_variable(i64 %a, i64 %b) {
  %r = srem i64 %a, %b
  ret i64 %r
}

; CHECK-LABEL: @vectors_by_element
; CHECK: select <4 x i1> {{%.*}}, <4 x i8> splat (i8 1), <4 x i8>
define <4 x i8> @vectors_by_element(<4 x i8> %a, <4 x i8> %b) {
  %r = sdiv <4 x i8> %a, %b
  ret <4 x i8> %r
}

; CHECK-LABEL: @harmless_constants_stay
; CHECK-NEXT: udiv i32 %a, 7
; CHECK-NEXT: udiv i32 {{%.*}}, -1
; CHECK-NEXT: sdiv i32 {{%.*}}, -3
; CHECK-NEXT: ret
define i32 @harmless_constants_stay(i32 %a) {
  %x = udiv i32 %a, 7
  %y = udiv i32 %x, -1
  %z = sdiv i32 %y, -3
  ret i32 %z
}

; CHECK-LABEL: @a_constant_zero_becomes_one
; CHECK: urem i32 %a, 1
define i32 @a_constant_zero_becomes_one(i32 %a) {
  %r = urem i32 %a, 0
  ret i32 %r
}
