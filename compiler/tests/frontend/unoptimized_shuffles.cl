// RUN: %weftc --cpu=x86-64-v3 --emit=object -cl-opt-disable %s -o %t
// LLVM 22 does not end with these without help (compiler/passes/frozen_loads.h).
kernel void
three(global double8 *to, global const long3 *from)
{
    to[0] = convert_double8(from[0].yyyzxxzz);
}

kernel void
four(global double8 *to, global const long4 *from)
{
    to[0] = convert_double8((long8)(from[0].yxzx, from[0].wwww));
}

kernel void
eight(global double16 *to, global const long8 *from)
{
    to[0] = convert_double16((long16)(from[0].s15524445, from[0].s64702243));
}
