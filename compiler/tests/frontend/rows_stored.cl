// RUN: %weftc --cpu=znver4 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s
// Rows whose elements are each made of the one before are walked along by as many lanes as a register has, several
// rounds at once, where no other buffer can be what they store to (Zen 4, rows of 1,040 floats: a fifth of what one
// work-item after the other takes). Those whose elements are made of another buffer's alone are vectors without lanes
// (a third of what 16 lanes take).
// CHECK-NOT: kernel 'stencil{{.*}} side by side
// CHECK: [[@LINE+15]]:{{.*}}: rows that work-items walk along: several rounds at once in launches whose buffers do not
// CHECK-NOT: kernel 'stencil{{.*}} side by side
// CHECK: kernel 'filter.apart': {{16|32}} work-items of dimension 0 side by side
// CHECK: kernel 'stencil.apart': one work-item at a time
// CHECK-DAG: [[@LINE+11]]:{{.*}}: rows that work-items walk along: stored by squares
// CHECK-DAG: [[@LINE+10]]:30: rows that work-items walk along: loaded by squares
// CHECK-DAG: [[@LINE+9]]:51: rows that work-items walk along: kept from the rounds before
// CHECK-DAG: [[@LINE+8]]:76: rows that work-items walk along: kept from the rounds before

kernel void
filter(global float *y, global const float *x, int n, float a, float b, float c)
{
    const int row = get_global_id(0);

    for (int j = 2; j < n; j++)
        y[row * n + j] = a * x[row * n + j] + b * y[row * n + j - 1] + c * y[row * n + j - 2];
}

kernel void
stencil(global float *y, global const float *x, int n)
{
    const size_t row = get_global_id(0);

    for (size_t j = 1; j + 1 < n; j++)
        y[row * n + j] = x[row * n + j - 1] + 2 * x[row * n + j] + x[row * n + j + 1];
}
