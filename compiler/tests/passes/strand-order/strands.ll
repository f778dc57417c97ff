; RUN: %weft-opt --cpu=x86-64 --passes=strand-order,verify -S %s | FileCheck %s
; 12 strands of <4 x float> need more than the 16 registers when they go side by side.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; One bundle ends before another begins.
; CHECK-LABEL: define void @apart(
; CHECK: %f0 = fadd
; CHECK: %x11 = load
; CHECK: %f11 = fadd
; CHECK: store <4 x float> %f0,
define void @apart(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  %ax0 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 0
  %ax1 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 1
  %ax2 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 2
  %ax3 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 3
  %ax4 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 4
  %ax5 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 5
  %ax6 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 6
  %ax7 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 7
  %ax8 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 8
  %ax9 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 9
  %ax10 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 10
  %ax11 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 11
  %x0 = load <4 x float>, ptr addrspace(1) %ax0
  %x1 = load <4 x float>, ptr addrspace(1) %ax1
  %x2 = load <4 x float>, ptr addrspace(1) %ax2
  %x3 = load <4 x float>, ptr addrspace(1) %ax3
  %x4 = load <4 x float>, ptr addrspace(1) %ax4
  %x5 = load <4 x float>, ptr addrspace(1) %ax5
  %x6 = load <4 x float>, ptr addrspace(1) %ax6
  %x7 = load <4 x float>, ptr addrspace(1) %ax7
  %x8 = load <4 x float>, ptr addrspace(1) %ax8
  %x9 = load <4 x float>, ptr addrspace(1) %ax9
  %x10 = load <4 x float>, ptr addrspace(1) %ax10
  %x11 = load <4 x float>, ptr addrspace(1) %ax11
  %y0 = fmul <4 x float> %x0, %x0
  %y1 = fmul <4 x float> %x1, %x1
  %y2 = fmul <4 x float> %x2, %x2
  %y3 = fmul <4 x float> %x3, %x3
  %y4 = fmul <4 x float> %x4, %x4
  %y5 = fmul <4 x float> %x5, %x5
  %y6 = fmul <4 x float> %x6, %x6
  %y7 = fmul <4 x float> %x7, %x7
  %y8 = fmul <4 x float> %x8, %x8
  %y9 = fmul <4 x float> %x9, %x9
  %y10 = fmul <4 x float> %x10, %x10
  %y11 = fmul <4 x float> %x11, %x11
  %a0 = fmul <4 x float> %x0, %y0
  %a1 = fmul <4 x float> %x1, %y1
  %a2 = fmul <4 x float> %x2, %y2
  %a3 = fmul <4 x float> %x3, %y3
  %a4 = fmul <4 x float> %x4, %y4
  %a5 = fmul <4 x float> %x5, %y5
  %a6 = fmul <4 x float> %x6, %y6
  %a7 = fmul <4 x float> %x7, %y7
  %a8 = fmul <4 x float> %x8, %y8
  %a9 = fmul <4 x float> %x9, %y9
  %a10 = fmul <4 x float> %x10, %y10
  %a11 = fmul <4 x float> %x11, %y11
  %b0 = fadd <4 x float> %a0, %y0
  %b1 = fadd <4 x float> %a1, %y1
  %b2 = fadd <4 x float> %a2, %y2
  %b3 = fadd <4 x float> %a3, %y3
  %b4 = fadd <4 x float> %a4, %y4
  %b5 = fadd <4 x float> %a5, %y5
  %b6 = fadd <4 x float> %a6, %y6
  %b7 = fadd <4 x float> %a7, %y7
  %b8 = fadd <4 x float> %a8, %y8
  %b9 = fadd <4 x float> %a9, %y9
  %b10 = fadd <4 x float> %a10, %y10
  %b11 = fadd <4 x float> %a11, %y11
  %c0 = fmul <4 x float> %b0, %x0
  %c1 = fmul <4 x float> %b1, %x1
  %c2 = fmul <4 x float> %b2, %x2
  %c3 = fmul <4 x float> %b3, %x3
  %c4 = fmul <4 x float> %b4, %x4
  %c5 = fmul <4 x float> %b5, %x5
  %c6 = fmul <4 x float> %b6, %x6
  %c7 = fmul <4 x float> %b7, %x7
  %c8 = fmul <4 x float> %b8, %x8
  %c9 = fmul <4 x float> %b9, %x9
  %c10 = fmul <4 x float> %b10, %x10
  %c11 = fmul <4 x float> %b11, %x11
  %d0 = fadd <4 x float> %c0, %a0
  %d1 = fadd <4 x float> %c1, %a1
  %d2 = fadd <4 x float> %c2, %a2
  %d3 = fadd <4 x float> %c3, %a3
  %d4 = fadd <4 x float> %c4, %a4
  %d5 = fadd <4 x float> %c5, %a5
  %d6 = fadd <4 x float> %c6, %a6
  %d7 = fadd <4 x float> %c7, %a7
  %d8 = fadd <4 x float> %c8, %a8
  %d9 = fadd <4 x float> %c9, %a9
  %d10 = fadd <4 x float> %c10, %a10
  %d11 = fadd <4 x float> %c11, %a11
  %e0 = fmul <4 x float> %d0, %b0
  %e1 = fmul <4 x float> %d1, %b1
  %e2 = fmul <4 x float> %d2, %b2
  %e3 = fmul <4 x float> %d3, %b3
  %e4 = fmul <4 x float> %d4, %b4
  %e5 = fmul <4 x float> %d5, %b5
  %e6 = fmul <4 x float> %d6, %b6
  %e7 = fmul <4 x float> %d7, %b7
  %e8 = fmul <4 x float> %d8, %b8
  %e9 = fmul <4 x float> %d9, %b9
  %e10 = fmul <4 x float> %d10, %b10
  %e11 = fmul <4 x float> %d11, %b11
  %f0 = fadd <4 x float> %e0, %c0
  %f1 = fadd <4 x float> %e1, %c1
  %f2 = fadd <4 x float> %e2, %c2
  %f3 = fadd <4 x float> %e3, %c3
  %f4 = fadd <4 x float> %e4, %c4
  %f5 = fadd <4 x float> %e5, %c5
  %f6 = fadd <4 x float> %e6, %c6
  %f7 = fadd <4 x float> %e7, %c7
  %f8 = fadd <4 x float> %e8, %c8
  %f9 = fadd <4 x float> %e9, %c9
  %f10 = fadd <4 x float> %e10, %c10
  %f11 = fadd <4 x float> %e11, %c11
  store <4 x float> %f0, ptr addrspace(1) %ax0
  store <4 x float> %f1, ptr addrspace(1) %ax1
  store <4 x float> %f2, ptr addrspace(1) %ax2
  store <4 x float> %f3, ptr addrspace(1) %ax3
  store <4 x float> %f4, ptr addrspace(1) %ax4
  store <4 x float> %f5, ptr addrspace(1) %ax5
  store <4 x float> %f6, ptr addrspace(1) %ax6
  store <4 x float> %f7, ptr addrspace(1) %ax7
  store <4 x float> %f8, ptr addrspace(1) %ax8
  store <4 x float> %f9, ptr addrspace(1) %ax9
  store <4 x float> %f10, ptr addrspace(1) %ax10
  store <4 x float> %f11, ptr addrspace(1) %ax11
  ret void
}

; Inside a bundle the order stays: there is work to overlap.
; CHECK-LABEL: define void @side_by_side(
; CHECK: %x0 = load
; CHECK: %a0 = fmul
; CHECK-NEXT: %a1 = fmul
; CHECK-NEXT: %a2 = fmul
define void @side_by_side(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  %ax0 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 0
  %ax1 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 1
  %ax2 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 2
  %ax3 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 3
  %ax4 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 4
  %ax5 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 5
  %ax6 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 6
  %ax7 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 7
  %ax8 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 8
  %ax9 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 9
  %ax10 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 10
  %ax11 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 11
  %x0 = load <4 x float>, ptr addrspace(1) %ax0
  %x1 = load <4 x float>, ptr addrspace(1) %ax1
  %x2 = load <4 x float>, ptr addrspace(1) %ax2
  %x3 = load <4 x float>, ptr addrspace(1) %ax3
  %x4 = load <4 x float>, ptr addrspace(1) %ax4
  %x5 = load <4 x float>, ptr addrspace(1) %ax5
  %x6 = load <4 x float>, ptr addrspace(1) %ax6
  %x7 = load <4 x float>, ptr addrspace(1) %ax7
  %x8 = load <4 x float>, ptr addrspace(1) %ax8
  %x9 = load <4 x float>, ptr addrspace(1) %ax9
  %x10 = load <4 x float>, ptr addrspace(1) %ax10
  %x11 = load <4 x float>, ptr addrspace(1) %ax11
  %y0 = fmul <4 x float> %x0, %x0
  %y1 = fmul <4 x float> %x1, %x1
  %y2 = fmul <4 x float> %x2, %x2
  %y3 = fmul <4 x float> %x3, %x3
  %y4 = fmul <4 x float> %x4, %x4
  %y5 = fmul <4 x float> %x5, %x5
  %y6 = fmul <4 x float> %x6, %x6
  %y7 = fmul <4 x float> %x7, %x7
  %y8 = fmul <4 x float> %x8, %x8
  %y9 = fmul <4 x float> %x9, %x9
  %y10 = fmul <4 x float> %x10, %x10
  %y11 = fmul <4 x float> %x11, %x11
  %a0 = fmul <4 x float> %x0, %y0
  %a1 = fmul <4 x float> %x1, %y1
  %a2 = fmul <4 x float> %x2, %y2
  %a3 = fmul <4 x float> %x3, %y3
  %a4 = fmul <4 x float> %x4, %y4
  %a5 = fmul <4 x float> %x5, %y5
  %a6 = fmul <4 x float> %x6, %y6
  %a7 = fmul <4 x float> %x7, %y7
  %a8 = fmul <4 x float> %x8, %y8
  %a9 = fmul <4 x float> %x9, %y9
  %a10 = fmul <4 x float> %x10, %y10
  %a11 = fmul <4 x float> %x11, %y11
  %b0 = fadd <4 x float> %a0, %y0
  %b1 = fadd <4 x float> %a1, %y1
  %b2 = fadd <4 x float> %a2, %y2
  %b3 = fadd <4 x float> %a3, %y3
  %b4 = fadd <4 x float> %a4, %y4
  %b5 = fadd <4 x float> %a5, %y5
  %b6 = fadd <4 x float> %a6, %y6
  %b7 = fadd <4 x float> %a7, %y7
  %b8 = fadd <4 x float> %a8, %y8
  %b9 = fadd <4 x float> %a9, %y9
  %b10 = fadd <4 x float> %a10, %y10
  %b11 = fadd <4 x float> %a11, %y11
  %c0 = fmul <4 x float> %b0, %x0
  %c1 = fmul <4 x float> %b1, %x1
  %c2 = fmul <4 x float> %b2, %x2
  %c3 = fmul <4 x float> %b3, %x3
  %c4 = fmul <4 x float> %b4, %x4
  %c5 = fmul <4 x float> %b5, %x5
  %c6 = fmul <4 x float> %b6, %x6
  %c7 = fmul <4 x float> %b7, %x7
  %c8 = fmul <4 x float> %b8, %x8
  %c9 = fmul <4 x float> %b9, %x9
  %c10 = fmul <4 x float> %b10, %x10
  %c11 = fmul <4 x float> %b11, %x11
  %d0 = fadd <4 x float> %c0, %a0
  %d1 = fadd <4 x float> %c1, %a1
  %d2 = fadd <4 x float> %c2, %a2
  %d3 = fadd <4 x float> %c3, %a3
  %d4 = fadd <4 x float> %c4, %a4
  %d5 = fadd <4 x float> %c5, %a5
  %d6 = fadd <4 x float> %c6, %a6
  %d7 = fadd <4 x float> %c7, %a7
  %d8 = fadd <4 x float> %c8, %a8
  %d9 = fadd <4 x float> %c9, %a9
  %d10 = fadd <4 x float> %c10, %a10
  %d11 = fadd <4 x float> %c11, %a11
  %e0 = fmul <4 x float> %d0, %b0
  %e1 = fmul <4 x float> %d1, %b1
  %e2 = fmul <4 x float> %d2, %b2
  %e3 = fmul <4 x float> %d3, %b3
  %e4 = fmul <4 x float> %d4, %b4
  %e5 = fmul <4 x float> %d5, %b5
  %e6 = fmul <4 x float> %d6, %b6
  %e7 = fmul <4 x float> %d7, %b7
  %e8 = fmul <4 x float> %d8, %b8
  %e9 = fmul <4 x float> %d9, %b9
  %e10 = fmul <4 x float> %d10, %b10
  %e11 = fmul <4 x float> %d11, %b11
  %f0 = fadd <4 x float> %e0, %c0
  %f1 = fadd <4 x float> %e1, %c1
  %f2 = fadd <4 x float> %e2, %c2
  %f3 = fadd <4 x float> %e3, %c3
  %f4 = fadd <4 x float> %e4, %c4
  %f5 = fadd <4 x float> %e5, %c5
  %f6 = fadd <4 x float> %e6, %c6
  %f7 = fadd <4 x float> %e7, %c7
  %f8 = fadd <4 x float> %e8, %c8
  %f9 = fadd <4 x float> %e9, %c9
  %f10 = fadd <4 x float> %e10, %c10
  %f11 = fadd <4 x float> %e11, %c11
  store <4 x float> %f0, ptr addrspace(1) %ax0
  store <4 x float> %f1, ptr addrspace(1) %ax1
  store <4 x float> %f2, ptr addrspace(1) %ax2
  store <4 x float> %f3, ptr addrspace(1) %ax3
  store <4 x float> %f4, ptr addrspace(1) %ax4
  store <4 x float> %f5, ptr addrspace(1) %ax5
  store <4 x float> %f6, ptr addrspace(1) %ax6
  store <4 x float> %f7, ptr addrspace(1) %ax7
  store <4 x float> %f8, ptr addrspace(1) %ax8
  store <4 x float> %f9, ptr addrspace(1) %ax9
  store <4 x float> %f10, ptr addrspace(1) %ax10
  store <4 x float> %f11, ptr addrspace(1) %ax11
  ret void
}

; Nothing moves where all fits.
; CHECK-LABEL: define void @fits(
; CHECK: %x2 = load
; CHECK-NEXT: %y0 = fmul
; CHECK: %f0 = fadd
; CHECK-NEXT: %f1 = fadd
; CHECK-NEXT: %f2 = fadd
define void @fits(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  %ax0 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 0
  %ax1 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 1
  %ax2 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 2
  %x0 = load <4 x float>, ptr addrspace(1) %ax0
  %x1 = load <4 x float>, ptr addrspace(1) %ax1
  %x2 = load <4 x float>, ptr addrspace(1) %ax2
  %y0 = fmul <4 x float> %x0, %x0
  %y1 = fmul <4 x float> %x1, %x1
  %y2 = fmul <4 x float> %x2, %x2
  %a0 = fmul <4 x float> %x0, %y0
  %a1 = fmul <4 x float> %x1, %y1
  %a2 = fmul <4 x float> %x2, %y2
  %b0 = fadd <4 x float> %a0, %y0
  %b1 = fadd <4 x float> %a1, %y1
  %b2 = fadd <4 x float> %a2, %y2
  %c0 = fmul <4 x float> %b0, %x0
  %c1 = fmul <4 x float> %b1, %x1
  %c2 = fmul <4 x float> %b2, %x2
  %d0 = fadd <4 x float> %c0, %a0
  %d1 = fadd <4 x float> %c1, %a1
  %d2 = fadd <4 x float> %c2, %a2
  %e0 = fmul <4 x float> %d0, %b0
  %e1 = fmul <4 x float> %d1, %b1
  %e2 = fmul <4 x float> %d2, %b2
  %f0 = fadd <4 x float> %e0, %c0
  %f1 = fadd <4 x float> %e1, %c1
  %f2 = fadd <4 x float> %e2, %c2
  store <4 x float> %f0, ptr addrspace(1) %ax0
  store <4 x float> %f1, ptr addrspace(1) %ax1
  store <4 x float> %f2, ptr addrspace(1) %ax2
  ret void
}

; A value that all of them use makes no strand of them.
; CHECK-LABEL: define void @common(
; CHECK: %f0 = fadd
; CHECK: %x11 = load
; CHECK: %f11 = fadd
define void @common(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  %y = load <4 x float>, ptr addrspace(1) %q
  %ax0 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 0
  %ax1 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 1
  %ax2 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 2
  %ax3 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 3
  %ax4 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 4
  %ax5 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 5
  %ax6 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 6
  %ax7 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 7
  %ax8 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 8
  %ax9 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 9
  %ax10 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 10
  %ax11 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 11
  %x0 = load <4 x float>, ptr addrspace(1) %ax0
  %x1 = load <4 x float>, ptr addrspace(1) %ax1
  %x2 = load <4 x float>, ptr addrspace(1) %ax2
  %x3 = load <4 x float>, ptr addrspace(1) %ax3
  %x4 = load <4 x float>, ptr addrspace(1) %ax4
  %x5 = load <4 x float>, ptr addrspace(1) %ax5
  %x6 = load <4 x float>, ptr addrspace(1) %ax6
  %x7 = load <4 x float>, ptr addrspace(1) %ax7
  %x8 = load <4 x float>, ptr addrspace(1) %ax8
  %x9 = load <4 x float>, ptr addrspace(1) %ax9
  %x10 = load <4 x float>, ptr addrspace(1) %ax10
  %x11 = load <4 x float>, ptr addrspace(1) %ax11
  %a0 = fmul <4 x float> %x0, %y
  %a1 = fmul <4 x float> %x1, %y
  %a2 = fmul <4 x float> %x2, %y
  %a3 = fmul <4 x float> %x3, %y
  %a4 = fmul <4 x float> %x4, %y
  %a5 = fmul <4 x float> %x5, %y
  %a6 = fmul <4 x float> %x6, %y
  %a7 = fmul <4 x float> %x7, %y
  %a8 = fmul <4 x float> %x8, %y
  %a9 = fmul <4 x float> %x9, %y
  %a10 = fmul <4 x float> %x10, %y
  %a11 = fmul <4 x float> %x11, %y
  %b0 = fadd <4 x float> %a0, %y
  %b1 = fadd <4 x float> %a1, %y
  %b2 = fadd <4 x float> %a2, %y
  %b3 = fadd <4 x float> %a3, %y
  %b4 = fadd <4 x float> %a4, %y
  %b5 = fadd <4 x float> %a5, %y
  %b6 = fadd <4 x float> %a6, %y
  %b7 = fadd <4 x float> %a7, %y
  %b8 = fadd <4 x float> %a8, %y
  %b9 = fadd <4 x float> %a9, %y
  %b10 = fadd <4 x float> %a10, %y
  %b11 = fadd <4 x float> %a11, %y
  %c0 = fmul <4 x float> %b0, %x0
  %c1 = fmul <4 x float> %b1, %x1
  %c2 = fmul <4 x float> %b2, %x2
  %c3 = fmul <4 x float> %b3, %x3
  %c4 = fmul <4 x float> %b4, %x4
  %c5 = fmul <4 x float> %b5, %x5
  %c6 = fmul <4 x float> %b6, %x6
  %c7 = fmul <4 x float> %b7, %x7
  %c8 = fmul <4 x float> %b8, %x8
  %c9 = fmul <4 x float> %b9, %x9
  %c10 = fmul <4 x float> %b10, %x10
  %c11 = fmul <4 x float> %b11, %x11
  %d0 = fadd <4 x float> %c0, %a0
  %d1 = fadd <4 x float> %c1, %a1
  %d2 = fadd <4 x float> %c2, %a2
  %d3 = fadd <4 x float> %c3, %a3
  %d4 = fadd <4 x float> %c4, %a4
  %d5 = fadd <4 x float> %c5, %a5
  %d6 = fadd <4 x float> %c6, %a6
  %d7 = fadd <4 x float> %c7, %a7
  %d8 = fadd <4 x float> %c8, %a8
  %d9 = fadd <4 x float> %c9, %a9
  %d10 = fadd <4 x float> %c10, %a10
  %d11 = fadd <4 x float> %c11, %a11
  %e0 = fmul <4 x float> %d0, %b0
  %e1 = fmul <4 x float> %d1, %b1
  %e2 = fmul <4 x float> %d2, %b2
  %e3 = fmul <4 x float> %d3, %b3
  %e4 = fmul <4 x float> %d4, %b4
  %e5 = fmul <4 x float> %d5, %b5
  %e6 = fmul <4 x float> %d6, %b6
  %e7 = fmul <4 x float> %d7, %b7
  %e8 = fmul <4 x float> %d8, %b8
  %e9 = fmul <4 x float> %d9, %b9
  %e10 = fmul <4 x float> %d10, %b10
  %e11 = fmul <4 x float> %d11, %b11
  %f0 = fadd <4 x float> %e0, %c0
  %f1 = fadd <4 x float> %e1, %c1
  %f2 = fadd <4 x float> %e2, %c2
  %f3 = fadd <4 x float> %e3, %c3
  %f4 = fadd <4 x float> %e4, %c4
  %f5 = fadd <4 x float> %e5, %c5
  %f6 = fadd <4 x float> %e6, %c6
  %f7 = fadd <4 x float> %e7, %c7
  %f8 = fadd <4 x float> %e8, %c8
  %f9 = fadd <4 x float> %e9, %c9
  %f10 = fadd <4 x float> %e10, %c10
  %f11 = fadd <4 x float> %e11, %c11
  store <4 x float> %f0, ptr addrspace(1) %ax0
  store <4 x float> %f1, ptr addrspace(1) %ax1
  store <4 x float> %f2, ptr addrspace(1) %ax2
  store <4 x float> %f3, ptr addrspace(1) %ax3
  store <4 x float> %f4, ptr addrspace(1) %ax4
  store <4 x float> %f5, ptr addrspace(1) %ax5
  store <4 x float> %f6, ptr addrspace(1) %ax6
  store <4 x float> %f7, ptr addrspace(1) %ax7
  store <4 x float> %f8, ptr addrspace(1) %ax8
  store <4 x float> %f9, ptr addrspace(1) %ax9
  store <4 x float> %f10, ptr addrspace(1) %ax10
  store <4 x float> %f11, ptr addrspace(1) %ax11
  ret void
}

; Nothing passes a write.
; CHECK-LABEL: define void @write_between(
; CHECK: %b11 = fadd
; CHECK: store <4 x float> zeroinitializer
; CHECK: %c0 = fmul
define void @write_between(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  %ax0 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 0
  %ax1 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 1
  %ax2 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 2
  %ax3 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 3
  %ax4 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 4
  %ax5 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 5
  %ax6 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 6
  %ax7 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 7
  %ax8 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 8
  %ax9 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 9
  %ax10 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 10
  %ax11 = getelementptr <4 x float>, ptr addrspace(1) %p, i64 11
  %x0 = load <4 x float>, ptr addrspace(1) %ax0
  %x1 = load <4 x float>, ptr addrspace(1) %ax1
  %x2 = load <4 x float>, ptr addrspace(1) %ax2
  %x3 = load <4 x float>, ptr addrspace(1) %ax3
  %x4 = load <4 x float>, ptr addrspace(1) %ax4
  %x5 = load <4 x float>, ptr addrspace(1) %ax5
  %x6 = load <4 x float>, ptr addrspace(1) %ax6
  %x7 = load <4 x float>, ptr addrspace(1) %ax7
  %x8 = load <4 x float>, ptr addrspace(1) %ax8
  %x9 = load <4 x float>, ptr addrspace(1) %ax9
  %x10 = load <4 x float>, ptr addrspace(1) %ax10
  %x11 = load <4 x float>, ptr addrspace(1) %ax11
  %y0 = fmul <4 x float> %x0, %x0
  %y1 = fmul <4 x float> %x1, %x1
  %y2 = fmul <4 x float> %x2, %x2
  %y3 = fmul <4 x float> %x3, %x3
  %y4 = fmul <4 x float> %x4, %x4
  %y5 = fmul <4 x float> %x5, %x5
  %y6 = fmul <4 x float> %x6, %x6
  %y7 = fmul <4 x float> %x7, %x7
  %y8 = fmul <4 x float> %x8, %x8
  %y9 = fmul <4 x float> %x9, %x9
  %y10 = fmul <4 x float> %x10, %x10
  %y11 = fmul <4 x float> %x11, %x11
  %a0 = fmul <4 x float> %x0, %y0
  %a1 = fmul <4 x float> %x1, %y1
  %a2 = fmul <4 x float> %x2, %y2
  %a3 = fmul <4 x float> %x3, %y3
  %a4 = fmul <4 x float> %x4, %y4
  %a5 = fmul <4 x float> %x5, %y5
  %a6 = fmul <4 x float> %x6, %y6
  %a7 = fmul <4 x float> %x7, %y7
  %a8 = fmul <4 x float> %x8, %y8
  %a9 = fmul <4 x float> %x9, %y9
  %a10 = fmul <4 x float> %x10, %y10
  %a11 = fmul <4 x float> %x11, %y11
  %b0 = fadd <4 x float> %a0, %y0
  %b1 = fadd <4 x float> %a1, %y1
  %b2 = fadd <4 x float> %a2, %y2
  %b3 = fadd <4 x float> %a3, %y3
  %b4 = fadd <4 x float> %a4, %y4
  %b5 = fadd <4 x float> %a5, %y5
  %b6 = fadd <4 x float> %a6, %y6
  %b7 = fadd <4 x float> %a7, %y7
  %b8 = fadd <4 x float> %a8, %y8
  %b9 = fadd <4 x float> %a9, %y9
  %b10 = fadd <4 x float> %a10, %y10
  %b11 = fadd <4 x float> %a11, %y11
  store <4 x float> zeroinitializer, ptr addrspace(1) %p
  %c0 = fmul <4 x float> %b0, %x0
  %c1 = fmul <4 x float> %b1, %x1
  %c2 = fmul <4 x float> %b2, %x2
  %c3 = fmul <4 x float> %b3, %x3
  %c4 = fmul <4 x float> %b4, %x4
  %c5 = fmul <4 x float> %b5, %x5
  %c6 = fmul <4 x float> %b6, %x6
  %c7 = fmul <4 x float> %b7, %x7
  %c8 = fmul <4 x float> %b8, %x8
  %c9 = fmul <4 x float> %b9, %x9
  %c10 = fmul <4 x float> %b10, %x10
  %c11 = fmul <4 x float> %b11, %x11
  %d0 = fadd <4 x float> %c0, %a0
  %d1 = fadd <4 x float> %c1, %a1
  %d2 = fadd <4 x float> %c2, %a2
  %d3 = fadd <4 x float> %c3, %a3
  %d4 = fadd <4 x float> %c4, %a4
  %d5 = fadd <4 x float> %c5, %a5
  %d6 = fadd <4 x float> %c6, %a6
  %d7 = fadd <4 x float> %c7, %a7
  %d8 = fadd <4 x float> %c8, %a8
  %d9 = fadd <4 x float> %c9, %a9
  %d10 = fadd <4 x float> %c10, %a10
  %d11 = fadd <4 x float> %c11, %a11
  %e0 = fmul <4 x float> %d0, %b0
  %e1 = fmul <4 x float> %d1, %b1
  %e2 = fmul <4 x float> %d2, %b2
  %e3 = fmul <4 x float> %d3, %b3
  %e4 = fmul <4 x float> %d4, %b4
  %e5 = fmul <4 x float> %d5, %b5
  %e6 = fmul <4 x float> %d6, %b6
  %e7 = fmul <4 x float> %d7, %b7
  %e8 = fmul <4 x float> %d8, %b8
  %e9 = fmul <4 x float> %d9, %b9
  %e10 = fmul <4 x float> %d10, %b10
  %e11 = fmul <4 x float> %d11, %b11
  %f0 = fadd <4 x float> %e0, %c0
  %f1 = fadd <4 x float> %e1, %c1
  %f2 = fadd <4 x float> %e2, %c2
  %f3 = fadd <4 x float> %e3, %c3
  %f4 = fadd <4 x float> %e4, %c4
  %f5 = fadd <4 x float> %e5, %c5
  %f6 = fadd <4 x float> %e6, %c6
  %f7 = fadd <4 x float> %e7, %c7
  %f8 = fadd <4 x float> %e8, %c8
  %f9 = fadd <4 x float> %e9, %c9
  %f10 = fadd <4 x float> %e10, %c10
  %f11 = fadd <4 x float> %e11, %c11
  store <4 x float> %f0, ptr addrspace(1) %ax0
  store <4 x float> %f1, ptr addrspace(1) %ax1
  store <4 x float> %f2, ptr addrspace(1) %ax2
  store <4 x float> %f3, ptr addrspace(1) %ax3
  store <4 x float> %f4, ptr addrspace(1) %ax4
  store <4 x float> %f5, ptr addrspace(1) %ax5
  store <4 x float> %f6, ptr addrspace(1) %ax6
  store <4 x float> %f7, ptr addrspace(1) %ax7
  store <4 x float> %f8, ptr addrspace(1) %ax8
  store <4 x float> %f9, ptr addrspace(1) %ax9
  store <4 x float> %f10, ptr addrspace(1) %ax10
  store <4 x float> %f11, ptr addrspace(1) %ax11
  ret void
}
