; RUN: %weft-opt --passes=work-group,verify --cpu=x86-64-v4 -S %s | FileCheck %s
; Several registers' worth of the widest element that is stored or computed with, except in branches that are hardly ever
; taken; no more than sixteen work-items where groups may be narrow; not more than a required group has work-items in
; dimension 0. The last work-items of a row run in packs of one register's lanes.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; x86-64-v4 prefers registers of 256 bits.
; CHECK-LABEL: define {{.*}} @__weft_kernel_chars(
; CHECK-SAME: [[CHARS:#[0-9]+]]
define void @chars(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %id
  %v = load i8, ptr addrspace(1) %a
  %w = add i8 %v, %v
  store i8 %w, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_floats(
; CHECK-SAME: [[FLOATS:#[0-9]+]]
define void @floats(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %v, %v
  store float %w, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_doubles(
; CHECK-SAME: [[DOUBLES:#[0-9]+]]
define void @doubles(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds double, ptr addrspace(1) %p, i64 %id
  %v = load double, ptr addrspace(1) %a
  %w = fadd double %v, %v
  store double %w, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_indices(
; CHECK-SAME: [[INDICES:#[0-9]+]]
define void @indices(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %i = mul i64 %id, 2
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %i
  store i32 7, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_small_group(
; CHECK-SAME: [[SMALL_GROUP:#[0-9]+]]
define void @small_group(ptr addrspace(1) %p) "weft.kernel" !reqd_work_group_size !0 {
  %id = call i64 @__weft_local_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %v, %v
  store float %w, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_rarely_wide(
; CHECK-SAME: [[RARELY_WIDE:#[0-9]+]]
; CHECK: items.pack:
; CHECK: load <{{32|64}} x float>
; CHECK: items.rest:
; CHECK: %rest.mask{{.*}} = icmp {{.*}}<{{8|16}} x i32>
define void @rarely_wide(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %a
  %large = fcmp ogt float %v, 1.0e10
  br i1 %large, label %rare, label %end, !prof !2
rare:
  %wide = fpext float %v to double
  %square = fmul double %wide, %wide
  %root = fptrunc double %square to float
  br label %end
end:
  %w = phi float [ %v, %0 ], [ %root, %rare ]
  store float %w, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_tile(
; CHECK-SAME: [[TILE:#[0-9]+]]
define void @tile(ptr addrspace(1) %p, ptr addrspace(3) %t) "weft.kernel" {
  %x = call i64 @__weft_local_id_x()
  %y = call i64 @__weft_local_id_y()
  %row = shl i64 %y, 4
  %i = add i64 %row, %x
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  %b = getelementptr inbounds float, ptr addrspace(3) %t, i64 %i
  %v = load float, ptr addrspace(1) %a
  store float %v, ptr addrspace(3) %b
  ret void
}

%structure = type { float, float, float, float, float, float, float, float }

; CHECK-LABEL: define {{.*}} @__weft_kernel_structure(
; CHECK-SAME: [[STRUCTURE:#[0-9]+]]
define void @structure(ptr addrspace(1) %p) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  %s = getelementptr inbounds %structure, ptr addrspace(1) %p, i64 %id
  %s1 = getelementptr inbounds i8, ptr addrspace(1) %s, i64 4
  %s2 = getelementptr inbounds i8, ptr addrspace(1) %s, i64 8
  %s3 = getelementptr inbounds i8, ptr addrspace(1) %s, i64 12
  %s4 = getelementptr inbounds i8, ptr addrspace(1) %s, i64 16
  %s5 = getelementptr inbounds i8, ptr addrspace(1) %s, i64 20
  %s6 = getelementptr inbounds i8, ptr addrspace(1) %s, i64 24
  %s7 = getelementptr inbounds i8, ptr addrspace(1) %s, i64 28
  %v0 = load float, ptr addrspace(1) %s
  %v1 = load float, ptr addrspace(1) %s1
  %v2 = load float, ptr addrspace(1) %s2
  %v3 = load float, ptr addrspace(1) %s3
  %v4 = load float, ptr addrspace(1) %s4
  %v5 = load float, ptr addrspace(1) %s5
  %v6 = load float, ptr addrspace(1) %s6
  %v7 = load float, ptr addrspace(1) %s7
  %m1 = fmul float %v0, %v1
  %m2 = fmul float %m1, %v2
  %m3 = fmul float %m2, %v3
  %m4 = fmul float %m3, %v4
  %m5 = fmul float %m4, %v5
  %m6 = fmul float %m5, %v6
  %m7 = fmul float %m6, %v7
  store float %m7, ptr addrspace(1) %s
  store float %m7, ptr addrspace(1) %s1
  store float %m6, ptr addrspace(1) %s2
  store float %m5, ptr addrspace(1) %s3
  store float %m4, ptr addrspace(1) %s4
  store float %m3, ptr addrspace(1) %s5
  store float %m2, ptr addrspace(1) %s6
  store float %m1, ptr addrspace(1) %s7
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_short_loop(
; CHECK-SAME: [[SHORT_LOOP:#[0-9]+]]
define void @short_loop(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %count, i64 %rows) "weft.kernel" {
  %id = call i64 @__weft_global_id_x()
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi float [ 0.0, %0 ], [ %more, %loop ]
  %row = mul i64 %k, %count
  %i = add i64 %row, %id
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %k
  %v = load float, ptr addrspace(1) %a
  %w = load float, ptr addrspace(1) %b
  %d = fsub float %v, %w
  %more = fadd float %sum, %d
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %rows
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  store float %more, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define {{.*}} @__weft_kernel_single(
; CHECK-NOT: <{{[0-9]+}} x
; CHECK: ret void
; CHECK: attributes [[CHARS]] = {{.*}} "weft.pack_width"="128"
; CHECK: attributes [[FLOATS]] = {{.*}} "weft.pack_width"="{{32|64}}"
; CHECK: attributes [[DOUBLES]] = {{.*}} "weft.pack_width"="{{16|32}}"
; CHECK: attributes [[INDICES]] = {{.*}} "weft.pack_width"="{{8|16|32|64}}"
; CHECK: attributes [[SMALL_GROUP]] = {{.*}} "weft.pack_width"="4"
; CHECK: attributes [[RARELY_WIDE]] = {{.*}} "weft.pack_width"="{{32|64}}"
; CHECK: attributes [[TILE]] = {{.*}} "weft.pack_width"="16"
; CHECK: attributes [[STRUCTURE]] = {{.*}} "weft.pack_width"="16"
; CHECK: attributes [[SHORT_LOOP]] = {{.*}} "weft.pack_width"="64"
; CHECK: attributes
; CHECK-SAME: "weft.entry"="single"
; CHECK-NOT: weft.pack_width
define void @single(ptr addrspace(1) %p) "weft.kernel" !reqd_work_group_size !1 {
  %id = call i64 @__weft_local_id_x()
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %v, %v
  store float %w, ptr addrspace(1) %a
  ret void
}

declare i64 @__weft_global_id_x() memory(none)
declare i64 @__weft_local_id_x() memory(none)
declare i64 @__weft_local_id_y() memory(none)
!0 = !{i32 6, i32 1, i32 1}
!1 = !{i32 1, i32 64, i32 1}
!2 = !{!"branch_weights", i32 1, i32 2000}
