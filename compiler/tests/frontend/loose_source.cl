// What Clang took with a warning before it made errors of it builds under every -cl-std; with -Werror it does not.
// RUN: %weftc --emit=frontend %s 2>&1 | FileCheck %s
// RUN: %weftc --emit=frontend %s -cl-std=CL1.0 2>&1 | FileCheck %s
// RUN: %weftc --emit=frontend %s -cl-std=CL1.1 2>&1 | FileCheck %s
// RUN: %weftc --emit=frontend %s -cl-std=CL1.2 2>&1 | FileCheck %s
// RUN: %weftc --emit=frontend %s -cl-std=CL3.0 2>&1 | FileCheck %s
// RUN: %weftc --emit=frontend %s -w 2>&1 | FileCheck %s --check-prefix=SILENT --implicit-check-not=warning:
// RUN: not %weftc --emit=frontend %s -Werror 2>&1 | FileCheck %s --check-prefix=ERROR
#pragma OPENCL EXTENSION cl_amd_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable

inline float
square(float x)
{
    return x * x;
}

static helper(int a)
{
    return a;
}

int
nothing(int a)
{
    if (a)
        return;
}

void
something(int a)
{
    return a;
}

__kernel void
loose(__global int *a, __global float *b)
{
    __global float *p = a;
    __global uint *q = a;
    ulong address = b;
    __global int *r = 5;
    const int i = get_global_id(0);
    int *j = &i;
    int two[2] = {1, 2, 3};

    atomic_add(p, 3);
    printf("%d\n", helper(*j));
    q[0] = (uint)address + two[1];
    b[i] = square(b[i]);
}
// CHECK: warning: OpenCL extension 'cl_amd_fp64' unknown
// CHECK: warning: incompatible pointer types
// CHECK: define dso_local spir_kernel void @loose
// SILENT: define dso_local spir_kernel void @loose
// ERROR: error: incompatible pointer types
