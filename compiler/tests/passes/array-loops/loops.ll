; RUN: %weft-opt --passes="function(array-loops),verify" -S %s | FileCheck %s
; RUN: %weft-opt --passes="function(array-loops,loop(loop-unroll-full),sroa)" -S %s | FileCheck %s --check-prefix=VALUES
; Loops over private arrays that can be values are to be unrolled.

declare float @large(float)
declare void @__weft_barrier()

; CHECK-LABEL: define float @counted(
; CHECK: alloca
; CHECK: br i1 {{.*}}, label %fill, label %use, !llvm.loop
; CHECK: br i1 {{.*}}, label %use, label %end, !llvm.loop
; VALUES-LABEL: define float @counted(
; VALUES-NOT: alloca
; VALUES-COUNT-8: call float @large(float %x)
; VALUES: ret float
define float @counted(float %x) {
entry:
  %a = alloca [8 x float]
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i1, %fill ]
  %p = getelementptr float, ptr %a, i64 %i
  %v = call float @large(float %x)
  store float %v, ptr %p
  %i1 = add nuw i64 %i, 1
  %c = icmp ult i64 %i1, 8
  br i1 %c, label %fill, label %use
use:
  %j = phi i64 [ 0, %fill ], [ %j1, %use ]
  %s = phi float [ 0.0, %fill ], [ %s1, %use ]
  %r = sub i64 7, %j
  %q = getelementptr float, ptr %a, i64 %r
  %w = load float, ptr %q
  %s1 = fadd float %s, %w
  %j1 = add nuw i64 %j, 1
  %d = icmp ult i64 %j1, 8
  br i1 %d, label %use, label %end
end:
  call void @__weft_barrier()
  ret float %s1
}

; Both loops of a nest.
; CHECK-LABEL: define void @nest(
; CHECK: br i1 {{.*}}, label %inner, label %next, !llvm.loop
; CHECK: br i1 {{.*}}, label %outer, label %end, !llvm.loop
define void @nest(ptr %out) {
entry:
  %a = alloca [4 x [4 x float]]
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ]
  %p = getelementptr [4 x float], ptr %a, i64 %i, i64 %j
  store float 1.0, ptr %p
  %j1 = add nuw i64 %j, 1
  %c = icmp ult i64 %j1, 4
  br i1 %c, label %inner, label %next
next:
  %i1 = add nuw i64 %i, 1
  %d = icmp ult i64 %i1, 4
  br i1 %d, label %outer, label %end
end:
  %l = load float, ptr %a
  store float %l, ptr %out
  call void @__weft_barrier()
  ret void
}

; Not where an index is another one: the array stays in memory anyway.
; CHECK-LABEL: define float @looked_up(
; CHECK-NOT: !llvm.loop
; CHECK: ret
define float @looked_up(float %x, i64 %n) {
entry:
  %a = alloca [8 x float]
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i1, %fill ]
  %p = getelementptr float, ptr %a, i64 %i
  store float %x, ptr %p
  %i1 = add nuw i64 %i, 1
  %c = icmp ult i64 %i1, 8
  br i1 %c, label %fill, label %use
use:
  %q = getelementptr float, ptr %a, i64 %n
  %w = load float, ptr %q
  call void @__weft_barrier()
  ret float %w
}

; Nor where it is given away, where it is not known how often the loop runs, or where that is too often.
; CHECK-LABEL: define void @kept(
; CHECK-NOT: !llvm.loop
; CHECK: ret
define void @kept(float %x, i64 %n, ptr %out) {
entry:
  %a = alloca [8 x float]
  %b = alloca [8 x float]
  %z = alloca [200 x float]
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i1, %fill ]
  %p = getelementptr float, ptr %a, i64 %i
  store float %x, ptr %p
  %i1 = add nuw i64 %i, 1
  %c = icmp ult i64 %i1, 8
  br i1 %c, label %fill, label %unknown
unknown:
  %j = phi i64 [ 0, %fill ], [ %j1, %unknown ]
  %q = getelementptr float, ptr %b, i64 %j
  store float %x, ptr %q
  %j1 = add nuw i64 %j, 1
  %d = icmp ult i64 %j1, %n
  br i1 %d, label %unknown, label %often
often:
  %k = phi i64 [ 0, %unknown ], [ %k1, %often ]
  %r = getelementptr float, ptr %z, i64 %k
  store float %x, ptr %r
  %k1 = add nuw i64 %k, 1
  %e = icmp ult i64 %k1, 200
  br i1 %e, label %often, label %end
end:
  store ptr %a, ptr %out
  call void @__weft_barrier()
  ret void
}

; Where nobody waits for anybody as well.
; CHECK-LABEL: define float @alone(
; CHECK: br i1 {{.*}}, label %fill, label %end, !llvm.loop
; VALUES-LABEL: define float @alone(
; VALUES-NOT: alloca
; VALUES: ret float
define float @alone(float %x) {
entry:
  %a = alloca [8 x float]
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i1, %fill ]
  %p = getelementptr float, ptr %a, i64 %i
  %w = call float @large(float %x)
  store float %w, ptr %p
  %i1 = add nuw i64 %i, 1
  %c = icmp ult i64 %i1, 8
  br i1 %c, label %fill, label %end
end:
  %v = load float, ptr %a
  ret float %v
}
