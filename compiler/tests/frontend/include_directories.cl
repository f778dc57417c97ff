// -I finds files relative to the working directory of the application; names and paths may hold blanks.
// RUN: rm -rf %t && mkdir -p "%t/dir one/sub"
// RUN: echo '#define VALUE 42' > "%t/dir one/sub/value.h"
// RUN: cd %t && %weftc --emit=frontend %s -I "dir one" | FileCheck %s
// RUN: cd %t && %weftc --emit=frontend %s "-Idir one" -D "TEXT=1" | FileCheck %s
// RUN: not %weftc --emit=frontend %s 2>&1 | FileCheck %s --check-prefix=MISSING
#include "sub/value.h"
// CHECK: store i32 42
// MISSING: fatal error: 'sub/value.h' file not found
kernel void
k(global int *a)
{
    *a = VALUE;
}
