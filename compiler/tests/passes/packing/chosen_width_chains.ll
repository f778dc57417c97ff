; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v4 -S %s | FileCheck %s
; A loop whose iterations wait for each other gets several vectors side by side, unless there are no registers for
; them.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Eight vectors of eight floats are under way at once.
; CHECK-DAG: attributes {{.*}} "weft.entry"="chain" {{.*}}"weft.pack_width"="64"
define void @chain(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi float [ %v, %entry ], [ %x.next, %loop ]
  %y = fmul float %x, %x
  %x.next = fadd float %y, %v
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  store float %x.next, ptr addrspace(1) %a
  ret void
}

; The loop carries eleven values, which would be eight registers each.
; CHECK-DAG: attributes {{.*}} "weft.entry"="registers" {{.*}}"weft.pack_width"="{{16|32}}"
define void @registers(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %v0 = load float, ptr addrspace(1) %a
  %v1 = fmul float %v0, %v0
  %v2 = fmul float %v1, %v1
  %v3 = fmul float %v2, %v2
  %v4 = fmul float %v3, %v3
  %v5 = fmul float %v4, %v4
  %v6 = fmul float %v5, %v5
  %v7 = fmul float %v6, %v6
  %v8 = fmul float %v7, %v7
  %v9 = fmul float %v8, %v8
  %v10 = fmul float %v9, %v9
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %x0 = phi float [ %v0, %entry ], [ %y0, %loop ]
  %x1 = phi float [ %v1, %entry ], [ %y1, %loop ]
  %x2 = phi float [ %v2, %entry ], [ %y2, %loop ]
  %x3 = phi float [ %v3, %entry ], [ %y3, %loop ]
  %x4 = phi float [ %v4, %entry ], [ %y4, %loop ]
  %x5 = phi float [ %v5, %entry ], [ %y5, %loop ]
  %x6 = phi float [ %v6, %entry ], [ %y6, %loop ]
  %x7 = phi float [ %v7, %entry ], [ %y7, %loop ]
  %x8 = phi float [ %v8, %entry ], [ %y8, %loop ]
  %x9 = phi float [ %v9, %entry ], [ %y9, %loop ]
  %x10 = phi float [ %v10, %entry ], [ %y10, %loop ]
  %y0 = fmul float %x0, %x1
  %y1 = fmul float %x1, %x2
  %y2 = fmul float %x2, %x3
  %y3 = fmul float %x3, %x4
  %y4 = fmul float %x4, %x5
  %y5 = fmul float %x5, %x6
  %y6 = fmul float %x6, %x7
  %y7 = fmul float %x7, %x8
  %y8 = fmul float %x8, %x9
  %y9 = fmul float %x9, %x10
  %y10 = fmul float %x10, %x0
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  %s1 = fadd float %y0, %y1
  %s2 = fadd float %s1, %y2
  %s3 = fadd float %s2, %y3
  %s4 = fadd float %s3, %y4
  %s5 = fadd float %s4, %y5
  %s6 = fadd float %s5, %y6
  %s7 = fadd float %s6, %y7
  %s8 = fadd float %s7, %y8
  %s9 = fadd float %s8, %y9
  %s10 = fadd float %s9, %y10
  store float %s10, ptr addrspace(1) %a
  ret void
}

; Waiting costs more than long code.
; CHECK-DAG: attributes {{.*}} "weft.entry"="long_chain" {{.*}}"weft.pack_width"="64"
define void @long_chain(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi i32 [ %v, %entry ], [ %a39, %loop ]
  %m0 = mul i32 %x, %v
  %a0 = add i32 %m0, %v
  %m1 = mul i32 %a0, %v
  %a1 = add i32 %m1, %v
  %m2 = mul i32 %a1, %v
  %a2 = add i32 %m2, %v
  %m3 = mul i32 %a2, %v
  %a3 = add i32 %m3, %v
  %m4 = mul i32 %a3, %v
  %a4 = add i32 %m4, %v
  %m5 = mul i32 %a4, %v
  %a5 = add i32 %m5, %v
  %m6 = mul i32 %a5, %v
  %a6 = add i32 %m6, %v
  %m7 = mul i32 %a6, %v
  %a7 = add i32 %m7, %v
  %m8 = mul i32 %a7, %v
  %a8 = add i32 %m8, %v
  %m9 = mul i32 %a8, %v
  %a9 = add i32 %m9, %v
  %m10 = mul i32 %a9, %v
  %a10 = add i32 %m10, %v
  %m11 = mul i32 %a10, %v
  %a11 = add i32 %m11, %v
  %m12 = mul i32 %a11, %v
  %a12 = add i32 %m12, %v
  %m13 = mul i32 %a12, %v
  %a13 = add i32 %m13, %v
  %m14 = mul i32 %a13, %v
  %a14 = add i32 %m14, %v
  %m15 = mul i32 %a14, %v
  %a15 = add i32 %m15, %v
  %m16 = mul i32 %a15, %v
  %a16 = add i32 %m16, %v
  %m17 = mul i32 %a16, %v
  %a17 = add i32 %m17, %v
  %m18 = mul i32 %a17, %v
  %a18 = add i32 %m18, %v
  %m19 = mul i32 %a18, %v
  %a19 = add i32 %m19, %v
  %m20 = mul i32 %a19, %v
  %a20 = add i32 %m20, %v
  %m21 = mul i32 %a20, %v
  %a21 = add i32 %m21, %v
  %m22 = mul i32 %a21, %v
  %a22 = add i32 %m22, %v
  %m23 = mul i32 %a22, %v
  %a23 = add i32 %m23, %v
  %m24 = mul i32 %a23, %v
  %a24 = add i32 %m24, %v
  %m25 = mul i32 %a24, %v
  %a25 = add i32 %m25, %v
  %m26 = mul i32 %a25, %v
  %a26 = add i32 %m26, %v
  %m27 = mul i32 %a26, %v
  %a27 = add i32 %m27, %v
  %m28 = mul i32 %a27, %v
  %a28 = add i32 %m28, %v
  %m29 = mul i32 %a28, %v
  %a29 = add i32 %m29, %v
  %m30 = mul i32 %a29, %v
  %a30 = add i32 %m30, %v
  %m31 = mul i32 %a30, %v
  %a31 = add i32 %m31, %v
  %m32 = mul i32 %a31, %v
  %a32 = add i32 %m32, %v
  %m33 = mul i32 %a32, %v
  %a33 = add i32 %m33, %v
  %m34 = mul i32 %a33, %v
  %a34 = add i32 %m34, %v
  %m35 = mul i32 %a34, %v
  %a35 = add i32 %m35, %v
  %m36 = mul i32 %a35, %v
  %a36 = add i32 %m36, %v
  %m37 = mul i32 %a36, %v
  %a37 = add i32 %m37, %v
  %m38 = mul i32 %a37, %v
  %a38 = add i32 %m38, %v
  %m39 = mul i32 %a38, %v
  %a39 = add i32 %m39, %v
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  store i32 %a39, ptr addrspace(1) %a
  ret void
}

; The elements of a vector do not wait for each other.
; CHECK-DAG: attributes {{.*}} "weft.entry"="independent" {{.*}}"weft.pack_width"="{{8|16|32}}"
define void @independent(ptr addrspace(1) %p, i64 %n) "weft.kernel" {
entry:
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds <8 x float>, ptr addrspace(1) %p, i64 %id
  %v = load <8 x float>, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %x = phi <8 x float> [ %v, %entry ], [ %x.next, %loop ]
  %x.next = fmul <8 x float> %x, %v
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  store <8 x float> %x.next, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
