// Recursion is an error wherever kernels reach it, with the calls in order and the first one's place; also when
// nothing asks for the work-item, when only values at run time end it, and when units, kernels or blocks take part.
// RUN: not %weftc %s -DDIRECT 2>&1 | FileCheck %s --check-prefix=DIRECT --implicit-check-not=error:
// RUN: not %weftc %s -DDIRECT -cl-opt-disable 2>&1 | FileCheck %s --check-prefix=DIRECT --implicit-check-not=error:
// RUN: not %weftc %s -DDIRECT -g 2>&1 | FileCheck %s --check-prefix=DIRECT --implicit-check-not=error:
// RUN: not %weftc %s -DMUTUAL 2>&1 | FileCheck %s --check-prefix=MUTUAL --implicit-check-not=error:
// RUN: not %weftc %s -DTHREE 2>&1 | FileCheck %s --check-prefix=THREE --implicit-check-not=error:
// RUN: not %weftc %s -DBARRIERS 2>&1 | FileCheck %s --check-prefix=BARRIERS --implicit-check-not=error:
// RUN: not %weftc %s -DKERNELS 2>&1 | FileCheck %s --check-prefix=KERNELS --implicit-check-not=error:
// RUN: not %weftc %s -DKERNEL 2>&1 | FileCheck %s --check-prefix=KERNEL --implicit-check-not=error:
// RUN: not %weftc %s -DBLOCK -cl-std=CL2.0 2>&1 | FileCheck %s --check-prefix=BLOCK --implicit-check-not=error:
// RUN: not %weftc %s -DALIAS 2>&1 | FileCheck %s --check-prefix=ALIAS --implicit-check-not=error:
// RUN: %weftc --emit=info %s -DNEVER | FileCheck %s --check-prefix=NEVER
// RUN: echo 'int f(int n); int g(int n) { return f(n - 1) + 1; }' > %t.cl
// RUN: not %weftc %s %t.cl -DAPART 2>&1 | FileCheck %s --check-prefix=APART --implicit-check-not=error:

#if defined(DIRECT)
// DIRECT: {{^(.*/recursion.cl|program.cl)}}:[[#@LINE+4]]:20: error: recursion is not supported: 'f' calls 'f'{{$}}
int
f(int n)
{
    return n ? n * f(n - 1) : 1;
}
#elif defined(MUTUAL)
// MUTUAL: program.cl:[[#@LINE+5]]:24: error: recursion is not supported: 'f' calls 'g', 'g' calls 'f'{{$}}
int g(int n);
int
f(int n)
{
    return n ? n + 2 * g(n - 1) : 1;
}
int
g(int n)
{
    return n ? f(n / 2) + 1 : 2;
}
#elif defined(THREE)
// THREE: program.cl:[[#@LINE+4]]:68: error: recursion is not supported: 'b' calls 'c', 'c' calls 'd', 'd' calls 'b'{{$}}
static int __attribute__((overloadable)) b(int n);
static int __attribute__((overloadable, noinline)) d(int n) { return n > 2 ? b(n - 1) : n; }
static int __attribute__((overloadable, always_inline)) c(int n) { return n > 3 ? d(n - 1) : n; }
static int __attribute__((overloadable)) b(int n) { return n > 4 ? c(n - 1) : n; }
static int f(int n) { return b(n); }
#elif defined(BARRIERS)
// BARRIERS: program.cl:[[#@LINE+5]]:24: error: recursion is not supported: 'f' calls 'f'{{$}}
int
f(int n)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    return n > 1 ? n * f(n - 1) + (int)get_local_id(0) : 1;
}
#elif defined(APART)
// APART: program.cl:[[#@LINE+5]]:16: error: recursion is not supported: 'f' calls 'g', 'g' calls 'f'{{$}}
int g(int n);
int
f(int n)
{
    return n ? g(n) + 1 : 1;
}
#elif defined(BLOCK)
// BLOCK: program.cl:[[#@LINE+1]]:58: error: recursion is not supported: 'block_block_invoke' calls 'block_block_invoke'{{$}}
constant int (^const block)(int) = ^(int n) { return n ? block(n - 1) + 1 : 0; };
#define f block
#elif defined(ALIAS)
// ALIAS: program.cl:[[#@LINE+2]]:35: error: recursion is not supported: 'f' calls 'f'{{$}}
int also(int n);
int f(int n) { return n > 1 ? 3 * also(n - 1) : 1; }
int also(int n) __attribute__((alias("f")));
#elif defined(NEVER)
// Of calls that are not made none counts, nor do functions that nobody calls.
static int
f(int n)
{
    const int deeper = 0;
    return deeper ? n * f(n - 1) : 1;
}
int unused(int n) { return n > 1 ? n * unused(n - 1) : 1; }
// NEVER: kernel k
#endif

#if defined(KERNELS)
// KERNELS: program.cl:[[#@LINE+3]]:36: error: recursion is not supported: 'k' calls 'other', 'other' calls 'k'{{$}}
kernel void other(global int *out);
kernel void
k(global int *out) { if (*out > 1) other(out); }
kernel void
other(global int *out) { *out /= 2; k(out); }
#elif defined(KERNEL)
// KERNEL: program.cl:[[#@LINE+2]]:47: error: recursion is not supported: 'k' calls 'k'{{$}}
kernel void
k(global int *out) { *out /= 2; if (*out > 1) k(out); }
#else
kernel void
k(global int *out)
{
    out[get_global_id(0)] = f(*out);
}
#endif
